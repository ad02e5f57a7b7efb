package workload

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// The published points of Llama-3-70B on ml.p5.48xlarge: 2,000 tokens/s on one
// node, 14,000 on eight. Both models through them, and the table of them.
func TestScalingThroughPublishedPoints(t *testing.T) {
	amdahl := Amdahl{Serial: 1.0 / 49}
	power := PowerLaw{Exponent: math.Log(7) / math.Log(8)}
	table, err := NewTable([]Point{{Replicas: 8, Throughput: 14000}, {Replicas: 1, Throughput: 2000}})
	require.NoError(t, err)
	for _, m := range []Scaling{amdahl, power, table} {
		require.InDelta(t, 1, m.Speedup(Shape{1, 1, 1}), 1e-12, m)
		require.InDelta(t, 7, m.Speedup(Shape{8, 1, 1}), 1e-12, m)
		require.Equal(t, 7*RateUnit, RateOf(m.Speedup(Shape{8, 1, 1})), m)
	}
	require.InDelta(t, 0.9357849740192015, power.Exponent, 1e-15)
	// Between the points, tokens/s, as the models say.
	for n, want := range map[int][2]float64{2: {3826, 3920}, 4: {7319, 7538}, 6: {10696, 10889}} {
		require.InDelta(t, want[0], 2000*power.Speedup(Shape{n, 1, 1}), 0.5)
		require.InDelta(t, want[1], 2000*amdahl.Speedup(Shape{n, 1, 1}), 0.5)
	}
	require.Equal(t, 4.0, Linear{}.Speedup(Shape{4, 1, 1}))
	require.Equal(t, []string{"linear", "amdahl, serial share 0.02", "power law, exponent 0.9", "table of 2 points"},
		[]string{Linear{}.String(), Amdahl{0.02}.String(), PowerLaw{0.9}.String(), table.String()})
}

func TestTable(t *testing.T) {
	table, err := NewTable([]Point{{4, 400}, {8, 600}, {16, 1000}})
	require.NoError(t, err)
	// One replica's reference speed is 100.
	for n, want := range map[int]float64{1: 1, 2: 2, 4: 4, 6: 5, 8: 6, 12: 8, 16: 10, 64: 10} {
		require.Equal(t, want, table.Speedup(Shape{n, 1, 1}), "%d replicas", n)
	}
	for want, points := range map[string][]Point{
		"a scaling table needs at least one point":                    nil,
		"point 1: 0 replicas, want at least 1":                        {{0, 1}},
		"2 replicas: throughput -1, want a number from 1e-9 to 1e12":  {{2, -1}},
		"2 replicas: throughput NaN, want a number from 1e-9 to 1e12": {{2, math.NaN()}},
		"two points for 2 replicas":                                   {{2, 1}, {2, 2}},
	} {
		_, err := NewTable(points)
		require.EqualError(t, err, want)
	}
}
