package check

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Markdown writes the outcome as a page: the verdict, the cases, what is not as in
// the baseline, and plots in characters, which stay where pictures are taken out.
func (o *Outcome) Markdown(w io.Writer) error {
	var b strings.Builder
	sign := "✅"
	if o.Regressions() > 0 || o.NotRun() > 0 {
		sign = "❌"
	}
	fmt.Fprintf(&b, "## %s %s\n\n", sign, cell(o.Verdict()))
	writeTable(&b, caseHead, len(o.cases), func(i int) []string { return o.cases[i].row() })
	if rows := o.differences(); len(rows) > 0 {
		b.WriteString("\n### Not as in the baseline\n\n")
		writeTable(&b, []string{"", "case", "policy", "what"}, len(rows), func(i int) []string { return rows[i].row() })
	}
	for _, p := range []struct {
		title  string
		wanted func(*Finding) bool
	}{
		{"Figures, change from the baseline", func(f *Finding) bool { return f.metric >= 0 }},
		{"CPU time, change from the baseline", func(f *Finding) bool { return f.metric < 0 }},
	} {
		if bars := o.bars(p.wanted); len(bars) > 0 {
			b.WriteString("\n### " + p.title + "\n\n```text\n" + plot(bars) + "```\n")
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func writeTable(b *strings.Builder, head []string, rows int, row func(int) []string) {
	fmt.Fprintf(b, "| %s |\n|%s\n", strings.Join(head, " | "), strings.Repeat("---|", len(head)))
	for i := range rows {
		cells := row(i)
		for k := range cells {
			cells[k] = cell(cells[k])
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | "))
	}
}

// cell is a text that is only text in a table of Markdown.
func cell(text string) string { return cellEscape.Replace(text) }

var cellEscape = strings.NewReplacer("|", `\|`, "\n", " ", "<", "&lt;", "&", "&amp;", "*", `\*`, "_", `\_`, "`", "\\`", "[", `\[`)

// bar is a relative change.
type bar struct {
	name   string
	change float64
	kind   Kind
}

const (
	mostBars = 20
	halfPlot = 20 // characters on each side
)

// bars are the changes to plot of the findings wanted, the largest first.
func (o *Outcome) bars(wanted func(*Finding) bool) []bar {
	var out []bar
	for i := range o.cases {
		c := &o.cases[i]
		for k := range c.findings {
			f := &c.findings[k]
			if !wanted(f) || f.change == 0 || math.IsNaN(f.change) || math.IsInf(f.change, 0) {
				continue
			}
			name := strings.Join(strings.Fields(c.name+" "+f.Policy+" "+f.Check), " ")
			out = append(out, bar{name, f.change, f.Kind})
		}
	}
	slices.SortStableFunc(out, func(a, b bar) int {
		switch x, y := math.Abs(a.change), math.Abs(b.change); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	return out[:min(len(out), mostBars)]
}

// plot draws bars to the left and to the right of a line, on one scale.
func plot(bars []bar) string {
	width, most := 0, 0.0
	for _, b := range bars {
		width, most = max(width, utf8.RuneCountInString(b.name)), max(most, math.Abs(b.change))
	}
	var out strings.Builder
	for _, b := range bars {
		n := max(1, int(math.Round(halfPlot*math.Abs(b.change)/most)))
		left, right := strings.Repeat(" ", halfPlot), strings.Repeat("█", n)
		if b.change < 0 {
			left, right = strings.Repeat(" ", halfPlot-n)+strings.Repeat("█", n), ""
		}
		fmt.Fprintf(&out, "%-*s  %s│%-*s  %9s  %s\n", width, b.name, left, halfPlot, right, changeText(b.change), b.kind)
	}
	return out.String()
}
