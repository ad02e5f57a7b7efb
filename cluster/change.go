package cluster

import (
	"slices"

	"rubato/simtime"
)

// Cause says why GPUs are not there for jobs.
type Cause uint8

// The causes.
const (
	// Lost GPUs are outside the cluster: node failure, spot reclaim.
	Lost Cause = iota
	// External GPUs are held by inference or another tenant.
	External
)

// ByCount is the Node of a change that leaves the choice of nodes to the
// rules of the package comment.
const ByCount = -1

// Change is a change of a pool's capacity.
type Change struct {
	At   simtime.Time
	Pool int
	// Node is the node's index in its pool, or ByCount.
	Node int
	// Delta is the number of GPUs that come (positive) or go (negative).
	Delta int
	Cause Cause
	// Notice is how long before At the loss is announced; zero means not at
	// all. Gains have none.
	Notice simtime.Duration
	// Detection is how long jobs that it hits without notice hang before anyone
	// acts.
	Detection simtime.Duration
}

// Incident is a mishap on a node that leaves its GPUs where they are.
type Incident struct {
	At         simtime.Time
	Pool, Node int
	// Speed, if it is over 0, is the share of its speed at which the node runs from
	// then on, 1 being all of it. With 0 the processes on the node die.
	Speed float64
	// Detection is as in Change.
	Detection simtime.Duration
}

// Availability is what is there of each pool over time.
type Availability struct {
	// Initial is the number of GPUs of each pool that are there at time 0, in
	// the lowest-numbered nodes; nil means all.
	Initial []int
	// Changes are in order of time; those of one instant keep their order,
	// but gains go before losses.
	Changes []Change
	// Incidents are in order of time.
	Incidents []Incident
	// Failures are random changes and incidents.
	Failures []Failures
}

// Sort puts changes from several sources in order of time.
func (a *Availability) Sort() {
	slices.SortStableFunc(a.Changes, func(x, y Change) int { return int(x.At - y.At) })
}

// Step is a number of GPUs from an instant on.
type Step struct {
	At   simtime.Time
	GPUs int
}

// Changes turns a step function of a pool's count of GPUs into changes by
// count. For Lost the count is what is there, starting at initial; for External
// it is what the tenant holds. Steps are in order of time; of several at one
// instant the last counts.
func Changes(pool, initial int, steps []Step, cause Cause, notice simtime.Duration) []Change {
	var out []Change
	have := initial
	for i, s := range steps {
		if i+1 < len(steps) && steps[i+1].At == s.At || s.GPUs == have {
			continue
		}
		delta := s.GPUs - have
		if cause == External {
			delta = -delta
		}
		c := Change{At: s.At, Pool: pool, Node: ByCount, Delta: delta, Cause: cause}
		if delta < 0 {
			c.Notice = notice
		}
		out = append(out, c)
		have = s.GPUs
	}
	return out
}
