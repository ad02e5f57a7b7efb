package cluster

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// with returns a pool of nodes of 4 GPUs, two a rack, with so many free on each.
func with(free ...int) *Cluster {
	c := New([]Pool{{Name: "p", Nodes: len(free), GPUsPerNode: 4, NodesPerRack: 2}}, nil, 1)
	for k, f := range free {
		if f < 4 {
			c.update(NodeID(k), func(n *node) {
				n.used += 4 - f
				n.hold(99, 4-f)
			})
		}
	}
	return c
}

func TestPlacementRules(t *testing.T) {
	for _, c := range []struct {
		rule Placement
		free []int
		n, r int
		want string // "" where there is no place
	}{
		{Count, []int{1, 3, 4}, 4, 1, "[{0 1} {1 3}]"},
		{Pack, []int{4, 2, 3}, 2, 1, "[{1 2}]"},             // leaves nothing
		{Pack, []int{4, 3}, 1, 1, "[{1 1}]"},                // 2 left beats 3 left
		{Pack, []int{4, 4, 1}, 9, 1, "[{0 4} {1 4} {2 1}]"}, // whole nodes, best fit for the rest
		{Pack, []int{3, 3, 2}, 7, 1, "[{0 3} {1 3} {2 1}]"}, // no whole node: the fullest first
		{Pack, []int{1, 1}, 2, 1, "[{0 1} {1 1}]"},          // replicas of one GPU may lie apart
		{Pack, []int{1, 1}, 2, 2, ""},                       // one of two may not
		{Pack, []int{3, 3}, 4, 2, "[{0 2} {1 2}]"},
		{Spread, []int{4, 3, 1}, 3, 1, "[{0 2} {1 1}]"},
		{Emptiest, []int{2, 4, 4}, 6, 1, "[{1 4} {2 2}]"},
		{Emptiest, []int{3, 1}, 4, 2, ""},
		{Spread, []int{4, 4}, 4, 2, "[{0 2} {1 2}]"},
		{Topology, []int{4, 4, 3, 2}, 5, 1, "[{2 3} {3 2}]"}, // the second rack has just 5
		{Topology, []int{1, 0, 2, 0, 4, 4}, 9, 1, "[{4 4} {5 4} {0 1}]"},
		{Consolidate, []int{1, 3, 4}, 2, 1, "[{1 2}]"},
		{Consolidate, []int{1, 1}, 2, 1, ""},
		{Consolidate, []int{4, 3, 4, 4}, 6, 1, "[{0 4} {1 2}]"},
		{Consolidate, []int{4, 1, 4, 3}, 6, 1, "[{2 4} {3 2}]"}, // the first rack lacks the rest
		{Consolidate, []int{4, 1, 4, 1}, 8, 1, ""},              // two whole nodes, but not in one rack
	} {
		name := fmt.Sprintf("%s %d of %v in replicas of %d", c.rule, c.n, c.free, c.r)
		cl := with(c.free...)
		fits := cl.Fits(0, c.n, c.r, c.rule)
		got, ok := cl.Place(1, 0, c.n, c.r, c.rule, nil)
		require.Equal(t, c.want != "", ok, name)
		require.Equal(t, ok, fits, name)
		if ok {
			require.Equal(t, c.want, fmt.Sprint(got), name)
		}
		require.NoError(t, cl.Audit(), name)
	}
	require.EqualError(t, new(Placement).UnmarshalText([]byte("best")), `"best": want count, pack, spread, emptiest, topology, random or consolidate`)
}

// TestPlacementsAreSound: whatever is placed is free, whole in replicas, and all
// that was asked for; a refusal changes nothing; pack uses no more nodes than
// spread, and on one node it leaves the least that brute force can, up to powers
// of two.
func TestPlacementsAreSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		free := rapid.SliceOfN(rapid.IntRange(0, 4), 1, 6).Draw(t, "free")
		r := rapid.IntRange(1, 2).Draw(t, "replica")
		n := r * rapid.IntRange(1, 6).Draw(t, "replicas")
		doom := rapid.Bool().Draw(t, "doom")
		used := map[Placement]int{}
		for _, rule := range Placements() {
			c := with(free...)
			if doom {
				c.Doom([]Piece{{Node: 0, GPUs: 2}})
			}
			was := c.Free(0)
			able := slices.Clone(free)
			able[0] = c.nodes[0].free()
			fits := c.Fits(0, n, r, rule)
			pieces, ok := c.Place(1, 0, n, r, rule, nil)
			require.Equal(t, fits, ok, rule)
			require.NoError(t, c.Audit())
			if !ok {
				require.Equal(t, was, c.Free(0))
				continue
			}
			sum := 0
			for _, p := range pieces {
				sum += p.GPUs
				require.LessOrEqual(t, p.GPUs, able[p.Node], rule)
				if rule != Count {
					require.Zero(t, p.GPUs%r, rule)
				}
			}
			require.Equal(t, n, sum)
			used[rule] = len(pieces)
			if rule == Pack && len(pieces) == 1 && r == 1 {
				checkBestFit(t, able, pieces[0])
			}
		}
		if used[Pack] > 0 && used[Spread] > 0 {
			require.LessOrEqual(t, used[Pack], used[Spread])
		}
	})
}

// checkBestFit tries every node.
func checkBestFit(t *rapid.T, free []int, got Piece) {
	rank := func(over int) int {
		return map[int]int{0: 0, 1: 1, 2: 2, 4: 3, 3: 4}[over] // powers of two before 3
	}
	for k, f := range free {
		if f >= got.GPUs && got.GPUs < 4 {
			require.LessOrEqual(t, rank(free[got.Node]-got.GPUs), rank(f-got.GPUs), "node %d of %v for %v", k, free, got)
		}
	}
}

func BenchmarkPlace(b *testing.B) {
	for _, rule := range Placements() {
		b.Run(string(rule), func(b *testing.B) {
			c := New([]Pool{{Name: "a", Nodes: 512, GPUsPerNode: 8, NodesPerRack: 16}}, nil, 1)
			c.Take(1, 0, 2001, nil)
			var pieces []Piece
			b.ReportAllocs()
			for b.Loop() {
				pieces, _ = c.Place(2, 0, 32, 1, rule, pieces[:0])
				c.Give(2, pieces)
			}
		})
	}
}
