package cluster

// Layout is how some GPUs lie.
type Layout struct {
	Nodes, Racks int
	// Slowest is the share of its speed at which the slowest of the nodes runs.
	Slowest float64
}

// Layout returns how a job's GPUs, all in one pool, lie.
func (c *Cluster) Layout(pieces []Piece) Layout {
	l := Layout{Slowest: 1}
	c.laid++
	for _, p := range pieces {
		n := &c.nodes[p.Node]
		if n.laid == c.laid {
			continue
		}
		n.laid = c.laid
		l.Nodes++
		if n.slow {
			l.Slowest = min(l.Slowest, n.speed)
		}
		pool := &c.pools[n.pool]
		if rack := &pool.laid[pool.rackOf(p.Node)]; *rack != c.laid {
			*rack = c.laid
			l.Racks++
		}
	}
	return l
}

// rackOf is the number of a node's rack within the pool.
func (p *poolState) rackOf(id NodeID) int {
	if p.NodesPerRack <= 0 {
		return 0
	}
	return int(id-p.first) / p.NodesPerRack
}

// SetSpeed sets the share of its speed at which a node runs, and returns the owners
// of its GPUs. The slice is good until the next call.
func (c *Cluster) SetSpeed(pool, node int, speed float64) []Owner {
	n := &c.nodes[c.pools[pool].first+NodeID(node)]
	n.slow, n.speed = speed != 1, speed
	return c.Holders(pool, node)
}

// Node returns the id of a node of a pool.
func (c *Cluster) Node(pool, node int) NodeID { return c.pools[pool].first + NodeID(node) }

// Holders returns the owners of the GPUs of a node. The slice is good until the
// next call.
func (c *Cluster) Holders(pool, node int) []Owner {
	c.owners = c.owners[:0]
	for _, h := range c.nodes[c.pools[pool].first+NodeID(node)].holders {
		c.owners = append(c.owners, h.Owner)
	}
	return c.owners
}
