package sim

import (
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// start takes a job from the queue and gives it its GPUs, in one of its pools.
func (e *engine) start(j *job, size, pool int) {
	first := j.result.FirstStart == simtime.Never
	if first {
		j.result.FirstStart = e.now
	}
	j.Cause = policy.AfterAllocation
	e.change(j, func() {
		e.relocate(j, pool)
		if len(j.active) > 0 {
			j.Active = sumGPUs(j.active) // placed already
		} else {
			e.take(j, &j.active, j.GPUs(size))
		}
		e.enter(j, policy.Starting)
		j.Size = size
		j.StartedAt, j.RestartedAt, j.Restarted = e.now, e.now, false
	})
	e.takeTurn(j)
	j.initTiers()
	j.restarts = 0
	e.setSource(j)
	if first && j.Restart.First != nil {
		j.occasion = firstStart
		e.whenIn(j, *j.Restart.First)
		return
	}
	e.begin(j, workload.FromQueue, 0)
}

// firstStart is the occasion of a first start that has a time of its own instead
// of stages.
const firstStart = workload.NumOccasions

// begin begins the first stages of a restart, after a wait.
func (e *engine) begin(j *job, o workload.Occasion, wait simtime.Duration) {
	j.occasion = o
	nodes := e.nodesOf(j)
	wait += j.Restart.Time(workload.JobRestart, o, j.Active, nodes) + j.Restart.Time(workload.ProcessStart, o, j.Active, nodes)
	if j.Size < j.Sizes.Max() {
		wait += j.Operator.LastCall
	}
	e.whenIn(j, wait)
}

// restore begins the stages that follow the start of processes.
func (e *engine) restore(j *job) {
	r, o := &j.Restart, j.occasion
	if o == firstStart {
		e.train(j)
		return
	}
	nodes := e.nodesOf(j)
	load, bytes := r.Time(workload.Load, o, j.Active, nodes), int64(0)
	switch {
	case j.source == fromNothing:
		load = 0
	case j.source == fromMemory && r.Applies(workload.Load, o):
		load = j.Checkpoint.Memory.Load
	case j.source == fromStorage && r.Applies(workload.Load, o):
		bytes = j.Checkpoint.Bytes
	}
	rest := r.Time(workload.DataLoader, o, j.Active, nodes) + r.Time(workload.FirstStep, o, j.Active, nodes)
	if load == 0 && rest == 0 && (bytes == 0 || !e.storage.limited()) {
		e.train(j)
		return
	}
	e.setPhase(j, policy.Restoring)
	j.bytes, j.rest = bytes, rest
	e.whenIn(j, load)
}

// setSource chooses where a job that restarts reads its state from.
func (e *engine) setSource(j *job) {
	switch m := j.cheapest(); {
	case !m.ok:
		j.source = fromNothing
	case m == &j.stored:
		j.source = fromStorage
	default:
		j.source = fromMemory
	}
}

// restart starts a job again, with the GPUs it has and holds, at a size or, if
// it has lost some meanwhile, at the greatest they suffice for. Surplus GPUs
// are free at once. Where the size stays what it was, the occasion is o.
func (e *engine) restart(j *job, size int, o workload.Occasion) {
	if n := j.Sizes.Floor((j.Active + j.Held) / j.ReplicaGPUs); n < size {
		size = n
	}
	if size == 0 {
		e.fault(j)
		return
	}
	wait := simtime.Duration(0)
	switch {
	case size > j.Size:
		o = workload.ScaleUp
	case size < j.Size:
		o, wait = workload.ScaleDown, j.Operator.ShrinkWait
	}
	live := j.live
	j.live = false
	if j.restarts++; !live && j.Operator.MaxRestarts > 0 && j.restarts > j.Operator.MaxRestarts {
		e.end(j, policy.Failed)
		return
	}
	if size != j.Size {
		j.result.Resizes++
	}
	e.change(j, func() {
		e.absorb(j)
		e.shed(j, j.Active-j.GPUs(size))
		j.Phase, j.Size = policy.Starting, size
		j.RestartedAt, j.Restarted = e.now, true
	})
	if live {
		e.train(j)
		return
	}
	e.forgetNodes(j)
	if j.source == fromMemory && !j.memoryLives() {
		e.fallBack(j, ByNodeLoss)
	}
	e.begin(j, o, wait)
}
