package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// Every plot of a report that was written and read is the same, to the byte.
func TestPlotsOfFiles(t *testing.T) {
	r := simulated(t, []string{"fifo", "hyperpod", "las"}, 2)
	r.Runs[4].Label, r.Runs[5].Label = "least attained", "least attained"
	dir := t.TempDir()
	_, _, err := r.WriteFiles(dir, Outputs{NoPlots: true, Write: []FileName{"events.csv", "intervals.csv"}})
	require.NoError(t, err)
	read, err := Read(dir)
	require.NoError(t, err)
	for _, k := range plotKinds {
		for _, format := range []string{"png", "csv"} {
			want, err := r.Plot(k.Name, format)
			got, readErr := read.Plot(k.Name, format)
			require.Equal(t, err, readErr)
			require.True(t, bytes.Equal(want, got), "%s.%s", k.Name, format)
		}
	}
	for i := range r.Runs {
		require.Equal(t, r.Runs[i].Result.Spent, read.Runs[i].Result.Spent)
		require.Equal(t, r.Runs[i].Result.GPUs, read.Runs[i].Result.GPUs)
	}
	var want, got bytes.Buffer
	require.NoError(t, r.intervalsTable().CSV(&want))
	require.NoError(t, read.intervalsTable().CSV(&got))
	require.Equal(t, want.String(), got.String())
	want.Reset()
	got.Reset()
	require.NoError(t, r.jobsTable().CSV(&want))
	require.NoError(t, read.jobsTable().CSV(&got))
	require.Equal(t, want.String(), got.String())
}

// A sweep keeps no jobs: plots of figures over all jobs are the same without, others
// say what they lack.
func TestPlotsWithoutJobs(t *testing.T) {
	r := simulated(t, []string{"fifo", "hyperpod"}, 2)
	dir := t.TempDir()
	_, _, err := r.WriteFiles(dir, Outputs{NoPlots: true})
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(dir, "jobs.csv")))
	read, err := Read(dir)
	if len(r.Pools) > 1 && err != nil {
		require.ErrorContains(t, err, "in which pools jobs were left unfinished")
		return
	}
	require.NoError(t, err)
	for _, kind := range []string{"waste", "pareto"} {
		want, err := r.Plot(kind, "csv")
		require.NoError(t, err)
		got, err := read.Plot(kind, "csv")
		require.NoError(t, err)
		require.Equal(t, string(want), string(got), kind)
	}
	for _, kind := range []string{"time-to-train", "queueing-delay", "slowdown"} {
		_, err := read.Plot(kind, "csv")
		require.ErrorContains(t, err, "the jobs of the runs were not kept", kind)
	}
}

func TestFaultyFiles(t *testing.T) {
	_, err := Read(t.TempDir())
	require.ErrorContains(t, err, "result.json: no such file, want the folder of a run")
	for _, c := range []struct{ file, old, new, want string }{
		{"result.json", `"runs_sha256"`, `"sha256"`, "result.json: got no runs_sha256, want the result.json of a run"},
		{"jobs.csv", "fifo,1,job0", "fif,1,job0", `jobs.csv:2: got policy "fif" with seed 1, want a run of result.json`},
		{"jobs.csv", ",done,", ",doen,", `jobs.csv:2: got the state "doen", want one such as done or queued`},
		{"jobs.csv", "submit_s", "submitted", "jobs.csv:1: got no column submit_s, want one"},
		{"timeline.csv", "fifo,1,0,", "fifo,1,1,", "timeline.csv:2: got a step from 1s to"},
		{"events.csv", "job0,queued,submission", "job0,queued,boredom", `events.csv:2: got the cause "boredom", want one of [submission`},
		{"events.csv", "job0,queued", "job00,queued", `events.csv:2: got job "job00", want one of jobs.csv`},
	} {
		dir := t.TempDir()
		_, _, err := simulated(t, []string{"fifo"}, 1).WriteFiles(dir, Outputs{NoPlots: true, Write: []FileName{"events.csv"}})
		require.NoError(t, err)
		path := filepath.Join(dir, c.file)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		changed := strings.Replace(string(data), c.old, c.new, 1)
		require.NotEqual(t, string(data), changed, c.want)
		require.NoError(t, os.WriteFile(path, []byte(changed), 0o666))
		_, err = Read(dir)
		require.ErrorContains(t, err, c.want)
	}
}
