package cluster

// SizeCount is so many queued jobs of one size.
type SizeCount struct {
	GPUs        int // of a job
	ReplicaGPUs int // kept on one node
	Jobs        int
}

// Unusable measures a pool's fragmentation: the free GPUs that jobs of the queue
// could use by their number but not by where they are. The queue's jobs are
// placed by the rule in the order given, each that fits, and nothing is kept of
// it. If one that was not placed would fit the number of GPUs that are left, all
// that are left are unusable: none of the waiting sizes can be placed on them. If
// there is no such job, none is: GPUs that nobody waits for, or that are too few
// however they lay, are not fragmented.
//
// Placing in order is greedy: another order might use more GPUs. Count never
// leaves GPUs unusable. Random is measured as Pack, so that nothing is drawn.
func (c *Cluster) Unusable(pool int, sizes []SizeCount, rule Placement) int {
	switch rule {
	case Count, "":
		return 0
	case Random:
		rule = Pack
	}
	left := c.pools[pool].free
	smallest := left + 1 // of the jobs not placed
	ch := c.chooser(pool, 1)
	for _, s := range sizes {
		ch.r = max(1, s.ReplicaGPUs)
		for range s.Jobs {
			picked := len(ch.picks)
			if !ch.choose(s.GPUs, rule) {
				smallest = min(smallest, s.GPUs)
				break
			}
			ch.settle(picked)
			left -= s.GPUs
		}
	}
	ch.undo(0)
	if smallest > left {
		return 0
	}
	return left
}
