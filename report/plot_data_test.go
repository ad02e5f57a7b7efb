package report

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

func jobsOf(phase policy.Phase, seconds ...int) []sim.JobResult {
	var out []sim.JobResult
	for _, s := range seconds {
		out = append(out, sim.JobResult{Submit: 500, End: 500 + simtime.Time(s)*1000, Phase: phase})
	}
	return out
}

// Both seeds' completed jobs took 1, 1, 2 and 3 s: half by 1 s, three quarters
// by 2 s. The job that failed does not count.
func TestCDFPoolsCompletedJobs(t *testing.T) {
	a, b := runOf("a", 1, sim.GPUMillis{}), runOf("a", 2, sim.GPUMillis{})
	a.Result.Jobs = append(jobsOf(policy.Done, 3, 1), jobsOf(policy.Failed, 1)...)
	b.Result.Jobs = jobsOf(policy.Done, 2, 1)
	curves := timeToTrain.curves(&Report{Runs: []Run{a, b}})
	require.Len(t, curves, 1)
	require.Equal(t, []cdfPoint{{1000, 0.5}, {2000, 0.75}, {3000, 1}}, curves[0].points())
	require.Equal(t, "a: median 1.00 s, 4 of 5 jobs", curves[0].legendText(timeUnits[0]))
}

func TestCDFScale(t *testing.T) {
	scale := func(seconds ...int) cdfScale {
		c := cdfCurve{}
		for _, s := range seconds {
			c.times = append(c.times, simtime.Duration(s)*simtime.Second)
		}
		return scaleOf([]cdfCurve{c})
	}
	require.False(t, scale(0, 1, 100).log, "exactly a hundredfold, 0 aside")
	require.True(t, scale(0, 1, 101).log)
	require.Equal(t, "s", scale(0, 0).unit.name)
	require.Equal(t, "s", scale(179).unit.name)
	require.Equal(t, "min", scale(180).unit.name)
	require.Equal(t, "h", scale(3*3600).unit.name)
	require.Equal(t, "d", scale(5*86400).unit.name)
}

func timelineOf(steps ...step) *Timeline {
	t := &Timeline{}
	for _, s := range steps {
		t.add(s)
	}
	return t
}

// Four GPUs train, but for the eleventh of twenty milliseconds.
func TestColumnsKeepShortPeaks(t *testing.T) {
	train, idle := counts{sim.Training: 4}, counts{sim.IdleBlocked: 3, sim.IdleUnused: 1}
	tl := timelineOf(step{10, train}, step{11, idle}, step{20, train})
	cs := reduce(tl, 2)
	require.Len(t, cs, 2)
	require.Equal(t, sim.GPUMillis{sim.Training: 40}, cs[0].spent)
	require.Equal(t, sim.GPUMillis{sim.IdleBlocked: 3, sim.IdleUnused: 1, sim.Training: 36}, cs[1].spent)
	require.Empty(t, cs[0].strokes())
	require.Equal(t, []stroke{{10, 0, 3.6, sim.IdleBlocked}}, cs[1].strokes(), "from no GPU held to the mean held")

	require.Len(t, levelsOf(tl, cs), 2, "three steps do not fit two columns")
	exact := levelsOf(tl, reduce(tl, 3))
	require.Len(t, exact, 3)
	require.Equal(t, simtime.Time(10), exact[1].from)
	require.Equal(t, [len(stack)]float64{7: 1, 8: 4, 9: 4, 10: 4}, exact[1].tops)
}

// A pair of GPUs of eight goes for a moment.
func TestColumnsKeepShortLosses(t *testing.T) {
	all, less := counts{sim.Training: 8}, counts{sim.Training: 6, sim.Down: 2}
	c := reduce(timelineOf(step{5, all}, step{6, less}, step{10, all}), 1)[0]
	require.Equal(t, []stroke{{0, 6, 7.8, sim.Down}}, c.strokes())
}

