package traces

import (
	"cmp"
	"math/big"
	"math/bits"
	"strings"
)

// decimal reads digits with an optional fraction, such as 12 or 12.50, and
// returns the value times unit, rounded half to even. It reports whether
// the result is exact, and whether the text was well formed and the result at
// most limit. Signs, exponents, NaN and infinities are not well formed. The unit
// and the limit must be under 9e17.
func decimal(text string, unit, limit int64) (v int64, exact, ok bool) {
	whole, frac, point := strings.Cut(text, ".")
	if !digits(whole) || point && !digits(frac) {
		return 0, false, false
	}
	for i := range len(whole) {
		if v = v*10 + int64(whole[i]-'0'); v > limit/unit {
			return 0, false, false
		}
	}
	v *= unit
	if !point {
		return v, true, true
	}
	part, up, exact := fraction(frac, unit)
	v += part
	if up == half && v%2 == 1 || up == over {
		v++
	}
	return v, exact, v <= limit
}

// How the rest of a division compares with half the divisor.
const (
	under = iota
	half
	over
)

// fraction returns 0.frac times unit, cut to a whole number, and how the rest
// compares with half.
func fraction(frac string, unit int64) (v int64, rest int, exact bool) {
	const most = 18 // digits that fit in 64 bits
	if len(frac) > most {
		if frac = strings.TrimRight(frac, "0"); len(frac) > most {
			return longFraction(frac, unit)
		}
	}
	n, div := uint64(0), uint64(1)
	for i := range len(frac) {
		n, div = 10*n+uint64(frac[i]-'0'), 10*div
	}
	high, low := bits.Mul64(n, uint64(unit))
	quotient, r := bits.Div64(high, low, div)
	return int64(quotient), under + cmp.Compare(2*r, div) + 1, r == 0
}

// longFraction is fraction for any number of digits.
func longFraction(frac string, unit int64) (v int64, rest int, exact bool) {
	n, _ := new(big.Int).SetString(frac, 10)
	div := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(len(frac))), nil)
	quotient, r := n.Mul(n, big.NewInt(unit)).QuoRem(n, div, new(big.Int))
	exact = r.Sign() == 0
	return quotient.Int64(), under + r.Lsh(r, 1).Cmp(div) + 1, exact
}

// digits reports whether s is one or more decimal digits.
func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}
