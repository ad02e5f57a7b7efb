package report

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// many is eight policies, some with long labels, six of them with two seeds.
func many() *Report {
	r := sample()
	for _, l := range []string{"a-policy-with-a-name-that-is-far-too-long", "conservative-backfill", "c", "d", "e", "f"} {
		second := *r.Runs[1].Result
		second.Seed = 2
		second.Spent[sim.Draining] += hour
		second.Spent[sim.Training] -= hour
		r.Runs = append(r.Runs, Run{Label: l, Result: r.Runs[1].Result}, Run{Label: l, Result: &second})
	}
	r.Manifest.Clairvoyant = []string{"a-policy-with-a-name-that-is-far-too-long", "conservative-backfill", "hyperpod"}
	return r
}

// priced is the sample at 2.5 a GPU-hour.
func priced() *Report {
	r := sample()
	r.Prices = []Price{{GPUHour: 2.5}}
	return r
}

// Each golden table is as wide as asked for, colour aside.
func TestTable(t *testing.T) {
	for _, c := range []struct {
		name string
		r    *Report
		o    TableOptions
	}{
		{"table.txt", sample(), TableOptions{}},
		{"table-color.txt", sample(), TableOptions{Width: 80, Color: true}},
		{"table-bars.txt", sample(), TableOptions{Width: 80, Bars: true}},
		{"table-bars-many.txt", many(), TableOptions{Width: 100, Bars: true, Color: true}},
		{"table-cost.txt", priced(), TableOptions{}},
		{"table-narrow.txt", sample(), TableOptions{Width: 44}},
		{"table-many.txt", many(), TableOptions{Width: 80}},
		{"table-wide.txt", many(), TableOptions{Width: 150, Color: true}},
	} {
		var b bytes.Buffer
		require.NoError(t, c.r.Table(&b, c.o))
		golden(t, c.name, b.Bytes())
		require.Equal(t, c.o.Color, strings.Contains(b.String(), "\x1b"))
		width := c.o.Width
		if width == 0 {
			width = 80
		}
		for _, line := range strings.Split(strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "", "\x1b[33m", "", "\x1b[34m", "", "\x1b[31m", "").Replace(b.String()), "\n") {
			require.LessOrEqual(t, utf8.RuneCountInString(line), width, "%s: %s", c.name, line)
			require.Equal(t, strings.TrimRight(line, " "), line)
		}
	}
}

// Of columns whose figures look equal nothing is marked, of others all that look
// least, and never a dash.
func TestBestOfAColumn(t *testing.T) {
	for _, c := range []struct {
		values []float64
		want   string
	}{
		{[]float64{2, 1, 1.04}, "2.0 1.0* 1.0*"},
		{[]float64{1, 1.01}, "1.0 1.0"},
		{[]float64{5}, "5.0"},
		{[]float64{math.NaN(), 2, 3}, "- 2.0* 3.0"},
		{[]float64{math.NaN(), 2}, "- 2.0"},
		{[]float64{math.NaN()}, "-"},
		{[]float64{1234.5, 999.5}, "1234 1000*"},
		{nil, ""},
	} {
		next := 0
		column := column{decimals: 1, best: theLeast, value: func(*summary) float64 {
			next++
			return c.values[next-1]
		}}
		g := newGrid([2]string{}, make([]string, len(c.values)))
		g.addColumn(column, oneRunEach(len(c.values)))
		var got []string
		for _, r := range g.rows {
			got = append(got, strings.TrimSpace(r[1].render(0, 0, false)))
		}
		require.Equal(t, c.want, strings.Join(got, " "))
	}
}

// oneRunEach is one run of each of n policies.
func oneRunEach(n int) [][]*summary {
	out := make([][]*summary, n)
	for i := range out {
		out[i] = []*summary{{}}
	}
	return out
}

func TestDecimals(t *testing.T) {
	for _, c := range []struct {
		values      []float64
		usual, want int
	}{
		{[]float64{1, 99.9}, 2, 2},
		{[]float64{1, 100}, 2, 1},
		{[]float64{1, 100}, 1, 1},
		{[]float64{1, 1000}, 2, 0},
		{[]float64{3, 4}, 0, 0},
		{[]float64{3.5, 4}, 0, 1},
		{[]float64{3.5, 1004}, 0, 0},
		{nil, 2, 2},
	} {
		require.Equal(t, c.want, decimalsFor(c.values, c.usual), "%v", c)
	}
}

// A table of no runs, and one of a run of which no job completed.
func TestTableOfLittle(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, (&Report{}).Table(&b, TableOptions{}))
	require.Contains(t, b.String(), "policy")
	b.Reset()
	r := &Report{Runs: []Run{{Label: "a", Result: &sim.Result{Jobs: []sim.JobResult{{Phase: policy.Queued, End: simtime.Never}}}}}}
	require.NoError(t, r.Table(&b, TableOptions{}))
	require.Regexp(t, `a +0\.0 +0\.0 +0\.0 +0\.0 +0\.0 +- +- +- +1 +0 +0\n`, b.String())
}
