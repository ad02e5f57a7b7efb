package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestMoves(t *testing.T) {
	holders := func(size int, nodes ...[]Share) *Cluster {
		c := New([]Pool{{Name: "p", Nodes: len(nodes), GPUsPerNode: size}}, nil, 1)
		for k, shares := range nodes {
			for _, s := range shares {
				c.takeOn(s.Owner, Piece{NodeID(k), s.GPUs})
			}
		}
		return c
	}
	has := func(o Owner, gpus int) Share { return Share{Owner: o, Piece: Piece{GPUs: gpus}} }
	for _, x := range []struct {
		why   string
		c     *Cluster
		n     int
		moves []Move
	}{
		{"node 1 has them", holders(4, []Share{has(1, 3)}, []Share{has(2, 1)}), 3, nil},
		{"no node is so large", holders(4, nil), 5, nil},
		{"the smaller job moves to the other node", holders(4, []Share{has(1, 3)}, []Share{has(2, 1)}), 4, []Move{{2, 1, 0, 1}}},
		{"the lowest node of two as cheap", holders(4, []Share{has(1, 2)}, []Share{has(2, 2)}), 4, []Move{{1, 0, 1, 2}}},
		{"nowhere else is as much free", holders(4, []Share{has(1, 3)}, []Share{has(2, 3)}), 3, nil},
		{"one job of 2 rather than two of 1",
			holders(8, []Share{has(1, 1), has(2, 1), has(3, 2), has(4, 3)}, []Share{has(5, 6)}, []Share{has(6, 7)}),
			3, []Move{{3, 0, 1, 2}}},
		{"two of 1 where one of 2 finds no room",
			holders(4, []Share{has(1, 1), has(2, 1), has(3, 2)}, []Share{has(4, 3)}, []Share{has(5, 3)}),
			2, []Move{{2, 0, 1, 1}, {1, 0, 2, 1}}},
	} {
		require.Equal(t, x.moves, x.c.Moves(0, x.n), x.why)
		require.NoError(t, x.c.Audit())
	}
}

// TestMovesByBruteForce: the moves do what they promise, and with shares moved
// whole none are cheaper, on the first such node.
func TestMovesByBruteForce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := New([]Pool{{Name: "p", Nodes: rapid.IntRange(1, 4).Draw(t, "nodes"), GPUsPerNode: 5}}, nil, 1)
		for o := range Owner(12) {
			id := NodeID(rapid.IntRange(0, len(c.nodes)-1).Draw(t, "node"))
			if g := rapid.IntRange(0, min(4, c.nodes[id].free())).Draw(t, "GPUs"); g > 0 {
				c.takeOn(o, Piece{id, g})
			}
		}
		if rapid.Bool().Draw(t, "doom") {
			c.Doom([]Piece{{0, 2}})
		}
		n := rapid.IntRange(1, 5).Draw(t, "wanted")
		moves := c.Moves(0, n)
		require.NoError(t, c.Audit())
		node, gpus := cheapest(c, n)
		if gpus <= 0 {
			require.Empty(t, moves)
			return
		}
		require.NotEmpty(t, moves)
		sum := 0
		for _, m := range moves {
			sum += m.GPUs
			require.Equal(t, node, m.From)
			require.NotEqual(t, m.From, m.To)
			require.LessOrEqual(t, m.GPUs, c.nodes[m.To].free())
			c.takeOn(m.Owner, Piece{m.To, m.GPUs})
			c.Give(m.Owner, []Piece{{m.From, m.GPUs}})
		}
		require.Equal(t, gpus, sum)
		require.GreaterOrEqual(t, c.nodes[node].free(), n)
		require.NoError(t, c.Audit())
	})
}

// cheapest returns the first node that can have n free GPUs at the cost of moving
// the fewest, and how many; no GPUs if a node has them, -1 if none can.
func cheapest(c *Cluster, n int) (NodeID, int) {
	node, least := NodeID(-1), -1
	for k := range c.nodes {
		nd := &c.nodes[k]
		if nd.free() >= n {
			return NodeID(k), 0
		}
		for set := range uint(1) << len(nd.holders) {
			var gpus []int
			sum := 0
			for i, h := range nd.holders {
				if set>>i&1 == 1 {
					gpus = append(gpus, h.GPUs)
					sum += h.GPUs
				}
			}
			room := make([]int, len(c.nodes))
			for i := range room {
				room[i] = c.nodes[i].free()
			}
			room[k] = 0
			if nd.idle()-nd.doomed+sum >= n && (least < 0 || sum < least) && hosts(room, gpus) {
				node, least = NodeID(k), sum
			}
		}
	}
	return node, least
}

// hosts tries all ways to put shares on nodes.
func hosts(room, gpus []int) bool {
	if len(gpus) == 0 {
		return true
	}
	for k := range room {
		if room[k] < gpus[0] {
			continue
		}
		room[k] -= gpus[0]
		ok := hosts(room, gpus[1:])
		room[k] += gpus[0]
		if ok {
			return true
		}
	}
	return false
}

// BenchmarkMoves is for a pool of 512 nodes without room for a whole one.
func BenchmarkMoves(b *testing.B) {
	c := New([]Pool{{Name: "a", Nodes: 512, GPUsPerNode: 8}}, nil, 1)
	for k := range NodeID(512) {
		for o, g := range []int{3, 1, 1, 2}[:2+k%3] {
			c.takeOn(Owner(o), Piece{k, g})
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Moves(0, 8)
	}
}

// BenchmarkUnusable is for a queue of eight sizes.
func BenchmarkUnusable(b *testing.B) {
	c := New([]Pool{{Name: "a", Nodes: 512, GPUsPerNode: 8, NodesPerRack: 16}}, nil, 1)
	c.Place(1, 0, 3500, 1, Spread, nil)
	var sizes []SizeCount
	for _, r := range []int{8, 4, 2, 1} {
		sizes = append(sizes, SizeCount{4 * r, r, 10}, SizeCount{r, r, 10})
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Unusable(0, sizes, Pack)
	}
}
