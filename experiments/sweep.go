package experiments

import (
	"errors"
	"fmt"
	"slices"

	"rubato/experiments/internal/strict"
	"rubato/report"
)

// point is one point of a sweep, or all of an experiment without one. A sweep may
// have many: they are read to be checked, let go, and read again to be run.
type point struct {
	changes  []setting
	policies strict.Map[policySpec]
	prices   []report.Price
	jobs     int
	scenario string // hash of what the runs have in common, but for the seed
	open     func() (*Experiment, error)
}

// variant is where the point is, axis by axis.
func (p *point) variant() map[string]string {
	out := make(map[string]string, len(p.changes))
	for _, c := range p.changes {
		out[c.axis] = c.label
	}
	return out
}

// compileSweep reads the experiment at each point and records its faults.
func (e *Experiment) compileSweep(d document) {
	if e.spec.Sweep == nil {
		e.points = []point{e.point(nil, func() (*Experiment, error) { return e, nil })}
		return
	}
	jobs := 0
	for _, changes := range e.combinations() {
		if e.given.Limits.ended() != nil {
			return
		}
		open := func() (*Experiment, error) { return d.read(e.given, changes, e.cache) }
		at, err := open()
		if err != nil {
			e.pointFaults(err)
			continue
		}
		e.comparable(at, changes)
		for _, t := range at.traces {
			if !slices.ContainsFunc(e.traces, func(u usedTrace) bool { return u.path == t.path && u.sha256 == t.sha256 }) {
				e.traces = append(e.traces, t)
			}
		}
		e.points = append(e.points, at.point(changes, open))
		if jobs += len(at.first) * len(e.spec.Policies) * len(e.spec.Seeds); !e.allowed(jobs, "sweep") {
			return
		}
	}
}

func (e *Experiment) point(changes []setting, open func() (*Experiment, error)) point {
	p := point{changes: changes, policies: e.spec.Policies, jobs: len(e.first), scenario: e.scenarioHash(), open: open}
	for _, pool := range e.pools {
		p.prices = append(p.prices, report.Price{GPUHour: pool.Price, ByUse: pool.Rented})
	}
	return p
}

// pointFaults records what is wrong at a point; many points may share a fault.
func (e *Experiment) pointFaults(err error) {
	var faults strict.Faults
	if !errors.As(err, &faults) {
		e.doc.Problem(err.Error(), "sweep")
	}
	for _, f := range faults {
		e.doc.Repeat(f)
	}
}

// comparable records a fault if a point has other pools or policies than the rest.
func (e *Experiment) comparable(at *Experiment, changes []setting) {
	place := changes[len(changes)-1].place
	if got, want := at.Policies(), e.Policies(); !slices.Equal(got, want) {
		e.doc.Option(place, fmt.Sprintf("sweep: got the policies %s at a point, want those of the experiment, %s, at each", strict.List(got), strict.List(want)))
	}
	if got, want := at.poolNames(), e.poolNames(); !slices.Equal(got, want) {
		e.doc.Option(place, fmt.Sprintf("sweep: got the pools %s at a point, want those of the experiment, %s, at each", strict.List(got), strict.List(want)))
	}
}

func (e *Experiment) poolNames() []string {
	var out []string
	for _, p := range e.pools {
		out = append(out, p.Name)
	}
	return out
}
