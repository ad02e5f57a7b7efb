package experiments

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/report"
)

// stopAfter runs an experiment with a store until so many runs have ended.
func stopAfter(t *testing.T, e *Experiment, dir string, runs int) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := e.Run(ctx, RunOptions{Parallel: 2, Store: dir, Progress: func(p Progress) {
		if p.Runs >= runs {
			cancel()
		}
	}})
	var stopped *Interrupted
	require.ErrorAs(t, err, &stopped)
	require.ErrorIs(t, err, context.Canceled)
	require.GreaterOrEqual(t, stopped.Kept, runs)
	require.Equal(t, 18, stopped.Runs)
}

// resume goes on and returns result.json and the last that was told of progress.
func resume(t *testing.T, e *Experiment, dir string) ([]byte, Progress) {
	t.Helper()
	last := Progress{}
	data := resultOf(t, e, RunOptions{Store: dir, Resume: true, Progress: func(p Progress) { last = p }})
	return data, last
}

func TestResumedSweepIsTheSame(t *testing.T) {
	want := resultOf(t, readSweep(t, sweepText, Options{}), RunOptions{})
	dir := filepath.Join(t.TempDir(), "runs")
	stopAfter(t, readSweep(t, sweepText, Options{}), dir, 5)
	got, p := resume(t, readSweep(t, sweepText, Options{}), dir)
	require.Equal(t, string(want), string(got))
	require.GreaterOrEqual(t, p.Stored, 5)
	require.Equal(t, (18-p.Stored)*40, p.Jobs, "only what was missing was run")
	got, p = resume(t, readSweep(t, sweepText, Options{}), dir)
	require.Equal(t, string(want), string(got))
	require.Equal(t, 18, p.Stored)
	require.Zero(t, p.Jobs)
}

// A file that is cut off or changed is found out and its run done again.
func TestDamagedRunsAreRunAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runs")
	want, _ := resume(t, readSweep(t, sweepText, Options{}), dir)
	files, err := filepath.Glob(filepath.Join(dir, "*.run"))
	require.NoError(t, err)
	require.Len(t, files, 18)
	damage := []func(path string, data []byte) error{
		func(path string, data []byte) error { return os.WriteFile(path, nil, 0o666) },
		func(path string, data []byte) error { return os.WriteFile(path, data[:len(data)/2], 0o666) },
		func(path string, data []byte) error { data[len(data)/2] ^= 1; return os.WriteFile(path, data, 0o666) },
		func(path string, data []byte) error { return os.Rename(files[17], path) }, // another run's
	}
	for i, f := range damage {
		data, err := os.ReadFile(files[i])
		require.NoError(t, err)
		require.NoError(t, f(files[i], data))
	}
	got, p := resume(t, readSweep(t, sweepText, Options{}), dir)
	require.Equal(t, string(want), string(got))
	require.Equal(t, 4, p.Damaged)
	require.Equal(t, 13, p.Stored)
	require.Equal(t, 5*40, p.Jobs)
}

// Whatever determines a run is in the name of its file.
func TestAChangedInputIsNeverReused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runs")
	resume(t, readSweep(t, sweepText, Options{}), dir)
	for _, set := range []string{
		"horizon=7d", "cluster.pools[0].nodes=5", "workload.generate.jobs=39", "workload.model.maxLosses=3",
		"workload.generate.interarrival=11m", "seeds=4..6", "cluster.placement=pack", "origin=2026-01-05T08:00:00Z",
		"policies={fifo: {placement: pack}, hyperpod: {gracefulShutdownTimeout: 7m}}",
	} {
		_, p := resume(t, readSweep(t, sweepText, Options{Set: []string{set}}), dir)
		require.Zero(t, p.Stored, set)
	}
	for _, set := range []string{"title=other", "outputs.plots=false", "statistics.warmup=1h", "policies={hyperpod: {}, fifo: {}}"} {
		_, p := resume(t, readSweep(t, sweepText, Options{Set: []string{set}}), dir)
		require.Equal(t, p.AllRuns, p.Stored, set)
	}
	_, p := resume(t, readSweep(t, sweepText, Options{Seeds: "[2, 3, 7, 8]"}), dir)
	require.Equal(t, 12, p.Stored, "seeds 2 and 3 are there")
	require.Equal(t, 12, p.AllRuns-p.Stored)
}

func TestAnotherProgramsRunsAreNeverReused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "runs")
	resume(t, readSweep(t, sweepText, Options{}), dir)
	s, err := openStore(dir)
	require.NoError(t, err)
	e := readSweep(t, sweepText, Options{})
	keys := func(s *store) map[string]bool {
		r := &runner{Experiment: e, store: s, files: e.Outputs(), report: e.newReport()}
		r.makeTasks()
		out := make(map[string]bool)
		for _, k := range r.tasks {
			out[k.key] = true
		}
		return out
	}
	for k := range keys(s) {
		require.True(t, s.has(k))
	}
	for k := range keys(&store{dir, s.program + "x"}) {
		require.False(t, s.has(k))
	}
}

// A run of an experiment without a sweep is kept with its timeline and log.
func TestStoredRunsHaveTimelinesAndLogs(t *testing.T) {
	load := func() *Experiment {
		e, err := Load("critical-job", Options{Write: []string{"intervals.csv"}})
		require.NoError(t, err)
		return e
	}
	files := func(o RunOptions) map[string]string {
		e, dir := load(), t.TempDir()
		o.Record = true
		rep, err := e.Run(context.Background(), o)
		require.NoError(t, err)
		paths, _, err := rep.WriteFiles(dir, e.Outputs())
		require.NoError(t, err)
		out := make(map[string]string)
		for _, p := range paths {
			data, err := os.ReadFile(p)
			require.NoError(t, err)
			out[filepath.Base(p)] = string(data)
		}
		return out
	}
	want := files(RunOptions{})
	require.Contains(t, want, "intervals.csv")
	require.Contains(t, want, "timeline.csv")
	dir := t.TempDir()
	require.Equal(t, want, files(RunOptions{Store: dir, Resume: true}))
	require.Equal(t, want, files(RunOptions{Store: dir, Resume: true}))
}

func FuzzStoredRun(f *testing.F) {
	f.Add([]byte{})
	f.Add(seal("k", []byte("not a run")))
	f.Fuzz(func(t *testing.T, data []byte) {
		s := &store{dir: t.TempDir()}
		require.NoError(t, os.WriteFile(s.path("k"), data, 0o666))
		found, err := s.load("k", &report.Run{})
		require.ErrorIs(t, err, errDamaged)
		require.False(t, found)
	})
}
