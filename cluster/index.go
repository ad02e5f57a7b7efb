package cluster

import "fmt"

// freeIndex finds the nodes of a pool by their free GPUs without looking at every
// node: for each number of free GPUs there is the set of the nodes that have it,
// and for the pool and each rack the count of such nodes. A pool has one from the
// first placement on that is not by Count.
type freeIndex struct {
	gpusPerNode int
	free        []int     // of each node
	nodes       []freeSet // by free GPUs
	all         group
	racks       []group
	rackSize    int
}

// group is nodes from lo to before hi, numbered within the pool.
type group struct {
	lo, hi int
	count  []int // of nodes, by free GPUs
	free   int
}

func newFreeIndex(p *poolState, nodes []node) *freeIndex {
	x := &freeIndex{gpusPerNode: p.GPUsPerNode, free: make([]int, p.Nodes), rackSize: p.NodesPerRack}
	if x.rackSize <= 0 {
		x.rackSize = p.Nodes
	}
	for range p.GPUsPerNode + 1 {
		x.nodes = append(x.nodes, newFreeSet(p.Nodes))
	}
	x.all = group{hi: p.Nodes, count: make([]int, p.GPUsPerNode+1)}
	for lo := 0; lo < p.Nodes; lo += x.rackSize {
		hi := min(lo+x.rackSize, p.Nodes)
		x.racks = append(x.racks, group{lo: lo, hi: hi, count: make([]int, p.GPUsPerNode+1)})
	}
	for k := range p.Nodes {
		x.enter(k, nodes[int(p.first)+k].free())
	}
	return x
}

// set says how many GPUs of a node are free now.
func (x *freeIndex) set(k, free int) {
	was := x.free[k]
	if was == free {
		return
	}
	x.nodes[was].remove(k)
	x.all.add(was, -1)
	x.racks[k/x.rackSize].add(was, -1)
	x.enter(k, free)
}

func (x *freeIndex) enter(k, free int) {
	x.free[k] = free
	x.nodes[free].add(k)
	x.all.add(free, 1)
	x.racks[k/x.rackSize].add(free, 1)
}

func (g *group) add(free, nodes int) {
	g.count[free] += nodes
	g.free += free * nodes
}

// least returns the lowest-numbered node of a group with from to to free GPUs,
// or -1.
func (x *freeIndex) least(g *group, from, to int) int {
	best := -1
	for f := from; f <= min(to, x.gpusPerNode); f++ {
		if g.count[f] == 0 {
			continue
		}
		if k := x.nodes[f].next(g.lo); best < 0 || k < best {
			best = k
		}
	}
	return best
}

// audit recounts the index from the nodes.
func (x *freeIndex) audit(p *poolState, nodes []node) error {
	if x == nil {
		return nil
	}
	want := newFreeIndex(p, nodes)
	for k, f := range want.free {
		if x.free[k] != f || x.nodes[f].next(k) != k {
			return fmt.Errorf("pool %s: node %d has %d free, its index says %d", p.Name, k, f, x.free[k])
		}
	}
	for i, r := range want.racks {
		if x.racks[i].free != r.free || fmt.Sprint(x.racks[i].count) != fmt.Sprint(r.count) {
			return fmt.Errorf("pool %s: rack %d: %v, its index says %v", p.Name, i, r, x.racks[i])
		}
	}
	if x.all.free != want.all.free || fmt.Sprint(x.all.count) != fmt.Sprint(want.all.count) {
		return fmt.Errorf("pool %s: %v, its index says %v", p.Name, want.all, x.all)
	}
	return nil
}
