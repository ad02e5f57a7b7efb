package experiments

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"rubato/experiments/internal/strict"
	"rubato/traces"
)

// maxTrace is the greatest size of a trace's file, in bytes.
const maxTrace = 1 << 30

// readSource returns the name and bytes of the trace that a source names.
func (e *Experiment) readSource(t traceSource, path string) (name string, data []byte, ok bool) {
	switch {
	case t.Sample == "" && t.File == "":
		e.doc.Problem("got neither sample nor file, want one of them", path)
	case t.Sample != "" && t.File != "":
		e.doc.Problem("got both sample and file, want one of them", path)
	case t.Sample != "":
		return e.readSample(t.Sample, path+".sample")
	default:
		return e.readFile(t.File, path+".file")
	}
	return "", nil, false
}

func (e *Experiment) readSample(name, path string) (string, []byte, bool) {
	var names []string
	for _, s := range traces.Samples() {
		names = append(names, s.Name)
	}
	if !known(name, names) {
		e.doc.Wrong("a built-in trace that `rubato traces list` lists"+strict.DidYouMean(name, names), path)
		return "", nil, false
	}
	data, err := traces.Sample(name)
	if err != nil {
		e.doc.Wrong("a built-in trace: "+err.Error(), path)
	}
	return name, data, err == nil
}

func (e *Experiment) readFile(name, path string) (string, []byte, bool) {
	f, err := e.open(name)
	if err == nil {
		defer f.Close()
		var data []byte
		if data, err = io.ReadAll(io.LimitReader(f, maxTrace+1)); err == nil && len(data) <= maxTrace {
			return name, data, true
		}
	}
	why := "it is over 1 GiB"
	if err != nil {
		why = reason(err)
	}
	hint := ""
	if errors.Is(err, os.ErrNotExist) && e.given.Limits == nil {
		full := e.onDisk(name)
		hint = strict.DidYouMean(filepath.Base(full), filesIn(filepath.Dir(full)))
	}
	e.doc.Wrong("a trace's file, relative to the folder of the experiment's: "+why+hint, path)
	return "", nil, false
}

func filesIn(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

// traceFault records the fault of a trace at the key that names it, or that of
// its format.
func (e *Experiment) traceFault(err error, t traceSource, path string) {
	var fault *traces.Error
	if errors.As(err, &fault) && fault.Line == 0 && t.Format != "" && fault.Got == t.Format {
		e.doc.Wrong(fault.Want, path+".format")
		return
	}
	e.doc.Problem(strings.TrimSpace(err.Error()), path+".file", path+".sample")
}

func known(name string, names []string) bool {
	for _, n := range names {
		if n == name {
			return true
		}
	}
	return false
}