func TestColumnsConserveGPUTime(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		tl := &Timeline{}
		var want sim.GPUMillis
		var now simtime.Time
		for range 1 + rnd.IntN(40) {
			var c sim.Counts
			for s := range sim.NumStates - 1 {
				c[s] = rnd.IntN(5)
			}
			to := now + simtime.Time(rnd.IntN(30))
			tl.Observe(now, to, &c)
			for s, n := range c {
				want[s] += int64(n) * int64(to-now)
			}
			now = to
		}
		var got sim.GPUMillis
		at := simtime.Time(0)
		for _, c := range reduce(tl, 1+rnd.IntN(50)) {
			require.Equal(t, at, c.from)
			at = c.to
			for s, v := range c.spent {
				got[s] += v
			}
		}
		require.Equal(t, now, at)
		require.Equal(t, want, got)
	}
}

func TestStackIsTheStatesFromTheLastButLost(t *testing.T) {
	require.Equal(t, sim.Training, stack[0])
	for i := 1; i < len(stack); i++ {
		require.Equal(t, stack[i-1]-1, stack[i])
	}
	require.Equal(t, sim.Starting, stack[heldTop])
	require.Equal(t, sim.IdleBlocked, stack[capacityTop])
}

func texts(ts []tick) string {
	var out []string
	for _, t := range ts {
		out = append(out, t.text)
	}
	return strings.Join(out, " ")
}

func labels(ts []tick) string {
	var out []string
	for _, t := range ts {
		if t.text != "" {
			out = append(out, t.text)
		}
	}
	return strings.Join(out, ",")
}

func TestTicks(t *testing.T) {
	require.Equal(t, "0 0.2 0.4 0.6 0.8 1", texts(linearTicks(1, 8)))
	require.Equal(t, "0 5,000 10,000", texts(linearTicks(12345, 3)))
	require.Equal(t, "0", texts(linearTicks(0, 3)))
	require.Equal(t, "0 12 24 36 48 60", texts(timeUnits[2].ticks(65, 6)))
	require.Equal(t, "0 28 56 84", texts(timeUnits[3].ticks(100, 4)))
	require.Equal(t, "0 128 256 384 512", texts(gpuTicks(512)))
	require.Equal(t, "0 1 2 3", texts(gpuTicks(3)))
	require.Equal(t, "0 1", texts(gpuTicks(1)))
	require.Equal(t, "30 s,1 min,2 min,5 min,10 min,30 min,1 h", labels(clockTicks(20, 3700)))
	require.Equal(t, "0.1 s,1 s,10 s,1 min,10 min,1 h,10 h,1 d,10 d,100 d", labels(clockTicks(0.06, 2e7)))
}

func TestTickLabelsDoNotTouch(t *testing.T) {
	for _, top := range []float64{1, 7, 1234, 1e11} {
		ts := fitting(linearTicks, top, 8, 300)
		for i := 1; i < len(ts); i++ {
			room := vg.Length((ts[i].at-ts[i-1].at)/top) * 300
			require.Less(t, (tickText.Width(ts[i-1].text)+tickText.Width(ts[i].text))/2, room)
		}
	}
}

// A median that the axis's unit would print as 0 has its own.
func TestLegendOfASmallMedian(t *testing.T) {
	c := cdfCurve{label: "a", jobs: 1234, times: []simtime.Duration{200 * simtime.Second}}
	require.Equal(t, "a: median 3.33 min, 1 of 1,234 jobs", c.legendText(timeUnits[2]))
	require.Equal(t, "b: 0 jobs of 2", (&cdfCurve{label: "b", jobs: 2}).legendText(timeUnits[2]))
}

func TestWrapAndElide(t *testing.T) {
	for _, l := range wrap(titleText, strings.Repeat("word ", 60)+strings.Repeat("W", 200), 300) {
		require.LessOrEqual(t, titleText.Width(l), vg.Length(300))
	}
	require.Equal(t, "short", elide(titleText, "short", 300))
}

func BenchmarkAllocationOfTwoMillionSteps(b *testing.B) {
	r := madeUp(1, 1, 2_000_000)
	b.ResetTimer()
	for range b.N {
		f, err := allocationPlot(r)
		require.NoError(b, err)
		_, err = f.render("png")
		require.NoError(b, err)
	}
}
