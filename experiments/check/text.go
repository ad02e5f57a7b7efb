package check

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
)

// Text writes the outcome for people: a line a case, then a line for each finding
// that is not as in the baseline.
func (o *Outcome) Text(w io.Writer) error {
	var b strings.Builder
	t := tabwriter.NewWriter(&b, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, strings.Join(caseHead, "\t"))
	for i := range o.cases {
		fmt.Fprintln(t, strings.Join(o.cases[i].row(), "\t"))
	}
	t.Flush()
	if rows := o.differences(); len(rows) > 0 {
		b.WriteString("\n")
		for _, d := range rows {
			fmt.Fprintln(t, strings.Join(d.row(), "\t"))
		}
		t.Flush()
	}
	_, err := io.WriteString(w, trimmed(b.String()))
	return err
}

// trimmed is a text without blanks at the ends of its lines.
func trimmed(text string) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(line, " \n") + "\n")
	}
	return b.String()
}

var caseHead = []string{"case", "behaviour", "furthest figure", "speed", "verdict"}

// row sums a case up.
func (c *caseOutcome) row() []string {
	if c.err != nil {
		return []string{c.name, "-", "-", "-", "COULD NOT RUN"}
	}
	same, compared := 0, 0
	speed := "-"
	for i := range c.findings {
		switch f := &c.findings[i]; f.Check {
		case "behaviour":
			if compared++; f.Kind == Same {
				same++
			}
		case "speed":
			speed = show(c.now.speed)
			if !math.IsNaN(f.change) {
				speed += " (" + changeText(f.change) + ")"
			}
		}
	}
	behaviour := fmt.Sprintf("%d of %d same", same, compared)
	if compared == 0 {
		behaviour = "-"
	}
	return []string{c.name, behaviour, c.furthest(), speed, c.word()}
}

// furthest is the figure that moved most.
func (c *caseOutcome) furthest() string {
	var most *Finding
	for i := range c.findings {
		f := &c.findings[i]
		if f.metric >= 0 && f.change != 0 && (most == nil || math.Abs(f.change) > math.Abs(most.change)) {
			most = f
		}
	}
	if most == nil {
		return "-"
	}
	return most.Policy + " " + most.Check + " " + changeText(most.change)
}

// word is the worst that was found of a case.
func (c *caseOutcome) word() string {
	worst := Same
	for i := range c.findings {
		worst = max(worst, c.findings[i].Kind)
	}
	return worst.String()
}

// difference is a finding with its case; of one that could not be run there is only
// the error.
type difference struct {
	of *caseOutcome
	*Finding
}

// differences are the findings that are not as in the baseline, and the errors.
func (o *Outcome) differences() []difference {
	var out []difference
	for i := range o.cases {
		c := &o.cases[i]
		if c.err != nil {
			out = append(out, difference{of: c})
		}
		for k := range c.findings {
			if f := &c.findings[k]; f.Kind != Same {
				out = append(out, difference{c, f})
			}
		}
	}
	return out
}

func (d difference) row() []string {
	if d.Finding == nil {
		return []string{"COULD NOT RUN", d.of.name, "", d.of.err.Error()}
	}
	return []string{d.Kind.String(), d.of.name, d.Policy, d.Check + ": " + d.Text}
}

// Verdict is the outcome in a line.
func (o *Outcome) Verdict() string {
	what := fmt.Sprintf("%s, %s compared with %s", plural(len(o.cases), "case"), plural(o.figures(), "figure"), o.baseline.path)
	bad, not := o.Regressions(), o.NotRun()
	switch {
	case not > 0:
		return fmt.Sprintf("could not run %s: %s", plural(not, "case"), what)
	case bad > 0:
		return fmt.Sprintf("%s: %s", plural(bad, "regression"), what)
	}
	better := ""
	if n := o.count(func(f *Finding) bool { return f.Kind == Better }); n > 0 {
		better = fmt.Sprintf("; %d better, which --update records", n)
	}
	return "no regression: " + what + better
}

func plural(n int, word string) string {
	if n != 1 {
		word += "s"
	}
	return fmt.Sprintf("%d %s", n, word)
}
