package serve_test

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/serve"
)

const secret = "TOP-SECRET"

// raw asks for a path as it is, which a client of the library would tidy up.
func (s *site) raw(path string) string {
	c, err := net.Dial("tcp", strings.TrimPrefix(s.url, "http://"))
	require.NoError(s.t, err)
	defer c.Close()
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", path)
	var out strings.Builder
	_, err = bufio.NewReader(c).WriteTo(&out)
	require.NoError(s.t, err)
	return out.String()
}

// No address leads out of what a result has.
func TestNoAddressLeadsOut(t *testing.T) {
	s := start(t, serve.Config{})
	id := s.runs(choice{Name: "short.yaml", YAML: shortYAML}).ID
	temp := os.Getenv("TMPDIR")
	require.NoError(t, os.WriteFile(filepath.Join(temp, "secret"), []byte(secret), 0o600))
	folders, err := filepath.Glob(filepath.Join(temp, "rubato-serve-*"))
	require.NoError(t, err)
	require.Len(t, folders, 1)
	info, err := os.Stat(folders[0])
	require.NoError(t, err)
	require.Zero(t, info.Mode().Perm()&0o077, "it is the user's alone")
	require.Contains(t, s.raw("/results/"+id+"/result.json"), "200 OK")
	for _, path := range []string{
		"/results/" + id + "/../../secret", "/results/" + id + "/..%2f..%2fsecret", "/results/" + id + "/%2e%2e/%2e%2e/secret",
		"/results/../secret", "/results/..%2fsecret/x", "/results/%2e%2e/secret", "/results/" + id + "/" + filepath.Join(temp, "secret"),
		"/results/" + id + "//etc/passwd", "/results//etc/passwd", "/results/" + id + "/..%5c..%5csecret", "/results/" + id + "/result.json%00.html",
		"/results/" + id + "/.", "/results/" + id + "/", "/results/0/result.json", "/results/-1/result.json", "/results/" + id + "/report.html/..%2f..%2f..%2fsecret",
		"/../../../../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/assets/index.html", "/api/compare/../..", "/api/compare/..%2f/" + id, "//etc/passwd",
	} {
		got := s.raw(path)
		require.NotContains(t, got, secret, path)
		require.NotContains(t, got, "root:", path)
		require.NotContains(t, got, "200 OK", path)
	}
	require.NoError(t, os.Remove(filepath.Join(temp, "secret")))
}

// An uploaded experiment reads what is in the folder and nothing else.
func TestUploadsReadOnlyTheFolder(t *testing.T) {
	outer := t.TempDir()
	dir := filepath.Join(outer, "traces")
	require.NoError(t, os.Mkdir(dir, 0o777))
	require.NoError(t, os.WriteFile(filepath.Join(outer, "secret.csv"), []byte(secret), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "jobs.csv"), []byte("job_id,num_gpu,submit_time,iterations,model_name,duration,interval\n0,1,0,606,vgg19,164,30\n"), 0o600))
	require.NoError(t, os.Symlink("../secret.csv", filepath.Join(dir, "link.csv")))
	root, err := os.OpenRoot(dir)
	require.NoError(t, err)
	defer root.Close()
	with, without := start(t, serve.Config{Files: root.FS()}), start(t, serve.Config{})
	yaml := func(file string) choice {
		return choice{Name: "../../x.yaml", YAML: "name: x\ncluster: {pools: [{name: p, nodes: 1, gpusPerNode: 8}]}\nworkload: {trace: {lenient: true, file: " +
			strconv.Quote(file) + "}}\npolicies: {fifo: {}}\n"}
	}
	require.Contains(t, with.runs(yaml("jobs.csv")).Files, "report.html")
	require.Contains(t, without.fails(yaml("jobs.csv")), "files are not read here")
	for _, file := range []string{"../secret.csv", filepath.Join(outer, "secret.csv"), "link.csv", "/proc/self/environ", "/proc/self/cwd/jobs.csv", "/etc/passwd", "/dev/zero", "."} {
		for _, s := range []*site{with, without} {
			why := s.fails(yaml(file))
			require.NotContains(t, why, secret, file)
			require.NotContains(t, why, "root:", file)
			require.NotContains(t, why, "PATH=", file)
		}
	}
}

// The last ten results are kept.
func TestResultsAreLetGo(t *testing.T) {
	s := start(t, serve.Config{})
	for i := range 12 {
		require.Equal(t, strconv.Itoa(i+1), s.runs(choice{Name: "short.yaml", YAML: shortYAML}).ID)
	}
	for id, want := range map[string]int{"1": 404, "2": 404, "3": 200, "12": 200} {
		status, _ := s.get("/results/" + id + "/result.json")
		require.Equal(t, want, status, id)
	}
	left, err := filepath.Glob(filepath.Join(os.Getenv("TMPDIR"), "rubato-serve-*", "*"))
	require.NoError(t, err)
	require.Len(t, left, 10)
	_, all := s.get("/api/results")
	require.Equal(t, 10, strings.Count(all, `"id"`))
}
