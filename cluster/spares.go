package cluster

// CallSpares lets spares of a pool take the place of nodes that are lost or
// announced to go, the lowest-numbered ones first, and makes spares of unused nodes
// if there are more in service than the pool has without its spares.
func (c *Cluster) CallSpares(pool int) {
	p := &c.pools[pool]
	if p.Spares == 0 {
		return
	}
	serving := 0
	for k := range p.Nodes {
		if n := &c.nodes[p.first+NodeID(k)]; n.serves() && !n.spare {
			serving++
		}
	}
	for k := 0; k < p.Nodes && serving < p.Nodes-p.Spares; k++ {
		id := p.first + NodeID(k)
		if n := &c.nodes[id]; n.spare && n.serves() {
			c.update(id, func(n *node) { n.spare = false })
			serving++
		}
	}
	for k := p.Nodes - 1; k >= 0 && serving > p.Nodes-p.Spares; k-- {
		id := p.first + NodeID(k)
		if n := &c.nodes[id]; !n.spare && n.serves() && n.used == 0 {
			c.update(id, func(n *node) { n.spare = true })
			serving--
		}
	}
}

// serves reports whether jobs can have GPUs of the node, now or once others leave.
func (n *node) serves() bool { return n.there() > n.doomed }
