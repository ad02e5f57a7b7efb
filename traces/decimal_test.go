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
		shift int
		v     int64
		exact bool
		ok    bool
	}{
		{"0", 0, 0, true, true},
		{"66.0", 0, 66, true, true},
		{"0066.000", 0, 66, true, true},
		{"1.5", 3, 1500, true, true},
		{"1.2345", 3, 1234, false, true},            // half to even, down
		{"1.2355", 3, 1236, false, true},            // half to even, up
		{"1.23450001", 3, 1235, false, true},        // over half
		{"1.23449999", 3, 1234, false, true},        // under half
		{"0.5", 0, 0, false, true},                  // half to even
		{"1.5", 0, 2, false, true},                  // half to even
		{"2.50", 0, 2, false, true},                 // a trailing zero is still half
		{"45909.9999999995", 0, 45910, false, true}, // float dust
		{"56756.0000000002", 0, 56756, false, true},
		{"1000000", 0, limit, true, true},
		{"1000000.4", 0, limit, false, true},
		{"1000001", 0, 0, false, false},
		{"1000000.6", 0, limit + 1, false, false},
		{"99999999999999999999999999", 0, 0, false, false},
		{"", 0, 0, false, false},
		{".5", 0, 0, false, false},
		{"5.", 0, 0, false, false},
		{"1.2.3", 0, 0, false, false},
		{"-1", 0, 0, false, false},
		{"+1", 0, 0, false, false},
		{"1e3", 0, 0, false, false},
		{"NaN", 0, 0, false, false},
		{"Inf", 0, 0, false, false},
		{" 1", 0, 0, false, false},
		{"1,0", 0, 0, false, false},
	}
	for _, tt := range tests {
		t.Run(fmt.Sprintf("%s<<%d", tt.text, tt.shift), func(t *testing.T) {
			v, exact, ok := decimal(tt.text, tt.shift, limit)
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
		text := rapid.StringMatching(`[0-9]{1,9}\.[0-9]{0,5}(5|50|05|49|51|[0-9]{1,12})`).Draw(t, "text")
		shift := rapid.SampledFrom([]int{0, 3}).Draw(t, "shift")
		v, exact, ok := decimal(text, shift, 1e15)
		require.True(t, ok)

		x, parsed := new(big.Rat).SetString(text)
		require.True(t, parsed)
		for range shift {
			x.Mul(x, big.NewRat(10, 1))
		}
		require.Equal(t, x.IsInt(), exact)
		twice := new(big.Rat).Sub(x, new(big.Rat).SetInt64(v))
		twice.Abs(twice.Mul(twice, big.NewRat(2, 1)))
		cmp := twice.Cmp(big.NewRat(1, 1))
		require.LessOrEqual(t, cmp, 0, "not the nearest")
		require.False(t, cmp == 0 && v%2 == 1, "a tie went to the odd neighbour")
	})
}
