package sim

import (
	"slices"

	"rubato/cluster"
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// interrupt deals with a job that lost active GPUs without having left them.
func (e *engine) interrupt(j *job, detection simtime.Duration) {
	e.forgetNodes(j)
	j.Cause = policy.AfterNodeLoss
	if j.Operator.Live && j.Computing() && e.carryOn(j) {
		return
	}
	draining, known := j.Phase == policy.Draining, j.Phase == policy.Faulted || j.Phase == policy.Hung
	if j.Phase != policy.Hung {
		e.abandonPhase(j)
	}
	if !j.evading && !known {
		j.result.NodeLosses++
	}
	cause := ByNodeLoss
	if j.evading {
		cause = ByShortNotice
	}
	e.recall(j, j.ReplicaGPUs, cause)
	if draining {
		e.closeDrain(j)
	}
	o, alive := e.escalate(j, true)
	switch {
	case !alive:
		e.end(j, policy.Failed)
	case draining && j.next == 0:
		e.requeue(j)
	case draining && j.Active+j.Held >= j.GPUs(j.next):
		e.restart(j, j.next, o)
	case !draining && !known && detection > 0 && j.Active > 0:
		e.hang(j, o, detection)
	case j.Phase == policy.Hung && j.Active > 0:
	default:
		if draining && j.next < j.Size {
			j.Size = j.next // what it was about to shrink to is what it waits for
			j.result.Resizes++
		}
		e.fault(j)
	}
}

// carryOn lets a job whose operator needs no restart train on with the replicas that
// are left, and reports whether there are enough.
func (e *engine) carryOn(j *job) bool {
	size := j.Sizes.Floor(j.Active / j.ReplicaGPUs)
	if size == 0 {
		return false
	}
	j.result.NodeLosses++
	e.abandonPhase(j)
	j.live = true
	e.unhold(j, j.Held)
	e.restart(j, size, workload.Replacement)
	return true
}

// crash deals with a job whose processes died on one of its nodes.
func (e *engine) crash(j *job, node cluster.NodeID, detection simtime.Duration) {
	switch j.Phase {
	case policy.Starting, policy.Restoring, policy.Training, policy.Saving, policy.Draining:
	default:
		return // it has no processes
	}
	j.result.Crashes++
	j.blame(node)
	j.Cause = policy.AfterCrash
	draining := j.Phase == policy.Draining
	e.abandonPhase(j)
	e.recall(j, 2*j.ReplicaGPUs, ByCrash)
	if draining {
		e.closeDrain(j)
	}
	o, alive := e.escalate(j, false)
	if alive && o == workload.FullRestart {
		e.avoidOffenders(j)
	}
	switch {
	case !alive:
		e.end(j, policy.Failed)
	case draining && j.next == 0:
		e.requeue(j)
	case draining:
		e.restart(j, j.next, o)
	case detection > 0:
		e.hang(j, o, detection)
	default:
		e.restart(j, j.Size, o)
	}
}

// recall takes a job that failed back to the state from which it can go on: that of
// its peers, if it can recover from those and has enough GPUs for it, or its best
// checkpoint.
func (e *engine) recall(j *job, gpus int, cause LossCause) {
	inMemory := j.Computing() || j.source == fromPeers && j.Phase != policy.Draining
	if j.Operator.PeerRecovery && inMemory && j.Active >= gpus {
		e.abandonCopy(j)
		j.source = fromPeers
		return
	}
	e.fallBack(j, cause)
}

// hang leaves a job without progress until someone notices.
func (e *engine) hang(j *job, o workload.Occasion, d simtime.Duration) {
	j.occasion = o
	e.setPhase(j, policy.Hung)
	e.whenIn(j, d)
}

// detected ends a job's hang.
func (e *engine) detected(j *job) {
	if j.Active < j.GPUs(j.Size) {
		e.fault(j)
		return
	}
	e.restart(j, j.Size, j.occasion)
}

// fault leaves a job, its work rolled back, with the GPUs that are left, for
// the policy to decide. With none left it is queued.
func (e *engine) fault(j *job) {
	e.abandonPhase(j)
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

// rungs are the recoveries of a job that count on its ladder.
type rungs struct{ process, full []simtime.Time }

// escalate counts a failure and returns how the job recovers, whole or only its
// processes; or that it does not.
func (e *engine) escalate(j *job, whole bool) (workload.Occasion, bool) {
	if j.losses++; j.MaxLosses > 0 && j.losses > j.MaxLosses {
		return 0, false
	}
	in, full := workload.InPlace, workload.FullRestart
	if whole {
		full = workload.Replacement
	}
	l := &j.Ladder
	if l.Period == 0 {
		if whole {
			return full, true
		}
		return in, true
	}
	if j.rungs == nil {
		j.rungs = new(rungs)
	}
	r, old := j.rungs, func(t simtime.Time) bool { return t.Add(l.Period) <= e.now }
	r.process, r.full = slices.DeleteFunc(r.process, old), slices.DeleteFunc(r.full, old)
	if !whole && len(r.process) < l.ProcessRestarts {
		r.process = append(r.process, e.now)
		return in, true
	}
	r.process, r.full = r.process[:0], append(r.full, e.now)
	return full, len(r.full) <= l.FullRestarts
}

// incident deals with a mishap on a node.
func (e *engine) incident(i *cluster.Incident) {
	if i.Speed > 0 {
		for _, o := range e.cluster.SetSpeed(i.Pool, i.Node, i.Speed) {
			e.refreshRate(&e.jobs[o])
		}
		return
	}
	node := e.cluster.Node(i.Pool, i.Node)
	for _, o := range e.cluster.Holders(i.Pool, i.Node) {
		e.crash(&e.jobs[o], node, i.Detection)
	}
	e.dirty = true
}

// refreshRate changes the speed of a job one of whose nodes has changed its own.
func (e *engine) refreshRate(j *job) {
	if j.Phase != policy.Training {
		return
	}
	e.settle(j)
	j.rate = e.rateOf(j)
	e.queue.cancel(&j.event)
	e.scheduleTraining(j)
}
