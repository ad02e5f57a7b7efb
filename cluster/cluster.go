package cluster

import (
	"math/rand/v2"
	"slices"

	"rubato/internal/stream"
)

// Owner is the number of a job that holds GPUs.
type Owner int32

// NodeID is the number of a node in the whole cluster: the nodes of the first
// pool come first.
type NodeID int32

// Piece is some GPUs on one node.
type Piece struct {
	Node NodeID
	GPUs int
}

// Share is a Piece held by a job.
type Share struct {
	Owner Owner
	Piece
}

// Cluster is the state of all nodes at one instant.
type Cluster struct {
	pools   []poolState
	nodes   []node
	victims *rand.Rand
	placing *rand.Rand
	// Reused by Withdraw and Doom, and by Place.
	shares   []Share
	owners   []Owner
	laid     int // counts the calls of Layout
	choosing chooser
}

type poolState struct {
	Pool
	first NodeID // its nodes are first … first+Nodes-1
	// available are the nodes, numbered within the pool, with free GPUs.
	available freeSet
	index     *freeIndex
	free      int // GPUs a job may take
	idle      int // GPUs no job holds, with doomed ones
	lost      int
	external  int
	shortfall int   // external GPUs wanted but not there
	order     []int // the external tenant's order of nodes
	laid      []int // of each rack: the last call of Layout that met it
}

type node struct {
	pool     int
	total    int
	lost     int
	external int
	used     int // held by jobs
	doomed   int // announced to go, still there
	outages  int // losses of the whole node that have not ended
	spare    bool
	slow     bool
	speed    float64 // while it is slow
	laid     int     // the last call of Layout that met it
	holders  []Share
}

// idle is what no job holds.
func (n *node) idle() int { return n.total - n.lost - n.external - n.used }

// free is what a job may take.
func (n *node) free() int {
	if n.spare {
		return 0
	}
	return max(0, n.idle()-n.doomed)
}

// there is what is not lost.
func (n *node) there() int { return n.total - n.lost }

// New returns a cluster of the given pools with their initial GPUs there (nil:
// all) and no job. The seed decides which nodes changes by count pick.
func New(pools []Pool, initial []int, seed uint64) *Cluster {
	c := &Cluster{victims: stream.New(seed, "victims"), placing: stream.New(seed, "placement")}
	external := stream.New(seed, "external")
	for i, p := range pools {
		s := poolState{Pool: p, first: NodeID(len(c.nodes)), available: newFreeSet(p.Nodes), order: external.Perm(p.Nodes)}
		up := p.GPUs()
		if initial != nil {
			up = initial[i]
		}
		for k := range p.Nodes {
			n := node{pool: i, total: p.GPUsPerNode, lost: p.GPUsPerNode - min(p.GPUsPerNode, up), spare: k >= p.Nodes-p.Spares}
			up -= n.there()
			s.lost += n.lost
			s.free += n.free()
			s.idle += n.idle()
			if n.free() > 0 {
				s.available.add(k)
			}
			c.nodes = append(c.nodes, n)
		}
		s.laid = make([]int, s.rackOf(s.first+NodeID(p.Nodes-1))+1)
		c.pools = append(c.pools, s)
	}
	return c
}

// Free returns the GPUs of a pool that a job may take.
func (c *Cluster) Free(pool int) int { return c.pools[pool].free }

// Idle returns the GPUs of a pool that no job holds: free and doomed ones.
func (c *Cluster) Idle(pool int) int { return c.pools[pool].idle }

// Missing returns the GPUs of a pool that are not there, by cause.
func (c *Cluster) Missing(pool int) (lost, external int) {
	return c.pools[pool].lost, c.pools[pool].external
}

// Take gives n free GPUs of a pool to a job, from the lowest-numbered nodes,
// and appends the pieces to dst. The pool must have them.
func (c *Cluster) Take(o Owner, pool, n int, dst []Piece) []Piece {
	p := &c.pools[pool]
	for n > 0 {
		k := p.available.least()
		id := p.first + NodeID(k)
		g := min(n, c.nodes[id].free())
		c.update(id, func(nd *node) {
			nd.used += g
			nd.hold(o, g)
		})
		dst = append(dst, Piece{Node: id, GPUs: g})
		n -= g
	}
	return dst
}

// Give takes pieces back from a job.
func (c *Cluster) Give(o Owner, pieces []Piece) {
	for _, p := range pieces {
		c.update(p.Node, func(nd *node) {
			nd.used -= p.GPUs
			nd.drop(o, p.GPUs)
		})
	}
}

// Doomed returns how many of a job's GPUs on a node are announced to go.
func (c *Cluster) Doomed(o Owner, id NodeID) int {
	n := &c.nodes[id]
	over := n.doomed - n.idle()
	for _, h := range slices.Backward(n.holders) {
		if over <= 0 {
			return 0
		}
		if h.Owner == o {
			return min(over, h.GPUs)
		}
		over -= h.GPUs
	}
	return 0
}

// update changes a node and keeps its pool's sums right.
func (c *Cluster) update(id NodeID, change func(*node)) {
	n := &c.nodes[id]
	p := &c.pools[n.pool]
	free, idle, lost, external := n.free(), n.idle(), n.lost, n.external
	change(n)
	p.free += n.free() - free
	p.idle += n.idle() - idle
	p.lost += n.lost - lost
	p.external += n.external - external
	k := int(id - p.first)
	if p.index != nil {
		p.index.set(k, n.free())
	}
	switch {
	case n.free() > 0:
		p.available.add(k)
	case free > 0:
		p.available.remove(k)
	}
}

// hold adds GPUs to a job's share of the node.
func (n *node) hold(o Owner, gpus int) {
	for i := range n.holders {
		if n.holders[i].Owner == o {
			n.holders[i].GPUs += gpus
			return
		}
	}
	n.holders = append(n.holders, Share{Owner: o, Piece: Piece{GPUs: gpus}})
}

// drop takes GPUs from a job's share of the node.
func (n *node) drop(o Owner, gpus int) {
	for i := range n.holders {
		if n.holders[i].Owner == o {
			n.holders[i].GPUs -= gpus
			if n.holders[i].GPUs == 0 {
				n.holders = slices.Delete(n.holders, i, i+1)
			}
			return
		}
	}
}
