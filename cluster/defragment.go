package cluster

import (
	"cmp"
	"slices"
)

// Defragment returns the jobs to move so that some node gets n free GPUs, or none
// where that cannot be: of all nodes it takes the one on which the fewest GPUs
// have to move, going by the smallest shares first, if as many are free on other
// nodes. It is a heuristic: larger shares could free the node at less cost, and
// where the moved jobs go is up to the placement.
func (c *Cluster) Defragment(pool, n int) []Owner {
	p := &c.pools[pool]
	var best []Owner
	least := p.GPUs() + 1
	for k := range p.Nodes {
		nd := &c.nodes[p.first+NodeID(k)]
		if nd.there()-nd.external-nd.doomed < n {
			continue
		}
		shares := slices.Clone(nd.holders)
		slices.SortStableFunc(shares, func(a, b Share) int { return cmp.Compare(a.GPUs, b.GPUs) })
		var owners []Owner
		moved, need := 0, n-nd.free()
		for _, s := range shares {
			if moved >= need {
				break
			}
			moved += s.GPUs
			owners = append(owners, s.Owner)
		}
		if moved >= need && moved < least && moved <= p.free-nd.free() {
			best, least = owners, moved
		}
	}
	return best
}
