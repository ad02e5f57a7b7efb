package report

import (
	"math"

	"rubato/sim"
)

// column is a figure of the table of policies.
type column struct {
	head, unit string                 // a head without unit ends a span of columns
	value      func(*summary) float64 // NaN where there is none
	decimals   int                    // of small figures
	best       ranking
	title      string // head and unit in full, for where there is room
}

// ranking says which figure of a column is best.
type ranking uint8

const (
	unranked ranking = iota
	theLeast
	theMost
)

// columns are the groups of columns of every report; a group is not broken over
// blocks.
var columns = [][]column{
	{
		{"wasted", "GPU-h", (*summary).wastedHours, 1, theLeast, "GPU-hours wasted"},
		{"", "waste", func(s *summary) float64 { return s.window.spent.WastePercent() }, 1, theLeast, "wasted, % of usable GPU-hours"},
		{"", "idle", func(s *summary) float64 { return s.partOf(sim.IdleBlocked, sim.IdleUnused) }, 1, theLeast, "idle while jobs wait or run, % of usable GPU-hours"},
		{"", "ovhd", func(s *summary) float64 {
			return s.partOf(sim.Starting, sim.Restoring, sim.Saving, sim.Draining, sim.Holding)
		}, 1, theLeast, "overhead of starts and checkpoints, % of usable GPU-hours"},
		{"% of usable GPU-hours", "lost", func(s *summary) float64 { return s.partOf(sim.Lost) }, 1, theLeast, "lost to rollbacks, % of usable GPU-hours"},
	}, {
		{"", "mean h", meanTrainHours, 2, theLeast, "mean time to train, h"},
		{"time to train", "p99 h", func(s *summary) float64 { return s.trainHours(func(t *spread) float64 { return t.P99 }) }, 2, theLeast, "99th percentile of time to train, h"},
		{"make-", "span h", makespanHours, 2, theLeast, "makespan, h"},
	}, {
		{"un-", "done", func(s *summary) float64 { return float64(s.undone()) }, 0, theLeast, "jobs failed or unfinished"},
		{"re-", "size", func(s *summary) float64 { return float64(s.Resizes) }, 0, unranked, "resizes"},
		{"pre-", "empt", func(s *summary) float64 { return float64(s.Preemptions) }, 0, unranked, "preemptions"},
	}, {
		{"given", "back", givenBackHours, 1, theMost, "GPU-hours given back"},
		{"run", "ends h", func(s *summary) float64 { return s.WindowHours }, 2, unranked, "end of the run, h"},
		{"ETTR", "%", func(s *summary) float64 { return percent(s.ETTR) }, 1, theMost, "effective training time ratio, %"},
		{"good-", "put %", func(s *summary) float64 { return percent(s.Goodput) }, 1, theMost, "goodput, %"},
	}, {
		{"inter-", "rupted", func(s *summary) float64 { return float64(s.NodeLosses) }, 0, unranked, "interruptions by GPUs that went"},
		{"", "crash", func(s *summary) float64 { return float64(s.Crashes) }, 0, unranked, "interruptions by crashes"},
	},
}

// costColumns are there where a pool has a price.
var costColumns = []column{
	{"", "used", func(s *summary) float64 { return s.Cost.Total - s.Cost.GivenBack }, 2, theLeast, "cost of what was not given back"},
	{"", "wasted", func(s *summary) float64 { return s.Cost.Wasted }, 2, theLeast, "cost of waste"},
	{"cost", "lost", func(s *summary) float64 { return s.Cost.Lost }, 2, theLeast, "cost of lost training"},
}

func (r *Report) columns() [][]column {
	out := columns[:len(columns):len(columns)]
	if r.due() {
		out = append(out, deadlineColumns)
	}
	if r.priced() {
		out = append(out, costColumns)
	}
	return out
}

func (s *summary) wastedHours() float64 { return hours(s.window.spent.Wasted()) }

func (s *summary) undone() int { return s.Jobs.Unfinished + s.Jobs.Failed }

// givenBackHours is over a common window; without one there is none.
func givenBackHours(s *summary) float64 {
	if !s.window.common {
		return math.NaN()
	}
	return hours(s.window.spent[sim.IdleEmpty])
}

func percent(part *float64) float64 {
	if part == nil {
		return math.NaN()
	}
	return 100 * *part
}

func meanTrainHours(s *summary) float64 {
	return s.trainHours(func(t *spread) float64 { return t.Mean })
}

// partOf is what states took, in percent of what a policy could have used.
func (s *summary) partOf(states ...sim.GPUState) float64 {
	spent := &s.window.spent
	usable := spent.Capacity() - spent[sim.IdleEmpty]
	if usable == 0 {
		return 0
	}
	var sum int64
	for _, state := range states {
		sum += spent[state]
	}
	return 100 * float64(sum) / float64(usable)
}

func (s *summary) trainHours(f func(*spread) float64) float64 {
	if s.TimeToTrain == nil {
		return math.NaN()
	}
	return f(s.TimeToTrain) / 3600
}

func makespanHours(s *summary) float64 {
	if s.Makespan == nil {
		return math.NaN()
	}
	return *s.Makespan / 3600
}
