package cluster

// topology takes the fewest racks, and of one rack the fewest nodes.
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

// tightAndFull returns the rack on which n GPUs take the fewest nodes, of those
// the one with the least free, or nil; and the rack with the most free.
func (ch *chooser) tightAndFull(n int) (tight, full *group) {
	var nodes, least, most int
	for i := range ch.racks {
		r := &ch.racks[i]
		if tight != nil && r.free < n {
			continue
		}
		free := ch.sum(r)
		if free >= n {
			need := ch.nodesFor(r, n)
			if tight == nil || need < nodes || need == nodes && free < least {
				tight, nodes, least = r, need, free
			}
		}
		if full == nil || free > most {
			full, most = r, free
		}
	}
	return tight, full
}

// nodesFor is the fewest nodes of a group, which has them, that n GPUs take.
func (ch *chooser) nodesFor(g *group, n int) int {
	nodes := 0
	for f := ch.gpusPerNode; ; f-- {
		if each := ch.whole(f); g.count[f]*each >= n {
			return nodes + (n+each-1)/max(1, each)
		}
		nodes += g.count[f]
		n -= g.count[f] * ch.whole(f)
	}
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
