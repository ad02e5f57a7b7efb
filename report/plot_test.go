package report

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

var madeUpLabels = []string{"fifo", "hyperpod", "srtf (told true run times)", "las", "conservative-backfill-30-chars", "easy", "gandiva", "first-fit, elastic, no restart"}

// madeUp is a report of n policies that looks like a real one.
func madeUp(n, seeds, steps int) *Report {
	r := &Report{Title: "made up"}
	for p := range n {
		for s := range seeds {
			r.Runs = append(r.Runs, madeUpRun(p, uint64(s+1), steps))
		}
	}
	return r
}

func madeUpRun(p int, seed uint64, steps int) Run {
	rnd := rand.New(rand.NewPCG(seed, 7))
	t := &Timeline{}
	res := &sim.Result{Seed: seed, GPUs: 512}
	wander := 0.0
	var now simtime.Time
	for range steps {
		wander = min(1, max(0, wander+0.06*rnd.NormFloat64()+0.01))
		c := madeUpCounts(rnd, p, wander)
		to := now.Add(1 + simtime.Duration(rnd.ExpFloat64()*float64(60*simtime.Hour+simtime.Duration(p)*3*simtime.Hour)/float64(steps)))
		t.Observe(now, to, &c)
		for s, k := range c {
			res.Spent[s] += int64(k) * int64(to.Sub(now))
		}
		now = to
	}
	res.Spent[sim.Lost] = res.Spent[sim.Training] / 50
	res.Spent[sim.Training] -= res.Spent[sim.Lost]
	res.End = now
	for i := range 400 {
		d := simtime.Duration((0.05 + rnd.ExpFloat64()*float64(i%7)) * (2 - 0.1*float64(p)) * float64(simtime.Hour))
		j := sim.JobResult{ID: fmt.Sprint(i), End: simtime.Time(d), Phase: policy.Done, GPUs: 1 << (i % 6), RunTime: d / simtime.Duration(1+i%5)}
		if i%50 == p {
			j.Phase, j.End = policy.Queued, simtime.Never
		}
		res.Jobs = append(res.Jobs, j)
	}
	return Run{Label: madeUpLabels[p], Result: res, Timeline: t}
}

func madeUpCounts(rnd *rand.Rand, p int, wander float64) sim.Counts {
	var c sim.Counts
	left := 512
	take := func(s sim.GPUState, part float64) {
		c[s] = int(part * float64(left))
		left -= c[s]
	}
	if rnd.IntN(12) == 0 {
		take(sim.Down, 0.08)
	}
	take(sim.External, 0.25*wander)
	take(sim.IdleBlocked, 0.3*rnd.Float64()/float64(p+1))
	take(sim.IdleUnused, 0.1*rnd.Float64())
	take(sim.Starting, 0.06*rnd.Float64())
	take(sim.Restoring, 0.06*rnd.Float64())
	take(sim.Saving, 0.05*rnd.Float64())
	take(sim.Draining, 0.04*rnd.Float64())
	take(sim.Holding, 0.04*rnd.Float64())
	take(sim.Training, 1)
	return c
}

// edgeCases are reports that have little to show, or too much.
func edgeCases() map[string]*Report {
	oneJob := madeUp(1, 1, 3)
	oneJob.Runs[0].Result.Jobs = jobsOf(policy.Done, 7000)
	noJobs := madeUp(2, 1, 3)
	noTimes := madeUp(2, 2, 3)
	for i := range noJobs.Runs {
		noJobs.Runs[i].Result.Jobs = nil
		noTimes.Runs[i].Result.Jobs = append([]sim.JobResult(nil), sim.JobResult{Phase: policy.Done})
	}
	wide, huge := madeUp(8, 1, 5), madeUp(2, 1, 5)
	for i := range wide.Runs {
		wide.Runs[i].Label = strings.Repeat("W", 29) + string(rune('A'+i))
	}
	for i := range huge.Runs {
		huge.Runs[i].Label += strings.Repeat(" and something", 9)
		huge.Runs[i].Timeline = timelineOf(step{simtime.Time(simtime.Longest), counts{sim.IdleUnused: 1_000_000, sim.Down: 1}})
		huge.Runs[i].Result.Spent[sim.IdleUnused] = 1_000_000 * int64(simtime.Longest)
		huge.Runs[i].Result.End = simtime.Time(simtime.Longest)
	}
	return map[string]*Report{
		"sweep": sweepReport(2), "sweep of one": sweepReport(1), "many jobs": longRun(3000),
		"no runs": {}, "one job": oneJob, "no jobs": noJobs, "jobs of no time": noTimes, "wide labels": wide, "huge": huge,
		"no time":  {Runs: []Run{{Label: "a", Result: &sim.Result{}, Timeline: &Timeline{}}, {Label: "b", Result: &sim.Result{}}}},
		"no waste": {Runs: []Run{runOf("a", 1, sim.GPUMillis{sim.Training: gpuHour}), runOf("b", 1, sim.GPUMillis{sim.Training: gpuHour})}},
		"one instant": {Runs: []Run{{Label: "a", Result: &sim.Result{End: 1}, Timeline: timelineOf(
			step{1, counts{sim.Training: 1}})}}},
	}
}

// Nothing panics, and nothing reaches into the margin, where it would be cut
// off.
func TestEdgeCasesStayWithinThePage(t *testing.T) {
	for name, r := range edgeCases() {
		for _, p := range plotKinds {
			img := render(t, p.draw, r)
			if img == nil {
				continue
			}
			b := img.Bounds()
			inner := b.Inset(int(pageMargin/pixel) - 6)
			for y := b.Min.Y; y < b.Max.Y; y++ {
				for x := b.Min.X; x < b.Max.X; x++ {
					if !image.Pt(x, y).In(inner) && !isWhite(img.At(x, y)) {
						t.Fatalf("%s of %q: ink in the margin at %d,%d", p.Name, name, x, y)
					}
				}
			}
		}
	}
}

