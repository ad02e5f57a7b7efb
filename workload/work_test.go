package workload

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/simtime"
)

func big128(w Work) *big.Int {
	v := new(big.Int).SetUint64(w.hi)
	return v.Lsh(v, 64).Or(v, new(big.Int).SetUint64(w.lo))
}

// TestWorkIsExact compares the 128-bit arithmetic with math/big.
func TestWorkIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rate := Rate(rapid.Uint64Range(1, 1<<50).Draw(t, "rate"))
		total := simtime.Duration(rapid.Int64Range(0, int64(simtime.Longest)).Draw(t, "total"))
		done := simtime.Duration(rapid.Int64Range(0, int64(simtime.Longest)).Draw(t, "done"))
		w, v := WorkOf(rate, total), WorkOf(rate, done)
		require.Equal(t, new(big.Int).Mul(new(big.Int).SetUint64(uint64(rate)), big.NewInt(int64(total))), big128(w))
		require.Equal(t, total, w.Time(rate))
		require.Equal(t, max(0, total-done), w.Sub(v).Time(rate))
		require.Equal(t, total < done, w.Less(v))
	})
}

func TestTimeRoundsUp(t *testing.T) {
	w := WorkOf(7, 10) // 70 units
	for rate, want := range map[Rate]simtime.Duration{7: 10, 8: 9, 70: 1, 71: 1, 69: 2} {
		require.Equal(t, want, w.Time(rate), "rate %d", rate)
	}
	require.Equal(t, simtime.Longest, w.Time(0))
	require.Equal(t, simtime.Duration(0), Work{}.Time(5))
}

func TestReplicaMillis(t *testing.T) {
	require.Equal(t, 4000.0, WorkOf(4*RateUnit, 1000).ReplicaMillis())
	require.Equal(t, 1e15, WorkOf(1e6*RateUnit, 1e9).ReplicaMillis())
}
