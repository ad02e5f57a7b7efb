package report

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// twoGPUs is a run of some hours on two GPUs, with jobs in these phases.
func twoGPUs(label string, end int64, spent sim.GPUMillis, phases ...policy.Phase) Run {
	run := runOf(label, 1, spent)
	run.Result.GPUs, run.Result.End = 2, simtime.Time(end*gpuHour)
	for _, p := range phases {
		j := sim.JobResult{Phase: p, FirstStart: simtime.Never, End: simtime.Never}
		if p.Over() {
			j.End = run.Result.End
		}
		run.Result.Jobs = append(run.Result.Jobs, j)
	}
	return run
}

// One of two GPUs is down in the second hour: over four hours there are seven
// GPU-hours, over two there are three. The fast run gives back the four that it
// did not need, and the one before its first job. The stuck one could use the
// four, but none of its jobs can go on: it wastes them.
func TestWindowsOfRunsOfDifferentLength(t *testing.T) {
	slow := sim.GPUMillis{sim.Down: gpuHour, sim.IdleBlocked: 3 * gpuHour, sim.Training: 4 * gpuHour}
	fast := sim.GPUMillis{sim.Down: gpuHour, sim.IdleEmpty: gpuHour, sim.Training: 2 * gpuHour}
	r := &Report{Runs: []Run{
		twoGPUs("slow", 4, slow, policy.Done, policy.Done), twoGPUs("fast", 2, fast, policy.Done, policy.Cancelled),
		twoGPUs("stuck", 2, fast, policy.Failed, policy.Queued),
	}}
	sums, err := r.summaries()
	require.NoError(t, err)
	require.Equal(t, &jsonWindow{Hours: 4, Capacity: 7, Training: 4, Wasted: 3}, sums[0].CommonWindow)
	require.Equal(t, &jsonWindow{Hours: 4, Capacity: 7, Training: 2, GivenBack: 5}, sums[1].CommonWindow)
	require.Equal(t, &jsonWindow{Hours: 4, Capacity: 7, Training: 2, Wasted: 4, GivenBack: 1}, sums[2].CommonWindow)
	require.Equal(t, []float64{4, 2, 2}, []float64{sums[0].WindowHours, sums[1].WindowHours, sums[2].WindowHours})
	require.Equal(t, 3.0, sums[1].GPUHours.Capacity, "up to its own end")
	require.Equal(t, 0.0, sums[2].GPUHours.Wasted)
}

// The window is that of the runs with the same seed and variant only.
func TestWindowsAreOfOneSeedAndVariant(t *testing.T) {
	run := func(seed uint64, variant string, end int64) Run {
		out := twoGPUs("a", end, sim.GPUMillis{sim.Training: 2 * end * gpuHour}, policy.Done)
		out.Result.Seed, out.Variant = seed, map[string]string{"grow": variant}
		return out
	}
	r := &Report{Runs: []Run{run(1, "1", 1), run(2, "1", 2), run(1, "2", 3), run(1, "1", 4)}}
	var got []float64
	for _, w := range r.windows() {
		got = append(got, w.hours())
	}
	require.Equal(t, []float64{4, 2, 3, 4}, got)
}

// Runs of one length that had different capacities, or one that in a shorter time
// had more, cannot be compared, and nobody makes up a window for them.
func TestNoWindowOfDifferentCapacities(t *testing.T) {
	for name, runs := range map[string][]Run{
		"of one length": {
			twoGPUs("a", 2, sim.GPUMillis{sim.Training: 4 * gpuHour}, policy.Done),
			twoGPUs("b", 2, sim.GPUMillis{sim.Down: gpuHour, sim.Training: 3 * gpuHour}, policy.Done),
		},
		"less in longer": {
			twoGPUs("a", 2, sim.GPUMillis{sim.Training: 4 * gpuHour}, policy.Done),
			twoGPUs("b", 3, sim.GPUMillis{sim.Down: 3 * gpuHour, sim.Training: 3 * gpuHour}, policy.Done),
		},
		"too much in longer": {
			twoGPUs("a", 2, sim.GPUMillis{sim.Down: gpuHour, sim.Training: 3 * gpuHour}, policy.Done),
			twoGPUs("b", 3, sim.GPUMillis{sim.Training: 6 * gpuHour}, policy.Done),
		},
	} {
		r := &Report{Runs: runs}
		sums, err := r.summaries()
		require.NoError(t, err)
		for i, s := range sums {
			require.Nil(t, s.CommonWindow, name)
			require.Equal(t, r.Runs[i].Result.Spent, s.window.spent, name)
		}
		require.Contains(t, tableOf(t, r), "each run up to its own end", name)
	}
}

// Whatever the capacity over time and whenever runs end: in their window all
// have the same capacity, down and external time, each GPU-millisecond is in one
// state, and what was wasted and trained by the own end stays so.
func TestWindowsAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const gpus = 4
		down := rapid.SliceOfN(rapid.IntRange(0, gpus), 20, 20).Draw(t, "down")
		r := &Report{}
		for range rapid.IntRange(1, 4).Draw(t, "runs") {
			res := &sim.Result{GPUs: gpus, End: simtime.Time(rapid.IntRange(0, len(down)).Draw(t, "end"))}
			for _, d := range down[:res.End] {
				s := rapid.SampledFrom([]sim.GPUState{sim.IdleBlocked, sim.IdleEmpty, sim.Training, sim.Lost}).Draw(t, "state")
				res.Spent[sim.Down] += int64(d)
				res.Spent[s] += int64(gpus - d)
			}
			res.Pools = []sim.GPUMillis{res.Spent}
			r.Runs = append(r.Runs, Run{Label: "a", Result: res})
		}
		ws := r.windows()
		for i, w := range ws {
			own := &r.Runs[i].Result.Spent
			require.True(t, w.common)
			require.Equal(t, ws[0].end, w.end)
			require.Equal(t, gpus*int64(w.end), w.spent.Capacity()+w.spent[sim.Down])
			require.Equal(t, ws[0].spent.Capacity(), w.spent.Capacity())
			require.Equal(t, w.spent.Capacity(), w.spent[sim.Training]+w.spent.Wasted()+w.spent[sim.IdleEmpty])
			require.Equal(t, own.Wasted(), w.spent.Wasted())
			require.Equal(t, own[sim.Training], w.spent[sim.Training])
		}
	})
}
