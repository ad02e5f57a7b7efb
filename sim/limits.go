package sim

import (
	"rubato/policy"
	"rubato/simtime"
)

// limits are the ends of a job's limits: of its present phase and of its whole life.
type limits struct {
	phase, life handle
	// of is the limit that phase is the end of.
	of simtime.Duration
}

// watch sets the limit of the phase that a job is in, unless it goes on with the
// same one.
func (e *engine) watch(j *job) {
	var of simtime.Duration
	switch j.Phase {
	case policy.Starting, policy.Restoring:
		of = j.Limits.Startup
	case policy.Hung, policy.Faulted:
		of = j.Limits.Fault
	}
	if l := &j.limits; of != l.of {
		e.queue.cancel(&l.phase)
		l.of = of
		if of > 0 {
			l.phase = e.queue.schedule(e.now.Add(of), limitEnds, j.Index)
		}
	}
	switch l := &j.limits; {
	case j.Phase.Over():
		e.queue.cancel(&l.life)
	case l.life == 0 && j.Limits.Active > 0 && j.Phase != policy.Queued:
		l.life = e.queue.schedule(e.now.Add(j.Limits.Active), deadlineEnds, j.Index)
	}
}

// limitEnds ends a job that took too long.
func (e *engine) limitEnds(j *job, c class) {
	if c == limitEnds {
		j.limits.phase = 0
	} else {
		j.limits.life = 0
	}
	j.Cause = policy.AfterLimit
	e.end(j, policy.Failed)
}
