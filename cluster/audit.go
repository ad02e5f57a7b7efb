package cluster

import "fmt"

// Audit recounts every pool from its nodes and returns an error where a sum
// that is kept incrementally differs, or a node has GPUs it should not.
func (c *Cluster) Audit() error {
	for i := range c.pools {
		p := &c.pools[i]
		var free, idle, lost, external int
		for k := range p.Nodes {
			n := &c.nodes[p.first+NodeID(k)]
			held := 0
			for _, h := range n.holders {
				held += h.GPUs
			}
			if held != n.used || n.idle() < 0 || n.doomed < 0 || n.doomed > n.there() || n.lost < 0 || n.external < 0 {
				return fmt.Errorf("node %d of pool %s: %+v", k, p.Name, *n)
			}
			free, idle, lost, external = free+n.free(), idle+n.idle(), lost+n.lost, external+n.external
		}
		if free != p.free || idle != p.idle || lost != p.lost || external != p.external {
			return fmt.Errorf("pool %s: free %d, idle %d, lost %d, external %d; counted %d, %d, %d, %d",
				p.Name, free, idle, lost, external, p.free, p.idle, p.lost, p.external)
		}
		if err := p.index.audit(p, c.nodes); err != nil {
			return err
		}
	}
	return nil
}
