package html

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRanks(t *testing.T) {
	require.Empty(t, ranks(0, 4))
	require.Equal(t, []int{1, 2, 3}, ranks(3, 4))
	// 1, 34, 67 and 100 are at even distances.
	require.Equal(t, []int{1, 10, 25, 34, 50, 67, 75, 90, 95, 99, 100}, ranks(100, 4))
	got := ranks(123_457, full.points)
	require.LessOrEqual(t, len(got), full.points+len(percents))
	require.Equal(t, 1, got[0], "the least time is there")
	require.Equal(t, 123_457, got[len(got)-1], "and the greatest")
	require.Contains(t, got, 61_729, "and the median")
	require.IsIncreasing(t, got)
}
