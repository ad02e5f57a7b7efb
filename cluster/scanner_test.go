package cluster

import (
	"cmp"
	"math/bits"
	"slices"
)

// This is what the index is tested against: the rules without an index.

// scanner chooses nodes as the rules say, by looking at every node.
type scanner struct {
	c     *Cluster
	pool  *poolState
	r     int
	free  []int // of each node, in whole replicas, less what is chosen
	picks []Piece
}

func newScanner(c *Cluster, pool, r int) *scanner {
	p := &c.pools[pool]
	s := &scanner{c: c, pool: p, r: r}
	for k := range p.Nodes {
		f := c.nodes[p.first+NodeID(k)].free()
		s.free = append(s.free, f-f%r)
	}
	return s
}

func (ch *scanner) choose(n int, rule Placement) bool {
	all := span{0, len(ch.free)}
	switch rule {
	case Pack:
		return ch.pack(all, n)
	case Spread:
		return ch.spread(all, n)
	case Emptiest:
		return ch.emptiest(all, n)
	case Topology:
		return ch.topology(n)
	case Random:
		return ch.random(n)
	}
	return ch.consolidate(n)
}

// span is the nodes from lo to before hi, numbered within the pool.
type span struct{ lo, hi int }

// take chooses g GPUs on a node.
func (ch *scanner) take(k, g int) {
	ch.free[k] -= g
	id := ch.pool.first + NodeID(k)
	for i := range ch.picks {
		if ch.picks[i].Node == id {
			ch.picks[i].GPUs += g
			return
		}
	}
	ch.picks = append(ch.picks, Piece{Node: id, GPUs: g})
}

// sum is what is free in a span.
func (ch *scanner) sum(s span) int {
	sum := 0
	for _, f := range ch.free[s.lo:s.hi] {
		sum += f
	}
	return sum
}

// pack is best fit.
func (ch *scanner) pack(s span, n int) bool {
	if ch.sum(s) < n {
		return false
	}
	for n >= ch.pool.GPUsPerNode {
		k := ch.mostFree(s)
		if ch.free[k] < ch.pool.GPUsPerNode {
			break
		}
		ch.take(k, ch.pool.GPUsPerNode)
		n -= ch.pool.GPUsPerNode
	}
	for n > 0 {
		if k := ch.bestFit(s, n); k >= 0 {
			ch.take(k, n)
			return true
		}
		k := ch.mostFree(s)
		g := ch.free[k]
		ch.take(k, g)
		n -= g
	}
	return true
}

// bestFit returns the node on which n GPUs fit best, or -1.
func (ch *scanner) bestFit(s span, n int) int {
	best, bestRank := -1, 0
	for k := s.lo; k < s.hi; k++ {
		over := ch.free[k] - n
		if over < 0 {
			continue
		}
		rank := 2*over + 1<<20
		if bits.OnesCount(uint(over)) <= 1 {
			rank = over
		}
		if best < 0 || rank < bestRank {
			best, bestRank = k, rank
		}
	}
	return best
}

// mostFree returns the first node with the most free GPUs.
func (ch *scanner) mostFree(s span) int {
	best := s.lo
	for k := s.lo; k < s.hi; k++ {
		if ch.free[k] > ch.free[best] {
			best = k
		}
	}
	return best
}

// spread takes replica after replica from the node with the most free GPUs.
func (ch *scanner) spread(s span, n int) bool {
	if ch.sum(s) < n {
		return false
	}
	for ; n > 0; n -= ch.r {
		ch.take(ch.mostFree(s), ch.r)
	}
	return true
}

// emptiest takes all that replicas can use of the node with the most free GPUs.
func (ch *scanner) emptiest(s span, n int) bool {
	if ch.sum(s) < n {
		return false
	}
	for n > 0 {
		k := ch.mostFree(s)
		g := min(n, ch.free[k]/ch.r*ch.r)
		ch.take(k, g)
		n -= g
	}
	return true
}

// random takes what drawn nodes have.
func (ch *scanner) random(n int) bool {
	if ch.sum(span{0, len(ch.free)}) < n {
		return false
	}
	for n > 0 {
		k := ch.c.placing.IntN(len(ch.free))
		if g := min(n, ch.free[k]); g > 0 {
			ch.take(k, g)
			n -= g
		}
	}
	return true
}

// racks returns the pool's racks; without a size of racks the pool is one.
func (ch *scanner) racks() []span {
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
func (ch *scanner) topology(n int) bool {
	racks := ch.racks()
	if ch.sum(span{0, len(ch.free)}) < n {
		return false
	}
	for n > 0 {
		tight, full := -1, 0
		for i, r := range racks {
			free := ch.sum(r)
			if free >= n && (tight < 0 || ch.tighter(r, racks[tight], n)) {
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
func (ch *scanner) consolidate(n int) bool {
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
func (ch *scanner) first(s span, n int) bool {
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
func (ch *scanner) wholeNodes(s span, nodes int) bool {
	for k := s.lo; k < s.hi && nodes > 0; k++ {
		if ch.free[k] == ch.pool.GPUsPerNode {
			ch.take(k, ch.free[k])
			nodes--
		}
	}
	return nodes == 0
}

// undo gives back what is chosen.
func (ch *scanner) undo() {
	for _, p := range ch.picks {
		ch.free[p.Node-ch.pool.first] += p.GPUs
	}
	ch.picks = ch.picks[:0]
}

// tighter reports whether n GPUs take fewer nodes of a than of b, or as many with
// less free.
func (ch *scanner) tighter(a, b span, n int) bool {
	return cmp.Or(cmp.Compare(ch.nodes(a, n), ch.nodes(b, n)), cmp.Compare(ch.sum(a), ch.sum(b))) < 0
}

// nodes is the fewest nodes of a span that have n GPUs.
func (ch *scanner) nodes(s span, n int) int {
	free := slices.Sorted(slices.Values(ch.free[s.lo:s.hi]))
	nodes := 0
	for _, f := range slices.Backward(free) {
		if n > 0 {
			nodes++
			n -= f
		}
	}
	return nodes
}
