package fit

import (
	"context"
	"math"
	"slices"
)

// Validation is how well a model foretells points that it was not fitted to: each
// point in turn is left out with all its rows and the rest is fitted again.
type Validation struct {
	// RMSError is the root mean square over the points of the relative error,
	// fitted over measured less 1; a point's rows count as one.
	RMSError float64 `json:"rmsError"`
	// Points is how many points were left out in turn.
	Points int `json:"points"`

	squares []float64 // by point
}

// mean is the mean of the squared errors, and its standard error.
func (v *Validation) mean() (mean, standardError float64) {
	n := float64(len(v.squares))
	for _, s := range v.squares {
		mean += s / n
	}
	spread := 0.0
	for _, s := range v.squares {
		spread += float64((s - mean) * (s - mean))
	}
	return mean, math.Sqrt(spread / (n - 1) / n)
}

// enoughPoints reports whether each point can be left out with as many points
// left as there are parameters.
func (e *estimate) enoughPoints(groups [][]Row) bool {
	if e.law.interpolates {
		return len(e.p) >= 3
	}
	return len(groups) > e.fittedCount()
}

// validate leaves out each point that is not the only one of its GPU type, whose
// speed no other could tell.
func (e *estimate) validate(ctx context.Context, m *Measurements, of model) (*Validation, error) {
	groups := m.groups()
	if !e.enoughPoints(groups) {
		return nil, nil
	}
	v := &Validation{}
	for i, out := range groups {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if alone(groups, out[0].Type) {
			continue
		}
		kept := slices.Concat(slices.Delete(slices.Clone(groups), i, i+1)...)
		v.squares = append(v.squares, e.without(m, of, kept).squaredError(out))
	}
	if len(v.squares) < 2 {
		return nil, nil
	}
	mean, _ := v.mean()
	if math.IsNaN(mean) || math.IsInf(mean, 0) {
		return nil, nil
	}
	v.Points, v.RMSError = len(v.squares), math.Sqrt(mean)
	return v, nil
}

// alone reports whether a GPU type has only one point.
func alone(groups [][]Row, gpuType int) bool {
	n := 0
	for _, g := range groups {
		if g[0].Type == gpuType {
			n++
		}
	}
	return n == 1
}

// without fits the model to some of the rows, from where the fit to all ended: the
// best fit moves little when one point goes. A table has fewer parameters then.
func (e *estimate) without(m *Measurements, of model, kept []Row) *estimate {
	l := e.law
	from := [][]float64{e.p}
	if l.interpolates {
		l, _ = of.build(m, kept)
		from = l.startingPoints(0)[:1]
	}
	return l.estimate(kept, from)
}

// squaredError is the mean squared relative error of rows.
func (e *estimate) squaredError(rows []Row) float64 {
	sum := 0.0
	for i := range rows {
		r := e.predict(&rows[i])/rows[i].Rate - 1
		sum += float64(r * r)
	}
	return sum / float64(len(rows))
}
