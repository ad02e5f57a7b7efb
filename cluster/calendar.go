package cluster

import (
	"slices"

	"rubato/simtime"
)

// Hours is a rule of a Calendar: from one time of day to another, a tenant holds
// GPUs. Where To is not after From the hours run past midnight.
type Hours struct {
	// From and To are times of day.
	From, To simtime.Duration
	GPUs     int
	// Days are those on which the hours begin.
	Days Days
}

// Calendar is a tenant's weekly demand: Base, except in the hours of a rule; of
// rules that overlap, the last counts.
type Calendar struct {
	Base  int
	Hours []Hours
}

// At returns the demand so long after a Monday, 00:00.
func (c Calendar) At(at simtime.Duration) int {
	for _, h := range slices.Backward(c.Hours) {
		if h.holds(at) {
			return h.GPUs
		}
	}
	return c.Base
}

func (h Hours) holds(at simtime.Duration) bool {
	d := at % simtime.Day
	if h.From < h.To {
		return h.From <= d && d < h.To && h.Days.holds(at)
	}
	return h.From <= d && h.Days.holds(at) || d < h.To && h.Days.holds(at-simtime.Day)
}

// Steps returns the demand from time 0, which is so long after a Monday, 00:00, to
// end as a step function.
func (c Calendar) Steps(begin simtime.Duration, end simtime.Time) []Step {
	marks := []simtime.Duration{0}
	for _, h := range c.Hours {
		marks = append(marks, h.From, h.To)
	}
	slices.Sort(marks)
	marks = slices.Compact(marks)
	steps := []Step{{At: 0, GPUs: c.At(begin)}}
	midnight := begin / simtime.Day * simtime.Day
	for day := simtime.Time(midnight - begin); day < end; day = day.Add(simtime.Day) {
		for _, m := range marks {
			at := day.Add(m)
			if at <= 0 || at >= end {
				continue
			}
			if g := c.At(begin + simtime.Duration(at)); g != steps[len(steps)-1].GPUs {
				steps = append(steps, Step{At: at, GPUs: g})
			}
		}
	}
	return steps
}
