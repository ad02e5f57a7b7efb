package workload

import (
	"math"

	"rubato/simtime"
)

// Checkpoint says when a job saves its state and what that costs.
type Checkpoint struct {
	Interval Interval
	// Save is how long training pauses for a save, beside the time in which Bytes
	// are written.
	Save simtime.Duration
	// Bytes is the size of the state. It is written to, and read from, the
	// cluster's storage, which jobs share; 0 writes nothing there.
	Bytes int64
	// Async saves in two parts: training pauses for Save only, while the state is
	// copied; then it goes on, and the copy is written in Background and the time
	// for Bytes. The checkpoint counts once that is done. A save on demand, at a
	// scale event or a preemption, waits for both.
	Async      bool
	Background simtime.Duration
	Memory     MemoryTier
}

// MaxBytes is the largest state, so that thousandths of a byte are counted in 63
// bits: 9 PB.
const MaxBytes = 1 << 53

// MemoryTier is a first tier of checkpoints, in the memory of the job's own
// nodes. Node i of the job also holds copies of the state of the nodes before it,
// in a ring. The tier survives the crash of a process and the loss of nodes as
// long as, of each node, it or one of those with its copies is left; it ends when
// the job gives up its GPUs or changes size.
type MemoryTier struct {
	// Interval is the training time between saves to memory; 0 is no such tier.
	Interval simtime.Duration
	// Save is how long training pauses for one, Load how long it takes to read one.
	Save, Load simtime.Duration
	// Copies is how many neighbours hold a copy of a node's state.
	Copies int
}

// Interval says how much training lies between two saves: the end of one and the
// start of the next.
type Interval struct {
	Rule IntervalRule
	// Time is the interval of the rule ByTime; zero means no periodic saves.
	Time simtime.Duration
	// Work is that of the rule ByWork: so many steps are the same work at every
	// size.
	Work Work
	// NodeMTBF is the mean time between failures of a node, for the other rules.
	NodeMTBF simtime.Duration
}

// IntervalRule is how an interval is chosen.
type IntervalRule uint8

// The rules. The last three choose by the cost of a save and by the mean time
// between failures of all the job's nodes.
const (
	ByTime IntervalRule = iota
	ByWork
	ByYoung
	ByDaly
	ByDalyHigher
)

// Young returns √(2·C·M), the interval that wastes least to first order where a
// save costs C and failures come at a mean of M (Young, CACM 17(9), 1974).
func Young(c, m float64) float64 { return math.Sqrt(2 * c * m) }

// Daly returns √(2·C·M) − C, the first-order interval between the end of a save
// and the start of the next (Daly, FGCS 22(3), 2006, equation 10).
func Daly(c, m float64) float64 { return math.Sqrt(2*c*m) - c }

// DalyHigher returns the higher-order interval √(2CM)·(1 + ⅓√(C/2M) + C/18M) − C
// for C < 2M, and M otherwise (Daly, FGCS 22(3), 2006, equation 37).
func DalyHigher(c, m float64) float64 {
	if c >= 2*m {
		return m
	}
	r := c / (2 * m)
	return float64(math.Sqrt(2*c*m)*(1+math.Sqrt(r)/3+r/9)) - c
}

// For returns the interval of a job on some nodes whose saves pause it for so
// long, for all rules but ByWork. One that is computed is at least a second, also
// where a save costs nothing.
func (i *Interval) For(nodes int, save simtime.Duration) simtime.Duration {
	c, m := float64(save), float64(i.NodeMTBF)/float64(nodes)
	var t float64
	switch i.Rule {
	case ByYoung:
		t = Young(c, m)
	case ByDaly:
		t = Daly(c, m)
	case ByDalyHigher:
		t = DalyHigher(c, m)
	default:
		return i.Time
	}
	return simtime.Duration(math.RoundToEven(max(float64(simtime.Second), min(t, float64(simtime.Longest)))))
}

// Periodic reports whether there are periodic saves at all.
func (i *Interval) Periodic() bool { return i.Rule != ByTime || i.Time > 0 }
