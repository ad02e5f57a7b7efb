//go:build unix

package experiments

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

const secret = "TOP-SECRET"

// fenced is a folder with a trace inside, a secret outside and ways that lead to it.
func fenced(t *testing.T) (*os.Root, string) {
	outer := t.TempDir()
	dir := filepath.Join(outer, "in")
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "sub"), 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(outer, "secret.csv"), []byte(secret), 0o666))
	rows := "job_id,num_gpu,submit_time,iterations,model_name,duration,interval\n0,1,0,606,vgg19,164,30\n"
	require.NoError(t, os.WriteFile(filepath.Join(dir, "sub", "jobs.csv"), []byte(rows), 0o666))
	require.NoError(t, os.Symlink("jobs.csv", filepath.Join(dir, "sub", "inner.csv")))
	require.NoError(t, os.Symlink(filepath.Join(outer, "secret.csv"), filepath.Join(dir, "absolute.csv")))
	require.NoError(t, os.Symlink("../secret.csv", filepath.Join(dir, "relative.csv")))
	require.NoError(t, os.Symlink("..", filepath.Join(dir, "up")))
	require.NoError(t, syscall.Mkfifo(filepath.Join(dir, "pipe.csv"), 0o666))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	t.Cleanup(func() { root.Close() })
	return root, outer
}

func TestLimitsFiles(t *testing.T) {
	root, outer := fenced(t)
	read := func(key, name string, l *Limits) error {
		_, err := Read("x.yaml", []byte(complete("workload: {trace: {"+key+", file: '"+name+"'}}\n")), outer, Options{Limits: l})
		return err
	}
	inside := &Limits{Files: root.FS(), Jobs: 100}
	for _, name := range []string{"sub/jobs.csv", "./sub/../sub/jobs.csv", "sub/inner.csv"} {
		require.NoError(t, read("lenient: false", name, inside), name)
		require.ErrorContains(t, read("lenient: false", name, &Limits{Jobs: 100}), "files are not read here")
	}
	for _, name := range []string{
		"../secret.csv", "sub/../../secret.csv", filepath.Join(outer, "secret.csv"), "absolute.csv", "relative.csv", "up/secret.csv",
		"/etc/passwd", "/proc/self/environ", "/dev/zero", "..", ".", "sub", "pipe.csv", "", "~/x", `..\secret.csv`, "file:///etc/passwd",
	} {
		for _, l := range []*Limits{inside, {Jobs: 100}} {
			err := read("lenient: true", name, l)
			require.Error(t, err, name)
			require.NotContains(t, err.Error(), secret)
			require.NotContains(t, err.Error(), "root:", name)
			require.NotContains(t, err.Error(), "did you mean", "no name of a file is told")
		}
	}
	throughputs := "workload: {trace: {sample: tiresias/60_job.csv, throughputs: {file: /etc/passwd, gpu: v100}}}\n"
	_, err := Read("x.yaml", []byte(complete(throughputs)), "", Options{Limits: inside})
	require.ErrorContains(t, err, "outside the folder")
}

func TestLimitsJobs(t *testing.T) {
	for _, c := range []struct {
		text, want string
		most       int
	}{
		{"", "", 1},
		{"seeds: \"1..3\"\npolicies: {fifo: {}, priority: {}}\n", "", 6},
		{"seeds: \"1..3\"\npolicies: {fifo: {}, priority: {}}\n", "x.yaml:", 5},
		{"workload: {generate: {jobs: 10000000, interarrival: 1s, duration: 1h, gpus: {1: 1}}}\n", "workload.generate.jobs: got 10000000 jobs", 9_999_999},
		{"sweep: {axes: {workload.load: [0.5, 0.6, 0.7, 0.8]}}\n", "", 4},
		{"sweep: {axes: {workload.load: [0.5, 0.6, 0.7, 0.8]}}\n", "sweep: got 4 jobs or more", 3},
	} {
		_, err := Read("x.yaml", []byte(complete(c.text)), "", Options{Limits: &Limits{Jobs: c.most}})
		if c.want == "" {
			require.NoError(t, err, c.text)
			continue
		}
		require.ErrorContains(t, err, c.want)
		require.True(t, BadInput(err))
		require.Equal(t, 1, strings.Count(err.Error(), "jobs or more"))
	}
}

// Who does not wait any more ends the reading, whatever else is wrong.
func TestLimitsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	text := complete("sweep: {axes: {workload.load: [0.5, 0.6], horizon: [0d, 1d]}}\n")
	_, err := Read("x.yaml", []byte(text), "", Options{Limits: &Limits{Jobs: 100, Context: ctx}})
	require.True(t, BadInput(err))
	cancel()
	_, err = Read("x.yaml", []byte(text), "", Options{Limits: &Limits{Jobs: 100, Context: ctx}})
	require.ErrorIs(t, err, context.Canceled)
}
