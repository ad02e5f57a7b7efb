package html

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestEvenly(t *testing.T) {
	require.Empty(t, evenly(0, 4))
	require.Equal(t, []int{1, 2, 3}, evenly(3, 4))
	require.Equal(t, []int{1, 4, 7, 10}, evenly(10, 4))
	ranks := evenly(123_457, full.points)
	require.Len(t, ranks, full.points)
	require.Equal(t, 1, ranks[0], "the least time is there")
	require.Equal(t, 123_457, ranks[full.points-1], "and the greatest")
	require.IsIncreasing(t, ranks)
}
