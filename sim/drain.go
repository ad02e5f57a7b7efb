package sim

import (
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// drain makes a job save, within grace, and then restart at a size or, where
// that is 0, go back to the queue.
func (e *engine) drain(j *job, next int, grace simtime.Duration) {
	e.settle(j)
	j.next, j.Cause = next, drainCause(j, next)
	if j.Doomed > 0 {
		j.evading = true
		j.result.NodeLosses++
	}
	computing := j.Computing()
	finishing := j.Phase == policy.Saving && !j.savesToMemory() && !j.Operator.NoSave
	if !finishing {
		e.abandonPhase(j)
	}
	e.setPhase(j, policy.Draining)
	e.setLeaving(j, max(0, j.Active+j.Held-j.GPUs(next)-j.Doomed))
	switch {
	case computing && j.Operator.Live && next > 0:
		e.abandonPhase(j)
		j.live = true
		e.drained(j)
		return
	case computing && j.Operator.NoSave:
		e.fallBack(j, ByOperator)
		e.drained(j)
		return
	case finishing:
		j.saves = true
		if c := &j.Checkpoint; c.Async {
			j.bytes, j.rest = c.Bytes, c.Background
		}
	case computing && j.stored.trained > 0:
		e.discardSteps(j)
		e.saveOnDemand(j)
	default:
		if computing {
			e.setSource(j)
		}
		e.drained(j)
		return
	}
	// What the drain waits for may be over already.
	if j.Phase == policy.Draining && grace < simtime.Longest {
		j.grace = e.queue.schedule(e.now.Add(grace), graceEnds, j.Index)
	}
}

// drainCause is why a job drains that goes on at a size, or in the queue.
func drainCause(j *job, next int) policy.Cause {
	switch {
	case j.Doomed > 0:
		return policy.AfterNotice
	case next == 0 && j.Job.Job == j.Home:
		return policy.AfterPreemption
	case next > j.Size:
		return policy.AfterGrowth
	case next > 0 && next < j.Size:
		return policy.AfterShrinkage
	}
	return policy.AfterMigration
}

// saveOnDemand saves a job's state to the storage and waits for it. A copy under
// way that has all of it will do.
func (e *engine) saveOnDemand(j *job) {
	if t := j.tiers; t != nil && t.copied.ok && t.copied.trained == 0 {
		return
	}
	e.abandonCopy(j)
	c := &j.Checkpoint
	j.saves, j.bytes = true, c.Bytes
	if c.Async {
		j.rest = c.Background
	}
	e.whenIn(j, c.Save)
}

// discardSteps throws the last steps of a job away, as its operator does at an
// event; no more than it has trained since its last checkpoint.
func (e *engine) discardSteps(j *job) {
	o := workload.ScaleUp
	switch {
	case j.next == 0:
		return
	case j.next < j.Size:
		o = workload.ScaleDown
	}
	d := min(j.Restart.Time(workload.LostSteps, o, j.Active, e.nodesOf(j)), j.stored.trained, e.now.Sub(j.TrainingSince))
	if d <= 0 {
		return
	}
	e.abandonCopy(j)
	gpuMillis := int64(j.Active) * int64(d)
	j.left = workload.Least(j.left.Plus(workload.WorkOf(j.rate, d)), j.stored.left)
	j.eachMark(func(m *mark) { m.train(-d, -gpuMillis) })
	if t := j.tiers; t != nil && t.memory.trained < 0 {
		t.memory = mark{left: j.left}
	}
	e.lose(j, d, gpuMillis, ByOperator)
}

// drained ends a drain: the job goes where it was told to.
func (e *engine) drained(j *job) {
	if j.saves {
		e.commit(j)
		e.setSource(j)
	}
	e.closeDrain(j)
	if j.next == 0 {
		e.requeue(j)
		return
	}
	e.restart(j, j.next, workload.Replacement)
}

// graceEnds cuts a drain short: what is not saved by now is lost.
func (e *engine) graceEnds(j *job) {
	e.abandonPhase(j)
	j.saves = false
	e.fallBack(j, ByShortGrace)
	e.drained(j)
}

func (e *engine) closeDrain(j *job) {
	e.queue.cancel(&j.grace)
	j.saves, j.evading = false, false
	e.setLeaving(j, 0)
}

func (e *engine) setLeaving(j *job, gpus int) {
	e.state.Pools[j.Pool].Leaving += gpus - j.Leaving
	j.Leaving = gpus
}
