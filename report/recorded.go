package report

import (
	"iter"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// Step is a span in which the number of GPUs in each state is the same. None is
// ever Lost: work is lost in hindsight.
type Step struct {
	From, To simtime.Time
	GPUs     [sim.NumStates]int32
}

// Steps are the timeline's steps, each from the end of the one before it, the
// first from time 0.
func (t *Timeline) Steps() iter.Seq[Step] {
	return func(yield func(Step) bool) {
		done := false
		t.each(func(from, to simtime.Time, c *counts) {
			done = done || !yield(Step{from, to, *c})
		})
	}
}

// Len is the number of steps.
func (t *Timeline) Len() int { return t.n }

// Interval is a span in which a job's phase, GPUs and their cause are the same.
type Interval struct {
	// Job is the index of the job in its run's result.
	Job      int
	From, To simtime.Time
	Phase    policy.Phase
	Cause    policy.Cause
	// GPUs are those that it runs on, Held those held beside them for a growth.
	GPUs, Held int
}

// Intervals are those of a run that ends at an instant: by job, then by time, each
// job's without gaps from its submission to its end, or to the run's.
func (l *Log) Intervals(end simtime.Time) iter.Seq[Interval] {
	return func(yield func(Interval) bool) {
		for _, v := range l.intervals(end) {
			if !yield(Interval{int(v.job), v.from, v.to, v.phase, v.cause, int(v.gpus), int(v.held)}) {
				return
			}
		}
	}
}
