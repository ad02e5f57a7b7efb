package sim

import (
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// round asks the policy for a plan and carries it out.
func (e *engine) round() error {
	e.dirty = false
	e.result.Rounds++
	if len(e.noticed) > 0 {
		e.refreshNotices()
	}
	e.state.Now = e.now
	e.plan.Reset(&e.state, e.cluster.Free, e.findsPlace)
	e.policy.Decide(&e.state, e.plan)
	actions, err := e.plan.Actions()
	if err != nil {
		return err
	}
	for _, a := range actions {
		e.letGo(a)
	}
	for _, a := range actions {
		e.carryOut(a)
	}
	e.setTimer(e.plan.NextWake())
	return nil
}

// letGo gives back the held GPUs that an action makes free at once, so that
// others of the same plan can take them.
func (e *engine) letGo(a policy.Action) {
	j := &e.jobs[a.Job.Index]
	switch a.Verb {
	case policy.Stop:
		e.unhold(j, j.Held)
	case policy.Hold, policy.Resize:
		e.unhold(j, -j.Lacks(a.Size))
	}
}

func (e *engine) carryOut(a policy.Action) {
	j := &e.jobs[a.Job.Index]
	switch a.Verb {
	case policy.Start:
		e.start(j, a.Size, a.Pool)
	case policy.Hold:
		e.hold(j, j.Lacks(a.Size))
	case policy.Resize:
		e.hold(j, j.Lacks(a.Size))
		if j.Phase == policy.Faulted {
			e.restart(j, a.Size, workload.Replacement)
		} else {
			e.drain(j, a.Size, a.Grace)
		}
	case policy.Stop:
		if j.Phase == policy.Faulted {
			e.requeue(j)
			return
		}
		if j.Doomed == 0 && j.Job.Job == j.Home {
			j.result.Preemptions++
		}
		e.drain(j, 0, a.Grace)
	case policy.Kill:
		j.Cause = policy.AfterKilling
		e.end(j, policy.Failed)
	case policy.Refuse:
		j.Cause = policy.AfterRefusal
		e.end(j, policy.Refused)
	}
}

// hold takes n more GPUs, if n is positive, for a job's growth.
func (e *engine) hold(j *job, n int) {
	if n <= 0 {
		return
	}
	e.change(j, func() {
		if j.Held == 0 {
			j.HeldSince = e.now
		}
		e.take(j, &j.held, n)
	})
}

func (e *engine) setTimer(at simtime.Time) {
	switch {
	case at == simtime.Never:
		e.queue.cancel(&e.timer)
	case e.timer == 0:
		e.timer = e.queue.schedule(at, timerFires, 0)
	default:
		e.queue.move(e.timer, at)
	}
}
