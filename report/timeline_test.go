package report

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/sim"
	"rubato/simtime"
)

// TestTimelineKeepsAll: whatever is observed, the steps tile the time, hold the
// same GPU time, and no two neighbours are equal.
func TestTimelineKeepsAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var tl Timeline
		var want, got sim.GPUMillis
		at := simtime.Time(0)
		for range rapid.IntRange(0, 30).Draw(t, "steps") {
			if rapid.IntRange(0, 9).Draw(t, "unobserved") == 0 {
				at++
			}
			to := at + simtime.Time(rapid.IntRange(0, 5).Draw(t, "span"))*rapid.SampledFrom([]simtime.Time{1, 1e9}).Draw(t, "unit")
			var c sim.Counts
			c[rapid.IntRange(0, int(sim.NumStates)-1).Draw(t, "state")] = rapid.IntRange(0, 2).Draw(t, "gpus") * 1_000_000_000
			tl.Observe(at, to, &c)
			if to > at {
				for s, n := range c {
					want[s] += int64(n) * int64(to-at)
				}
			}
			at = to
		}
		last, n := simtime.Time(0), 0
		var before counts
		tl.each(func(from, to simtime.Time, c *counts) {
			require.Equal(t, last, from)
			require.Less(t, from, to)
			require.True(t, n == 0 || *c != before, "two equal steps")
			last, before = to, *c
			n++
			for s, gpus := range c {
				got[s] += int64(gpus) * int64(to-from)
			}
		})
		require.Equal(t, tl.n, n)
		require.Equal(t, tl.end(), last)
		require.Equal(t, want, got)
	})
}

// Whoever reads a timeline may change what it is given.
func TestTimelineIsNotChangedByReading(t *testing.T) {
	tl := timelineOf(step{1, counts{1}}, step{2, counts{2}}, step{3, counts{3}})
	for range 2 {
		var got []int32
		tl.each(func(_, _ simtime.Time, c *counts) { got = append(got, c[0]) })
		require.Equal(t, []int32{1, 2, 3}, got)
	}
}

// Steps each of which moves GPUs from one state to another, take
// some seven bytes each.
func TestTimelineIsCompact(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	tl := &Timeline{}
	c := sim.Counts{sim.Training: 4096}
	const steps = 100_000
	var now simtime.Time
	for range steps {
		a, b := rnd.IntN(int(sim.NumStates)-1), rnd.IntN(int(sim.NumStates)-1)
		if n := 1 + rnd.IntN(8); c[a] >= n {
			c[a], c[b] = c[a]-n, c[b]+n
		}
		to := now.Add(1 + simtime.Duration(rnd.IntN(100_000)))
		tl.Observe(now, to, &c)
		now = to
	}
	require.Less(t, len(tl.done), 8*steps)
}

func BenchmarkObserve(b *testing.B) {
	tl := &Timeline{}
	c := sim.Counts{sim.Training: 4096}
	for i := range b.N {
		c[sim.Starting], c[sim.Training] = i%8, 4096-i%8
		tl.Observe(simtime.Time(i)*1000, simtime.Time(i+1)*1000, &c)
	}
	b.ReportMetric(float64(len(tl.done))/float64(b.N), "bytes/step")
}
