package report

import (
	"math"
	"strconv"
	"strings"
)

// decimalsFor says how many decimals a column of figures has: one of large ones
// fewer than usual, one of counts none unless they are means that are not whole.
func decimalsFor(values []float64, usual int) int {
	most := math.Inf(-1)
	whole := true
	for _, v := range values {
		if v > most {
			most = v
		}
		whole = whole && v == math.Trunc(v)
	}
	switch {
	case most >= 1000:
		return 0
	case usual == 0 && !whole:
		return 1
	case most >= 100:
		return min(usual, 1)
	}
	return usual
}

// number prints a figure, or a dash where there is none.
func number(v float64, decimals int) string {
	if math.IsNaN(v) {
		return "-"
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// plain writes a number without an exponent, thousands apart, without the
// float's last digits.
func plain(v float64) string {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 9, 64), 64)
	return thousands(strconv.FormatFloat(v, 'f', -1, 64))
}

// amount writes an amount to three digits, and to tenths below a thousand, as
// the table of policies does.
func amount(v float64) string {
	digits := 0
	switch a := math.Abs(v); {
	case a == 0 || a >= 999.95:
	case a >= 9.995:
		digits = 1
	default:
		digits = 2
	}
	return thousands(strconv.FormatFloat(v, 'f', digits, 64))
}

// thousands puts commas into a number's whole part.
func thousands(s string) string {
	whole, rest, _ := strings.Cut(s, ".")
	for i := len(whole) - 3; i > 0 && whole[i-1] != '-'; i -= 3 {
		whole = whole[:i] + "," + whole[i:]
	}
	if rest != "" {
		return whole + "." + rest
	}
	return whole
}

// plural is a count of things by their word.
func plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return count(n) + " " + word + "s"
}
