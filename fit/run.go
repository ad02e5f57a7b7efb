package fit

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"rubato/internal/words"
)

// Options choose what to fit.
type Options struct {
	// Models are names of models; all that the measurements can fit if it is empty.
	Models []string
	// Seed is that of the starting points.
	Seed uint64
}

// Run fits models to measurements. A model that is asked for by name and cannot
// be fitted is an error.
func Run(ctx context.Context, m *Measurements, o Options) (*Result, error) {
	chosen, err := choose(o.Models)
	if err != nil {
		return nil, err
	}
	res := &Result{File: m.File, Unit: m.Unit, ReplicaGPUs: m.ReplicaGPUs, Rows: len(m.Rows), Points: len(m.groups()), m: m}
	if m.Types[0] != "" {
		res.Types = m.Types
	}
	for _, c := range chosen {
		f, reason, err := c.fit(ctx, m, o.Seed)
		switch {
		case err != nil:
			return nil, err
		case reason == "":
			res.Fits = append(res.Fits, *f)
		case len(o.Models) > 0:
			return nil, fmt.Errorf("--model %s: cannot be fitted to %s: %s", c.name, m.File, reason)
		default:
			res.NotFitted = append(res.NotFitted, NotFitted{c.name, reason})
		}
	}
	res.prefer()
	return res, nil
}

// choose finds models by name, in the order of models.
func choose(names []string) ([]model, error) {
	if len(names) == 0 {
		return models, nil
	}
	for i, n := range names {
		best, edits := words.Nearest(n, Models())
		switch {
		case edits > 0:
			return nil, fmt.Errorf("--model: got %q, want one of %s (the nearest is %q)", n, strings.Join(Models(), ", "), best)
		case n != best:
			return nil, fmt.Errorf("--model: got %q, want %q", n, best)
		case slices.Contains(names[:i], n):
			return nil, fmt.Errorf("--model: got %q twice, want each model once", n)
		}
	}
	return slices.DeleteFunc(slices.Clone(models), func(c model) bool { return !slices.Contains(names, c.name) }), nil
}

// build makes the law of a model.
func (c model) build(m *Measurements, rows []Row) (*law, string) {
	l, reason := c.law(m, rows)
	if reason == "" {
		l.name = c.name
		l.withTypes(m)
	}
	return l, reason
}

// fit fits the model, or says why it cannot.
func (c model) fit(ctx context.Context, m *Measurements, seed uint64) (*Fit, string, error) {
	l, reason := c.build(m, m.Rows)
	if reason != "" {
		return nil, reason, nil
	}
	e := l.estimate(slices.Concat(m.groups()...), l.startingPoints(seed))
	if l.refuse != nil {
		if err := l.refuse(e.p); err != nil {
			return nil, err.Error(), nil
		}
	}
	v, err := e.validate(ctx, m, c)
	if err != nil {
		return nil, "", err
	}
	f := &Fit{Model: c.name, Parameters: e.parameters(m), Fitted: e.fittedCount(), Validation: v, AICc: e.aicc(len(m.Rows)), Remarks: l.remarks, e: e}
	f.compare(m)
	f.YAML = f.yaml(m)
	return f, "", nil
}

// compare sets the rows and their errors.
func (f *Fit) compare(m *Measurements) {
	f.RMSError = math.Sqrt(f.e.squaredError(m.Rows))
	for i := range m.Rows {
		r := &m.Rows[i]
		v := f.e.predict(r)
		row := Error{Line: r.Line, Point: m.label(r), Measured: r.Rate, Fitted: v, Relative: v/r.Rate - 1}
		if i == 0 || math.Abs(row.Relative) > math.Abs(f.Worst.Relative) {
			f.Worst = row
		}
		f.Errors = append(f.Errors, row)
	}
}

// parameters lists what was fitted, with the standard errors.
func (e *estimate) parameters(m *Measurements) []Parameter {
	errors := e.standardErrors(m.Rows)
	var out []Parameter
	first := 0
	if e.law.interpolates { // a table's own are no parameters but points
		first = len(e.law.params) - len(m.Types) + 1
	}
	for i := first; i < len(e.law.params); i++ {
		q := &e.law.params[i]
		p := Parameter{Name: q.name, Unit: q.unit, Value: e.p[i], Note: e.note(i, len(m.Rows))}
		switch {
		case p.Note == "" && math.IsNaN(errors[i]):
			p.Note = "not identified: at the best fit the rows cannot tell it from the others"
		case p.Note == "":
			p.StandardError = &errors[i]
		}
		out = append(out, p)
	}
	return out
}

// note says why a parameter has no standard error.
func (e *estimate) note(i, rows int) string {
	q := &e.law.params[i]
	switch e.states[i] {
	case onBound:
		return "on its bound: no standard error"
	case neutral:
		return fmt.Sprintf("not identified: the rows cannot tell it from the others; set to %g", q.neutral)
	case alike:
		if e.p[i] == q.neutral {
			return fmt.Sprintf("not identified: no row depends on it; set to %g", q.neutral)
		}
		return "not identified: no row depends on it; as " + q.like
	}
	if rows <= e.moving() {
		return "no standard error: as many parameters as rows"
	}
	return ""
}

// moving is how many parameters the rows set that are on no bound.
func (e *estimate) moving() int { return len(e.search(nil).free) }

// exact is the error, per row, below which there is none but rounding.
const exact = 1e-9

// aicc is n·ln(RSS/n) + 2K + 2K(K+1)/(n−K−1), where K counts the variance too.
func (e *estimate) aicc(rows int) *float64 {
	n, k := float64(rows), float64(e.fittedCount()+1)
	if e.law.interpolates || n-k-1 <= 0 || e.rss <= n*exact*exact {
		return nil
	}
	v := float64(n*math.Log(e.rss/n)) + 2*k + 2*k*(k+1)/(n-k-1)
	return &v
}
