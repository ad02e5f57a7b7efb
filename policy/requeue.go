package policy

import "rubato/simtime"

// requeueHit sends jobs that lost GPUs, or are about to, back to the queue: the
// answer of a policy whose jobs cannot shrink.
func requeueHit(pool *Pool, p *Plan) {
	for j := range pool.Faulted.All() {
		p.Stop(j, 0)
	}
	for j := range pool.Noticed.All() {
		p.Stop(j, simtime.Longest)
	}
}
