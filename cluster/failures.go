package cluster

import (
	"fmt"

	"rubato/internal/stream"
	"rubato/simtime"
)

// Failures is a random process that strikes the nodes, or the racks, of a pool,
// each on its own: it is well for a time drawn from Between, is struck, and is
// well again after a time drawn from Repair.
type Failures struct {
	// Name tells the process's stream of random numbers from those of others.
	Name string
	Pool int
	Kind FailureKind
	// ByRack strikes all nodes of a rack at once, as a switch does.
	ByRack bool
	// Between is the time from the end of one failure to the start of the next.
	Between stream.Distribution
	// Repair is how long the node is down or slow. A crash needs none.
	Repair stream.Distribution
	// HealthCheck is how long a repaired node is tested before it returns.
	HealthCheck simtime.Duration
	// Notice is how long before it happens a loss is announced.
	Notice simtime.Duration
	// Detection is as in Change.
	Detection simtime.Duration
	// Speed is the share of its speed at which a slow node runs.
	Speed float64
}

// FailureKind is what a failure does.
type FailureKind uint8

// The kinds.
const (
	// NodeLoss takes the node's GPUs away.
	NodeLoss FailureKind = iota
	// Crash kills the processes on the node.
	Crash
	// Slowdown makes the node a straggler; nobody is told.
	Slowdown
)

// Check reports what makes the process impossible in some pools.
func (f *Failures) Check(pools []Pool) error {
	if f.Pool < 0 || f.Pool >= len(pools) {
		return fmt.Errorf("failures are for pool %d of %d", f.Pool, len(pools))
	}
	if err := f.Between.Check(); err != nil {
		return fmt.Errorf("time between failures: %w", err)
	}
	if f.Kind != Crash {
		if err := f.Repair.Check(); err != nil {
			return fmt.Errorf("time of repair: %w", err)
		}
	}
	switch {
	case f.Kind == Slowdown && !(f.Speed > 0 && f.Speed < 1):
		return fmt.Errorf("a slow node at %g of its speed, want over 0 and below 1", f.Speed)
	case f.HealthCheck < 0 || f.Notice < 0 || f.Detection < 0:
		return fmt.Errorf("a negative duration of failures")
	}
	return nil
}

// nodesAtOnce is how many nodes one failure strikes.
func (f *Failures) nodesAtOnce(p Pool) int {
	switch {
	case !f.ByRack:
		return 1
	case p.NodesPerRack == 0:
		return p.Nodes
	}
	return p.NodesPerRack
}
