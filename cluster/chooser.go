package cluster

import (
	"fmt"
	"math/bits"
)

// chooser chooses nodes: it takes GPUs in the pool's index only, and gives them
// back there when the choice is made.
type chooser struct {
	*freeIndex
	c     *Cluster
	pool  *poolState
	r     int
	picks []Piece
	// at is, for each node of the cluster that is picked, the place in picks and 1.
	at []int32
}

// chooser returns the cluster's chooser, which is used again and again.
func (c *Cluster) chooser(pool, r int) *chooser {
	p := &c.pools[pool]
	if p.index == nil {
		p.index = newFreeIndex(p, c.nodes)
	}
	ch := &c.choosing
	if ch.at == nil {
		ch.at = make([]int32, len(c.nodes))
	}
	ch.c, ch.freeIndex, ch.pool, ch.r, ch.picks = c, p.index, p, r, ch.picks[:0]
	return ch
}

// choose fills picks, or reports that there is no place and leaves no trace.
func (ch *chooser) choose(n int, rule Placement) bool {
	picked := len(ch.picks)
	ok := ch.by(n, rule)
	if !ok {
		ch.undo(picked)
	}
	return ok
}

func (ch *chooser) by(n int, rule Placement) bool {
	switch rule {
	case Pack:
		return ch.pack(&ch.all, n)
	case Spread:
		return ch.spread(&ch.all, n)
	case Emptiest:
		return ch.emptiest(&ch.all, n)
	case Topology:
		return ch.topology(n)
	case Random:
		return ch.random(n)
	case Consolidate:
		return ch.consolidate(n)
	}
	panic(fmt.Sprintf("cluster: no placement %q", rule))
}

// whole is what replicas can use of so many free GPUs of a node.
func (ch *chooser) whole(free int) int { return free - free%ch.r }

// sum is what replicas can use of a group.
func (ch *chooser) sum(g *group) int {
	if ch.r == 1 {
		return g.free
	}
	sum := 0
	for f := ch.r; f < len(g.count); f++ {
		sum += g.count[f] * ch.whole(f)
	}
	return sum
}

// having returns the first node of a group on which replicas can use just so
// many GPUs, a multiple of a replica's, or -1.
func (ch *chooser) having(g *group, gpus int) int { return ch.least(g, gpus, gpus+ch.r-1) }

// take chooses GPUs on a node.
func (ch *chooser) take(k, gpus int) {
	ch.set(k, ch.free[k]-gpus)
	id := ch.pool.first + NodeID(k)
	if i := ch.at[id]; i > 0 {
		ch.picks[i-1].GPUs += gpus
		return
	}
	ch.picks = append(ch.picks, Piece{Node: id, GPUs: gpus})
	ch.at[id] = int32(len(ch.picks))
}

// undo gives back all picks but the first ones.
func (ch *chooser) undo(keep int) {
	for _, p := range ch.picks[keep:] {
		k := int(p.Node - ch.pool.first)
		ch.set(k, ch.free[k]+p.GPUs)
		ch.at[p.Node] = 0
	}
	ch.picks = ch.picks[:keep]
}

// settle keeps the picks from a place on apart from those of the next job.
func (ch *chooser) settle(from int) {
	for _, p := range ch.picks[from:] {
		ch.at[p.Node] = 0
	}
}

// pack is best fit.
func (ch *chooser) pack(g *group, n int) bool {
	if ch.sum(g) < n {
		return false
	}
	size := ch.gpusPerNode
	for ; n >= size && ch.whole(size) == size && g.count[size] > 0; n -= size {
		ch.take(ch.having(g, size), size)
	}
	for n > 0 {
		k := ch.bestFit(g, n)
		if k >= 0 {
			ch.take(k, n)
			return true
		}
		k = ch.mostFree(g)
		gpus := ch.whole(ch.free[k])
		ch.take(k, gpus)
		n -= gpus
	}
	return true
}

// bestFit returns the node on which n GPUs fit best, or -1: the one where they
// leave nothing or a power of two, the least there is, else the least.
func (ch *chooser) bestFit(g *group, n int) int {
	other := -1
	for f := n; f <= ch.gpusPerNode; f += ch.r {
		k := ch.having(g, f)
		if k >= 0 && bits.OnesCount(uint(f-n)) <= 1 {
			return k
		}
		if other < 0 {
			other = k
		}
	}
	return other
}

// mostFree returns the first node on which replicas can use most, or -1.
func (ch *chooser) mostFree(g *group) int {
	for f := ch.whole(ch.gpusPerNode); f > 0; f -= ch.r {
		if k := ch.having(g, f); k >= 0 {
			return k
		}
	}
	return -1
}

// spread takes replica after replica from the node with the most free GPUs.
func (ch *chooser) spread(g *group, n int) bool {
	if ch.sum(g) < n {
		return false
	}
	for ; n > 0; n -= ch.r {
		ch.take(ch.mostFree(g), ch.r)
	}
	return true
}

// emptiest takes what the nodes with the most free GPUs have.
func (ch *chooser) emptiest(g *group, n int) bool {
	if ch.sum(g) < n {
		return false
	}
	for n > 0 {
		k := ch.mostFree(g)
		gpus := min(n, ch.whole(ch.free[k]))
		ch.take(k, gpus)
		n -= gpus
	}
	return true
}

// random takes what drawn nodes have.
func (ch *chooser) random(n int) bool {
	if ch.sum(&ch.all) < n {
		return false
	}
	for n > 0 {
		k := ch.c.placing.IntN(len(ch.free))
		if gpus := min(n, ch.whole(ch.free[k])); gpus > 0 {
			ch.take(k, gpus)
			n -= gpus
		}
	}
	return true
}
