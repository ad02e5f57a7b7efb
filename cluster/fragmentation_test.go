package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestFragmentationOracle is the entry "fragmentation" of the analytic oracles: two
// nodes of 4, jobs of 3 and 3; a third of 2 on one node does not fit, though 2 are
// free, one on each.
func TestFragmentationOracle(t *testing.T) {
	for _, rule := range []Placement{Pack, Spread, Topology, Random, Consolidate} {
		c := New([]Pool{{Name: "p", Nodes: 2, GPUsPerNode: 4}}, nil, 1)
		for o := range Owner(2) {
			_, ok := c.Place(o, 0, 3, 3, rule, nil)
			require.True(t, ok, rule)
		}
		require.Equal(t, 2, c.Free(0))
		require.False(t, c.Fits(0, 2, 2, rule), rule)
		require.Equal(t, 2, c.Unusable(0, []SizeCount{{2, 2, 1}}, rule), rule)
		require.NoError(t, c.Audit())
	}
}

func TestUnusable(t *testing.T) {
	for _, x := range []struct {
		free  []int
		sizes []SizeCount
		rule  Placement
		want  int
		why   string
	}{
		{[]int{1, 1, 1}, nil, Pack, 0, "nobody waits"},
		{[]int{1, 1, 1}, []SizeCount{{2, 2, 1}}, Pack, 3, "none can host 2"},
		{[]int{1, 1, 1}, []SizeCount{{2, 1, 1}}, Pack, 0, "replicas of 1 lie apart"},
		{[]int{1, 1, 1}, []SizeCount{{2, 1, 1}}, Consolidate, 3, "not under this rule"},
		{[]int{1, 1, 1}, []SizeCount{{2, 2, 1}}, Count, 0, "count never minds"},
		{[]int{1, 1, 1}, []SizeCount{{4, 4, 1}}, Pack, 0, "too few, however they lie"},
		{[]int{3, 3}, []SizeCount{{2, 2, 5}}, Pack, 2, "two fit, 1 + 1 are left, which would do for a third"},
		{[]int{3, 3}, []SizeCount{{2, 2, 2}}, Pack, 0, "as before, but there is no third"},
		{[]int{3, 3}, []SizeCount{{4, 4, 1}, {1, 1, 3}}, Pack, 0, "3 are left, too few for the 4"},
		{[]int{3, 3}, []SizeCount{{4, 4, 1}, {1, 1, 2}}, Pack, 4, "3 + 1 are left"},
		{[]int{4, 1, 4, 1}, []SizeCount{{8, 4, 1}}, Consolidate, 10, "two whole nodes, but in two racks"},
	} {
		c := with(x.free...)
		require.Equal(t, x.want, c.Unusable(0, x.sizes, x.rule), x.why)
		require.NoError(t, c.Audit(), x.why)
	}
}

// TestUnusableIsWhatPlacingLeaves: the measure is what is left when the queue is
// placed in earnest, and it changes nothing.
func TestUnusableIsWhatPlacingLeaves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		free := rapid.SliceOfN(rapid.IntRange(0, 4), 1, 6).Draw(t, "free")
		rule := rapid.SampledFrom([]Placement{Count, Pack, Spread, Topology, Consolidate}).Draw(t, "rule")
		c, placed := with(free...), with(free...)
		var sizes []SizeCount
		smallest := 1000
		for range rapid.IntRange(0, 4).Draw(t, "sizes") {
			r := rapid.IntRange(1, 4).Draw(t, "replica")
			s := SizeCount{r * rapid.IntRange(1, 4).Draw(t, "replicas"), r, rapid.IntRange(1, 3).Draw(t, "jobs")}
			sizes = append(sizes, s)
			for range s.Jobs {
				if _, ok := placed.Place(1, 0, s.GPUs, r, rule, nil); !ok {
					smallest = min(smallest, s.GPUs)
				}
			}
		}
		want := placed.Free(0)
		if smallest > want {
			want = 0
		}
		was := c.Free(0)
		require.Equal(t, want, c.Unusable(0, sizes, rule))
		require.Equal(t, was, c.Free(0))
		require.NoError(t, c.Audit())
	})
}
