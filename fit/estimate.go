package fit

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"rubato/internal/stream"
)

// state says where a parameter's value is from.
type state uint8

const (
	fitted  state = iota
	onBound       // the rows fit best on a bound
	neutral       // the rows cannot tell it from other parameters
	alike         // no row depends on it
)

// estimate is a law fitted to rows.
type estimate struct {
	law    *law
	p      []float64
	states []state
	rss    float64
}

// starts is how many starting points a fit tries: the middle of all ranges, and
// random ones.
const starts = 24

// startingPoints are the same for the same seed and law.
func (l *law) startingPoints(seed uint64) [][]float64 {
	rnd := stream.New(seed, "fit/"+l.name)
	out := make([][]float64, starts)
	for i := range out {
		for j := range l.params {
			share := 0.5
			if i > 0 {
				share = rnd.Float64()
			}
			out[i] = append(out[i], l.params[j].start(share))
		}
	}
	return out
}

// finalists is how many of the starting points are followed to the end.
const finalists = 5

// estimate fits the law to rows from each of the points and keeps the best fit,
// the first of equals.
func (l *law) estimate(rows []Row, from [][]float64) *estimate {
	e := &estimate{law: l, states: l.identify(rows, from)}
	var tries []estimate
	for _, start := range from {
		t := estimate{law: l, states: e.states, p: slices.Clone(start)}
		for i := range t.p {
			t.p[i] = l.params[i].inside(t.p[i])
			if t.states[i] != fitted {
				t.p[i] = l.params[i].neutral
			}
		}
		t.rss = t.search(rows).descend(t.p, fewSteps)
		tries = append(tries, t)
	}
	slices.SortStableFunc(tries, byFit)
	tries = tries[:min(finalists, len(tries))]
	for i := range tries {
		tries[i].rss = tries[i].search(rows).descend(tries[i].p, manySteps)
	}
	*e = slices.MinFunc(tries, byFit)
	for e.bound(rows) || e.loosen(rows) {
	}
	e.follow()
	return e
}

func byFit(a, b estimate) int { return cmp.Compare(a.rss, b.rss) }

// search moves the parameters that are not fixed.
func (e *estimate) search(rows []Row) *search {
	s := &search{law: e.law, rows: rows}
	for i, st := range e.states {
		if st == fitted {
			s.free = append(s.free, i)
		}
	}
	return s
}

// faint is the change of throughput for an e-fold change of a parameter below
// which the parameter may belong on its bound.
const faint = 1e-3

// bound puts one more parameter on its bound, if the rows fit as well with it
// there. It reports whether it did.
func (e *estimate) bound(rows []Row) bool {
	s := e.search(rows)
	if len(s.free) == 0 {
		return false
	}
	j := s.jacobian(e.p)
	for c, i := range s.free {
		q := &e.law.params[i]
		if mat.Norm(j.ColView(c), math.Inf(1)) > faint {
			continue
		}
		if q.atLow && e.fix(rows, i, q.low, onBound) || q.atHigh && e.fix(rows, i, q.high, onBound) {
			return true
		}
	}
	return false
}

// fix sets a parameter if the rows fit as well with it there.
func (e *estimate) fix(rows []Row, i int, at float64, as state) bool {
	t := &estimate{law: e.law, p: slices.Clone(e.p), states: slices.Clone(e.states)}
	t.p[i], t.states[i] = at, as
	t.rss = t.search(rows).descend(t.p, manySteps)
	if !(t.rss <= e.rss*(1+1e-6)+1e-20*float64(len(rows))) {
		return false
	}
	*e = *t
	return true
}

// loosen fixes a parameter that the rows cannot tell from others at the best
// fit, such as an overlap with a cost that is 0, unless they fit worse with it
// fixed. It reports whether it did.
func (e *estimate) loosen(rows []Row) bool {
	s := e.search(rows)
	if len(s.free) == 0 {
		return false
	}
	for c, kind := range dependent(s.jacobian(e.p), s.order()) {
		if kind == fitted {
			continue
		}
		if i := s.free[c]; e.fix(rows, i, e.law.params[i].neutral, kind) {
			return true
		}
	}
	return false
}

// follow gives parameters on which no row depends the value of their like.
func (e *estimate) follow() {
	for i, st := range e.states {
		if st != alike {
			continue
		}
		at := slices.IndexFunc(e.law.params, func(q parameter) bool { return q.name == e.law.params[i].like })
		if at >= 0 && e.states[at] != alike {
			e.p[i] = e.p[at]
		}
	}
}

// predict is the throughput of a row.
func (e *estimate) predict(r *Row) float64 { return e.law.rate(e.p, r) }

// fittedCount is how many parameters were fitted, those on a bound among them.
func (e *estimate) fittedCount() int {
	n := 0
	for _, st := range e.states {
		if st == fitted || st == onBound {
			n++
		}
	}
	return n
}
