package traces

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestDecimal(t *testing.T) {
	const limit = 1_000_000
	tests := []struct {
		text  string
		unit  int64
		v     int64
		exact bool
		ok    bool
	}{
		{"0", 1, 0, true, true},
		{"66.0", 1, 66, true, true},
		{"0066.000", 1, 66, true, true},
		{"1.5", 1000, 1500, true, true},
		{"1.2345", 1000, 1234, false, true},         // half to even, down
		{"1.2355", 1000, 1236, false, true},         // half to even, up
		{"1.23450001", 1000, 1235, false, true},     // over half
		{"1.23449999", 1000, 1234, false, true},     // under half
		{"0.5", 1, 0, false, true},                  // half to even
		{"1.5", 1, 2, false, true},                  // half to even
		{"2.50", 1, 2, false, true},                 // a trailing zero is still half
		{"45909.9999999995", 1, 45910, false, true}, // float dust
		{"56756.0000000002", 1, 56756, false, true},
		{"1000000", 1, limit, true, true},
		{"1000000.4", 1, limit, false, true},
		{"1000001", 1, 0, false, false},
		{"1000000.6", 1, limit + 1, false, false},
		{"99999999999999999999999999", 1, 0, false, false},
		{"", 1, 0, false, false},
		{".5", 1, 0, false, false},
		{"5.", 1, 0, false, false},
		{"1.2.3", 1, 0, false, false},
		{"-1", 1, 0, false, false},
		{"+1", 1, 0, false, false},
		{"1e3", 1, 0, false, false},
		{"NaN", 1, 0, false, false},
		{"Inf", 1, 0, false, false},
		{" 1", 1, 0, false, false},
		{"1,0", 1, 0, false, false},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s×%d", tt.text, tt.unit), func(t *testing.T) {
			v, exact, ok := decimal(tt.text, tt.unit, limit)
			require.Equal(t, tt.ok, ok)
			if ok {
				require.Equal(t, tt.v, v)
				require.Equal(t, tt.exact, exact)
			}
		})
	}
}

// TestDecimalAgainstRationals compares with exact rational arithmetic.
func TestDecimalAgainstRationals(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[0-9]{1,9}\.[0-9]{0,5}(5|50|05|49|51|[0-9]{1,30})`).Draw(t, "text")
		unit := rapid.SampledFrom([]int64{1, 1000, 86_400_000, 3_600_000}).Draw(t, "unit")
		v, exact, ok := decimal(text, unit, 8e17)
		require.True(t, ok)

		x, parsed := new(big.Rat).SetString(text)
		require.True(t, parsed)
		x.Mul(x, big.NewRat(unit, 1))
		require.Equal(t, x.IsInt(), exact)
		twice := new(big.Rat).Sub(x, new(big.Rat).SetInt64(v))
		twice.Abs(twice.Mul(twice, big.NewRat(2, 1)))
		cmp := twice.Cmp(big.NewRat(1, 1))
		require.LessOrEqual(t, cmp, 0, "not the nearest")
		require.False(t, cmp == 0 && v%2 == 1, "a tie went to the odd neighbour")
	})
}
