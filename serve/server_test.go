package serve_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rubato/serve"
)

// shortYAML runs in no time, endlessYAML for days: two jobs take turns each second
// for years.
const (
	shortYAML = `
name: short
cluster: {pools: [{name: p, nodes: 1, gpusPerNode: 8}]}
workload: {jobs: [{id: a, gpus: 8, duration: 1h}, {id: b, gpus: 4, duration: 2h}]}
policies: {fifo: {}}
`
	endlessYAML = `
name: endless
cluster: {pools: [{name: p, nodes: 8, gpusPerNode: 8}]}
workload:
  generate: {jobs: 2000, interarrival: 1h, duration: 1h, gpus: {1: 1}}
  jobs: [{id: a, gpus: 40, duration: 3000d}, {id: b, gpus: 40, duration: 3000d}]
policies: {endless: {policy: max-min, every: 1s}}
`
)

// choice is the body of a request.
type choice struct {
	Name string   `json:"name"`
	YAML string   `json:"yaml"`
	Set  []string `json:"set"`
}

// site is a server that listens.
type site struct {
	t      *testing.T
	url    string
	client *http.Client
	stop   func() // ends it and waits
	log    *safe
}

// safe is a buffer for several goroutines.
type safe struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safe) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safe) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func start(t *testing.T, c serve.Config) *site {
	t.Setenv("TMPDIR", t.TempDir())
	out := &site{t: t, log: &safe{}}
	c.Log = log.New(out.log, "", 0)
	if c.RunTime == 0 {
		c.RunTime = time.Hour
	}
	if c.Runs == 0 {
		c.Runs = 2
	}
	s, err := serve.New(c)
	require.NoError(t, err)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(ctx, l) }()
	out.url = "http://" + l.Addr().String()
	transport := &http.Transport{MaxIdleConnsPerHost: 4}
	out.client = &http.Client{Transport: transport}
	out.stop = sync.OnceFunc(func() {
		transport.CloseIdleConnections()
		cancel()
		require.NoError(t, <-ended)
		require.NoError(t, s.Close())
		left, err := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "rubato-serve-*"))
		require.NoError(t, err)
		require.Empty(t, left, "nothing is left behind")
	})
	t.Cleanup(out.stop)
	return out
}

// post asks for something and returns the answer, whose body is the caller's to close.
func (s *site) post(ctx context.Context, path string, body any) *http.Response {
	text, err := json.Marshal(body)
	require.NoError(s.t, err)
	r, err := http.NewRequestWithContext(ctx, "POST", s.url+path, bytes.NewReader(text))
	require.NoError(s.t, err)
	r.Header.Set("Content-Type", "application/json")
	answer, err := s.client.Do(r)
	require.NoError(s.t, err)
	return answer
}

// get returns status and text.
func (s *site) get(path string) (int, string) {
	answer, err := s.client.Get(s.url + path)
	require.NoError(s.t, err)
	return answer.StatusCode, text(s.t, answer)
}

func text(t *testing.T, answer *http.Response) string {
	defer answer.Body.Close()
	data, err := io.ReadAll(answer.Body)
	require.NoError(t, err)
	return string(data)
}

// event is one of the stream.
type event struct{ name, data string }

// next reads an event; false at the end.
func next(r *bufio.Scanner) (event, bool) {
	var e event
	for r.Scan() {
		line := r.Text()
		if line == "" && e.name != "" {
			return e, true
		}
		if v, ok := strings.CutPrefix(line, "event: "); ok {
			e.name = v
		}
		if v, ok := strings.CutPrefix(line, "data: "); ok {
			e.data = v
		}
	}
	return e, false
}

func events(r io.Reader) *bufio.Scanner {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 16<<20)
	return s
}

// until reads events up to one of a name and returns it.
func until(t *testing.T, r *bufio.Scanner, name string) event {
	for {
		e, ok := next(r)
		require.True(t, ok, "the stream ended before %q", name)
		if e.name == name {
			return e
		}
		require.NotEqual(t, "failed", e.name, e.data)
	}
}

// result is what the page reads of one.
type result struct {
	ID       string
	Title    string
	Settings []string
	Files    []string
}

// runs runs an experiment to its end.
func (s *site) runs(c choice) result {
	answer := s.post(context.Background(), "/api/runs", c)
	defer answer.Body.Close()
	require.Equal(s.t, http.StatusOK, answer.StatusCode)
	require.Equal(s.t, "text/event-stream", answer.Header.Get("Content-Type"))
	var out result
	require.NoError(s.t, json.Unmarshal([]byte(until(s.t, events(answer.Body), "done").data), &out))
	return out
}

// fails runs an experiment and returns why it fails.
func (s *site) fails(c choice) string {
	answer := s.post(context.Background(), "/api/runs", c)
	defer answer.Body.Close()
	r := events(answer.Body)
	for {
		e, ok := next(r)
		require.True(s.t, ok)
		require.NotEqual(s.t, "done", e.name)
		if e.name == "failed" {
			var why map[string]string
			require.NoError(s.t, json.Unmarshal([]byte(e.data), &why))
			return why["error"]
		}
	}
}
