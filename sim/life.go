package sim

import (
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// start takes a job from the queue and gives it its GPUs.
func (e *engine) start(j *job, size int) {
	first := j.result.FirstStart == simtime.Never
	if first {
		j.result.FirstStart = e.now
	}
	e.change(j, func() {
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
	if first && j.Restart.First != nil {
		e.whenIn(j, *j.Restart.First)
	} else {
		e.whenIn(j, j.Restart.Costs[workload.ProcessStart].At(j.Active, 1))
	}
}

// whenIn ends the job's phase in d; at once where d is 0.
func (e *engine) whenIn(j *job, d simtime.Duration) {
	if d == 0 {
		e.phaseEnds(j)
		return
	}
	j.event = e.queue.schedule(e.now.Add(d), phaseEnds, j.Index)
}

// phaseEnds moves a job to what follows its phase.
func (e *engine) phaseEnds(j *job) {
	switch j.Phase {
	case policy.Starting:
		if load := j.Restart.Costs[workload.Load].At(j.Active, 1); j.hasCheckpoint && load > 0 {
			e.setPhase(j, policy.Restoring)
			e.whenIn(j, load)
			return
		}
		e.train(j)
	case policy.Restoring:
		e.train(j)
	case policy.Training:
		e.settle(j)
		if j.Checkpoint.Save == 0 {
			e.commit(j)
			e.scheduleTraining(j)
			return
		}
		e.setPhase(j, policy.Saving)
		e.whenIn(j, j.Checkpoint.Save)
	case policy.Saving:
		e.commit(j)
		e.setPhase(j, policy.Training)
		e.scheduleTraining(j)
	case policy.Draining:
		e.drained(j)
	}
}

// train lets a job compute at its size.
func (e *engine) train(j *job) {
	j.TrainingSince = e.now
	e.setPhase(j, policy.Training)
	j.rate = j.Rate(j.Size)
	e.scheduleTraining(j)
	if j.sets&(inGrowable|inHolding) != 0 {
		e.dirty = true
	}
}

// scheduleTraining schedules the job's end or its next periodic save,
// whichever comes first; there is no save at the end.
func (e *engine) scheduleTraining(j *job) {
	end := j.left.Time(j.rate)
	if iv := j.Checkpoint.Interval.Time; iv > 0 && iv-j.trained < end {
		j.event = e.queue.schedule(e.now.Add(iv-j.trained), phaseEnds, j.Index)
		return
	}
	j.event = e.queue.schedule(e.now.Add(end), jobEnds, j.Index)
}

// drain makes a job save, within grace, and then restart at a size or, where
// that is 0, go back to the queue.
func (e *engine) drain(j *job, next int, grace simtime.Duration) {
	e.settle(j)
	save := e.saveTime(j)
	j.next, j.cut = next, save > grace
	if j.Doomed > 0 {
		j.evading = true
		j.result.NodeLosses++
	}
	e.queue.cancel(&j.event)
	e.setPhase(j, policy.Draining)
	e.setLeaving(j, max(0, j.Active+j.Held-j.GPUs(next)-j.Doomed))
	e.whenIn(j, min(save, grace))
}

// saveTime is how long a job takes until its state is saved: nothing where it
// has not trained since its last checkpoint, the rest of a save under way.
func (e *engine) saveTime(j *job) simtime.Duration {
	switch {
	case j.Phase == policy.Saving:
		return e.queue.when(j.event).Sub(e.now)
	case j.Phase == policy.Training && j.trained > 0:
		return j.Checkpoint.Save
	}
	return 0
}

func (e *engine) drained(j *job) {
	e.closeDrain(j, j.cut)
	if j.next == 0 {
		e.requeue(j)
		return
	}
	e.restart(j, j.next)
}

// closeDrain ends a drain with the job's state saved or lost.
func (e *engine) closeDrain(j *job, lost bool) {
	if lost {
		e.rollback(j)
	} else if j.unsaved > 0 {
		e.commit(j)
	}
	j.evading = false
	e.setLeaving(j, 0)
}

func (e *engine) setLeaving(j *job, gpus int) {
	e.state.Pools[j.Pool].Leaving += gpus - j.Leaving
	j.Leaving = gpus
}

// restart starts a job again, with the GPUs it has and holds, at a size or, if
// it has lost some meanwhile, at the greatest they suffice for. Surplus GPUs
// are free at once.
func (e *engine) restart(j *job, size int) {
	if n := j.Sizes.Floor((j.Active + j.Held) / j.ReplicaGPUs); n < size {
		size = n
	}
	if size == 0 {
		e.fault(j)
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
	e.whenIn(j, j.Restart.Costs[workload.ProcessStart].At(j.Active, 1))
}

// requeue takes a job's GPUs and puts it back into the queue.
func (e *engine) requeue(j *job) {
	j.Progress = e.progress(&j.Job)
	e.leave(j, policy.Queued)
	e.dirty = true
}

// fault leaves a job, its work rolled back, with the GPUs that are left, for
// the policy to decide. With none left it is queued.
func (e *engine) fault(j *job) {
	e.change(j, func() {
		e.absorb(j)
		e.shed(j, j.Active-j.GPUs(j.Size))
		j.Phase, j.FaultedAt = policy.Faulted, e.now
	})
	if j.Active == 0 {
		e.requeue(j)
	}
	e.dirty = true
}

// end ends a job, one way or another.
func (e *engine) end(j *job, p policy.Phase) {
	e.queue.cancel(&j.event)
	e.settle(j)
	e.setLeaving(j, 0)
	e.leave(j, p)
	j.result.End = e.now
	if p == policy.Done {
		e.predictor.learn(j.Job.Job)
	}
	e.ended++
	e.dirty = true
}
