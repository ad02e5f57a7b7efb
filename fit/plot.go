package fit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"rubato/report"
)

// Plot draws throughput against GPUs: the rows, and the curve of each model, the
// preferred one first. The format is one of report.PlotFormats.
func (r *Result) Plot(format string) ([]byte, error) {
	l := report.LogLog{
		Title:  r.finding(),
		Note:   r.plotNote(),
		XLabel: "GPUs (log scale)", YLabel: r.Unit + " (log scale)",
	}
	fits := r.shown()
	l.Bold = r.Preferred != ""
	for i := range r.Fits {
		if f := &r.Fits[i]; !slices.Contains(fits, f) {
			fits = append(fits, f)
		}
	}
	for i := range r.m.Rows {
		l.Measured = append(l.Measured, report.XY{X: float64(r.m.Rows[i].GPUs), Y: fits[0].likeFirst(&r.m.Rows[i], r.m)})
	}
	for _, f := range fits {
		l.Curves = append(l.Curves, report.Curve{Label: f.plotLabel(), Points: f.curve(r.m)})
	}
	return l.Render(format)
}

// finding is the title.
func (r *Result) finding() string {
	f := r.fit(r.Preferred)
	if f == nil {
		return fmt.Sprintf("%s cannot choose between models", count(r.Points, "point"))
	}
	if f.Validation == nil {
		return fmt.Sprintf("%s fits with an RMS error of %s", f.Model, percent(f.RMSError))
	}
	return fmt.Sprintf("%s predicts points left out of the fit to within %s (RMS)", f.Model, percent(f.Validation.RMSError))
}

func (r *Result) plotNote() string {
	note := "Circles: " + count(r.Rows, "row") + " of " + r.File
	if len(r.m.Types) > 1 {
		note += ", of other GPU types than " + r.m.Types[0] + " divided by their speed"
	}
	return note + ". Lines: models; the error at points left out is beside the name."
}

func (f *Fit) plotLabel() string {
	if f.Validation == nil {
		return f.Model
	}
	return f.Model + ", " + percent(f.Validation.RMSError)
}

// likeFirst is the throughput of a row as if on the first GPU type.
func (f *Fit) likeFirst(r *Row, m *Measurements) float64 {
	if r.Type == 0 {
		return r.Rate
	}
	return r.Rate / f.e.p[len(f.e.p)-len(m.Types)+r.Type]
}

// curve is the fitted throughput on the first GPU type by size.
func (f *Fit) curve(m *Measurements) []report.XY {
	rows := slices.Clone(m.Rows)
	slices.SortStableFunc(rows, func(a, b Row) int { return cmp.Compare(a.GPUs, b.GPUs) })
	if f.e.law.anySize {
		return f.smooth(rows[0], rows[len(rows)-1])
	}
	return f.measured(rows)
}

// smooth goes through whole replicas from one row's to the other's, as many as a
// line needs to look like a curve.
func (f *Fit) smooth(from, to Row) []report.XY {
	var out []report.XY
	r := from
	r.Type = 0
	for {
		out = append(out, report.XY{X: float64(r.GPUs), Y: f.e.predict(&r)})
		if r.Replicas == to.Replicas {
			return out
		}
		r.Replicas = min(to.Replicas, r.Replicas+1+r.Replicas/50)
		r.GPUs = r.Replicas * (from.GPUs / from.Replicas)
	}
}

// measured has the sizes of the rows, in order; of rows that differ in nodes or
// batch it takes the geometric mean.
func (f *Fit) measured(rows []Row) []report.XY {
	var out []report.XY
	for i := 0; i < len(rows); {
		sum, n := 0.0, 0
		size := rows[i].GPUs
		for ; i < len(rows) && rows[i].GPUs == size; i++ {
			r := rows[i]
			r.Type = 0
			sum += math.Log(f.e.predict(&r))
			n++
		}
		out = append(out, report.XY{X: float64(size), Y: math.Exp(sum / float64(n))})
	}
	return out
}
