package experiments

import (
	"fmt"

	"rubato/cluster"
	"rubato/experiments/internal/strict"
	"rubato/internal/words"
)

// billing is what of a pool is paid for.
type billing string

const (
	byCapacity billing = "capacity"
	byUse      billing = "use"
)

// UnmarshalText accepts the names of the constants.
func (b *billing) UnmarshalText(text []byte) error {
	return words.Parse(b, text, []billing{byCapacity, byUse})
}

// maxGPUs keeps sums of GPU-milliseconds over ten years within 64 bits.
const maxGPUs = 10_000_000

// compilePools makes the pools and reports whether they are sound.
func (e *Experiment) compilePools() bool {
	first := make(map[string]int)
	sound, sum := true, 0
	for i, p := range e.spec.Cluster.Pools {
		path := fmt.Sprintf("cluster.pools[%d]", i)
		pool := cluster.Pool{
			Name: p.Name, Nodes: p.Nodes, GPUsPerNode: p.GPUsPerNode, GPUType: p.GPUType,
			NodesPerRack: p.NodesPerRack, CPUsPerNode: p.CPUsPerNode, MemoryGiBPerNode: p.MemoryGiBPerNode,
			Spares: p.Spares, Price: p.Price, Rented: p.Billing == byUse,
		}
		switch k, twice := first[p.Name]; {
		case !word.MatchString(p.Name):
			e.doc.Wrong(wantWord, path+".name")
		case twice:
			e.doc.Wrong(fmt.Sprintf("a name of its own; cluster.pools[%d] has it", k), path+".name")
		case p.Spares >= p.Nodes:
			e.doc.Wrong(fmt.Sprintf("fewer spares than the pool has nodes, %d", p.Nodes), path+".spares")
		case p.Nodes > maxGPUs/p.GPUsPerNode || sum+pool.GPUs() > maxGPUs:
			e.doc.Wrong(fmt.Sprintf("at most %d GPUs in all", maxGPUs), path+".nodes")
		default:
			first[p.Name] = i
			sum += pool.GPUs()
			e.pools = append(e.pools, pool)
			continue
		}
		sound = false
	}
	return sound
}

// poolIndex finds a pool by name; no name stands for the only pool. The paths
// are those of the name, the first that is there being at fault.
func (e *Experiment) poolIndex(name string, paths ...string) (int, bool) {
	var names []string
	for i, p := range e.pools {
		if p.Name == name || name == "" && len(e.pools) == 1 {
			return i, true
		}
		names = append(names, p.Name)
	}
	if name == "" {
		e.doc.Problem("got no pool, want one of "+strict.List(names), paths...)
	} else {
		e.doc.Wrong("a pool of the cluster: "+strict.List(names)+strict.DidYouMean(name, names), paths...)
	}
	return 0, false
}
