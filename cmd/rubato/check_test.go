package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rubato/experiments"
	"rubato/policy"
)

const ownBaseline = "../../experiments/baseline.yaml"

// The project's own gate. A change that is meant is recorded with make baseline.
func TestOwnBaseline(t *testing.T) {
	out, err := exec.Command("rubato", "check", ownBaseline).CombinedOutput()
	require.NoError(t, err, string(out))
	for _, name := range experiments.Names() {
		require.Contains(t, string(out), "\n"+name+" ", "want each built-in experiment")
	}
	text, err := os.ReadFile(ownBaseline)
	require.NoError(t, err)
	_, record, _ := bytes.Cut(text, []byte("\n  policies:\n    input: "))
	for _, p := range policy.Entries() {
		require.Contains(t, string(record), "\n      "+p.Name+":\n", "want each policy in the case policies")
	}
}

// All cores are busy with something else, twice over, and nothing fails.
func TestCheckOnBusyMachine(t *testing.T) {
	var stop atomic.Bool
	defer stop.Store(true)
	for range 2 * runtime.GOMAXPROCS(0) {
		go func() {
			for x := uint64(1); !stop.Load(); x *= 3 {
			}
		}()
	}
	out, err := exec.Command("rubato", "check", ownBaseline).CombinedOutput()
	require.NoError(t, err, string(out))
	require.Contains(t, string(out), "\nno regression: ")
}

// plantedBaseline has jobs of 100 minutes, each alone: what starts 3 minutes late takes
// 3 % longer.
const plantedBaseline = `version: 1
tolerances: {mean_time_to_train_hours: 2%, makespan_hours: ignore, wasted_gpu_hours: ignore, waste_percent: ignore, p99_time_to_train_hours: ignore}
cases:
  late: {experiment: late.yaml, policies: [fifo]}
  slow: {experiment: slow.yaml, policies: [priority]}
`

const lateExperiment = `name: late
cluster: {pools: [{name: p, nodes: 1, gpusPerNode: 8}]}
workload:
  jobs:
    - {id: a, gpus: 8, duration: 100m}
    - {id: b, submit: 4h, gpus: 8, duration: 100m}
policies: {fifo: {}}
`

const slowExperiment = `name: slow
cluster: {pools: [{name: p, nodes: 4, gpusPerNode: 8}]}
workload: {generate: {jobs: 2000, interarrival: 10m, duration: 1h, gpus: {1: 1, 8: 1}}}
policies: {priority: {}}
`

// plants are changes of the program: fifo starts jobs three minutes late, and
// priority does what it did, but takes its time.
var plants = []struct{ file, old, new string }{
	{"fifo.go", "if !p.Start(j, j.Requested) {", `if due := j.Submit.Add(3 * 60_000); s.Now < due {
				p.Wake(due)
				break
			} else if !p.Start(j, j.Requested) {`},
	{"priority.go", "Decide(s *State, p *Plan) {\n", `Decide(s *State, p *Plan) {
	for range 30_000 {
		planted = planted*3 + 1
	}
`},
	{"fifo.go", "type FIFO struct{}\n", "type FIFO struct{}\n\nvar planted uint64\n"},
}

// A build of the program with a policy that is 3 % worse and one that is slower fails
// by behaviour, by the figure and by speed, each without the others.
func TestPlantedRegressions(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds the program")
	}
	dir := t.TempDir()
	put := func(name, text string) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	put("late.yaml", lateExperiment)
	put("slow.yaml", slowExperiment)
	put("b.yaml", plantedBaseline)
	check := func(program, baseline string, flags ...string) (string, int) {
		cmd := exec.Command(program, append([]string{"check", baseline}, flags...)...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if exit := new(exec.ExitError); errors.As(err, &exit) {
			return string(out), exit.ExitCode()
		}
		require.NoError(t, err)
		return string(out), 0
	}
	out, code := check("rubato", "b.yaml", "--update")
	require.Zero(t, code, out)
	out, code = check("rubato", "b.yaml")
	require.Zero(t, code, out)

	planted := buildPlanted(t, dir)
	out, code = check(planted, "b.yaml")
	require.Equal(t, 1, code, out)
	require.Contains(t, out, "behaviour: jobs fared otherwise than in the baseline, from the same input")
	require.Regexp(t, `WORSE +late +fifo +mean_time_to_train_hours: 1.666667 → 1.716667, \+3.0 %, allowed 2 %`, out)
	require.Regexp(t, `WORSE +slow +speed: `, out)
	require.Regexp(t, `\nslow +1 of 1 same `, out)

	recorded, err := os.ReadFile(filepath.Join(dir, "b.yaml"))
	require.NoError(t, err)
	for name, c := range map[string]struct {
		from, to, want string
		code           int
	}{
		"figure.yaml":  {"version: 1", "version: 1\nbehaviour: ignore\nspeed: ignore", "WORSE  late  fifo  mean_time_to_train_hours", 1},
		"lenient.yaml": {"version: 1\ntolerances: {mean_time_to_train_hours: 2%", "version: 1\nbehaviour: ignore\nspeed: ignore\ntolerances: {mean_time_to_train_hours: 3.1%", "no regression", 0},
		"speed.yaml":   {"version: 1\ntolerances: {mean_time_to_train_hours: 2%", "version: 1\nbehaviour: ignore\ntolerances: {mean_time_to_train_hours: 3.1%", "WORSE  slow    speed", 1},
	} {
		text := strings.Replace(string(recorded), c.from, c.to, 1)
		require.NotEqual(t, string(recorded), text)
		put(name, text)
		out, code := check(planted, name)
		require.Equal(t, c.code, code, "%s: %s", name, out)
		require.Contains(t, out, c.want, name)
		require.NotContains(t, out, "CHANGED", name)
	}
}

// buildPlanted builds the program with the plants in place of the files they change.
func buildPlanted(t *testing.T, dir string) string {
	t.Helper()
	replace := make(map[string]string)
	for _, p := range plants {
		file, err := filepath.Abs(filepath.Join("../../policy", p.file))
		require.NoError(t, err)
		source, err := os.ReadFile(cmp.Or(replace[file], file))
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(string(source), p.old), "%s has changed: plant it anew", p.file)
		replace[file] = filepath.Join(dir, "planted_"+p.file)
		require.NoError(t, os.WriteFile(replace[file], []byte(strings.Replace(string(source), p.old, p.new, 1)), 0o666))
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "overlay.json"), overlay, 0o666))
	program := filepath.Join(dir, "planted.exe")
	out, err := exec.Command("go", "build", "-overlay", filepath.Join(dir, "overlay.json"), "-o", program, ".").CombinedOutput()
	require.NoError(t, err, string(out))
	return program
}

// A killed --update leaves the old baseline or the new one.
func TestKilledUpdateLeavesAWholeBaseline(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "b.yaml")
	const old = "version: 1\nspeed: ignore\ncases: {philly-ee9e8c: {}, hyperpod-night: {}}\n"
	start := func() *exec.Cmd {
		require.NoError(t, os.WriteFile(file, []byte(old), 0o666))
		cmd := exec.Command("rubato", "check", file, "--update")
		require.NoError(t, cmd.Start())
		return cmd
	}
	began := time.Now()
	require.NoError(t, start().Wait())
	took := time.Since(began)
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	require.Contains(t, string(whole), "\nrecorded:\n")
	for range 20 {
		cmd := start()
		time.Sleep(rand.N(took))
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		left, err := os.ReadFile(file)
		require.NoError(t, err)
		require.Contains(t, []string{old, string(whole)}, string(left))
	}
}
