package cluster

import "rubato/internal/words"

// Placement is a rule by which a job that starts gets its GPUs. Except under
// Count, each replica is on one node.
type Placement string

// The rules.
const (
	// Count takes free GPUs from the lowest-numbered nodes, wherever they are.
	Count Placement = "count"
	// Pack is best fit, as kube-scheduler's MostAllocated. A job that fits one node goes to the node on which it
	// leaves nothing free, else a power of two (so that buddies stay whole),
	// else the least; a larger one takes whole nodes and fits the rest in the
	// same way or, where there are not enough whole nodes, takes the nodes with
	// the most free GPUs.
	Pack Placement = "pack"
	// Spread puts replica after replica on the node with the most free GPUs,
	// counted in whole replicas, as kube-scheduler's LeastAllocated: it evens what
	// is left of the nodes.
	Spread Placement = "spread"
	// Emptiest takes all that the job can use of the node with the most free GPUs, then
	// of the next one, as the simulators of Pollux do.
	Emptiest Placement = "emptiest"
	// Topology uses the fewest racks, and of a rack the fewest nodes: of the racks
	// that suffice the one where the job takes the fewest nodes, of those the one
	// with the least free GPUs; where none suffices, all of the rack with the most
	// free GPUs, and so on for the rest. Within a rack it packs. Over several racks
	// the number of racks is the least there is, that of nodes need not be.
	Topology Placement = "topology"
	// Random draws nodes from the stream "placement" and takes all that the job can
	// use of each. Only placements draw.
	Random Placement = "random"
	// Consolidate is the placement of YARN in the Tiresias simulator: a job of
	// at most a node's GPUs is on the first node that has them; a larger one
	// takes wholly free nodes, and the first node that has the rest, all in one
	// rack, the first that has them. What does not fit so waits; how long is up to
	// the caller.
	Consolidate Placement = "consolidate"
)

// Placements lists the rules.
func Placements() []Placement {
	return []Placement{Count, Pack, Spread, Emptiest, Topology, Random, Consolidate}
}

// UnmarshalText accepts the names of the rules.
func (p *Placement) UnmarshalText(text []byte) error {
	return words.Parse(p, text, Placements())
}

// Place gives a job n GPUs of a pool by a rule, with replicas of r GPUs whole,
// and appends the pieces to dst; n is a multiple of r. It reports false, and
// changes nothing, where the rule finds no place; there is none for a replica
// that is larger than a node.
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
	start := len(dst)
	dst = append(dst, ch.picks...)
	ch.undo(0)
	for _, p := range dst[start:] {
		c.update(p.Node, func(nd *node) {
			nd.used += p.GPUs
			nd.hold(o, p.GPUs)
		})
	}
	return dst, true
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
	ch := c.chooser(pool, r)
	ok := ch.choose(n, rule)
	ch.undo(0)
	return ok
}
