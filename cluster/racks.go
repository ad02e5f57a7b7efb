package cluster

// racks returns the pool's racks; without a size of racks the pool is one.
func (ch *chooser) racks() []span {
	size := ch.pool.NodesPerRack
	if size <= 0 {
		size = len(ch.free)
	}
	var out []span
	for lo := 0; lo < len(ch.free); lo += size {
		out = append(out, span{lo, min(lo+size, len(ch.free))})
	}
	return out
}

// topology takes the fewest racks.
func (ch *chooser) topology(n int) bool {
	racks := ch.racks()
	if ch.sum(span{0, len(ch.free)}) < n {
		return false
	}
	for n > 0 {
		tight, full := -1, 0
		for i, r := range racks {
			free := ch.sum(r)
			if free >= n && (tight < 0 || free < ch.sum(racks[tight])) {
				tight = i
			}
			if free > ch.sum(racks[full]) {
				full = i
			}
		}
		if tight >= 0 {
			return ch.pack(racks[tight], n)
		}
		g := ch.sum(racks[full])
		ch.pack(racks[full], g)
		n -= g
	}
	return true
}

// consolidate wants one node or, for a larger job, whole nodes of one rack.
func (ch *chooser) consolidate(n int) bool {
	if n <= ch.pool.GPUsPerNode {
		return ch.first(span{0, len(ch.free)}, n)
	}
	for _, r := range ch.racks() {
		if ch.wholeNodes(r, n/ch.pool.GPUsPerNode) && ch.first(r, n%ch.pool.GPUsPerNode) {
			return true
		}
		ch.undo()
	}
	return false
}

// first takes n GPUs on the first node that has them.
func (ch *chooser) first(s span, n int) bool {
	if n == 0 {
		return true
	}
	for k := s.lo; k < s.hi; k++ {
		if ch.free[k] >= n {
			ch.take(k, n)
			return true
		}
	}
	return false
}

// wholeNodes takes so many wholly free nodes.
func (ch *chooser) wholeNodes(s span, nodes int) bool {
	for k := s.lo; k < s.hi && nodes > 0; k++ {
		if ch.free[k] == ch.pool.GPUsPerNode {
			ch.take(k, ch.free[k])
			nodes--
		}
	}
	return nodes == 0
}

// undo gives back what is chosen.
func (ch *chooser) undo() {
	for _, p := range ch.picks {
		ch.free[p.Node-ch.pool.first] += p.GPUs
	}
	ch.picks = ch.picks[:0]
}
