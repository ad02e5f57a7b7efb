package cluster

// topology takes the fewest racks.
func (ch *chooser) topology(n int) bool {
	if ch.sum(&ch.all) < n {
		return false
	}
	for n > 0 {
		tight, full := ch.tightAndFull(n)
		if tight != nil {
			return ch.pack(tight, n)
		}
		gpus := ch.sum(full)
		ch.pack(full, gpus)
		n -= gpus
	}
	return true
}

// tightAndFull returns the rack with the least free GPUs that suffice for n, or
// nil, and the one with the most.
func (ch *chooser) tightAndFull(n int) (tight, full *group) {
	var least, most int
	for i := range ch.racks {
		r := &ch.racks[i]
		if tight != nil && r.free < n {
			continue
		}
		free := ch.sum(r)
		if free >= n && (tight == nil || free < least) {
			tight, least = r, free
		}
		if full == nil || free > most {
			full, most = r, free
		}
	}
	return tight, full
}

// consolidate wants one node or, for a larger job, whole nodes of one rack.
func (ch *chooser) consolidate(n int) bool {
	size := ch.gpusPerNode
	if n <= size {
		return ch.first(&ch.all, n)
	}
	if ch.whole(size) < size {
		return false
	}
	for i := range ch.racks {
		r := &ch.racks[i]
		if r.free < n || r.count[size] < n/size {
			continue
		}
		picked := len(ch.picks)
		for range n / size {
			ch.take(ch.least(r, size, size), size)
		}
		if ch.first(r, n%size) {
			return true
		}
		ch.undo(picked)
	}
	return false
}

// first takes n GPUs on the first node that has them.
func (ch *chooser) first(g *group, n int) bool {
	if n == 0 {
		return true
	}
	k := ch.least(g, n, ch.gpusPerNode)
	if k < 0 {
		return false
	}
	ch.take(k, n)
	return true
}
