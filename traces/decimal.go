package traces

import "strings"

// decimal reads digits with an optional fraction, such as 12 or 12.50, and
// returns the value times 10^shift, rounded half to even. It reports whether
// the result is exact, and whether the text was well formed and the result at
// most limit. Signs, exponents, NaN and infinities are not well formed. The
// limit must be under 9e17.
func decimal(text string, shift int, limit int64) (v int64, exact, ok bool) {
	whole, frac, point := strings.Cut(text, ".")
	if !digits(whole) || point && !digits(frac) {
		return 0, false, false
	}
	for len(frac) < shift {
		frac += "0"
	}
	for _, part := range []string{whole, frac[:shift]} {
		for i := range len(part) {
			if v = v*10 + int64(part[i]-'0'); v > limit {
				return 0, false, false
			}
		}
	}
	rest := strings.TrimRight(frac[shift:], "0")
	if roundsUp(v, rest) {
		v++
	}
	return v, rest == "", v <= limit
}

// roundsUp reports whether v followed by the fraction rest, which has no
// trailing zeros, is rounded up.
func roundsUp(v int64, rest string) bool {
	if rest == "5" {
		return v%2 == 1
	}
	return rest >= "5"
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
