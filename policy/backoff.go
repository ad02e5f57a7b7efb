package policy

import "rubato/simtime"

// unrest is how often a job changed its size in a row.
type unrest struct {
	at    simtime.Time // of the last change
	times int          // changes before it, each within the reset of the next
}

// remember notes that a job changes its size.
func (r *hyperPodRound) remember(j *Job) {
	if r.Backoff == 0 && r.MinStable == 0 {
		return
	}
	if r.unrest == nil {
		r.unrest = make(map[int32]unrest)
	}
	u, seen := r.unrest[j.Index]
	if seen && r.now < u.at.Add(r.BackoffReset) {
		u.times++
	} else {
		u.times = 0
	}
	u.at = r.now
	r.unrest[j.Index] = u
}

// restsUntil returns until when a job that changed its size does not grow.
func (r *hyperPodRound) restsUntil(j *Job) simtime.Time {
	u, seen := r.unrest[j.Index]
	if !seen {
		return 0
	}
	rest := min(r.Backoff, r.BackoffReset)
	for range u.times {
		if rest = min(2*rest, r.BackoffReset); rest == r.BackoffReset {
			break
		}
	}
	return u.at.Add(max(rest, r.MinStable))
}
