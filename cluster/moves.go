package cluster

import (
	"cmp"
	"slices"
)

// Move is a migration of a job's GPUs from one node to another.
type Move struct {
	Owner    Owner
	From, To NodeID
	GPUs     int
}

// Moves proposes the cheapest migrations after which one node of a pool has n
// free GPUs, the smallest first, and applies nothing. There are none if a node
// has them already, or if there is no way.
//
// Of all nodes it clears the one off which the fewest GPUs move, of those the
// lowest-numbered, and there it moves the fewest shares; each goes to the fullest
// node that leaves room for the others. What a job holds on a node moves whole and
// to one node, as the cluster does not know which of its GPUs are a replica.
//
// It is a heuristic in three ways: shares are not split, jobs on the nodes that
// take them in are not moved on, and after maxTries vain steps it gives a node up.
func (c *Cluster) Moves(pool, n int) []Move {
	ch := c.chooser(pool, 1)
	if ch.least(&ch.all, n, ch.gpusPerNode) >= 0 {
		return nil
	}
	m := mover{chooser: ch}
	var best []Move
	least := ch.gpusPerNode + 1
	for k := range ch.free {
		if moves, gpus := m.clear(k, n, least); gpus < least {
			best, least = moves, gpus
		}
	}
	return best
}

// maxTries bounds the work on one node.
const maxTries = 10_000

// mover looks for the moves that clear a node.
type mover struct {
	*chooser
	shares []Share // on the node, the largest first
	moves  []Move  // chosen of them
	tries  int
}

// clear returns moves of fewer than most GPUs that leave n free on node k, and
// their GPUs, or most if there are none.
func (m *mover) clear(k, n, most int) ([]Move, int) {
	id := m.pool.first + NodeID(k)
	nd := &m.c.nodes[id]
	need := n - (nd.idle() - nd.doomed)
	elsewhere := m.all.free - m.free[k]
	if need >= most || need > min(nd.used, elsewhere) {
		return nil, most
	}
	m.shares = append(m.shares[:0], nd.holders...)
	slices.Reverse(m.shares) // who came last moves first
	slices.SortStableFunc(m.shares, func(a, b Share) int { return cmp.Compare(b.GPUs, a.GPUs) })
	m.set(k, 0)
	defer m.set(k, nd.free())
	m.tries = maxTries
	for gpus := need; gpus < min(most, elsewhere+1); gpus++ {
		for shares := 1; shares <= len(m.shares); shares++ {
			m.moves = m.moves[:0]
			if m.pick(id, 0, gpus, shares) {
				return bySize(m.moves), gpus
			}
		}
	}
	return nil, most
}

// bySize returns the moves with the smallest first.
func bySize(moves []Move) []Move {
	out := slices.Clone(moves)
	slices.SortStableFunc(out, func(a, b Move) int {
		return cmp.Or(cmp.Compare(a.GPUs, b.GPUs), cmp.Compare(a.To, b.To))
	})
	return out
}

// pick adds so many of the shares from the i-th on, with so many GPUs together,
// to the moves, if they find room.
func (m *mover) pick(from NodeID, i, gpus, shares int) bool {
	if gpus == 0 && shares == 0 {
		return m.land(0)
	}
	if i == len(m.shares) || shares == 0 {
		return false
	}
	s := m.shares[i]
	if s.GPUs <= gpus {
		m.moves = append(m.moves, Move{Owner: s.Owner, From: from, GPUs: s.GPUs})
		if m.pick(from, i+1, gpus-s.GPUs, shares-1) {
			return true
		}
		m.moves = m.moves[:len(m.moves)-1]
	}
	for i < len(m.shares) && m.shares[i].GPUs == s.GPUs {
		i++ // another of the same size would do no better
	}
	return m.pick(from, i, gpus, shares)
}

// land finds nodes for the moves from the i-th on: the fullest that can take the
// move and leaves room for those after it.
func (m *mover) land(i int) bool {
	if i == len(m.moves) {
		return true
	}
	gpus := m.moves[i].GPUs
	for f := gpus; f <= m.gpusPerNode && m.tries > 0; f++ {
		k := m.least(&m.all, f, f)
		if k < 0 {
			continue
		}
		m.tries--
		m.moves[i].To = m.pool.first + NodeID(k)
		m.set(k, f-gpus)
		ok := m.land(i + 1)
		m.set(k, f)
		if ok {
			return true
		}
	}
	return false
}
