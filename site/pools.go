package site

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// node is a node of a cluster, however it was listed.
type node struct {
	name    string
	gpus    int
	gpuType string
	cpus    int
	memory  int    // GiB
	group   string // what the site calls nodes of this kind; "" if nothing
	away    bool   // it runs no jobs at present
}

// groupNodes makes pools of like nodes, those with most GPUs first. Nodes without
// GPUs are counted only.
func groupNodes(nodes []node) (pools []Pool, without int) {
	type likeness struct {
		gpus, cpus, memory int
		gpuType, group     string
	}
	index := make(map[likeness]int)
	for _, n := range nodes {
		if n.gpus == 0 {
			without++
			continue
		}
		k := likeness{n.gpus, n.cpus, n.memory, n.gpuType, n.group}
		i, there := index[k]
		if !there {
			i = len(pools)
			index[k] = i
			pools = append(pools, Pool{Name: cmp.Or(n.group, n.gpuType, "gpu"), GPUsPerNode: n.gpus,
				GPUType: n.gpuType, CPUsPerNode: n.cpus, MemoryGiBPerNode: n.memory})
		}
		pools[i].Nodes++
		if n.away {
			pools[i].Away++
		}
	}
	slices.SortStableFunc(pools, func(a, b Pool) int { return cmp.Compare(b.GPUs(), a.GPUs()) })
	namePools(pools)
	return pools, without
}

// namePools turns the names into words of their own.
func namePools(pools []Pool) {
	used := make(map[string]bool)
	for i := range pools {
		base := Word(pools[i].Name)
		name := base
		for n := 2; used[name]; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		used[name] = true
		pools[i].Name = name
	}
}

// Word replaces what may not be in the name of a pool, such as the dots of an
// instance type, by dashes.
func Word(s string) string {
	s = strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '-', c == '_':
			return c
		}
		return '-'
	}, s)
	return cmp.Or(strings.Trim(s, "-_"), "gpu")
}

// pools makes the pools of the nodes read so far, with notes.
func (im *importer) pools() {
	pools, without := groupNodes(im.nodes)
	im.exp.Pools = append(im.exp.Pools, pools...)
	if without > 0 {
		im.note(Ignored, "", "%d nodes without GPUs", without)
	}
	for _, p := range pools {
		if p.Away > 0 {
			im.note(Assumed, p.Name, "%d of %d nodes are down, drained, cordoned or not ready; they count as if they were there", p.Away, p.Nodes)
		}
	}
}
