package report

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

var update = flag.Bool("update", false, "rewrite the golden files of testdata")

const hour = int64(simtime.Hour)

// sample is a report of two policies over four hours of 8 GPUs, in which each
// number can be checked by hand.
func sample() *Report {
	job := func(id string, phase policy.Phase, submit, end simtime.Time, queued simtime.Duration) sim.JobResult {
		return sim.JobResult{ID: id, GPUs: 4, Submit: submit, FirstStart: submit.Add(queued), End: end, Phase: phase, Queued: queued}
	}
	fifo := &sim.Result{
		Policy: "fifo", Seed: 1, End: simtime.Time(4 * hour), GPUs: 8, NodeLosses: 1, ScalingLoss: float64(hour),
		Spent: sim.GPUMillis{sim.Down: 4 * hour, sim.IdleBlocked: 6 * hour, sim.IdleUnused: 3 * hour, sim.IdleEmpty: hour,
			sim.Starting: hour / 2, sim.Training: 15 * hour, sim.Lost: 5 * hour / 2},
		Jobs: []sim.JobResult{
			job("a", policy.Done, 0, simtime.Time(2*hour), 0),
			job(`b, "quoted"`, policy.Done, simtime.Time(hour), simtime.Time(4*hour)+500, simtime.Hour),
			job("c", policy.Training, simtime.Time(2*hour), simtime.Never, 30*simtime.Minute),
			job("d", policy.Cancelled, simtime.Time(2*hour), simtime.Time(3*hour), simtime.Hour),
		},
	}
	fifo.Jobs[1].Spent = sim.GPUMillis{sim.Starting: 2_000, sim.Training: 1_234, sim.Lost: 10}
	fifo.Jobs[2].FirstStart = simtime.Never
	elastic := &sim.Result{
		Policy: "hyperpod", Seed: 1, End: simtime.Time(4 * hour), GPUs: 8, Resizes: 3,
		Spent: sim.GPUMillis{sim.Down: 4 * hour, sim.IdleUnused: 2 * hour, sim.Draining: hour, sim.Training: 25 * hour},
		Jobs: []sim.JobResult{
			job("a", policy.Done, 0, simtime.Time(2*hour), 0),
			job(`b, "quoted"`, policy.Done, simtime.Time(hour), simtime.Time(2*hour), 0),
			job("c", policy.Done, simtime.Time(2*hour), simtime.Time(4*hour), 0),
			job("d", policy.Done, simtime.Time(2*hour), simtime.Time(5*hour/2), 0),
		},
	}
	t := &Timeline{}
	t.Observe(0, 1000, &sim.Counts{sim.IdleEmpty: 8})
	t.Observe(1000, 2500, &sim.Counts{sim.Training: 8})
	t.Observe(2500, 4000, &sim.Counts{sim.Training: 8})
	t.Observe(4000, simtime.Time(4*hour), &sim.Counts{sim.Down: 1, sim.IdleUnused: 7})
	return &Report{
		Title: "Two policies", Pools: []string{"p5"},
		Manifest: Manifest{Version: "test", Experiment: "two", ScenarioSHA256: "00", Seeds: []uint64{1},
			Traces: []Trace{{Name: "t.csv", Format: "tiresias", SHA256: "11", Rows: 4}}},
		Runs: []Run{{Label: "fifo", Result: fifo, Timeline: t}, {Label: "hyperpod", Result: elastic}},
	}
}

func golden(t *testing.T, name string, got []byte) {
	path := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.MkdirAll("testdata", 0o777))
		require.NoError(t, os.WriteFile(path, got, 0o666))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), string(got), "go test ./report -update rewrites %s", path)
}

func TestGoldenFiles(t *testing.T) {
	r := sample()
	doc, err := r.resultJSON()
	require.NoError(t, err)
	golden(t, "result.json", doc)
	var jobs, timeline bytes.Buffer
	require.NoError(t, r.writeJobs(&jobs))
	golden(t, "jobs.csv", jobs.Bytes())
	require.NoError(t, r.writeTimeline(&timeline))
	golden(t, "timeline.csv", timeline.Bytes())
}

// TestSummary checks the figures of the sample by hand.
func TestSummary(t *testing.T) {
	s, err := summarise(sample().Runs[0].Result)
	require.NoError(t, err)
	require.Equal(t, 28.0, s.GPUHours.Capacity, "32 less 4 down")
	require.Equal(t, 12.0, s.GPUHours.Wasted, "6 + 3 + 0.5 + 2.5")
	require.Equal(t, 1.0, s.GPUHours.ScalingLoss)
	require.Equal(t, 100.0*12/27, s.WastePercent, "of 28 less 1 that nobody could use")
	require.Equal(t, jobCount{Submitted: 4, Completed: 2, Cancelled: 1, Unfinished: 1}, s.Jobs)
	require.Equal(t, &spread{Mean: (7200 + 10800.5) / 2, P50: 7200, P90: 10800.5, P99: 10800.5, Max: 10800.5}, s.TimeToTrain)
	require.Equal(t, &spread{Mean: 1800, P50: 0, P90: 3600, P99: 3600, Max: 3600}, s.QueueingDelay)
	require.Equal(t, 14400.5, *s.Makespan)
}

func TestNothingCompleted(t *testing.T) {
	s, err := summarise(&sim.Result{Jobs: []sim.JobResult{{Phase: policy.Queued, End: simtime.Never}}})
	require.NoError(t, err)
	require.Nil(t, s.TimeToTrain)
	require.Nil(t, s.Makespan)
	require.Zero(t, s.WastePercent)
	require.Equal(t, jobCount{Submitted: 1, Unfinished: 1}, s.Jobs)
}

func TestPercentileIsTheNearestRank(t *testing.T) {
	spans := []simtime.Duration{}
	for i := range 200 {
		spans = append(spans, simtime.Duration(i+1))
	}
	for p, want := range map[int]simtime.Duration{1: 2, 50: 100, 90: 180, 99: 198, 100: 200} {
		require.Equal(t, want, percentile(spans, p), p)
	}
	require.Equal(t, simtime.Duration(7), percentile([]simtime.Duration{7}, 1))
}

func TestWriteFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	paths, err := sample().WriteFiles(dir, Outputs{})
	require.NoError(t, err)
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
		info, err := os.Stat(p)
		require.NoError(t, err)
		require.NotZero(t, info.Size())
	}
	require.Equal(t, []string{"result.json", "jobs.csv", "timeline.csv", "waste.png", "allocation.png", "time-to-train.png"}, names)
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, entries, 6, "no temporary file is left")
}

func TestAFailedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	temp, err := writeTemp(dir, file{"x.csv", func(w io.Writer) error {
		_, _ = w.Write(make([]byte, 3<<20))
		return errors.New("no space left on device")
	}})
	require.ErrorContains(t, err, "no space left on device")
	require.FileExists(t, temp, "the caller removes it")
	require.NoError(t, os.Remove(temp))

	blocked := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o666))
	_, err = sample().WriteFiles(blocked, Outputs{})
	require.ErrorContains(t, err, "not a directory")
}
