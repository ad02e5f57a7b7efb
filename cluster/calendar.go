package cluster

import (
	"slices"

	"rubato/simtime"
)

// Hours is a rule of a Calendar: on the given days, from one time of day to
// another, a tenant holds GPUs. Where To is not after From the hours run past
// midnight.
type Hours struct {
	// From and To are times of day.
	From, To simtime.Duration
	GPUs     int
}

// Calendar is a tenant's daily demand: Base, except in the hours of a rule; of
// rules that overlap, the last counts.
type Calendar struct {
	Base  int
	Hours []Hours
}

// At returns the demand at a time of day.
func (c Calendar) At(ofDay simtime.Duration) int {
	for _, h := range slices.Backward(c.Hours) {
		if h.holds(ofDay) {
			return h.GPUs
		}
	}
	return c.Base
}

func (h Hours) holds(d simtime.Duration) bool {
	if h.From < h.To {
		return h.From <= d && d < h.To
	}
	return h.From <= d || d < h.To
}

// Steps returns the demand from time 0 to end as a step function. Time 0 is
// at the given time of day.
func (c Calendar) Steps(timeOfDay0 simtime.Duration, end simtime.Time) []Step {
	marks := []simtime.Duration{}
	for _, h := range c.Hours {
		marks = append(marks, h.From, h.To)
	}
	slices.Sort(marks)
	marks = slices.Compact(marks)
	steps := []Step{{At: 0, GPUs: c.At(timeOfDay0)}}
	for day := simtime.Time(-timeOfDay0); day < end; day = day.Add(simtime.Day) {
		for _, m := range marks {
			at := day.Add(m)
			g := c.At(m % simtime.Day)
			if at > 0 && at < end && g != steps[len(steps)-1].GPUs {
				steps = append(steps, Step{At: at, GPUs: g})
			}
		}
	}
	return steps
}
