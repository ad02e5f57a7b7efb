package sim

import (
	"rubato/policy"
	"rubato/simtime"
)

// whenIn ends a part of the job's phase in d; at once where d is 0.
func (e *engine) whenIn(j *job, d simtime.Duration) {
	if d == 0 {
		e.phaseEnds(j)
		return
	}
	j.event = e.queue.schedule(e.now.Add(d), phaseEnds, j.Index)
}

// phaseEnds goes on to the next part of a job's phase or, after the last, to what
// follows the phase.
func (e *engine) phaseEnds(j *job) {
	if n := j.bytes; n > 0 {
		j.bytes = 0
		if e.storage.begin(j, n, &j.event, phaseEnds) {
			return
		}
	}
	if d := j.rest; d > 0 {
		j.rest = 0
		e.whenIn(j, d)
		return
	}
	switch j.Phase {
	case policy.Starting:
		e.restore(j)
	case policy.Restoring:
		e.train(j)
	case policy.Training:
		e.save(j)
	case policy.Saving:
		e.saved(j)
	case policy.Draining:
		e.drained(j)
	case policy.Hung:
		e.detected(j)
	}
}

// abandonPhase stops the part of a job's phase that is under way and forgets those
// that follow.
func (e *engine) abandonPhase(j *job) {
	if j.transfer != nil && j.transfer.handle == &j.event {
		e.storage.end(j)
	}
	e.queue.cancel(&j.event)
	e.queue.cancel(&j.grace)
	j.bytes, j.rest = 0, 0
}

// train lets a job compute at its size.
func (e *engine) train(j *job) {
	j.TrainingSince = e.now
	e.setPhase(j, policy.Training)
	j.rate = e.rateOf(j)
	e.planSaves(j)
	e.scheduleTraining(j)
	if j.sets&(inGrowable|inHolding) != 0 {
		e.dirty = true
	}
}

// scheduleTraining schedules the job's end or its next periodic save, whichever
// comes first; there is no save at the end.
func (e *engine) scheduleTraining(j *job) {
	if j.course != nil {
		e.scheduleSegment(j)
		return
	}
	end := j.left.Time(j.rate)
	if due, some := j.untilSave(); some && due < end {
		j.event = e.queue.schedule(e.now.Add(due), phaseEnds, j.Index)
		return
	}
	j.event = e.queue.schedule(e.now.Add(end), jobEnds, j.Index)
}

// end ends a job, one way or another.
func (e *engine) end(j *job, p policy.Phase) {
	e.abandonPhase(j)
	e.abandonCopy(j)
	e.settle(j)
	e.closeDrain(j)
	e.leave(j, p)
	j.result.End = e.now
	if p == policy.Done {
		e.predictor.learn(j.Home)
	}
	e.ended++
	e.ask(j, demand{unfinished: -1})
	e.dirty = true
}

// requeue takes a job's GPUs and puts it back into the queue.
func (e *engine) requeue(j *job) {
	e.abandonCopy(j)
	e.toStorage(j)
	j.Progress = e.progress(&j.Job)
	e.leave(j, policy.Queued)
	e.dirty = true
}
