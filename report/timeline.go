package report

import (
	"rubato/sim"
	"rubato/simtime"
)

// Timeline is what the GPUs did over time: an exact step function.
type Timeline struct {
	steps []step
}

// step is the GPUs by state from the end of the step before it to an instant.
type step struct {
	to     simtime.Time
	counts [sim.NumStates]int32
}

// Observe adds a step; use it as the Advance of a sim.Observer.
func (t *Timeline) Observe(_, to simtime.Time, c *sim.Counts) {
	s := step{to: to}
	for i, n := range c {
		s.counts[i] = int32(n)
	}
	if n := len(t.steps); n > 0 && t.steps[n-1].counts == s.counts {
		t.steps[n-1].to = to
		return
	}
	t.steps = append(t.steps, s)
}

// end is where the timeline ends.
func (t *Timeline) end() simtime.Time {
	if len(t.steps) == 0 {
		return 0
	}
	return t.steps[len(t.steps)-1].to
}

// each calls f for every step in order.
func (t *Timeline) each(f func(from, to simtime.Time, counts *[sim.NumStates]int32)) {
	var from simtime.Time
	for i := range t.steps {
		s := &t.steps[i]
		f(from, s.to, &s.counts)
		from = s.to
	}
}
