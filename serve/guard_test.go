package serve_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/serve"
)

// asks sends a request with a host and heads, and returns the answer.
func (s *site) asks(method, path, host string, heads map[string]string) *http.Response {
	r, err := http.NewRequest(method, s.url+path, strings.NewReader("{}"))
	require.NoError(s.t, err)
	if host != "" {
		r.Host = host
	}
	for k, v := range heads {
		r.Header.Set(k, v)
	}
	answer, err := s.client.Do(r)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { answer.Body.Close() })
	return answer
}

// A name that another may own is not answered, whatever it stands for just now.
func TestHost(t *testing.T) {
	s := start(t, serve.Config{Host: "gpu-box.example"})
	for host, want := range map[string]int{
		"": 200, "localhost:8080": 200, "LOCALHOST": 200, "127.0.0.1": 200, "[::1]:8080": 200, "10.0.0.7:80": 200, "gpu-box.example:8080": 200,
		"evil.example": 421, "evil.example:8080": 421, "localhost.evil.example": 421, "127.0.0.1.evil.example": 421, "2130706433.": 421, "a@localhost": 421,
	} {
		require.Equal(t, want, s.asks("GET", "/", host, nil).StatusCode, host)
		require.Equal(t, want, s.asks("GET", "/api/results", host, nil).StatusCode, host)
	}
}

func TestOtherOrigins(t *testing.T) {
	s := start(t, serve.Config{})
	own := s.url
	for _, c := range []struct {
		heads map[string]string
		want  int
	}{
		{nil, 422}, // no browser: the experiment is at fault
		{map[string]string{"Origin": own, "Sec-Fetch-Site": "same-origin"}, 422},
		{map[string]string{"Origin": own}, 422},
		{map[string]string{"Origin": "http://evil.example"}, 403},
		{map[string]string{"Origin": "http://127.0.0.1:1"}, 403},
		{map[string]string{"Origin": "null"}, 403},
		{map[string]string{"Sec-Fetch-Site": "cross-site"}, 403},
		{map[string]string{"Sec-Fetch-Site": "same-site"}, 403},
	} {
		answer := s.asks("POST", "/api/knobs", "", c.heads)
		require.Equal(t, c.want, answer.StatusCode, c.heads)
		require.Empty(t, answer.Header.Get("Access-Control-Allow-Origin"))
	}
	answer := s.asks("OPTIONS", "/api/runs", "", map[string]string{"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"})
	require.NotEqual(t, http.StatusOK, answer.StatusCode)
	require.Empty(t, answer.Header.Get("Access-Control-Allow-Origin"))
}

func TestHeads(t *testing.T) {
	s := start(t, serve.Config{})
	for _, path := range []string{"/", "/main.js", "/api/experiments", "/nothing"} {
		h := s.asks("GET", path, "", nil).Header
		require.Contains(t, h.Get("Content-Security-Policy"), "default-src 'none'; script-src 'self'; style-src 'self'", path)
		require.NotContains(t, h.Get("Content-Security-Policy"), "unsafe", path)
		require.Equal(t, "nosniff", h.Get("X-Content-Type-Options"), path)
		require.Equal(t, "DENY", h.Get("X-Frame-Options"), path)
		require.Equal(t, "no-store", h.Get("Cache-Control"), path)
	}
	id := s.runs(choice{Name: "short.yaml", YAML: shortYAML}).ID
	h := s.asks("GET", "/results/"+id+"/report.html", "", nil).Header
	require.Contains(t, h.Get("Content-Security-Policy"), "sandbox allow-scripts", "the report is an origin of its own")
	require.NotContains(t, h.Get("Content-Security-Policy"), "allow-same-origin")
}

func TestBodies(t *testing.T) {
	s := start(t, serve.Config{})
	for body, want := range map[string]string{
		"": "want a request in JSON", "[]": "want a request in JSON", `{"nmae": "x"}`: "unknown field", `{} {}`: "more after the value",
	} {
		for _, path := range []string{"/api/runs", "/api/knobs"} {
			answer, err := s.client.Post(s.url+path, "application/json", strings.NewReader(body))
			require.NoError(t, err)
			require.Equal(t, http.StatusBadRequest, answer.StatusCode, body)
			require.Contains(t, text(t, answer), want)
		}
	}
	require.Equal(t, http.StatusMethodNotAllowed, s.asks("GET", "/api/runs", "", nil).StatusCode)
}
