package serve_test

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rubato/experiments"
	"rubato/serve"
)

// A run is the run of the library: the same result.json, to the byte.
func TestRunsAsTheCommandDoes(t *testing.T) {
	s := start(t, serve.Config{})
	got := s.runs(choice{Name: "spot-p3", Set: []string{"workload.load=1.5"}})
	require.Equal(t, []string{"result.json", "jobs.csv", "timeline.csv", "report.html"}, got.Files)
	require.Equal(t, []string{"workload.load=1.5"}, got.Settings)
	e, err := experiments.Load("spot-p3", experiments.Options{Set: []string{"workload.load=1.5"}})
	require.NoError(t, err)
	rep, err := e.Run(context.Background(), experiments.RunOptions{Record: true})
	require.NoError(t, err)
	var want strings.Builder
	require.NoError(t, rep.JSON(&want))
	_, file := s.get("/results/" + got.ID + "/result.json")
	require.Equal(t, want.String(), file)
}

func TestFaultsHavePlaces(t *testing.T) {
	s := start(t, serve.Config{})
	for _, c := range []struct {
		in   choice
		want string
	}{
		{choice{Name: "spot-p3", Set: []string{"workload.laod=2"}}, `--set workload.laod=2: workload.laod: got the unknown key "laod"`},
		{choice{Name: "mine.yaml", YAML: shortYAML + "\nhorizon: long\n"}, "mine.yaml:7:10: horizon: got"},
		{choice{Name: "spot-p4"}, `did you mean "spot-p3"?`},
		{choice{Name: "x.yaml", YAML: "{"}, "x.yaml:1:1: got"},
		{choice{Name: "spot-p3", Set: make([]string, 1001)}, "at most 1000 changes"},
		{choice{Name: "big.yaml", YAML: endlessYAML, Set: []string{"workload.generate={jobs: 1000000, interarrival: 1s, duration: 1h, gpus: {1: 1}}"}}, "want at most 100000 here"},
	} {
		require.Contains(t, s.fails(c.in), c.want)
		answer := s.post(context.Background(), "/api/knobs", c.in)
		require.Equal(t, http.StatusUnprocessableEntity, answer.StatusCode)
		var why map[string]string
		require.NoError(t, json.Unmarshal([]byte(text(t, answer)), &why))
		require.Contains(t, why["error"], c.want)
	}
}

func TestKnobsAreFound(t *testing.T) {
	s := start(t, serve.Config{})
	answer := text(t, s.post(context.Background(), "/api/knobs", choice{Name: "hyperpod-night"}))
	require.Contains(t, answer, `{"path":"policies.hyperpod.scalingTimeout","value":"1m","values":["5s"`)
	require.Contains(t, answer, `{"path":"workload.model.checkpoint.interval","value":"20m","values":["1m"`)
	require.Contains(t, answer, "256 GPUs")
	_, list := s.get("/api/experiments")
	var all []struct{ Name, Title string }
	require.NoError(t, json.Unmarshal([]byte(list), &all))
	require.Len(t, all, len(experiments.Names()))
	require.Equal(t, "A 32-GPU job gives 8 GPUs to a critical job", all[0].Title)
}

// goroutines waits until there are no more than before.
func goroutines(t *testing.T, before int) {
	t.Helper()
	for range 6000 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	stacks := make([]byte, 1<<20)
	t.Fatalf("%d goroutines before, these after:\n%s", before, stacks[:runtime.Stack(stacks, true)])
}

// A client that goes away in mid-run ends it: its goroutines with it, and its place
// is free for the next.
func TestClientGoesAway(t *testing.T) {
	s := start(t, serve.Config{Runs: 1})
	s.runs(choice{Name: "short.yaml", YAML: shortYAML})
	s.client.CloseIdleConnections()
	before := runtime.NumGoroutine()
	for range 3 {
		ctx, leave := context.WithCancel(context.Background())
		answer := s.post(ctx, "/api/runs", choice{Name: "endless.yaml", YAML: endlessYAML})
		r := events(answer.Body)
		until(t, r, "started")
		require.Greater(t, runtime.NumGoroutine(), before)
		until(t, r, "progress")
		leave()
		answer.Body.Close()
	}
	s.client.CloseIdleConnections()
	goroutines(t, before)
	s.runs(choice{Name: "short.yaml", YAML: shortYAML})
}

// So does one that goes away while it waits.
func TestClientGoesAwayFromTheQueue(t *testing.T) {
	s := start(t, serve.Config{Runs: 1})
	first, leaveFirst := context.WithCancel(context.Background())
	a := s.post(first, "/api/runs", choice{Name: "endless.yaml", YAML: endlessYAML})
	until(t, events(a.Body), "progress")
	before := runtime.NumGoroutine()
	ctx, leave := context.WithCancel(context.Background())
	b := s.post(ctx, "/api/runs", choice{Name: "endless.yaml", YAML: endlessYAML})
	until(t, events(b.Body), "queued")
	leave()
	b.Body.Close()
	goroutines(t, before)
	leaveFirst()
	a.Body.Close()
}

func TestRunTimeIsLimited(t *testing.T) {
	s := start(t, serve.Config{RunTime: 300 * time.Millisecond})
	require.Equal(t, "stopped after 300ms, the longest that a run may take here", s.fails(choice{Name: "endless.yaml", YAML: endlessYAML}))
	s.runs(choice{Name: "short.yaml", YAML: shortYAML, Set: []string{"seeds=2"}})
}

// A server that ends says so to those who wait for a run, and leaves nothing.
func TestServerEndsInMidRun(t *testing.T) {
	before := runtime.NumGoroutine()
	s := start(t, serve.Config{Runs: 1})
	var streams []*http.Response
	for range 3 {
		streams = append(streams, s.post(context.Background(), "/api/runs", choice{Name: "endless.yaml", YAML: endlessYAML}))
	}
	r := events(streams[0].Body)
	until(t, r, "started")
	s.stop()
	for e, ok := next(r); ok; e, ok = next(r) {
		if e.name != "progress" {
			require.Equal(t, event{"failed", `{"error":"stopped: the server ends"}`}, e)
		}
	}
	for _, other := range streams[1:] {
		require.Contains(t, text(t, other), "stopped: the server ends")
	}
	goroutines(t, before)
	require.Empty(t, s.log.String())
}

// A sweep is run too; it has no page.
func TestSweep(t *testing.T) {
	s := start(t, serve.Config{})
	got := s.runs(choice{Name: "s.yaml", YAML: shortYAML + "sweep: {axes: {workload.load: [0.5, 1]}}\n"})
	require.Equal(t, []string{"result.json"}, got.Files)
}
