package main

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"rubato/traces"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"rubato": main})
}

// TestScripts runs the program as users do. Beside the usual commands scripts
// have:
//
//	sample NAME FILE   writes a built-in trace
//	crlf FILE FILE     copies a text with \r\n at the ends of its lines
//	gzip FILE FILE     compresses a file
//	same FOLDER FOLDER fails unless the folders hold the same files
//	exits CODE ARG...  runs the program, which must exit with the code
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"sample": sample, "crlf": crlf, "gzip": compress, "same": same, "exits": exits,
		},
	})
}

func sample(ts *testscript.TestScript, _ bool, args []string) {
	data, err := traces.Sample(args[0])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o666))
}

func crlf(ts *testscript.TestScript, _ bool, args []string) {
	text := bytes.ReplaceAll([]byte(ts.ReadFile(args[0])), []byte("\r\n"), []byte("\n"))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n")), 0o666))
}

func compress(ts *testscript.TestScript, _ bool, args []string) {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(z.Close())
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), b.Bytes(), 0o666))
}

// same compares two folders, both ways.
func same(ts *testscript.TestScript, _ bool, args []string) {
	a, b := contents(ts, args[0]), contents(ts, args[1])
	if len(a) == 0 {
		ts.Fatalf("%s is empty", args[0])
	}
	for name := range b {
		if _, ok := a[name]; !ok {
			ts.Fatalf("%s is only in %s", name, args[1])
		}
	}
	for name, data := range a {
		if !bytes.Equal(data, b[name]) {
			ts.Fatalf("%s differs", name)
		}
	}
}

func contents(ts *testscript.TestScript, dir string) map[string][]byte {
	entries, err := os.ReadDir(ts.MkAbs(dir))
	ts.Check(err)
	out := make(map[string][]byte)
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(ts.MkAbs(dir), e.Name()))
		ts.Check(err)
		out[e.Name()] = data
	}
	return out
}

// exits runs the program, which must fail with the code given.
func exits(ts *testscript.TestScript, _ bool, args []string) {
	err := ts.Exec("rubato", args[1:]...)
	if err == nil {
		ts.Fatalf("it succeeded, want exit status %s", args[0])
	}
	if want := "exit status " + args[0]; err.Error() != want {
		ts.Fatalf("got %v, want %s", err, want)
	}
}
