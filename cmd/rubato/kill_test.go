package main

import (
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const killedSweep = `
name: killed
seeds: 1..6
cluster: {pools: [{name: p, nodes: 8, gpusPerNode: 8}]}
availability: [failures: {kind: node, rate: 20, repair: 2h}]
workload:
  generate: {jobs: 1000, interarrival: 10m, duration: {mean: 2h, distribution: lognormal, sigma: 1.5}, gpus: {1: 3, 8: 2, 16: 1}}
  model: {checkpoint: {interval: 1h, save: 1m}, elastic: {minFactor: 0.5, maxFactor: 2, step: double, share: 0.5}}
policies: {fifo: {}, easy: {}, las: {}, hyperpod: {}}
sweep: {axes: {load: {path: workload.load, values: [0.6, 0.9, 1.2]}}}
outputs: {jobs: true}
`

// TestKilledAndResumedSweepIsTheSame kills the program with -9 at random moments, of
// the simulation, of the reading of what is there and of the writing of the results,
// and goes on with --resume each time. In the end every file is as if nothing had
// happened, and there are no others; and at no time is there a file that is not whole.
func TestKilledAndResumedSweepIsTheSame(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "sweep.yaml"), []byte(killedSweep), 0o666))
	start := func(out string) *exec.Cmd {
		cmd := exec.Command("rubato", "run", "sweep.yaml", "--out", out, "--resume", "--quiet")
		cmd.Dir = dir
		require.NoError(t, cmd.Start())
		return cmd
	}
	began := time.Now()
	require.NoError(t, start("whole").Wait())
	took := time.Since(began)
	whole := filesUnder(t, filepath.Join(dir, "whole"))
	require.Len(t, whole, 2+4*6*3, "result.json, jobs.csv and the runs")

	killedDir := filepath.Join(dir, "killed")
	for range 4 {
		for killed := 0; killed < 6; {
			cmd := start("killed")
			wait := rand.N(took / 3)
			time.Sleep(wait)
			_ = cmd.Process.Kill()
			if cmd.Wait() == nil {
				break // it was faster
			}
			killed++
			there := whatIsThere(t, killedDir, whole)
			t.Logf("killed after %v of %v: %d of %d files are there", wait, took, there, len(whole))
		}
		require.NoError(t, start("killed").Wait())
		requireSame(t, whole, filesUnder(t, killedDir))
		require.NoError(t, os.RemoveAll(killedDir))
	}
}

// whatIsThere counts the files of a run that was killed, which are whole.
func whatIsThere(t *testing.T, dir string, whole map[string]string) int {
	t.Helper()
	there := 0
	for name, data := range filesUnder(t, dir) {
		if filepath.Base(name)[0] != '.' {
			there++
			require.True(t, whole[name] == data, "%s is not whole", name)
		}
	}
	return there
}

func requireSame(t *testing.T, want, got map[string]string) {
	t.Helper()
	require.Equal(t, slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(got)))
	for name := range want {
		require.True(t, want[name] == got[name], "%s differs", name)
	}
}

// filesUnder returns the contents of all files in a folder, by path; none if there is
// no folder.
func filesUnder(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := make(map[string]string)
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		name, _ := filepath.Rel(dir, path)
		out[name] = string(data)
		return err
	})
	if !os.IsNotExist(err) {
		require.NoError(t, err)
	}
	return out
}
