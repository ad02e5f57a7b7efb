package html

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/report"
	"rubato/sim"
	"rubato/simtime"
)

// Ten milliseconds in two columns. 4 GPUs train, but for 1 ms at 6, in which one of
// them is idle: the mean of the second column hides it, the least and the most do
// not.
func TestColumnsKeepPeaks(t *testing.T) {
	line := &report.Timeline{}
	line.Observe(0, 6, &sim.Counts{sim.Training: 4})
	line.Observe(6, 7, &sim.Counts{sim.Training: 3, sim.IdleBlocked: 1})
	line.Observe(7, 10, &sim.Counts{sim.Training: 4})
	got := inColumns(columns(line, 10, 2))
	require.Equal(t, []int64{5, 5}, got.Lengths)
	const training, blocked, jobs = 0, 8, 11
	require.Equal(t, []float64{4, 3.8}, got.Mean[training])
	require.Equal(t, []float64{0, 0.2}, got.Mean[blocked])
	require.Equal(t, []int32{4, 3}, got.Least[training])
	require.Equal(t, []int32{0, 1}, got.Most[blocked])
	require.Equal(t, []int32{4, 3}, got.Least[jobs])
	require.Equal(t, []int32{4, 4}, got.Most[jobs])
}

// Whatever the timeline: columns have its GPU time, the extremes of each state in
// each column are those of the instants in it, and no more.
func TestColumnsLoseNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		line := &report.Timeline{}
		var steps []report.Step
		at := simtime.Time(0)
		for range rapid.IntRange(1, 40).Draw(t, "steps") {
			step := report.Step{From: at, To: at.Add(simtime.Duration(rapid.IntRange(1, 50).Draw(t, "length")))}
			var c sim.Counts
			for _, s := range stack {
				c[s] = rapid.IntRange(0, 3).Draw(t, "gpus")
				step.GPUs[s] = int32(c[s])
			}
			line.Observe(step.From, step.To, &c)
			steps = append(steps, step)
			at = step.To
		}
		for _, c := range columns(line, at, rapid.IntRange(1, 60).Draw(t, "columns")) {
			requireColumn(t, &c, steps)
		}
	})
}

// requireColumn works a column out millisecond by millisecond.
func requireColumn(t *rapid.T, c *column, steps []report.Step) {
	for _, s := range stack {
		sum, least, most := int64(0), int32(99), int32(-1)
		for _, step := range steps {
			for ms := max(step.From, c.from); ms < min(step.To, c.to); ms++ {
				n := step.GPUs[s]
				sum, least, most = sum+int64(n), min(least, n), max(most, n)
			}
		}
		require.Equal(t, sum, c.spent[s])
		require.Equal(t, least, c.least[s])
		require.Equal(t, most, c.most[s])
	}
}

// Edges of columns are exact in a run of a hundred years.
func TestEdge(t *testing.T) {
	end := simtime.Time(100 * 365 * simtime.Day)
	require.Equal(t, simtime.Time(0), edge(end, 0, 12000))
	require.Equal(t, end, edge(end, 12000, 12000))
	require.Equal(t, end/2, edge(end, 6000, 12000))
}

func BenchmarkColumns(b *testing.B) {
	line := &report.Timeline{}
	for i := range 1_000_000 {
		line.Observe(simtime.Time(10*i), simtime.Time(10*i+10), &sim.Counts{sim.Training: i % 7, sim.IdleBlocked: i % 5})
	}
	b.ReportAllocs()
	for b.Loop() {
		columns(line, 10_000_000, 2000)
	}
}
