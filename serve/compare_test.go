package serve

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/report"
)

func TestDifference(t *testing.T) {
	for _, c := range []struct {
		before, after float64
		text, want    string
	}{
		{44.56, 47.03, "47.0", "+2.5 (+5.5 %)"},
		{2, 1.5, "1.50", "−0.50 (−25.0 %)"},
		{3, 5, "5", "+2 (+66.7 %)"},
		{0, 5, "5", "+5"},
		{7, 7, "7.0", "same"},
		{1000, 1000.004, "1000.0", "+0.004 (+0.0004 %)"},
		{-1, 1, "1.0", "+2.0"},
		{math.NaN(), 1, "1", ""},
		{1, math.NaN(), "", ""},
	} {
		require.Equal(t, c.want, difference(c.before, c.after, c.text))
	}
}

// Policies are found by name and figures by title; what one side lacks is named.
func TestCompareResults(t *testing.T) {
	figures := func(names []string, wasted ...float64) *result {
		c := &report.Comparison{Figures: []report.Figure{{Title: "wasted", Values: wasted, Texts: make([]string, len(wasted))}}}
		for i, n := range names {
			c.Policies = append(c.Policies, report.Compared{Name: n})
			c.Figures[0].Texts[i] = "x.0"
		}
		return &result{figures: c}
	}
	before, after := figures([]string{"a", "b"}, 1, 2), figures([]string{"c", "b"}, 3, 5)
	after.figures.Figures = append(after.figures.Figures, report.Figure{Title: "cost", Values: []float64{1, 1}, Texts: []string{"1", "1"}})
	got := compareResults(before, after)
	require.Equal(t, []compared{{"b", []change{{"wasted", "x.0", "x.0", "+3.0 (+150.0 %)"}}}}, got.Policies)
	require.Equal(t, []string{"c"}, got.New)
	require.Equal(t, []string{"a"}, got.Gone)
}
