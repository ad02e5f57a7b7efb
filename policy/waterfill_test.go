package policy

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestWaterFill(t *testing.T) {
	for _, c := range []struct {
		capacity               float64
		demands, weights, want []float64
	}{
		{10, []float64{2, 2.6, 4, 5}, []float64{1, 1, 1, 1}, []float64{2, 2.6, 2.7, 2.7}},
		{16, []float64{4, 2, 10, 4}, []float64{2.5, 4, 0.5, 1}, []float64{4, 2, 6, 4}},
		{64, []float64{8, 16, 64, 64}, []float64{1, 1, 1, 3}, []float64{8, 11.2, 11.2, 33.6}},
		{5, []float64{0, 3}, []float64{1, 1}, []float64{0, 3}},
		{5, nil, nil, []float64{}},
	} {
		require.InDeltaSlice(t, c.want, WaterFill(c.capacity, c.demands, c.weights), 1e-9)
	}
}

// TestWaterFillIsFair: shares use all that is wanted, exceed no demand, and who
// gets less than it wants has no less, by weight, than anybody else.
func TestWaterFillIsFair(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 6).Draw(t, "n")
		capacity := rapid.Float64Range(0, 100).Draw(t, "capacity")
		demands := rapid.SliceOfN(rapid.Float64Range(0, 50), n, n).Draw(t, "demands")
		weights := rapid.SliceOfN(rapid.Float64Range(0.1, 5), n, n).Draw(t, "weights")
		shares := WaterFill(capacity, demands, weights)
		sum, want := 0.0, 0.0
		for i := range shares {
			sum += shares[i]
			want += demands[i]
			require.LessOrEqual(t, shares[i], demands[i]+1e-9)
		}
		require.InDelta(t, min(capacity, want), sum, 1e-6)
		for i := range shares {
			for k := range shares {
				if shares[i] < demands[i]-1e-9 {
					require.GreaterOrEqual(t, shares[i]/weights[i], shares[k]/weights[k]-1e-6)
				}
			}
		}
	})
}
