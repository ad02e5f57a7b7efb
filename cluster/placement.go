package cluster

import (
	"fmt"
	"math/bits"
)

// Placement is a rule by which a job that starts gets its GPUs. Except under
// Count, each replica is on one node.
type Placement string

// The rules.
const (
	// Count takes free GPUs from the lowest-numbered nodes, wherever they are.
	Count Placement = "count"
	// Pack is best fit. A job that fits one node goes to the node on which it
	// leaves nothing free, else a power of two (so that buddies stay whole),
	// else the least; a larger one takes whole nodes and fits the rest in the
	// same way or, where there are not enough whole nodes, takes the nodes with
	// the most free GPUs.
	Pack Placement = "pack"
	// Spread puts replica after replica on the node with the most free GPUs.
	Spread Placement = "spread"
	// Topology uses the fewest racks: the rack with the least free GPUs that
	// suffice, else those with the most; within a rack it packs.
	Topology Placement = "topology"
	// Random draws nodes from the stream "placement".
	Random Placement = "random"
	// Consolidate is the placement of YARN in the Tiresias simulator: a job of
	// at most a node's GPUs is on the first node that has them; a larger one
	// takes wholly free nodes, and the first node that has the rest, all in one
	// rack. What does not fit so waits.
	Consolidate Placement = "consolidate"
)

// Placements lists the rules.
func Placements() []Placement {
	return []Placement{Count, Pack, Spread, Topology, Random, Consolidate}
}

// UnmarshalText accepts the names of the rules.
func (p *Placement) UnmarshalText(text []byte) error {
	for _, r := range Placements() {
		if string(text) == string(r) {
			*p = r
			return nil
		}
	}
	return fmt.Errorf("%q: want count, pack, spread, topology, random or consolidate", text)
}

// Place gives a job n GPUs of a pool by a rule, with replicas of r GPUs whole,
// and appends the pieces to dst. It reports false, and changes nothing, where the
// rule finds no place.
func (c *Cluster) Place(o Owner, pool, n, r int, rule Placement, dst []Piece) ([]Piece, bool) {
	if n > c.pools[pool].free {
		return dst, false
	}
	if rule == Count || rule == "" {
		return c.Take(o, pool, n, dst), true
	}
	ch := c.chooser(pool, r)
	if !ch.choose(n, rule) {
		return dst, false
	}
	for _, p := range ch.picks {
		c.update(p.Node, func(nd *node) {
			nd.used += p.GPUs
			nd.hold(o, p.GPUs)
		})
	}
	return append(dst, ch.picks...), true
}

// Fits reports whether Place would find a place.
func (c *Cluster) Fits(pool, n, r int, rule Placement) bool {
	switch {
	case n > c.pools[pool].free:
		return false
	case rule == Count || rule == "" || rule == Random && r == 1:
		return true
	}
	if rule == Random {
		rule = Spread // the same GPUs suffice, and nothing is drawn
	}
	return c.chooser(pool, r).choose(n, rule)
}

// chooser chooses nodes without changing the cluster.
type chooser struct {
	c     *Cluster
	pool  *poolState
	r     int
	free  []int // of each node, in whole replicas, less what is chosen
	picks []Piece
}

// chooser returns the cluster's chooser, which is used again and again.
func (c *Cluster) chooser(pool, r int) *chooser {
	ch := &c.choosing
	p := &c.pools[pool]
	*ch = chooser{c: c, pool: p, r: r, free: ch.free[:0], picks: ch.picks[:0]}
	for k := range p.Nodes {
		f := c.nodes[p.first+NodeID(k)].free()
		ch.free = append(ch.free, f-f%r)
	}
	return ch
}

func (ch *chooser) choose(n int, rule Placement) bool {
	all := span{0, len(ch.free)}
	switch rule {
	case Pack:
		return ch.pack(all, n)
	case Spread:
		return ch.spread(all, n)
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
func (ch *chooser) take(k, g int) {
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
func (ch *chooser) sum(s span) int {
	sum := 0
	for _, f := range ch.free[s.lo:s.hi] {
		sum += f
	}
	return sum
}

// pack is best fit.
func (ch *chooser) pack(s span, n int) bool {
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
func (ch *chooser) bestFit(s span, n int) int {
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
func (ch *chooser) mostFree(s span) int {
	best := s.lo
	for k := s.lo; k < s.hi; k++ {
		if ch.free[k] > ch.free[best] {
			best = k
		}
	}
	return best
}

// spread takes replica after replica from the node with the most free GPUs.
func (ch *chooser) spread(s span, n int) bool {
	if ch.sum(s) < n {
		return false
	}
	for ; n > 0; n -= ch.r {
		ch.take(ch.mostFree(s), ch.r)
	}
	return true
}

// random takes what drawn nodes have.
func (ch *chooser) random(n int) bool {
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
