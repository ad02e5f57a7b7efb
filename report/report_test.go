package report

import (
	"bytes"
	"crypto/sha256"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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
	fifo.Jobs[0].Productive, fifo.Jobs[1].Productive = 90*simtime.Minute, simtime.Hour
	fifo.Jobs[1].Crashes, fifo.Jobs[1].LostBy = 2, [sim.NumLossCauses]int64{sim.ByCrash: 10}
	fifo.Crashes, fifo.LostBy = 2, [sim.NumLossCauses]int64{sim.ByNodeLoss: 3 * hour / 2, sim.ByCrash: hour}
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
	for i, d := range []simtime.Duration{2 * simtime.Hour, simtime.Hour, 75 * simtime.Minute, 15 * simtime.Minute} {
		elastic.Jobs[i].Productive = d
	}
	fifo.Pools, elastic.Pools = []sim.GPUMillis{fifo.Spent}, []sim.GPUMillis{elastic.Spent}
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
	require.NoError(t, r.jobsTable().CSV(&jobs))
	golden(t, "jobs.csv", jobs.Bytes())
	require.NoError(t, r.timelineTable().CSV(&timeline))
	golden(t, "timeline.csv", timeline.Bytes())
}

// TestSummary checks the figures of the sample by hand.
func TestSummary(t *testing.T) {
	s, err := summarise(sample().Runs[0].Result, Statistics{})
	require.NoError(t, err)
	require.Equal(t, 28.0, s.GPUHours.Capacity, "32 less 4 down")
	require.Equal(t, 12.0, s.GPUHours.Wasted, "6 + 3 + 0.5 + 2.5")
	require.Equal(t, 1.0, s.GPUHours.ScalingLoss)
	require.Equal(t, 100.0*12/27, s.WastePercent, "of 28 less 1 that nobody could use")
	require.Equal(t, jobCount{Submitted: 4, Completed: 2, Cancelled: 1, Unfinished: 1}, s.Jobs)
	require.Equal(t, &spread{Mean: (7200 + 10800.5) / 2, P50: 7200, P90: 10800.5, P99: 10800.5, Max: 10800.5}, s.TimeToTrain)
	require.Equal(t, &spread{Mean: 1800, P50: 0, P90: 3600, P99: 3600, Max: 3600}, s.QueueingDelay)
	require.Equal(t, 14400.5, *s.Makespan)
	require.Equal(t, lossHours{NodeLoss: 1.5, Crash: 1}, s.GPUHours.LostBy)
	require.Equal(t, 2, s.Crashes)
	require.Equal(t, 15/18.0, *s.Goodput, "of 0.5 starting, 15 training and 2.5 lost")
}

func TestNothingCompleted(t *testing.T) {
	s, err := summarise(&sim.Result{Jobs: []sim.JobResult{{Phase: policy.Queued, End: simtime.Never}}}, Statistics{})
	require.NoError(t, err)
	require.Nil(t, s.TimeToTrain)
	require.Nil(t, s.Makespan)
	require.Zero(t, s.WastePercent)
	require.Nil(t, s.ETTR)
	require.Nil(t, s.Goodput)
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
	require.Equal(t, simtime.Duration(2), percentile([]simtime.Duration{1, 2, 3, 4}, 50), "two of four are half")
	require.Equal(t, simtime.Duration(4), percentile([]simtime.Duration{1, 2, 3, 4}, 99))
}

// Three jobs of 1, 2 and 2.001 s: 5001 ms by 3000 is 1.667 s.
func TestMeansAreRoundedOnce(t *testing.T) {
	require.Equal(t, &spread{Mean: 1.667, P50: 2, P90: 2.001, P99: 2.001, Max: 2.001}, spreadOf([]simtime.Duration{2001, 1000, 2000}))
	require.Nil(t, spreadOf(nil))
}

