package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestPlacementsOfThreeNodeRacks are cases that racks of two do not have.
func TestPlacementsOfThreeNodeRacks(t *testing.T) {
	for _, x := range []struct {
		rule Placement
		free []int
		n, r int
		want []Piece
	}{
		// The first rack has a whole node and 2 more GPUs, but apart.
		{Consolidate, []int{4, 1, 1}, 6, 1, nil},
		{Consolidate, []int{4, 1, 1, 2, 0, 4}, 6, 1, []Piece{{5, 4}, {3, 2}}},
		// Four GPUs: two nodes of the first rack, of 4 free, one of the second, of 5.
		{Topology, []int{2, 2, 0, 4, 1, 0}, 4, 1, []Piece{{3, 4}}},
		// Both racks would do with two nodes: the second has less.
		{Topology, []int{3, 3, 2, 3, 3, 1}, 5, 1, []Piece{{3, 3}, {4, 2}}},
		// Replicas of 3 use 3 of a node's 4.
		{Pack, []int{4, 4, 3}, 9, 3, []Piece{{0, 3}, {1, 3}, {2, 3}}},
		// The third GPU of the last node is of no use to a replica of 2, so that
		// after the first replica all are equal.
		{Spread, []int{2, 4, 3}, 4, 2, []Piece{{1, 2}, {0, 2}}},
		// Eight on a node of 4: nowhere.
		{Pack, []int{4, 4, 4}, 8, 8, nil},
	} {
		c := New([]Pool{{Name: "p", Nodes: len(x.free), GPUsPerNode: 4, NodesPerRack: 3}}, nil, 1)
		for k, f := range x.free {
			if f < 4 {
				c.takeOn(9, Piece{NodeID(k), 4 - f})
			}
		}
		got, ok := c.Place(1, 0, x.n, x.r, x.rule, nil)
		require.Equal(t, x.want, got, "%v", x)
		require.Equal(t, x.want != nil, ok)
		require.NoError(t, c.Audit())
	}
}
