package report

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

func TestSizeClasses(t *testing.T) {
	for gpus, want := range map[int]string{1: "1", 2: "2", 3: "3–4", 4: "3–4", 5: "5–8", 8: "5–8", 9: "9–16", 1025: "1,025–2,048"} {
		require.Equal(t, want, classOf(gpus).String(), gpus)
	}
}

// Jobs of 10 s took 10, 20 and 40 s; one that failed and one of no work do not count.
func TestSlowdowns(t *testing.T) {
	run := runOf("a", 1, sim.GPUMillis{})
	run.Result.Jobs = append(jobsOf(policy.Done, 40, 10, 20, 5), jobsOf(policy.Failed, 1)...)
	for i := range run.Result.Jobs {
		run.Result.Jobs[i].GPUs, run.Result.Jobs[i].RunTime = 3, 10*simtime.Second
	}
	run.Result.Jobs[3].RunTime = 0
	got := slowdownsOf([]*Run{&run})
	require.Equal(t, map[sizeClass][]float64{{4}: {1, 2, 4}}, got)
	require.Equal(t, spreadBar{3, 1, 2, 4}, spreadBarOf(got[sizeClass{4}]))
}

// Half of the first quarter trains; then nothing is there; the run ends at half of
// the longest one.
func TestTrainingParts(t *testing.T) {
	tl := timelineOf(step{1200, counts{sim.Training: 2, sim.IdleBlocked: 2}}, step{2400, counts{sim.Down: 4}})
	parts := trainingParts(tl, 4800)
	require.Len(t, parts, heatSpans/2)
	for i, p := range parts {
		want := 0.5
		if i >= heatSpans/4 {
			want = -1
		}
		require.Equal(t, want, p, i)
	}
	require.Equal(t, []float64{1, 1, 0}, trainingParts(timelineOf(step{2, counts{sim.Training: 1}}, step{3, counts{sim.IdleEmpty: 1}}), 3))
}

// Saves of 60 s and a failure every hour of running are found again in the runs.
func TestMeasureFindsSaveAndMTBF(t *testing.T) {
	r := &Report{}
	for _, minutes := range []int64{5, 20} {
		training := int64(100 * simtime.Hour)
		saving := training * 60 / (minutes * 60)
		job := sim.JobResult{GPUs: 1, End: simtime.Time(training + saving), Phase: policy.Done, Crashes: int((training + saving) / int64(simtime.Hour))}
		job.Spent = sim.GPUMillis{sim.Saving: saving, sim.Training: training}
		r.Runs = append(r.Runs, Run{Label: "a", Variant: map[string]string{"interval": []string{"5m", "20m"}[minutes/20]}, Result: &sim.Result{
			End: job.End, GPUs: 1, Spent: job.Spent, Jobs: []sim.JobResult{job},
		}})
	}
	a, err := sweepAxisOf(r, func(string) bool { return true })
	require.NoError(t, err)
	m := measure(a, r)
	require.InDelta(t, 60, m.save, 1e-6)
	require.InDelta(t, 3600, m.mtbf, 30)
	marks := m.marks(a)
	require.InDelta(t, workload.Young(60, 3600)/60, marks[1].x, 0.1)
	require.Equal(t, "Young: 11.0 min", marks[1].name)
	require.InDelta(t, workload.DalyHigher(60, 3600)/60, marks[0].x, 0.1)
	theory := m.theory(a)
	require.InDelta(t, 100*(60.0/(theory.points[0].x*60+60)+(theory.points[0].x*60+60)/7200), theory.points[0].mean, 0.2)
}

// A sweep of 60 points has plots of a bounded size, which say what they leave out;
// the data has all.
func TestManyPointsAreBounded(t *testing.T) {
	r := &Report{}
	for i := range 60 {
		run := madeUpRun(i%2, 1, 20)
		run.Variant = map[string]string{"load": fmt.Sprint(i / 2)}
		r.Runs = append(r.Runs, run)
	}
	some, rest := r.shown()
	require.Len(t, some.Runs, mostShown)
	require.Equal(t, "The first 24 of 60. ", rest)
	for _, k := range plotKinds {
		f, err := k.draw(r)
		var none nothing
		if errors.As(err, &none) {
			continue
		}
		require.NoError(t, err)
		require.Less(t, f.height(), 40*vg.Inch, k.Name)
	}
	require.Equal(t, 61, bytes.Count(drawn(t, wastePlot, r, "csv"), []byte("\n")))
}