func TestJobsThatAreLostTrackOf(t *testing.T) {
	r := sample()
	r.Runs[1].Variant = map[string]string{"grow": "2"}
	job := &r.Runs[1].Result.Jobs[2]
	job.Phase = policy.Training
	_, err := r.resultJSON()
	require.EqualError(t, err, "hyperpod grow=2, seed 1: job c is training, but its end is 4h0m0s")
	require.EqualError(t, r.Table(io.Discard, TableOptions{}), err.Error())
	job.End = simtime.Never
	_, err = r.resultJSON()
	require.NoError(t, err)
	job.Phase = policy.Cancelled
	_, _, err = r.WriteFiles(t.TempDir(), Outputs{})
	require.ErrorContains(t, err, "job c is cancelled, but its end is never")
	job.Phase, job.End = policy.Refused+1, 1
	_, err = r.resultJSON()
	require.ErrorContains(t, err, "4 jobs submitted, but 3 completed, 0 failed, 0 cancelled, 0 refused and 0 unfinished")
}

// TestDigest checks that a reader of result.json can check the digest.
func TestDigest(t *testing.T) {
	r := sample()
	r.Runs[0].Label = "a < b & c"
	doc, err := r.resultJSON()
	require.NoError(t, err)
	require.Contains(t, string(doc), `"a < b & c"`)
	var read struct {
		Manifest struct {
			Digest string `json:"runs_sha256"`
		} `json:"manifest"`
		Runs json.RawMessage `json:"runs"`
	}
	require.NoError(t, json.Unmarshal(doc, &read))
	var compact bytes.Buffer
	require.NoError(t, json.Compact(&compact, read.Runs))
	require.Equal(t, fmt.Sprintf("%x", sha256.Sum256(compact.Bytes())), read.Manifest.Digest)

	r.Runs[0].Result.NodeLosses++
	other, err := r.resultJSON()
	require.NoError(t, err)
	require.NotContains(t, string(other), read.Manifest.Digest)
}

// A sweep of three points with two seeds has three rows, and a reader of any
// file can tell the points apart.
func TestVariantsAreNotMixed(t *testing.T) {
	r := sample()
	point := func(seed uint64, grow string) Run {
		result := *r.Runs[1].Result
		result.Seed = seed
		return Run{Label: "hyperpod", Variant: map[string]string{"grow": grow, "cool": "5m"}, Result: &result, Timeline: r.Runs[0].Timeline}
	}
	r.Runs = []Run{point(1, "1"), point(2, "1"), point(1, "2"), point(2, "2")}
	require.Equal(t, []string{"hyperpod cool=5m grow=1", "hyperpod cool=5m grow=2"}, r.labels())
	require.Len(t, r.byLabel("hyperpod cool=5m grow=2"), 2)
	require.Equal(t, "2 seeds", pooled(r))
	var jobs, steps bytes.Buffer
	require.NoError(t, r.jobsTable().CSV(&jobs))
	require.NoError(t, r.timelineTable().CSV(&steps))
	for _, b := range []*bytes.Buffer{&jobs, &steps} {
		rows, err := csv.NewReader(b).ReadAll()
		require.NoError(t, err)
		variant := slices.Index(rows[0], "variant")
		require.Equal(t, "cool=5m grow=1", rows[1][variant])
		require.Equal(t, "cool=5m grow=2", rows[len(rows)-1][variant])
	}
}

// Names survive whatever is in them.
func TestCSVQuotes(t *testing.T) {
	r := sample()
	r.Pools = nil
	names := []string{"comma, and \"quotes\"", "two\nlines", " blank ", "semi;colon", "größe", ""}
	for i, n := range names {
		r.Runs[0].Result.Jobs[i%4].User = n
		var b bytes.Buffer
		require.NoError(t, r.jobsTable().CSV(&b))
		rows, err := csv.NewReader(&b).ReadAll()
		require.NoError(t, err)
		require.Equal(t, n, rows[1+i%4][3])
		require.Equal(t, "0", rows[1][5], "the index of a pool without a name")
	}
}
