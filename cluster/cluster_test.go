package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTakeFromTheLowestNode(t *testing.T) {
	c := New([]Pool{{Name: "a", Nodes: 2, GPUsPerNode: 4}, {Name: "b", Nodes: 70, GPUsPerNode: 1}}, []int{6, 70}, 1)
	require.Equal(t, []Piece{{0, 4}, {1, 1}}, c.Take(7, 0, 5, nil))
	require.Equal(t, 1, c.Free(0))
	lost, external := c.Missing(0)
	require.Equal(t, []int{2, 0}, []int{lost, external})
	got := c.Take(8, 1, 66, nil)
	require.Equal(t, Piece{67, 1}, got[65])
	c.Give(8, got[:1])
	require.Equal(t, []Piece{{2, 1}, {68, 1}}, c.Take(9, 1, 2, nil))
	require.NoError(t, c.Audit())
}

func TestWithdrawTakesFreeThenExternalThenTheLastJob(t *testing.T) {
	c := New([]Pool{{Name: "a", Nodes: 1, GPUsPerNode: 8}}, nil, 1)
	c.Take(1, 0, 2, nil)
	c.Take(2, 0, 2, nil)
	c.Withdraw([]Piece{{0, 2}}, External)
	// 2 free, 2 external, 2 of job 2, then 1 of job 1.
	require.Equal(t, []Share{{2, Piece{0, 2}}, {1, Piece{0, 1}}}, c.Withdraw([]Piece{{0, 7}}, Lost))
	require.NoError(t, c.Audit())
	require.Empty(t, c.PickShortfall(0)[1:], "the external tenant wants its 2 GPUs again and takes the last one")
}

func TestDoomedGPUsAreNotTaken(t *testing.T) {
	c := New([]Pool{{Name: "a", Nodes: 2, GPUsPerNode: 4}}, nil, 1)
	c.Take(1, 0, 3, nil)
	require.Equal(t, []Share{{1, Piece{0, 1}}}, c.Doom([]Piece{{0, 2}}), "one free GPU and one of the job")
	require.Equal(t, 4, c.Free(0))
	require.Equal(t, 5, c.Idle(0))
	require.Equal(t, 1, c.Doomed(1, 0))
	require.Equal(t, []Piece{{1, 4}}, c.Take(2, 0, 4, nil))
	require.NoError(t, c.Audit())
}

// TestVictimsDoNotDependOnJobs: two clusters with the same seed lose the same
// nodes, whatever runs on them.
func TestVictimsDoNotDependOnJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		pools := []Pool{{Name: "a", Nodes: rapid.IntRange(1, 9).Draw(t, "nodes"), GPUsPerNode: rapid.IntRange(1, 4).Draw(t, "gpus")}}
		seed := rapid.Uint64().Draw(t, "seed")
		busy, idle := New(pools, nil, seed), New(pools, nil, seed)
		busy.Take(1, 0, rapid.IntRange(0, pools[0].GPUs()).Draw(t, "taken"), nil)
		n := rapid.IntRange(1, pools[0].GPUs()).Draw(t, "lost")
		ch := Change{Node: ByCount, Delta: -n}
		a, b := busy.PickLoss(ch), idle.PickLoss(ch)
		require.Equal(t, a, b)
		busy.Withdraw(a, Lost)
		lost, _ := busy.Missing(0)
		require.Equal(t, n, lost)
		busy.Return(busy.PickGain(Change{Node: ByCount, Delta: n}), Lost)
		lost, _ = busy.Missing(0)
		require.Zero(t, lost)
		require.NoError(t, busy.Audit())
	})
}

func TestPoolCheck(t *testing.T) {
	require.EqualError(t, Pool{Name: "a", Nodes: 2}.Check(), `pool "a" has 2 nodes of 0 GPUs: no GPU at all`)
	require.EqualError(t, Pool{Name: "a", Nodes: 1 << 40, GPUsPerNode: 1 << 40}.Check(), `pool "a" has over 10000000 GPUs`)
	require.NoError(t, Pool{Name: "a", Nodes: 1, GPUsPerNode: 8}.Check())
}

func BenchmarkTakeGive(b *testing.B) {
	c := New([]Pool{{Name: "a", Nodes: 512, GPUsPerNode: 8}}, nil, 1)
	c.Take(1, 0, 2000, nil)
	var pieces []Piece
	b.ReportAllocs()
	for b.Loop() {
		pieces = c.Take(2, 0, 32, pieces[:0])
		c.Give(2, pieces)
	}
}
