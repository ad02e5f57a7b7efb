package compare

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Formats are the formats of Write.
var Formats = []string{"table", "markdown", "csv", "json"}

// Write writes tables in one of the formats: for people as text or Markdown, for
// machines as CSV, a row a figure, or JSON.
func Write(w io.Writer, tables []Table, format string) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(tables)
	case "csv":
		return writeCSV(w, tables)
	case "markdown":
		return writeMarkdown(w, tables)
	}
	return writeText(w, tables)
}

const legend = "* best, ~ not distinguishable from it (Wilcoxon, Holm's correction, 5 %); front: no policy has less waste and a shorter p99"

func writeText(w io.Writer, tables []Table) error {
	var b strings.Builder
	for i := range tables {
		t := &tables[i]
		fmt.Fprintln(&b, t.title())
		lines := [][]string{t.head()}
		for _, r := range t.Rows {
			lines = append(lines, t.row(r))
		}
		align(&b, lines)
		for _, n := range t.Notes {
			fmt.Fprintln(&b, n)
		}
		fmt.Fprintln(&b)
	}
	fmt.Fprintln(&b, legend)
	_, err := io.WriteString(w, b.String())
	return err
}

// align prints cells in columns, the first on the left and the others on the right.
func align(b *strings.Builder, lines [][]string) {
	widths := make([]int, len(lines[0]))
	for _, l := range lines {
		for i, c := range l {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for _, l := range lines {
		text := fmt.Sprintf("%-*s", widths[0], l[0])
		for i, c := range l[1:] {
			text += fmt.Sprintf("  %*s", widths[i+1], c)
		}
		fmt.Fprintln(b, strings.TrimRight(text, " "))
	}
}

func writeMarkdown(w io.Writer, tables []Table) error {
	var b strings.Builder
	for i := range tables {
		t := &tables[i]
		head := t.head()
		fmt.Fprintf(&b, "### %s\n\n| %s |\n|---%s|\n", t.title(), strings.Join(head, " | "), strings.Repeat("|---:", len(head)-1))
		for _, r := range t.Rows {
			cells := t.row(r)
			for k := range cells {
				cells[k] = escape.Replace(cells[k])
			}
			fmt.Fprintf(&b, "| %s |\n", strings.Join(cells, " | "))
		}
		for _, n := range t.Notes {
			fmt.Fprintf(&b, "\n%s\n", n)
		}
		b.WriteString("\n")
	}
	b.WriteString(escape.Replace(legend) + "\n")
	_, err := io.WriteString(w, b.String())
	return err
}

var escape = strings.NewReplacer("*", `\*`, "|", `\|`, "_", `\_`, "~", `\~`)

func (t *Table) title() string {
	point := ""
	if t.Point != "" {
		point = t.Point + ", "
	}
	if len(t.Seeds) == 1 {
		return point + "1 seed"
	}
	return fmt.Sprintf("%smeans of %d seeds", point, len(t.Seeds))
}

func (t *Table) head() []string {
	out := []string{"policy"}
	for _, m := range t.columns {
		out = append(out, Metrics[m].Head+" ")
	}
	return append(out, "front")
}

func (t *Table) row(r Row) []string {
	out := []string{r.Policy}
	for i, c := range r.Cells {
		mark := " "
		switch {
		case c.Best:
			mark = "*"
		case c.Tied:
			mark = "~"
		}
		text := "-"
		if c.Mean != nil {
			text = figure(*c.Mean, Metrics[t.columns[i]].Decimals)
		}
		out = append(out, text+mark)
	}
	front := ""
	if r.Front {
		front = "yes"
	}
	return append(out, front)
}

func writeCSV(w io.Writer, tables []Table) error {
	out := csv.NewWriter(w)
	if err := out.Write([]string{"point", "policy", "metric", "seeds", "mean", "best", "not_distinguishable_from_best", "pareto_front"}); err != nil {
		return err
	}
	for _, t := range tables {
		for _, r := range t.Rows {
			for i, c := range r.Cells {
				mean := ""
				if c.Mean != nil {
					mean = strconv.FormatFloat(*c.Mean, 'g', -1, 64)
				}
				row := []string{t.Point, r.Policy, t.Metrics[i], strconv.Itoa(len(t.Seeds)), mean,
					strconv.FormatBool(c.Best), strconv.FormatBool(c.Tied), strconv.FormatBool(r.Front)}
				if err := out.Write(row); err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}
