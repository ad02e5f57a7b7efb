package report

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// sweepReport is two policies with several seeds along an axis of intervals. At a
// longer interval less is saved and more is lost: saves of 1 min, a failure an hour.
func sweepReport(seeds int) *Report {
	r := &Report{Title: "sweep"}
	for p, label := range []string{"fifo", "hyperpod"} {
		for _, minutes := range []int64{1, 2, 5, 10, 20, 60, 180} {
			for seed := range seeds {
				job := sim.JobResult{ID: "j", GPUs: 8, End: simtime.Time((100 + minutes + int64(10*seed)) * int64(simtime.Hour)), Phase: policy.Done, NodeLosses: 100}
				training := 80 * int64(100*simtime.Hour)
				job.Spent = sim.GPUMillis{
					sim.Saving: training / minutes, sim.Training: training, sim.Restoring: training / int64(20+seed+p), sim.Lost: training * minutes / (120 - int64(seed)),
				}
				job.Productive = simtime.Duration(training / 8)
				job.Queued = 0
				r.Runs = append(r.Runs, Run{Label: label, Variant: map[string]string{"checkpoint.interval": fmt.Sprint(minutes, "m"), "fixed": "1"}, Result: &sim.Result{
					Policy: label, Seed: uint64(seed), End: job.End, GPUs: 8, Spent: job.Spent, Pools: []sim.GPUMillis{job.Spent}, Jobs: []sim.JobResult{job}, NodeLosses: 100,
				}})
			}
		}
	}
	return r
}

func TestSweepAxis(t *testing.T) {
	axis := func(variants ...map[string]string) (*sweepAxis, error) {
		r := &Report{}
		for _, v := range variants {
			r.Runs = append(r.Runs, Run{Variant: v, Result: &sim.Result{}})
		}
		return sweepAxisOf(r, func(string) bool { return true })
	}
	a, err := axis(map[string]string{"load": "1", "t": "30s"}, map[string]string{"load": "2", "t": "5m"}, map[string]string{"load": "1", "t": "1h"})
	require.NoError(t, err)
	require.Equal(t, "t (min)", a.label(), "three durations before two numbers")
	require.Equal(t, map[string]float64{"30s": 0.5, "5m": 5, "1h": 60}, a.at)
	a, err = axis(map[string]string{"kind": "a", "load": "1"}, map[string]string{"kind": "b", "load": "0.5"}, map[string]string{"kind": "c", "load": "1"})
	require.NoError(t, err)
	require.Equal(t, "load", a.label(), "words are no axis")
	_, err = axis(map[string]string{"kind": "a"}, map[string]string{"kind": "b"})
	require.EqualError(t, err, "no axis of numbers or durations varies: it shows the runs of a sweep")
	_, err = axis()
	require.Error(t, err)
}

func TestSweepTitle(t *testing.T) {
	r := sweepReport(3)
	a, err := sweepAxisOf(r, func(string) bool { return true })
	require.NoError(t, err)
	lines, err := a.sweepLines(r)
	require.NoError(t, err)
	require.Len(t, lines, 2)
	require.Equal(t, "hyperpod fixed=1", lines[1].label)
	require.Len(t, lines[1].runs[2.0/60], 3)
	require.Contains(t, sweepTitle(a, lines), "hyperpod fixed=1 at checkpoint.interval = 10m")
}

// Of 1, 2 and 3 the mean is 2, the standard error 1/√3, and Student's quantile with
// two degrees of freedom 4.303.
func TestEstimate(t *testing.T) {
	e := estimateOf([]float64{1, 2, 3})
	require.InDelta(t, 2-4.303/1.7320508, e.low, 1e-3)
	require.InDelta(t, 2+4.303/1.7320508, e.high, 1e-3)
	require.Equal(t, estimate{5, 5, 5}, estimateOf([]float64{5}))
	require.True(t, estimateOf(nil).none())
}

func TestPareto(t *testing.T) {
	point := func(waste, train float64) paretoPoint {
		return paretoPoint{waste: estimate{mean: waste}, train: estimate{mean: train}}
	}
	a, b, c := point(1, 2), point(2, 1), point(2, 2)
	require.False(t, a.beats(&b))
	require.False(t, b.beats(&a))
	require.True(t, a.beats(&c))
	require.True(t, b.beats(&c))
	require.False(t, a.beats(&a))
	a.label, b.label, a.best, b.best = "a", "b", true, true
	require.Equal(t, "a and b trade waste for time to train", paretoTitle([]paretoPoint{a, b, c}))
	require.Equal(t, "a wastes least and trains fastest", paretoTitle([]paretoPoint{a, c}))
	require.Equal(t, "All 2 waste the same and train as fast", paretoTitle([]paretoPoint{a, a}))
	require.Contains(t, paretoTitle([]paretoPoint{a}), "a: ")
}
