package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// tableOf is the table with its lines joined.
func tableOf(t *testing.T, r *Report) string {
	var b strings.Builder
	require.NoError(t, r.Table(&b, TableOptions{Width: 200}))
	return strings.TrimSpace(b.String())
}

func findingOf(t *testing.T, r *Report) string {
	text := tableOf(t, r)
	_, last, _ := strings.Cut(text[strings.Index(text, "scaling loss"):], "\n\n")
	last, _, _ = strings.Cut(last, "\n\nAgainst") // the verdicts
	return last
}

// wasting is a run of 10 hours on 10 GPUs that wastes so many GPU-hours, with a
// job that takes so many hours; 0 stands for a job that is not done.
func wasting(label string, seed uint64, wasted, train int64) Run {
	run := runOf(label, seed, sim.GPUMillis{sim.IdleUnused: wasted * gpuHour, sim.Training: (100 - wasted) * gpuHour})
	run.Result.GPUs, run.Result.End = 10, simtime.Time(10*gpuHour)
	j := sim.JobResult{Phase: policy.Done, End: simtime.Time(train * gpuHour)}
	if train == 0 {
		j.Phase, j.End = policy.Training, simtime.Never
	}
	run.Result.Jobs = []sim.JobResult{j}
	return run
}

func TestFinding(t *testing.T) {
	for want, runs := range map[string][]Run{
		"": {wasting("fifo", 1, 50, 8)},
		"las: 30.0 GPU-h (60 %) less wasted than fifo and 25 % shorter mean time to train; one seed, so no verdict": {
			wasting("fifo", 1, 50, 8), wasting("srtf", 1, 40, 2), wasting("las", 1, 20, 6)},
		"las: 50.0 GPU-h (100 %) less wasted than fifo, but 12 % longer mean time to train; one seed, so no verdict": {
			wasting("fifo", 1, 50, 8), wasting("las", 1, 0, 9)},
		"las: 30.0 GPU-h (60 %) less wasted than fifo and the same mean time to train; one seed, so no verdict": {
			wasting("fifo", 1, 50, 8), wasting("las", 1, 20, 8)},
		"las: 30.0 GPU-h (60 %) less wasted than fifo; las left 1 of 1 jobs undone; one seed, so no verdict": {
			wasting("fifo", 1, 50, 8), wasting("las", 1, 20, 0)},
		"las: 30.0 GPU-h (60 %) less wasted than fifo; fifo left 1 of 1 jobs undone; las left 1 of 1 jobs undone; one seed, so no verdict": {
			wasting("fifo", 1, 50, 0), wasting("las", 1, 20, 0)},
		"oracle: 30.0 GPU-h (60 %) less wasted than fifo and 25 % shorter mean time to train; oracle was told true run times; one seed, so no verdict": {
			wasting("fifo", 1, 50, 8), wasting("oracle", 1, 20, 6)},
		"fifo: no policy wastes less; one seed, so no verdict":            {wasting("fifo", 1, 5, 8), wasting("las", 1, 20, 6)},
		"All policies waste the same 20.0 GPU-h; one seed, so no verdict": {wasting("fifo", 1, 20, 8), wasting("las", 1, 20, 6)},
		"fifo: no policy wastes less; means of 2 seeds":                   {wasting("fifo", 1, 5, 8), wasting("fifo", 2, 5, 8), wasting("las", 1, 5, 8), wasting("las", 2, 6, 8)},
		"las: 10.0 GPU-h (40 %) less wasted than fifo and 25 % shorter mean time to train; means of 2 seeds, less wasted in 1 of them": {
			wasting("fifo", 1, 40, 8), wasting("fifo", 2, 10, 8), wasting("las", 1, 15, 6), wasting("las", 2, 15, 6)},
	} {
		r := &Report{Runs: runs, Manifest: Manifest{Clairvoyant: []string{"oracle"}}}
		require.Equal(t, want, findingOf(t, r))
	}
}

// Runs that cannot have had the same capacity are compared only with a warning.
func TestFindingWithoutACommonWindow(t *testing.T) {
	less := wasting("las", 1, 20, 8)
	less.Result.Spent[sim.Training] -= gpuHour
	less.Result.Spent[sim.Down] += gpuHour
	r := &Report{Runs: []Run{wasting("fifo", 1, 50, 8), less}}
	require.Equal(t, "las: 30.0 GPU-h (60 %) less wasted than fifo and the same mean time to train; each to its own end; one seed, so no verdict", findingOf(t, r))
}

// The points of a sweep are not rivals.
func TestNoFindingOfASweep(t *testing.T) {
	a, b := wasting("fifo", 1, 50, 8), wasting("fifo", 1, 20, 6)
	a.Variant, b.Variant = map[string]string{"grow": "1"}, map[string]string{"grow": "2"}
	require.NotContains(t, tableOf(t, &Report{Runs: []Run{a, b}}), "less wasted")
	b.Label, b.Variant = "las", a.Variant
	require.Contains(t, findingOf(t, &Report{Runs: []Run{a, b}}), "less wasted than fifo grow=1")
}

// A run that is done after 5 of 10 hours.
func TestTheTableNamesTheWindow(t *testing.T) {
	fast := wasting("las", 1, 20, 5)
	fast.Result.End = simtime.Time(5 * gpuHour)
	fast.Result.Spent = sim.GPUMillis{sim.IdleUnused: 20 * gpuHour, sim.Training: 30 * gpuHour}
	fast.Result.Pools = []sim.GPUMillis{fast.Result.Spent}
	text := tableOf(t, &Report{Runs: []Run{wasting("fifo", 1, 50, 8), fast}})
	require.Contains(t, text, "\nGPU-h are from 0 to the latest end (10.0 h); las ends first, after 5.00 h; given back: idle-empty, ")
	require.Regexp(t, `(?m)^idle-empty +0.0 +50.0$`, text)
	require.NotContains(t, tableOf(t, &Report{Runs: []Run{wasting("fifo", 1, 50, 8)}}), "latest end")
}
