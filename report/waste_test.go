package report

import (
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

const gpuHour = int64(simtime.Hour)

func runOf(label string, seed uint64, spent sim.GPUMillis) Run {
	return Run{Label: label, Result: &sim.Result{Seed: seed, Spent: spent, Pools: []sim.GPUMillis{spent}}}
}

// Seed 1: 2+1+1 = 4 GPU-hours wasted of 2+1+1+4 = 8 usable (2 more were there
// with no job, 5 were down): 50 %. Seed 2: 6 of 24: 25 %.
func TestWasteBarsAreMeansOverSeeds(t *testing.T) {
	r := &Report{Runs: []Run{
		runOf("a", 1, sim.GPUMillis{sim.Down: 5 * gpuHour, sim.IdleBlocked: 2 * gpuHour, sim.IdleEmpty: 2 * gpuHour, sim.Starting: gpuHour, sim.Training: 4 * gpuHour, sim.Lost: gpuHour}),
		runOf("a", 2, sim.GPUMillis{sim.IdleBlocked: 6 * gpuHour, sim.Training: 18 * gpuHour}),
	}}
	bars := wasteBars(r)
	require.Len(t, bars, 1)
	require.Equal(t, []segment{{sim.IdleBlocked, 0, 4}, {sim.Starting, 4, 4.5}, {sim.Lost, 4.5, 5}}, bars[0].segments())
	require.Equal(t, "5.00  (37.5 % of usable)", bars[0].endLabel())
	require.Equal(t, "useful training: 11.0", bars[0].trainingLabel())
	require.Equal(t, "2 seeds", pooled(r))
}

func noteOf(r *Report) string { return wasteNote(r, wasteBars(r)) }

// Of fifo's three jobs one failed and one is queued; one that was cancelled is no
// one's fault.
func TestWasteNoteSaysWhatIsHardToCompare(t *testing.T) {
	a, b := runOf("fifo", 1, sim.GPUMillis{}), runOf("srtf", 1, sim.GPUMillis{})
	a.Result.Jobs = append(jobsOf(policy.Failed, 1), append(jobsOf(policy.Queued, 1), jobsOf(policy.Done, 1)...)...)
	b.Result.Jobs = append(jobsOf(policy.Cancelled, 1), jobsOf(policy.Done, 1, 1)...)
	r := &Report{Runs: []Run{a, b}, Manifest: Manifest{Clairvoyant: []string{"srtf"}}}
	const usable = "Usable: the GPU-hours there for jobs while any job was unfinished."
	require.Equal(t, usable+" Told true run times: srtf. Jobs failed or unfinished: fifo 2 of 3.", noteOf(r))
	require.Contains(t, noteOf(&Report{Runs: []Run{a, runOf("las", 1, sim.GPUMillis{}), b}}), " unfinished: fifo 2 of 3.")
	both := runOf("las", 1, sim.GPUMillis{})
	both.Result.Jobs = a.Result.Jobs
	require.Contains(t, noteOf(&Report{Runs: []Run{a, both}}), " unfinished: 2 of 3 under each policy.")
	require.Contains(t, noteOf(&Report{Runs: []Run{a, both, b}}), " unfinished: fifo 2 of 3; las 2 of 3.")
	require.Equal(t, "Mean of 2 seeds. "+usable, noteOf(&Report{Runs: []Run{b, b}}))
}

func TestWasteFinding(t *testing.T) {
	over := func(label string, total, span float64) wasteBar {
		return wasteBar{label: label, total: total, percent: 12.34, span: span}
	}
	bar := func(label string, total float64) wasteBar { return over(label, total, 20) }
	for want, bars := range map[string][]wasteBar{
		"No runs": nil,
		"fifo wastes 1,234 GPU-hours in 20.0 h, 12.3 % of usable":         {bar("fifo", 1234)},
		"No policy wastes GPU-hours":                                      {bar("fifo", 0), bar("las", 0)},
		"In the same 20.0 h all policies waste the same 7.50 GPU-hours":   {bar("fifo", 7.5), bar("las", 7.5)},
		"In the same 20.0 h no policy wastes fewer GPU-hours than fifo":   {bar("fifo", 7), bar("las", 8)},
		"In the same 20.0 h las wastes 59.0 GPU-hours, fifo 100.0":        {bar("fifo", 100), bar("srtf", 60), bar("las", 59)},
		"In the same 20.0 h las wastes 0 GPU-hours, fifo 100.0":           {bar("fifo", 100), bar("las", 0)},
		"las wastes 59.0 GPU-hours in 5.00 h, fifo 100.0 in 20.0 h":       {bar("fifo", 100), over("las", 59, 5)},
		"Each to its own end, no policy wastes fewer GPU-hours than fifo": {bar("fifo", 7), over("las", 8, 5)},
		"Each to its own end, all policies waste the same 7.50 GPU-hours": {bar("fifo", 7.5), over("las", 7.5, 5)},
	} {
		require.Equal(t, want, wasteFinding(bars))
	}
}

func TestPartDoesNotRoundToNoneOrAll(t *testing.T) {
	for f, want := range map[float64]string{0.001: "less than 1 %", 0.5: "50 %", 0.999: "more than 99 %", 1: "100 %"} {
		require.Equal(t, want, part(f))
	}
}

// Runs of 3 and 1 hours on one GPU that is there throughout.
func TestWasteIsOverTheCommonWindow(t *testing.T) {
	a, b := runOf("fifo", 1, sim.GPUMillis{sim.IdleUnused: gpuHour, sim.Training: 2 * gpuHour}), runOf("las", 1, sim.GPUMillis{sim.Training: gpuHour})
	a.Result.GPUs, a.Result.End = 1, 3*simtime.Time(simtime.Hour)
	b.Result.GPUs, b.Result.End = 1, simtime.Time(simtime.Hour)
	r := &Report{Runs: []Run{a, b}}
	bars := wasteBars(r)
	require.Equal(t, "In the same 3.00 h las wastes 0 GPU-hours, fifo 1.00", wasteFinding(bars))
	require.Contains(t, wasteNote(r, bars), " Runs end after: fifo 3.00 h; las 1.00 h.")
}

// A bar and its label end within the frame, whichever of them is long.
func TestBarAxisLeavesRoomForLabels(t *testing.T) {
	bars := []wasteBar{{total: 1e7, percent: 100}, {total: 9.9e6}, {total: 3}}
	const width = vg.Length(400)
	a := barAxis(bars, width)
	for i := range bars {
		end := vg.Length(a.part(bars[i].total))*width + labelGap + bars[i].labelWidth()
		require.LessOrEqual(t, end, width+1e-6)
	}
}
