package sim

import (
	"rubato/cluster"
	"rubato/policy"
)

// The policy's sets, as bits of job.sets.
const (
	inQueue = 1 << iota
	inRunning
	inGrowable
	inHolding
	inFaulted
	inNoticed
)

func newPool(index int, spec cluster.Pool, p policy.Policy) *policy.Pool {
	nodes := spec.Nodes - spec.Spares
	return &policy.Pool{
		Name: spec.Name, Index: index,
		Capacity: policy.Resources{GPUs: nodes * spec.GPUsPerNode, CPUs: nodes * spec.CPUsPerNode, MemoryGiB: nodes * spec.MemoryGiBPerNode},
		Queue:    policy.NewQueue(p),
		Running:  policy.NewSet(policy.ByExpendability),
		Growable: policy.NewSet(policy.BySurge),
		Holding:  policy.NewSet(policy.BySubmission),
		Faulted:  policy.NewSet(policy.BySubmission),
		Noticed:  policy.NewSet(policy.BySubmission),
	}
}

// belongs returns the sets a job belongs in.
func belongs(j *job) uint8 {
	switch {
	case j.Phase == policy.Pending || j.Phase.Over():
		return 0
	case j.Phase == policy.Queued:
		return inQueue
	}
	var sets uint8 = inRunning
	if j.Phase == policy.Faulted {
		return sets | inFaulted
	}
	if j.Phase == policy.Draining {
		return sets
	}
	if j.Sizes.Elastic() && j.Target() < j.Sizes.Max() {
		sets |= inGrowable
	}
	if j.Held > 0 {
		sets |= inHolding
	}
	if j.Doomed > 0 {
		sets |= inNoticed
	}
	return sets
}

// place puts a job into the sets it belongs in.
func (e *engine) place(j *job) {
	want := belongs(j)
	if want == j.sets {
		return
	}
	e.placeIn(e.state.Pools[j.Pool], j, want)
}

// takeOut takes a job out of all sets of its pool.
func (e *engine) takeOut(j *job) { e.placeIn(e.state.Pools[j.Pool], j, 0) }

func (e *engine) placeIn(pool *policy.Pool, j *job, want uint8) {
	switch {
	case want&inQueue != 0 && j.sets&inQueue == 0:
		pool.Queue.Insert(&j.Job)
	case want&inQueue == 0 && j.sets&inQueue != 0:
		pool.Queue.Remove(&j.Job)
	}
	for bit, set := range [...]*policy.Set{pool.Running, pool.Growable, pool.Holding, pool.Faulted, pool.Noticed} {
		switch b := uint8(inRunning) << bit; {
		case want&b != 0 && j.sets&b == 0:
			set.Insert(&j.Job)
		case want&b == 0 && j.sets&b != 0:
			set.Remove(&j.Job)
		}
	}
	j.sets = want
}
