package sim

import (
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// gpuState is the state of a job's active GPUs in each phase.
var gpuState = [...]GPUState{
	policy.Starting:  Starting,
	policy.Restoring: Restoring,
	policy.Training:  Training,
	policy.Saving:    Saving,
	policy.Draining:  Draining,
	policy.Faulted:   Holding,
	policy.Hung:      Holding,
	// Jobs that are over hold no GPU; the entry gives the table its length.
	policy.Refused: Holding,
}

// advance moves the clock and charges the time to the states that GPUs are in.
func (e *engine) advance(to simtime.Time) error {
	d := to.Sub(e.now)
	if d == 0 {
		return nil
	}
	for i := range e.ledger.pools {
		c := &e.ledger.pools[i].counts
		c[IdleBlocked], c[IdleUnused], c[IdleEmpty] = 0, 0, 0
		c[Down], c[External] = e.cluster.Missing(i)
		c[e.demand[i].idle()] = e.cluster.Idle(i)
	}
	e.ledger.advance(d)
	e.result.Fragmented += int64(e.fragmented) * int64(d)
	if e.observer.Advance != nil {
		total := e.ledger.total()
		e.observer.Advance(e.now, to, &total)
	}
	e.now = to
	return e.ledger.check(to)
}

// demand counts the jobs that may run in a pool, are submitted and have not ended.
type demand struct {
	queued, unfinished int
	// rented says that what no job has of the pool's GPUs is not there to be wasted.
	rented bool
}

func (d *demand) add(more demand) {
	d.queued += more.queued
	d.unfinished += more.unfinished
}

// idle is the state of the pool's GPUs that no job has.
func (d *demand) idle() GPUState {
	switch {
	case d.rented:
		return IdleEmpty
	case d.queued > 0:
		return IdleBlocked
	case d.unfinished > 0:
		return IdleUnused
	}
	return IdleEmpty
}

// settle charges a job for the time since its accounts were last settled.
func (e *engine) settle(j *job) {
	d := e.now.Sub(j.since)
	if d == 0 {
		return
	}
	j.since = e.now
	switch {
	case j.Phase == policy.Queued:
		j.result.Queued += d
		return
	case j.Phase == policy.Pending || j.Phase.Over():
		return
	case j.Phase == policy.Training:
		j.left = j.left.Sub(workload.WorkOf(j.rate, d))
		gpuMillis := int64(j.Active) * int64(d)
		j.stored.train(d, gpuMillis)
		if j.tiers != nil {
			j.tiers.memory.train(d, gpuMillis)
			j.tiers.copied.train(d, gpuMillis)
		}
		j.result.Productive += d
	}
	j.result.Spent[gpuState[j.Phase]] += int64(j.Active) * int64(d)
	j.result.Spent[Holding] += int64(j.Held) * int64(d)
}

// change settles a job, changes it, keeps the ledger's counts and the policy's
// sets in step, and tells the observer.
func (e *engine) change(j *job, f func()) {
	e.adjust(j, f)
	e.tell(j)
}

func (e *engine) tell(j *job) {
	if e.observer.Transition != nil {
		e.observer.Transition(e.now, &j.Job)
	}
}

// adjust is change without a word to the observer, for a change that is only a
// part of one.
func (e *engine) adjust(j *job, f func()) {
	e.settle(j)
	e.count(j, -1)
	f()
	e.count(j, 1)
	e.place(j)
	if j.hasLimits {
		e.watch(j)
	}
}

// count adds a job's GPUs to the counts of its pool, or takes them off.
func (e *engine) count(j *job, sign int) {
	counts := &e.ledger.pools[j.Pool].counts
	counts[gpuState[j.Phase]] += sign * j.Active
	counts[Holding] += sign * j.Held
	e.state.Pools[j.Pool].Surplus += sign * j.Surplus()
}

func (e *engine) setPhase(j *job, p policy.Phase) {
	e.change(j, func() { e.enter(j, p) })
}

// enter changes a job's phase within a change.
func (e *engine) enter(j *job, p policy.Phase) {
	if j.Phase == policy.Queued {
		e.ask(j, demand{queued: -1})
	}
	if p == policy.Queued {
		e.ask(j, demand{queued: 1})
		j.QueuedAt, j.Unplaced = e.now, false
		e.takeTurn(j)
	}
	j.Phase = p
}

// ask adds to the demand for each pool in which a job may run.
func (e *engine) ask(j *job, more demand) {
	e.demand[j.Home.Pool].add(more)
	for i := range j.Home.Elsewhere {
		e.demand[j.Home.Elsewhere[i].Pool].add(more)
	}
}

// takeTurn numbers an entry into the queue or a start. The queue may be ordered
// by it, so a job must not be in the queue.
func (e *engine) takeTurn(j *job) {
	e.turns++
	j.Turn = e.turns
}

// progress is what a job has done by now, as run time at its requested size.
func (e *engine) progress(pj *policy.Job) simtime.Duration {
	j := &e.jobs[pj.Index]
	e.settle(j)
	return j.Work.Sub(j.left).Time(j.fullRate)
}

// unsaved is the GPU time of a job since its last checkpoint, wherever that is.
func (e *engine) unsaved(pj *policy.Job) int64 {
	j := &e.jobs[pj.Index]
	e.settle(j)
	return j.cheapest().unsaved
}