func isWhite(c color.Color) bool {
	r, g, b, _ := c.RGBA()
	return r == 0xFFFF && g == 0xFFFF && b == 0xFFFF
}

// render returns the picture, nil if there is none, and checks that a second
// one has the same bytes.
func render(t *testing.T, draw func(*Report) (*figure, error), r *Report) image.Image {
	t.Helper()
	first, second := drawn(t, draw, r, "png"), drawn(t, draw, r, "png")
	require.True(t, bytes.Equal(first, second), "two renderings differ")
	if first == nil {
		return nil
	}
	img, err := png.Decode(bytes.NewReader(first))
	require.NoError(t, err)
	return img
}

// drawn is a plot in a format; nil where there is nothing to show.
func drawn(t *testing.T, draw func(*Report) (*figure, error), r *Report, format string) []byte {
	t.Helper()
	f, err := draw(r)
	var none nothing
	if errors.As(err, &none) {
		return nil
	}
	require.NoError(t, err)
	data, err := f.render(format)
	require.NoError(t, err)
	return data
}

func TestNoTimelineNoAllocation(t *testing.T) {
	r := madeUp(2, 1, 3)
	r.Runs[0].Timeline, r.Runs[1].Timeline = nil, nil
	require.Nil(t, render(t, allocationPlot, r))
}

// The heights in points are 28 of margins and the blocks, 8 apart.
func TestSizes(t *testing.T) {
	r := madeUp(3, 1, 50)
	size := func(draw func(*Report) (*figure, error)) image.Point { return render(t, draw, r).Bounds().Size() }
	// A title 16.25, a note of two lines 23.75, a legend 15, three bars 126 and an
	// axis 36.
	require.Equal(t, image.Pt(1584, 538), size(wastePlot))
	// A legend of two rows 30, a chart 300 and its axis 36.
	require.Equal(t, image.Pt(1584, 892), size(timeToTrainPlot))
}

func TestStateColoursAreThere(t *testing.T) {
	r := madeUp(1, 1, 200)
	waste, allocation := colours(render(t, wastePlot, r)), colours(render(t, allocationPlot, r))
	for s := range sim.NumStates {
		c := stateColours[s]
		if s.Wasted() {
			require.Greater(t, waste[c], 500, "%v in waste.png", s)
		}
		if s != sim.Lost && s != sim.IdleEmpty {
			require.Greater(t, allocation[c], 500, "%v in allocation.png", s)
		}
	}
}

// Of two policies one completed no job: it is in no line, not even the legend's.
func TestNoLineWithoutCompletedJobs(t *testing.T) {
	r := &Report{Runs: []Run{runOf("fifo", 1, sim.GPUMillis{}), runOf("priority", 1, sim.GPUMillis{})}}
	r.Runs[0].Result.Jobs, r.Runs[1].Result.Jobs = jobsOf(policy.Failed, 1), jobsOf(policy.Done, 1)
	got := colours(render(t, timeToTrainPlot, r))
	require.Zero(t, got[policyColours[0]])
	require.Greater(t, got[policyColours[1]], 500)
}

func colours(img image.Image) map[color.NRGBA]int {
	out := map[color.NRGBA]int{}
	b := img.Bounds()
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			out[color.NRGBAModel.Convert(img.At(x, y)).(color.NRGBA)]++
		}
	}
	return out
}

// One second of thirty days is a two-thousandth of a pixel, yet all GPUs idle in
// it, so a stroke of the panel's height is there.
func TestShortPeakIsVisible(t *testing.T) {
	train, idle := counts{sim.Training: 8}, counts{sim.IdleBlocked: 8}
	day := simtime.Time(simtime.Day)
	r := &Report{Runs: []Run{{Label: "a", Result: &sim.Result{}, Timeline: timelineOf(
		step{9 * day, train}, step{9*day + 1000, idle}, step{30 * day, train})}}}
	n := 0
	for c, k := range colours(render(t, allocationPlot, r)) {
		if a, b := stateColours[sim.IdleBlocked], stateColours[sim.Training]; near(c, a, b) {
			n += k
		}
	}
	require.InDelta(t, float64(panelHeight(1)/pixel), n, 4)
}

// near reports whether c is a over b as peaks are drawn.
func near(c, a, b color.NRGBA) bool {
	mixed := func(x, y uint8) float64 { return (float64(x)*peakAlpha + float64(y)*(255-peakAlpha)) / 255 }
	far := math.Abs(mixed(a.R, b.R)-float64(c.R)) + math.Abs(mixed(a.G, b.G)-float64(c.G)) + math.Abs(mixed(a.B, b.B)-float64(c.B))
	return far < 6
}

// TestLook writes pictures to look at into the folder PLOTS, if it is set.
func TestLook(t *testing.T) {
	dir := os.Getenv("PLOTS")
	if dir == "" {
		t.Skip("PLOTS is not set")
	}
	reports := edgeCases()
	reports["sweep"], reports["busy"] = sweepReport(3), simulated(t, []string{"fifo", "hyperpod", "las", "srtf", "easy"}, 3)
	reports["1"], reports["3"], reports["8"] = madeUp(1, 1, 60), madeUp(3, 5, 20000), madeUp(8, 1, 900)
	for name, r := range reports {
		for _, p := range plotKinds {
			if b := drawn(t, p.draw, r, "png"); b != nil {
				require.NoError(t, os.WriteFile(filepath.Join(dir, p.Name+"-"+name+".png"), b, 0o644))
			}
		}
	}
}
