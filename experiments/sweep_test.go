package experiments

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/report"
)

const sweepText = `
name: s
seeds: 1..3
cluster: {pools: [{name: p, nodes: 4, gpusPerNode: 8, price: 2}]}
workload:
  generate: {jobs: 40, interarrival: 10m, duration: 1h, gpus: {1: 3, 8: 1}}
  model: {elastic: {minFactor: 0.5, maxFactor: 2, step: double}}
policies: {fifo: {}, hyperpod: {}}
sweep:
  axes:
    load: {path: workload.load, values: [0.5, 2]}
    policies.hyperpod.scalingTimeout: [0s, 10m]
`

func readSweep(t *testing.T, text string, o Options) *Experiment {
	t.Helper()
	e, err := Read("s.yaml", []byte(text), "", o)
	require.NoError(t, err)
	return e
}

// resultOf runs an experiment and returns its result.json.
func resultOf(t *testing.T, e *Experiment, o RunOptions) []byte {
	t.Helper()
	rep, err := e.Run(context.Background(), o)
	require.NoError(t, err)
	return written(t, e, rep)
}

func written(t *testing.T, e *Experiment, rep *report.Report) []byte {
	t.Helper()
	dir := t.TempDir()
	_, _, err := rep.WriteFiles(dir, e.Outputs())
	require.NoError(t, err)
	data, err := os.ReadFile(filepath.Join(dir, "result.json"))
	require.NoError(t, err)
	return data
}

func TestSweepRunsEachPolicyAtEachPointWithEachSeed(t *testing.T) {
	e := readSweep(t, sweepText, Options{})
	require.Equal(t, 24, e.Runs())
	last := Progress{}
	rep, err := e.Run(context.Background(), RunOptions{Progress: func(p Progress) { last = p }})
	require.NoError(t, err)
	require.Equal(t, 18, last.AllRuns, "fifo has no scalingTimeout: its runs at one load are the same")
	require.Equal(t, last.AllRuns, last.Runs)
	require.Equal(t, 18*40, last.AllJobs)
	require.Equal(t, last.AllJobs, last.Jobs)
	var got []string
	for _, r := range rep.Runs {
		got = append(got, fmt.Sprint(r.Label, " ", r.Result.Seed, " ", r.Point()))
	}
	require.Len(t, got, 24)
	require.Equal(t, "fifo 1 load=0.5 policies.hyperpod.scalingTimeout=0s", got[0])
	require.Equal(t, "hyperpod 1 load=0.5 policies.hyperpod.scalingTimeout=0s", got[3])
	require.Equal(t, "fifo 1 load=0.5 policies.hyperpod.scalingTimeout=10m", got[6])
	require.Equal(t, "hyperpod 3 load=2 policies.hyperpod.scalingTimeout=10m", got[23])
	require.Empty(t, rep.Runs[0].Result.Jobs, "no file of a sweep needs the jobs")
}

// Each point is what an experiment with its values set would be.
func TestPointOfASweepIsTheExperimentWithItsValues(t *testing.T) {
	type run struct {
		Policy  string
		Seed    uint64
		Variant map[string]string
		Summary json.RawMessage
	}
	var swept, alone struct{ Runs []run }
	require.NoError(t, json.Unmarshal(resultOf(t, readSweep(t, sweepText, Options{}), RunOptions{}), &swept))
	one := readSweep(t, sweepText, Options{Set: []string{"sweep=null", "workload.load=2", "policies.hyperpod.scalingTimeout=10m"}})
	require.NoError(t, json.Unmarshal(resultOf(t, one, RunOptions{}), &alone))
	require.Len(t, alone.Runs, 6)
	for i, r := range alone.Runs {
		s := swept.Runs[18+i]
		require.Equal(t, map[string]string{"load": "2", "policies.hyperpod.scalingTimeout": "10m"}, s.Variant)
		require.Equal(t, r.Policy, s.Policy)
		require.Equal(t, r.Seed, s.Seed)
		require.JSONEq(t, string(r.Summary), string(s.Summary))
	}
}

func TestSweepDoesNotDependOnParallelRuns(t *testing.T) {
	want := resultOf(t, readSweep(t, sweepText, Options{}), RunOptions{Parallel: 1})
	for _, n := range []int{2, 7} {
		require.Equal(t, string(want), string(resultOf(t, readSweep(t, sweepText, Options{}), RunOptions{Parallel: n})))
	}
}

// A load of two halves the times of submission; deadlines stay as far away.
func TestLoad(t *testing.T) {
	e := readSweep(t, `
name: l
cluster: {pools: [{name: p, nodes: 1, gpusPerNode: 8}]}
workload:
  load: 2
  jobs: [{id: a, gpus: 8, duration: 1h}, {id: b, submit: 1h, gpus: 8, duration: 1h, deadline: 3h, cancel: 9h}]
policies: {fifo: {}}
`, Options{})
	require.EqualValues(t, 30*60_000, e.first[1].Submit)
	require.EqualValues(t, 150*60_000, e.first[1].Deadline)
	require.EqualValues(t, 510*60_000, e.first[1].Cancel)
}

// Of n samples of a Latin hypercube each n-th part of an axis has one.
func TestLatinHypercube(t *testing.T) {
	text := sweepText[:len(sweepText)-len("sweep:\n  axes:\n    load: {path: workload.load, values: [0.5, 2]}\n    policies.hyperpod.scalingTimeout: [0s, 10m]\n")]
	for _, mode := range []string{random, latinHypercube} {
		e := readSweep(t, text+"sweep: {mode: "+mode+", samples: 10, axes: {workload.load: {from: 1, to: 2}, horizon: {from: 1d, to: 11d}}}", Options{})
		again := readSweep(t, text+"sweep: {mode: "+mode+", samples: 10, axes: {workload.load: {from: 1, to: 2}, horizon: {from: 1d, to: 11d}}}", Options{})
		parts := make(map[int]int)
		for i, p := range e.points {
			require.Equal(t, p.variant(), again.points[i].variant())
			var load float64
			_, err := fmt.Sscan(p.variant()["workload.load"], &load)
			require.NoError(t, err)
			parts[int((load-1)*10)]++
		}
		if mode == latinHypercube {
			require.Len(t, parts, 10)
		} else {
			require.Less(t, len(parts), 10, "this seed draws some part twice")
		}
	}
}

// The price of a point is its own.
func TestPriceMayVary(t *testing.T) {
	e := readSweep(t, sweepText, Options{Set: []string{"sweep={axes: {price: {path: \"cluster.pools[0].price\", values: [1, 3]}}}"}})
	var doc struct {
		Runs []struct {
			Summary struct{ Cost struct{ Total float64 } }
		}
	}
	require.NoError(t, json.Unmarshal(resultOf(t, e, RunOptions{}), &doc))
	require.InEpsilon(t, 3*doc.Runs[0].Summary.Cost.Total, doc.Runs[6].Summary.Cost.Total, 1e-12)
}
