package cluster

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// leastSet is the smallest cost of a set of nodes that together can host n GPUs in
// replicas of r, by trying all sets, or -1.
func leastSet(free []int, n, r int, cost func(set uint) int) int {
	best := -1
	for set := range uint(1) << len(free) {
		room := 0
		for k, f := range free {
			if set>>k&1 == 1 {
				room += f / r * r
			}
		}
		if room >= n && (best < 0 || cost(set) < best) {
			best = cost(set)
		}
	}
	return best
}

func nodesOf(set uint) int { return bits.OnesCount(set) }

// racksThenNodes is for racks of two nodes.
func racksThenNodes(set uint) int {
	racks := 0
	for s := set; s != 0; s >>= 2 {
		if s&3 != 0 {
			racks++
		}
	}
	return racks*100 + nodesOf(set)
}

func setOf(pieces []Piece) uint {
	set := uint(0)
	for _, p := range pieces {
		set |= 1 << p.Node
	}
	return set
}

// TestPackAndTopologyByBruteForce tries all sets of nodes: pack takes the fewest
// nodes, and no more than spread; topology the fewest racks, and on one rack the
// fewest nodes; both find a place if and only if there is one.
func TestPackAndTopologyByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		free := rapid.SliceOfN(rapid.IntRange(0, 4), 1, 6).Draw(t, "free")
		r := rapid.IntRange(1, 4).Draw(t, "replica")
		n := r * rapid.IntRange(1, 6).Draw(t, "replicas")
		packed, ok := with(free...).Place(1, 0, n, r, Pack, nil)
		least := leastSet(free, n, r, nodesOf)
		require.Equal(t, least >= 0, ok)
		racked, fits := with(free...).Place(1, 0, n, r, Topology, nil)
		require.Equal(t, ok, fits)
		spread, fits := with(free...).Place(1, 0, n, r, Spread, nil)
		require.Equal(t, ok, fits)
		if !ok {
			return
		}
		require.Len(t, packed, least)
		require.LessOrEqual(t, len(packed), len(spread))
		got, want := racksThenNodes(setOf(racked)), leastSet(free, n, r, racksThenNodes)
		require.Equal(t, want/100, got/100, "racks")
		if want/100 == 1 {
			require.Equal(t, want, got, "nodes")
		}
	})
}

// TestBestFitByBruteForce: where one node can host a job, pack takes the node
// where it leaves 0, 1, 2 or 4 GPUs, the fewest of these, else the fewest of all.
func TestBestFitByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		free := rapid.SliceOfN(rapid.IntRange(0, 8), 1, 6).Draw(t, "free")
		n := rapid.IntRange(1, 7).Draw(t, "GPUs")
		c := New([]Pool{{Name: "p", Nodes: len(free), GPUsPerNode: 8}}, nil, 1)
		for k, f := range free {
			c.takeOn(9, Piece{NodeID(k), 8 - f})
		}
		for _, left := range []int{0, 1, 2, 4, 3, 5, 6, 7} {
			k := slices.Index(free, n+left)
			if k < 0 {
				continue
			}
			got, ok := c.Place(1, 0, n, 1, Pack, nil)
			require.True(t, ok)
			require.Equal(t, []Piece{{NodeID(k), n}}, got)
			return
		}
	})
}

// TestSpreadIsEven: after spread, no node that took a replica has less left than
// a node that could have taken it has, by more than a replica.
func TestSpreadIsEven(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		free := rapid.SliceOfN(rapid.IntRange(0, 4), 1, 6).Draw(t, "free")
		r := rapid.IntRange(1, 2).Draw(t, "replica")
		c := with(free...)
		pieces, _ := c.Place(1, 0, r*rapid.IntRange(1, 6).Draw(t, "replicas"), r, Spread, nil)
		most := 0
		for k := range free {
			most = max(most, c.nodes[k].free()/r*r)
		}
		for _, p := range pieces {
			require.GreaterOrEqual(t, c.nodes[p.Node].free()/r*r+r, most)
		}
	})
}

// TestSeedDecidesDraws: the same seed places alike, and asking whether a job fits
// draws nothing.
func TestSeedDecidesDraws(t *testing.T) {
	place := func(seed uint64, ask bool) (out [][]Piece) {
		c := New([]Pool{{Name: "p", Nodes: 50, GPUsPerNode: 4}}, nil, seed)
		for o := range Owner(20) {
			if ask {
				c.Fits(0, 6, 2, Random)
				c.Unusable(0, []SizeCount{{6, 2, 3}}, Random)
				c.Place(99, 0, 198, 3, Random, nil)
			}
			got, ok := c.Place(o, 0, 6, 2, Random, nil)
			require.True(t, ok)
			out = append(out, got)
		}
		return out
	}
	require.Equal(t, place(1, false), place(1, true))
	require.NotEqual(t, place(1, false), place(2, false))
}
