package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// windowNote says over which spans the figures of GPU-hours are.
func (r *Report) windowNote(labels []string, sums [][]*summary) string {
	if !allCommon(sums) {
		return "GPU-hours are over each run up to its own end: the policies did not have the same capacity"
	}
	if len(r.variants()) > 1 {
		return "GPU-h are from 0 to the latest end of the runs of a point and seed; given back: idle-empty, what no unfinished job could use"
	}
	note := "given back: idle-empty, what no unfinished job could use"
	ends, spans := make([]float64, len(sums)), make([]float64, len(sums))
	for i, of := range sums {
		ends[i] = mean(of, func(s *summary) float64 { return s.WindowHours })
		spans[i] = mean(of, func(s *summary) float64 { return s.window.hours() })
	}
	if len(ends) < 2 || slices.Min(ends) == slices.Max(ends) {
		return note
	}
	first := slices.Index(ends, slices.Min(ends))
	return fmt.Sprintf("GPU-h are from 0 to the latest end (%s h); %s ends first, after %s h; %s",
		amount(spans[first]), labels[first], amount(ends[first]), note)
}

func allCommon(sums [][]*summary) bool {
	return !slices.ContainsFunc(sums, func(of []*summary) bool {
		return slices.ContainsFunc(of, func(s *summary) bool { return !s.window.common })
	})
}

// finding is the policy that wastes least against the first one, in one sentence.
// There is none of one policy, nor of a sweep, whose points are not rivals.
func (r *Report) finding(labels []string, sums [][]*summary) string {
	if len(labels) < 2 || len(r.variants()) > 1 {
		return ""
	}
	wasted := make([]float64, len(sums))
	for i, of := range sums {
		wasted[i] = mean(of, (*summary).wastedHours)
	}
	best := slices.Index(wasted, slices.Min(wasted))
	d := duel{first: labels[0], best: labels[best], a: sums[0], b: sums[best]}
	switch {
	case wasted[best] == slices.Max(wasted):
		return fmt.Sprintf("All policies waste the same %s GPU-h; %s", amount(wasted[best]), seedsOf(sums[0]))
	case wasted[best] == wasted[0]:
		return fmt.Sprintf("%s: no policy wastes less; %s", d.first, seedsOf(sums[0]))
	}
	parts := []string{d.waste(wasted[0], wasted[best]) + d.time()}
	parts = append(parts, d.undone()...)
	if slices.Contains(r.Manifest.Clairvoyant, d.best) {
		parts = append(parts, d.best+" was told true run times")
	}
	if !allCommon(sums) {
		parts = append(parts, "each to its own end")
	}
	return strings.Join(append(parts, d.seeds()), "; ")
}

// variants are the points of a sweep that there are.
func (r *Report) variants() []string {
	var out []string
	for i := range r.Runs {
		if v := r.Runs[i].Point(); !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}

// duel is two policies with their runs, seed by seed.
type duel struct {
	first, best string
	a, b        []*summary
}

func (d *duel) waste(first, best float64) string {
	return fmt.Sprintf("%s: %s GPU-h (%s) less wasted than %s", d.best, amount(first-best), part(1-best/first), d.first)
}

// time compares the mean times to train if both policies completed all jobs: the
// mean of fewer jobs says nothing of the others.
func (d *duel) time() string {
	if d.left(d.a)+d.left(d.b) > 0 {
		return ""
	}
	first, best := mean(d.a, meanTrainHours), mean(d.b, meanTrainHours)
	switch {
	case math.IsNaN(first) || math.IsNaN(best):
		return ""
	case best < first:
		return fmt.Sprintf(" and %s shorter mean time to train", part(1-best/first))
	case best > first:
		return fmt.Sprintf(", but %s longer mean time to train", part(best/first-1))
	}
	return " and the same mean time to train"
}

// undone says which of the two left jobs undone: who does less can waste less.
func (d *duel) undone() []string {
	var out []string
	for _, of := range []struct {
		label string
		runs  []*summary
	}{{d.first, d.a}, {d.best, d.b}} {
		all := 0
		for _, s := range of.runs {
			all += s.Jobs.Submitted
		}
		if n := d.left(of.runs); n > 0 {
			out = append(out, fmt.Sprintf("%s left %s of %s jobs undone", of.label, count(n), count(all)))
		}
	}
	return out
}

func (d *duel) left(runs []*summary) int {
	n := 0
	for _, s := range runs {
		n += s.undone()
	}
	return n
}

// seeds says over how many seeds the means are, and in how many the best policy
// wasted less.
func (d *duel) seeds() string {
	if len(d.a) != len(d.b) || len(d.a) == 1 {
		return seedsOf(d.a)
	}
	n := 0
	for i := range d.a {
		if d.b[i].wastedHours() < d.a[i].wastedHours() {
			n++
		}
	}
	return fmt.Sprintf("%s, less wasted in %d of them", seedsOf(d.a), n)
}

func seedsOf(runs []*summary) string {
	if len(runs) == 1 {
		return "one seed, so no verdict"
	}
	return fmt.Sprintf("means of %d seeds", len(runs))
}
