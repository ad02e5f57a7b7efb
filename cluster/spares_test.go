package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Of four nodes one is a spare. It takes the place of a lost one, at the notice if
// there is one; the node that comes back is the new spare.
func TestSpares(t *testing.T) {
	c := New([]Pool{{Name: "p", Nodes: 4, GPUsPerNode: 8, Spares: 1}}, nil, 1)
	c.CallSpares(0)
	require.Equal(t, []int{24, 32}, []int{c.Free(0), c.Idle(0)})
	loss := Change{Node: 1, Delta: -8}
	picks := c.PickLoss(loss)
	c.Doom(picks)
	c.CallSpares(0)
	require.Equal(t, 24, c.Free(0), "the spare is in service before the node goes")
	c.Outage(loss)
	c.Withdraw(picks, Lost)
	c.CallSpares(0)
	require.Equal(t, []int{24, 24}, []int{c.Free(0), c.Idle(0)})
	pieces := c.Take(1, 0, 24, nil)
	c.Return(c.PickGain(Change{Node: 1, Delta: 8}), Lost)
	c.CallSpares(0)
	require.Equal(t, []int{0, 8}, []int{c.Free(0), c.Idle(0)})
	c.Give(1, pieces)
	require.Equal(t, 24, c.Free(0))
	require.NoError(t, c.Audit())
}

func TestLayout(t *testing.T) {
	c := New([]Pool{{Name: "a", Nodes: 1, GPUsPerNode: 8}, {Name: "b", Nodes: 6, GPUsPerNode: 4, NodesPerRack: 2}}, nil, 1)
	on := func(nodes ...NodeID) Layout {
		var pieces []Piece
		for _, n := range nodes {
			pieces = append(pieces, Piece{n, 1})
		}
		return c.Layout(pieces)
	}
	require.Equal(t, Layout{Nodes: 1, Racks: 1, Slowest: 1}, on(0))
	require.Equal(t, Layout{Nodes: 2, Racks: 1, Slowest: 1}, on(1, 2, 1))
	require.Equal(t, Layout{Nodes: 3, Racks: 2, Slowest: 1}, on(1, 3, 4))
	c.Take(5, 1, 6, nil)
	require.Equal(t, []Owner{5}, c.SetSpeed(1, 0, 0.5))
	require.Equal(t, Layout{Nodes: 2, Racks: 2, Slowest: 0.5}, on(1, 3))
	require.Empty(t, c.SetSpeed(1, 3, 0.25))
	require.Equal(t, Layout{Nodes: 1, Racks: 1, Slowest: 0.25}, on(4))
	c.SetSpeed(1, 3, 1)
	require.Equal(t, 1.0, on(4).Slowest)
}
