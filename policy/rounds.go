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
