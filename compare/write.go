package compare

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Formats are the formats of Write.
var Formats = []string{"table", "markdown", "csv", "json"}

// Write writes tables in one of the formats: for people as text or Markdown, for
// machines as CSV, a row a figure, or JSON. In the first two the Pareto fronts are
// spelled out only if pareto is set; the others have them always.
func Write(w io.Writer, tables []Table, format string, pareto bool) error {
	switch format {
	case "json":
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		enc.SetIndent("", "  ")
		return enc.Encode(struct {
			Points []Table `json:"points"`
		}{tables})
	case "csv":
		return writeCSV(w, tables)
	}
	var b strings.Builder
	for i := range tables {
		if format == "markdown" {
			tables[i].markdown(&b, pareto)
		} else {
			tables[i].text(&b, pareto)
		}
	}
	if format == "markdown" {
		b.WriteString(escape.Replace(legend) + "\n")
	} else {
		b.WriteString(legend + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

const legend = "* best, ~ not distinguishable from it (Wilcoxon, Holm's correction, 5 %); front: no policy has less waste and a shorter p99"

func (t *Table) text(b *strings.Builder, pareto bool) {
	fmt.Fprintln(b, t.title())
	lines := [][]string{t.head()}
	for i := range t.Rows {
		lines = append(lines, t.row(i))
	}
	align(b, lines, 1+len(t.axes))
	for _, n := range t.Notes {
		fmt.Fprintln(b, n)
	}
	for _, said := range [][]string{t.said(), t.fronts(pareto)} {
		if len(said) > 0 {
			fmt.Fprintln(b)
		}
		for _, line := range said {
			fmt.Fprintln(b, line)
		}
	}
	fmt.Fprintln(b)
}

func (t *Table) markdown(b *strings.Builder, pareto bool) {
	head := t.head()
	fmt.Fprintf(b, "### %s\n\n| %s |\n|---%s|\n", escape.Replace(t.title()), strings.Join(head, " | "), strings.Repeat("|---", len(t.axes))+strings.Repeat("|---:", len(head)-1-len(t.axes)))
	for i := range t.Rows {
		cells := t.row(i)
		for k := range cells {
			cells[k] = escape.Replace(cells[k])
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
	}
	for _, n := range t.Notes {
		fmt.Fprintf(b, "\n%s\n", escape.Replace(n))
	}
	for _, said := range [][]string{t.said(), t.fronts(pareto)} {
		b.WriteString("\n")
		for _, line := range said {
			fmt.Fprintf(b, "- %s\n", escape.Replace(line))
		}
	}
	b.WriteString("\n")
}

// said are the verdicts in words.
func (t *Table) said() []string {
	var out []string
	for i := range t.Verdicts {
		out = append(out, t.Verdicts[i].Text)
	}
	return out
}

// fronts says who is on the Pareto front, and whom that leaves behind.
func (t *Table) fronts(wanted bool) []string {
	var on, off []string
	for _, r := range t.Rows {
		switch {
		case r.Front:
			on = append(on, r.Policy)
		case len(r.DominatedBy) > 0:
			off = append(off, r.Policy+" has neither less waste nor a shorter p99 than "+strings.Join(r.DominatedBy, ", "))
		}
	}
	if !wanted || len(on) == 0 {
		return nil
	}
	return append([]string{"Pareto front of waste and p99 time to train, by the means: " + strings.Join(on, ", ")}, off...)
}

// align prints cells in columns, the first few on the left and the others on the right.
func align(b *strings.Builder, lines [][]string, left int) {
	widths := make([]int, len(lines[0]))
	for _, l := range lines {
		for i, c := range l {
			widths[i] = max(widths[i], utf8.RuneCountInString(c))
		}
	}
	for _, l := range lines {
		cells := make([]string, len(l))
		for i, c := range l {
			width := widths[i]
			if i < left {
				width = -width
			}
			cells[i] = fmt.Sprintf("%*s", width, c)
		}
		fmt.Fprintln(b, strings.TrimRight(strings.Join(cells, "  "), " "))
	}
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
	out := append([]string{"policy"}, t.axes...)
	for _, m := range t.columns {
		out = append(out, Metrics[m].Head+" ")
	}
	return append(out, "front")
}

// row has the values along the axes in columns of their own.
func (t *Table) row(i int) []string {
	r := t.Rows[i]
	out := []string{t.labels[i]}
	for _, axis := range t.axes {
		out = append(out, r.Variant[axis])
	}
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
