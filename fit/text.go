package fit

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Text writes the result for reading: how the models compare, the parameters of
// each, then rows and YAML of the preferred one, of all if there is none.
func (r *Result) Text(w io.Writer) error {
	t := &text{w: w}
	t.say("%s\n\n", r.title())
	t.comparison(r)
	for _, n := range r.NotFitted {
		t.say("not fitted: %s: %s\n", n.Model, n.Reason)
	}
	t.say("\n%s\n", r.verdict())
	for i := range r.Fits {
		t.parameters(&r.Fits[i])
	}
	t.rows(r)
	for _, f := range r.shown() {
		t.say("\nYAML of %s, to put under workload:\n\n", f.Model)
		t.say("%s", indent(f.YAML))
	}
	return t.err
}

// verdict says which model to use, and why.
func (r *Result) verdict() string {
	if r.Preferred == "" {
		return "preferred: none; " + r.Reason
	}
	return "preferred: " + r.Preferred + "; " + r.Reason
}

// shown are the fits to show in full.
func (r *Result) shown() []*Fit {
	if f := r.fit(r.Preferred); f != nil {
		return []*Fit{f}
	}
	var out []*Fit
	for i := range r.Fits {
		out = append(out, &r.Fits[i])
	}
	return out
}

func (r *Result) title() string {
	s := fmt.Sprintf("%s: %s at %s, in %s", r.File, count(r.Rows, "row"), count(r.Points, "point"), r.Unit)
	if r.ReplicaGPUs > 1 {
		s += fmt.Sprintf("; a replica is %d GPUs", r.ReplicaGPUs)
	}
	return s
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// text writes, and remembers the first error.
type text struct {
	w   io.Writer
	err error
}

func (t *text) say(format string, args ...any) {
	if t.err == nil {
		_, t.err = fmt.Fprintf(t.w, format, args...)
	}
}

// table writes rows of cells, all columns but the first to the right.
func (t *text) table(rows [][]string) {
	if t.err != nil {
		return
	}
	widest := 0
	for _, r := range rows {
		widest = max(widest, len(r[0]))
	}
	w := tabwriter.NewWriter(t.w, 0, 8, 2, ' ', tabwriter.AlignRight)
	for _, r := range rows {
		fmt.Fprintf(w, "%-*s\t%s\t\n", widest, r[0], strings.Join(r[1:], "\t"))
	}
	t.err = w.Flush()
}

func (t *text) comparison(r *Result) {
	rows := [][]string{{"model", "fitted", "RMS error", "worst", "outside", "AICc"}}
	for i := range r.Fits {
		f := &r.Fits[i]
		outside, aicc := "-", "-"
		if f.Validation != nil {
			outside = percent(f.Validation.RMSError)
		}
		if f.AICc != nil {
			aicc = fmt.Sprintf("%.2f", *f.AICc)
		}
		rows = append(rows, []string{f.Model, strconv.Itoa(f.Fitted), percent(f.RMSError), signed(f.Worst.Relative), outside, aicc})
	}
	t.table(rows)
	t.say("fitted: parameters that the rows set; outside: RMS error at points left out of the fit, each in turn\n")
	if v := r.Fits[0].Validation; v != nil && v.Points < r.Points {
		t.say("%s the only one of a GPU type: never left out\n", count(r.Points-v.Points, "point"))
	}
}

// signed writes a relative error; one that rounds to 0 has no sign.
func signed(v float64) string {
	if math.Abs(v) < 0.5e-4 {
		return percent(0)
	}
	return fmt.Sprintf("%+.2f %%", 100*v)
}

// parameters lists those of a fit; of a table its YAML does.
func (t *text) parameters(f *Fit) {
	t.say("\n%s\n", f.Model)
	if t.err != nil {
		return
	}
	w := tabwriter.NewWriter(t.w, 0, 8, 2, ' ', 0)
	for _, p := range f.Parameters {
		line := "  " + p.Name + "\t" + amount(p)
		if p.Note != "" {
			line += "\t" + p.Note
		}
		fmt.Fprintln(w, line)
	}
	t.err = w.Flush()
	if math.Abs(f.Worst.Relative) < exact {
		t.say("  every row is met\n")
	} else {
		t.say("  worst at %s (line %d): %s\n", f.Worst.Point, f.Worst.Line, signed(f.Worst.Relative))
	}
	for _, s := range f.Remarks {
		t.say("  %s\n", s)
	}
}

// amount writes a parameter, as far as its standard error makes sense of it.
func amount(p Parameter) string {
	s := fmt.Sprintf("%.6g", p.Value)
	if e := p.StandardError; e != nil {
		s = fmt.Sprintf("%.6g ± %.2g", p.Value, *e)
		if places := 1 - int(math.Floor(math.Log10(*e))); *e >= 1e-6 && places < 8 {
			s = fmt.Sprintf("%.*f ± %.*f", max(0, places), p.Value, max(0, places), *e)
		}
	}
	return strings.TrimSpace(s + " " + p.Unit)
}

// rows lists what was measured beside what the shown models say.
func (t *text) rows(r *Result) {
	fits := r.shown()
	head := []string{"point", "line", r.Unit}
	for _, f := range fits {
		head = append(head, f.Model, "error")
	}
	out := [][]string{head}
	for i := range r.m.Rows {
		e := fits[0].Errors[i]
		row := []string{e.Point, strconv.Itoa(e.Line), fmt.Sprintf("%.6g", e.Measured)}
		for _, f := range fits {
			row = append(row, fmt.Sprintf("%.6g", f.Errors[i].Fitted), signed(f.Errors[i].Relative))
		}
		out = append(out, row)
	}
	t.say("\n")
	t.table(out)
}

func indent(s string) string {
	return "  " + strings.ReplaceAll(strings.TrimSuffix(s, "\n"), "\n", "\n  ") + "\n"
}
