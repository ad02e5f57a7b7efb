package report

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// readEvent is an event as a viewer reads it.
type readEvent struct {
	Name string         `json:"name"`
	Ph   string         `json:"ph"`
	Ts   int64          `json:"ts"`
	Dur  int64          `json:"dur"`
	Pid  int            `json:"pid"`
	Tid  int            `json:"tid"`
	Args map[string]any `json:"args"`
}

func readTrace(t *testing.T, r *Report) []readEvent {
	var b, again bytes.Buffer
	require.NoError(t, r.writeTrace(&b))
	require.NoError(t, r.writeTrace(&again))
	require.True(t, bytes.Equal(b.Bytes(), again.Bytes()))
	zip, err := gzip.NewReader(&b)
	require.NoError(t, err)
	var doc struct {
		DisplayTimeUnit string
		TraceEvents     []readEvent
	}
	d := json.NewDecoder(zip)
	require.NoError(t, d.Decode(&doc))
	require.Equal(t, "ms", doc.DisplayTimeUnit)
	return doc.TraceEvents
}

// A viewer finds in the trace what the accounts say: the slices of a state add up
// to the jobs' GPU time, and the counts to the cluster's.
func TestTraceTellsTheAccounts(t *testing.T) {
	r := simulated(t, []string{"fifo", "hyperpod"}, 1)
	events := readTrace(t, r)
	names := map[int]string{}
	slices, counted := map[int]sim.GPUMillis{}, map[int]sim.GPUMillis{}
	last := map[int]readEvent{}
	ends := map[[2]int]int64{}
	for _, e := range events {
		switch e.Ph {
		case "M":
			if e.Name == "process_name" {
				names[e.Pid] = e.Args["name"].(string)
			}
		case "X":
			track := [2]int{e.Pid, e.Tid}
			require.GreaterOrEqual(t, e.Ts, ends[track], "slices of a track do not overlap")
			ends[track] = e.Ts + e.Dur
			spent := slices[e.Pid]
			if e.Name != "queued" {
				state := sim.Holding
				if e.Name != "faulted" && e.Name != "hung" {
					state = stateNamed(t, e.Name)
				}
				spent[state] += int64(e.Args["GPUs"].(float64)) * e.Dur / 1000
				spent[sim.Holding] += int64(e.Args["held GPUs"].(float64)) * e.Dur / 1000
			}
			slices[e.Pid] = spent
		case "C":
			if e.Name != "GPUs" {
				continue
			}
			spent := counted[e.Pid]
			for name, n := range last[e.Pid].Args {
				spent[stateNamed(t, name)] += int64(n.(float64)) * (e.Ts - last[e.Pid].Ts) / 1000
			}
			counted[e.Pid], last[e.Pid] = spent, e
		default:
			t.Fatalf("phase %q", e.Ph)
		}
	}
	require.Equal(t, map[int]string{
		1: "fifo, seed 1: GPUs and queue", 2: "fifo, seed 1: jobs", 3: "hyperpod, seed 1: GPUs and queue", 4: "hyperpod, seed 1: jobs",
	}, names)
	for i := range r.Runs {
		want := r.Runs[i].Result.Spent
		want[sim.Training] += want[sim.Lost]
		want[sim.Lost] = 0
		require.Equal(t, want, counted[2*i+1], r.Runs[i].Label)
		of := slices[2*i+2]
		require.Equal(t, want[sim.Starting:], of[sim.Starting:], r.Runs[i].Label)
	}
}

func stateNamed(t *testing.T, name string) sim.GPUState {
	for s := range sim.NumStates {
		if s.String() == name {
			return s
		}
	}
	t.Fatalf("no state %q", name)
	return 0
}

// longRun is a run of so many jobs that come and go in turn, each changing its
// state three times.
func longRun(jobs int) *Report {
	run := Run{Label: "fifo", Result: &sim.Result{Seed: 1, GPUs: 8}, Timeline: &Timeline{}, Log: &Log{}}
	at := simtime.Time(0)
	for i := range jobs {
		d := simtime.Duration(1000 + i%7)
		for _, p := range []policy.Phase{policy.Queued, policy.Starting, policy.Training, policy.Done} {
			j := policy.Job{Job: &workload.Job{}, Index: int32(i), Phase: p}
			c := sim.Counts{sim.IdleBlocked: 8}
			if p == policy.Starting || p == policy.Training {
				j.Active = 8
				c = sim.Counts{sim.Training: 8}
			}
			run.Log.Observe(at, &j)
			run.Timeline.Observe(at, at.Add(d), &c)
			at = at.Add(d)
		}
		run.Result.Jobs = append(run.Result.Jobs, sim.JobResult{ID: "j", GPUs: 8, End: at, Phase: policy.Done, Spent: sim.GPUMillis{sim.Training: 8 * int64(d)}})
	}
	run.Result.End = at
	return &Report{Runs: []Run{run}}
}

// A run of 400,000 changes is a trace of a bounded size that says what it leaves
// out.
func TestTraceIsBounded(t *testing.T) {
	events := readTrace(t, longRun(100_000))
	kinds := map[string]int{}
	said := false
	for _, e := range events {
		kinds[e.Ph]++
		if e.Name == "process_name" && e.Pid == 2 {
			said = true
			require.True(t, strings.HasSuffix(e.Args["name"].(string), "jobs, 16,666 of 100,000, those of most GPU time"), e.Args["name"])
		}
	}
	require.True(t, said)
	require.LessOrEqual(t, kinds["X"], maxTraceEvents)
	require.Greater(t, kinds["X"], maxTraceEvents*9/10)
	require.LessOrEqual(t, kinds["C"], maxTraceEvents+2)
	require.Greater(t, kinds["C"], maxTraceEvents/3)
}

// Of a queue that is deep for a moment the trace keeps the depth.
func TestThinnedKeepsTheDeepestQueue(t *testing.T) {
	var ls []levelAt
	for i := range 1000 {
		ls = append(ls, levelAt{at: simtime.Time(i), level: level{queued: 1}})
	}
	ls[777].queued = 99
	deepest := 0
	places := thinned(ls, 1000, 10)
	for _, at := range places {
		deepest = max(deepest, ls[at].queued)
	}
	require.Equal(t, 99, deepest)
	require.LessOrEqual(t, len(places), 10)
	require.Len(t, thinned(ls, 1000, 1000), 1000)
}
