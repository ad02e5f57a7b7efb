package policy

import "rubato/simtime"

// startsRound reports whether a round of the given length starts now, counted
// from the scenario's start. Rounds of length 0 start all the time.
func startsRound(now simtime.Time, every simtime.Duration) bool {
	return every == 0 || simtime.Duration(now)%every == 0
}

// nextRound returns the start of the next round after an instant.
func nextRound(now simtime.Time, every simtime.Duration) simtime.Time {
	return now.Add(every - simtime.Duration(now)%every)
}

// wakeNextRound asks for the next round of a pool in which jobs wait, unless
// nothing can change before something else happens: this round started, and
// neither jobs that run nor this plan will make it different.
func wakeNextRound(now simtime.Time, pool *Pool, p *Plan, every simtime.Duration) {
	if every == 0 || pool.Queue.Len() == 0 {
		return
	}
	if !startsRound(now, every) || pool.Running.Len() > 0 || len(p.actions) > 0 {
		p.Wake(now.Add(every - simtime.Duration(now)%every))
	}
}

// decision is what a policy that decides once a round has decided: the jobs that are to
// start, all at once, when those that make way for them have left.
type decision struct {
	at     simtime.Time
	begun  bool
	starts []start
}

type start struct {
	job  *Job
	size int
}

// due reports whether a round starts for which there is no decision yet, and forgets
// the last one if so.
func (d *decision) due(now simtime.Time, every simtime.Duration) bool {
	if !startsRound(now, every) || d.begun && every > 0 && d.at == now {
		return false
	}
	d.at, d.begun, d.starts = now, true, d.starts[:0]
	return true
}

// carryOut starts the jobs if nobody is on the way out.
func (d *decision) carryOut(pool *Pool, p *Plan) {
	if len(p.actions) > 0 || pool.Leaving > 0 {
		return
	}
	for _, s := range d.starts {
		if s.job.Phase == Queued {
			p.Claim(s.job, s.size)
		}
	}
	d.starts = d.starts[:0]
}
