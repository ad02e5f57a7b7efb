package serve_test

import (
	"context"
	"io"
	"net/http"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rubato/serve"
)

const many = 200

// eachOf does something many times at once.
func eachOf(do func(i int)) {
	var wg sync.WaitGroup
	for i := range many {
		wg.Go(func() { do(i) })
	}
	wg.Wait()
}

func TestManyRequests(t *testing.T) {
	s := start(t, serve.Config{})
	paths := []string{"/", "/main.js", "/style.css", "/api/experiments", "/api/results", "/results/1/report.html", "/nothing"}
	s.runs(choice{Name: "short.yaml", YAML: shortYAML})
	var wrong atomic.Int64
	eachOf(func(i int) {
		if i%4 == 0 {
			answer := s.post(context.Background(), "/api/knobs", choice{Name: "hyperpod-night"})
			if answer.StatusCode != http.StatusOK {
				wrong.Add(1)
			}
			answer.Body.Close()
			return
		}
		path := paths[i%len(paths)]
		status, _ := s.get(path)
		if want := map[bool]int{true: http.StatusNotFound, false: http.StatusOK}[path == "/nothing"]; status != want {
			wrong.Add(1)
		}
	})
	require.Zero(t, wrong.Load())
}

// Of many who want a run at once 2 run, 16 wait and the others are told to come again;
// when they have gone all is as before.
func TestManyRuns(t *testing.T) {
	s := start(t, serve.Config{Runs: 2})
	s.runs(choice{Name: "short.yaml", YAML: shortYAML})
	s.client.CloseIdleConnections()
	before := runtime.NumGoroutine()
	ctx, leave := context.WithCancel(context.Background())
	var started, queued, refused atomic.Int64
	var wg sync.WaitGroup
	for range many {
		wg.Go(func() {
			answer := s.post(ctx, "/api/runs", choice{Name: "endless.yaml", YAML: endlessYAML})
			defer answer.Body.Close()
			if answer.StatusCode == http.StatusServiceUnavailable {
				if answer.Header.Get("Retry-After") != "" {
					refused.Add(1)
				}
				return
			}
			r := events(answer.Body)
			for e, ok := next(r); ok; e, ok = next(r) {
				switch e.name {
				case "queued":
					queued.Add(1)
				case "started":
					started.Add(1)
				}
			}
		})
	}
	require.Eventually(t, func() bool { return started.Load() == 2 && queued.Load()+refused.Load() == many }, time.Minute, 10*time.Millisecond,
		"2 run")
	require.EqualValues(t, 18, queued.Load())
	status, _ := s.get("/")
	require.Equal(t, http.StatusOK, status, "the page is there meanwhile")
	leave()
	wg.Wait()
	require.EqualValues(t, 2, started.Load(), "those who waited have gone too")
	s.client.CloseIdleConnections()
	goroutines(t, before)
	s.runs(choice{Name: "short.yaml", YAML: shortYAML})
}

// Many short runs at once all end, those that are let in.
func TestManyShortRuns(t *testing.T) {
	s := start(t, serve.Config{Runs: 2})
	var done, refused atomic.Int64
	eachOf(func(int) {
		answer := s.post(context.Background(), "/api/runs", choice{Name: "short.yaml", YAML: shortYAML})
		defer answer.Body.Close()
		if answer.StatusCode == http.StatusServiceUnavailable {
			refused.Add(1)
			return
		}
		until(t, events(answer.Body), "done")
		done.Add(1)
	})
	require.EqualValues(t, many, done.Load()+refused.Load())
	require.GreaterOrEqual(t, done.Load(), int64(18))
}

// blanks is a body of so many bytes, which nobody keeps.
type blanks struct{ left atomic.Int64 }

func (e *blanks) Read(p []byte) (int, error) {
	n := min(int64(len(p)), e.left.Load())
	if n == 0 {
		return 0, io.EOF
	}
	for i := range p[:n] {
		p[i] = ' ' // which JSON may begin with
	}
	e.left.Add(-n)
	return int(n), nil
}

// A gigabyte is refused before it has been read, and without memory for it: all that
// both sides allocate meanwhile is counted.
func TestUploadOfAGigabyte(t *testing.T) {
	s := start(t, serve.Config{})
	const size = 1 << 30
	for _, path := range []string{"/api/runs", "/api/knobs"} {
		for name, length := range map[string]int64{"with its length": size, "in chunks": -1} {
			body := &blanks{}
			body.left.Store(size)
			r, err := http.NewRequest("POST", s.url+path, body)
			require.NoError(t, err)
			r.ContentLength = length
			var at, after runtime.MemStats
			runtime.ReadMemStats(&at)
			answer, err := s.client.Do(r)
			runtime.ReadMemStats(&after)
			if err == nil { // else the server hung up before the client looked at the answer
				require.Equal(t, http.StatusRequestEntityTooLarge, answer.StatusCode, name)
				require.Contains(t, text(t, answer), "want at most 8 MiB")
			}
			sent, used := size-body.left.Load(), after.TotalAlloc-at.TotalAlloc
			t.Logf("%s, %s: %d MiB of 1024 sent, %d MiB allocated", path, name, sent>>20, used>>20)
			require.Less(t, sent, int64(64<<20), "it is refused early")
			require.Less(t, used, uint64(64<<20), "it is not kept")
		}
	}
	s.runs(choice{Name: "short.yaml", YAML: shortYAML})
}
