package cluster

import "slices"

// Withdraw takes GPUs away: free ones first, then, for a loss, external ones,
// then those of jobs, whose shares it returns for the caller to take off its
// jobs. The slice is good until the next call.
func (c *Cluster) Withdraw(picks []Piece, cause Cause) []Share {
	c.shares = c.shares[:0]
	for _, p := range picks {
		c.update(p.Node, func(n *node) { c.withdraw(n, p, cause) })
	}
	return c.shares
}

func (c *Cluster) withdraw(n *node, p Piece, cause Cause) {
	most := n.there()
	if cause == External {
		most -= n.external
	}
	gone := min(p.GPUs, most)
	rest := gone - min(gone, n.idle())
	if cause == External {
		n.external += gone
		c.pools[n.pool].shortfall += p.GPUs - gone
	} else {
		n.lost += gone
		k := min(rest, n.external)
		n.external -= k
		c.pools[n.pool].shortfall += k
		rest -= k
	}
	n.doomed = min(max(0, n.doomed-p.GPUs), n.there())
	for rest > 0 {
		last := &n.holders[len(n.holders)-1]
		k := min(rest, last.GPUs)
		c.shares = append(c.shares, Share{Owner: last.Owner, Piece: Piece{Node: p.Node, GPUs: k}})
		n.used -= k
		n.drop(last.Owner, k)
		rest -= k
	}
}

// Doom announces that GPUs will be withdrawn and returns the owners of those
// that jobs hold. The slice is good until the next call.
func (c *Cluster) Doom(picks []Piece) []Share {
	c.shares = c.shares[:0]
	for _, p := range picks {
		// Two announcements may be of the same GPU.
		c.update(p.Node, func(n *node) { n.doomed = min(n.doomed+p.GPUs, n.there()) })
		for _, h := range c.nodes[p.Node].holders {
			if k := c.Doomed(h.Owner, p.Node); k > 0 {
				c.shares = append(c.shares, Share{Owner: h.Owner, Piece: Piece{Node: p.Node, GPUs: k}})
			}
		}
	}
	return c.shares
}

// Return brings GPUs back.
func (c *Cluster) Return(picks []Piece, cause Cause) {
	for _, p := range picks {
		c.update(p.Node, func(n *node) {
			if cause == External {
				n.external -= p.GPUs
			} else {
				n.lost -= p.GPUs
			}
		})
	}
}

// PickLoss chooses the GPUs that a loss will take; see the package comment.
// The slice belongs to the caller.
func (c *Cluster) PickLoss(ch Change) []Piece {
	want := -ch.Delta
	if ch.Cause == External {
		return c.pickExternal(ch.Pool, want)
	}
	if ch.Node != ByCount {
		id := c.pools[ch.Pool].first + NodeID(ch.Node)
		return []Piece{{Node: id, GPUs: min(want, c.nodes[id].there())}}
	}
	return c.pickRandom(ch.Pool, want, func(n *node) int { return max(0, n.there()-n.doomed) })
}

// Outage notes the loss of a whole node: of losses that overlap, the node returns
// with the last.
func (c *Cluster) Outage(ch Change) {
	if ch.Node != ByCount {
		n := &c.nodes[c.pools[ch.Pool].first+NodeID(ch.Node)]
		n.outages += ch.wholeNode(n)
	}
}

// wholeNode is 1 if the change is of all of a node's GPUs.
func (ch *Change) wholeNode(n *node) int {
	if max(ch.Delta, -ch.Delta) >= n.total {
		return 1
	}
	return 0
}

// PickGain chooses the GPUs that a gain brings back.
func (c *Cluster) PickGain(ch Change) []Piece {
	switch {
	case ch.Node != ByCount:
		id := c.pools[ch.Pool].first + NodeID(ch.Node)
		n := &c.nodes[id]
		if n.outages = max(0, n.outages-ch.wholeNode(n)); n.outages > 0 {
			return nil
		}
		return []Piece{{Node: id, GPUs: min(ch.Delta, n.lost)}}
	case ch.Cause == Lost:
		return c.pickRandom(ch.Pool, ch.Delta, func(n *node) int { return n.lost })
	}
	p := &c.pools[ch.Pool]
	owed := min(p.shortfall, ch.Delta)
	p.shortfall -= owed
	var picks []Piece
	rest := ch.Delta - owed
	for k := range p.Nodes {
		id := p.first + NodeID(k)
		if g := min(rest, c.nodes[id].external); g > 0 {
			picks = append(picks, Piece{Node: id, GPUs: g})
			rest -= g
		}
	}
	return picks
}

// PickShortfall chooses the GPUs that the external tenant still wants and now
// can have.
func (c *Cluster) PickShortfall(pool int) []Piece {
	p := &c.pools[pool]
	if p.shortfall == 0 {
		return nil
	}
	want := p.shortfall
	p.shortfall = 0
	return c.pickExternal(pool, want)
}

// pickRandom draws nodes and takes all they have to give.
func (c *Cluster) pickRandom(pool, want int, has func(*node) int) []Piece {
	p := &c.pools[pool]
	var able []NodeID
	for k := range p.Nodes {
		if id := p.first + NodeID(k); has(&c.nodes[id]) > 0 {
			able = append(able, id)
		}
	}
	var picks []Piece
	for want > 0 && len(able) > 0 {
		i := c.victims.IntN(len(able))
		g := min(want, has(&c.nodes[able[i]]))
		picks = append(picks, Piece{Node: able[i], GPUs: g})
		able = slices.Delete(able, i, i+1)
		want -= g
	}
	return picks
}

// pickExternal takes free GPUs first, then those of jobs.
func (c *Cluster) pickExternal(pool, want int) []Piece {
	p := &c.pools[pool]
	taken := make([]int, p.Nodes)
	take := func(k, most int) {
		g := min(want, most)
		taken[k] += g
		want -= g
	}
	for k := p.Nodes - 1; k >= 0; k-- {
		take(k, c.nodes[p.first+NodeID(k)].free())
	}
	for _, k := range p.order {
		n := &c.nodes[p.first+NodeID(k)]
		take(k, max(0, n.there()-n.external-n.doomed-taken[k]))
	}
	p.shortfall += want
	var picks []Piece
	for k, g := range taken {
		if g > 0 {
			picks = append(picks, Piece{Node: p.first + NodeID(k), GPUs: g})
		}
	}
	return picks
}
