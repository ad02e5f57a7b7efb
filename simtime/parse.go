package simtime

import (
	"fmt"
	"math/bits"
	"strings"
)

var units = []struct {
	name string
	len  Duration
}{{"ms", Millisecond}, {"s", Second}, {"m", Minute}, {"h", Hour}, {"d", Day}, {"w", 7 * Day}}

// ParseDuration reads a span such as 90s, 1h30m, 1.5h or 7d: numbers with a
// unit of ms, s, m, h, d or w. It must come to whole milliseconds and to at
// most Longest. A bare 0 needs no unit.
func ParseDuration(s string) (Duration, error) {
	if s == "0" {
		return 0, nil
	}
	var sum Duration
	rest := s
	for rest != "" {
		number := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789."))]
		rest = rest[len(number):]
		unit := rest[:len(rest)-len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz"))]
		rest = rest[len(unit):]
		d, err := amount(number, unit)
		if err != nil {
			return 0, fmt.Errorf("%q: %w", s, err)
		}
		if sum += d; sum > Longest {
			return 0, fmt.Errorf("%q is over ten years", s)
		}
	}
	if s == "" {
		return 0, fmt.Errorf(`"": want a duration such as 90s, 30m, 6h or 7d`)
	}
	return sum, nil
}

// amount multiplies a decimal number by a unit, exactly.
func amount(number, unit string) (Duration, error) {
	for _, u := range units {
		if u.name == unit {
			return scale(number, u.len)
		}
	}
	return 0, fmt.Errorf("want a number and a unit of ms, s, m, h, d or w, such as 90s, 30m, 6h or 7d")
}

func scale(number string, unit Duration) (Duration, error) {
	whole, frac, _ := strings.Cut(number, ".")
	if whole+frac == "" || strings.Contains(frac, ".") || len(frac) > 9 {
		return 0, fmt.Errorf("%q is not a number with at most nine decimals", number)
	}
	digits, div := uint64(0), uint64(1)
	for _, c := range whole + frac {
		if digits > 1e18 {
			return 0, fmt.Errorf("%s is over ten years", number)
		}
		digits = 10*digits + uint64(c-'0')
	}
	for range frac {
		div *= 10
	}
	hi, lo := bits.Mul64(digits, uint64(unit))
	if hi >= div {
		return 0, fmt.Errorf("%s is over ten years", number)
	}
	q, rem := bits.Div64(hi, lo, div)
	switch {
	case q > uint64(Longest):
		return 0, fmt.Errorf("%s is over ten years", number)
	case rem != 0:
		return 0, fmt.Errorf("%s is not a whole number of milliseconds", number)
	}
	return Duration(q), nil
}

// UnmarshalText reads what ParseDuration reads.
func (d *Duration) UnmarshalText(text []byte) error {
	v, err := ParseDuration(string(text))
	if err == nil {
		*d = v
	}
	return err
}

// MarshalText writes what ParseDuration reads.
func (d Duration) MarshalText() ([]byte, error) { return []byte(d.String()), nil }
