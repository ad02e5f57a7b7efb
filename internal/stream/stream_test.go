package stream

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The values are pinned: a change of the generator or of the seeding would change
// every published result.
func TestStreamsArePinnedAndApart(t *testing.T) {
	require.Equal(t, New(1, "arrivals").Uint64(), New(1, "arrivals").Uint64())
	require.NotEqual(t, New(1, "arrivals").Uint64(), New(1, "sizes").Uint64())
	require.NotEqual(t, New(1, "arrivals").Uint64(), New(2, "arrivals").Uint64())
	require.Equal(t, uint64(5426461697265709549), New(1, "arrivals").Uint64())
}

// Means over seeds in a row scatter as means of independent draws do, at each place
// in the stream: the mean square of their deviations, in standard errors, is 1.
func TestSeedsInARowAreIndependent(t *testing.T) {
	const seeds, places = 2000, 200
	sums := make([]float64, places)
	for seed := range uint64(seeds) {
		r := New(seed, "failures/a")
		for i := range sums {
			sums[i] += r.ExpFloat64() - 1
		}
	}
	square := 0.0
	for _, s := range sums {
		square += s * s / seeds
	}
	require.InDelta(t, 1, square/places, 4*math.Sqrt(2.0/places))
}
