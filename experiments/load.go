package experiments

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"rubato/experiments/internal/strict"
)

// Options change an experiment before it is checked.
type Options struct {
	// Set are changes of the form path=value; the value is YAML.
	Set []string
	// Policies are the labels of the policies to run; none means all. The name
	// of a registered policy that the experiment does not have stands for it
	// with its default parameters.
	Policies []string
	// Seeds replaces the seeds: a number, a list or a range; "" keeps them.
	Seeds string
	// Write replaces the files to write beside the usual ones; they do not change
	// the results.
	Write []string
	// Limits are for an experiment of somebody else; nil sets none.
	Limits *Limits
}

// settings lists the options that are given.
func (o Options) settings() []string {
	out := append([]string{}, o.Set...)
	if len(o.Policies) > 0 {
		out = append(out, "policy="+strings.Join(o.Policies, ","))
	}
	if o.Seeds != "" {
		out = append(out, "seeds="+o.Seeds)
	}
	return out
}

// BadInput reports whether an error is the fault of what was read, not of the
// run.
func BadInput(err error) bool {
	var faults strict.Faults
	return errors.As(err, &faults)
}

// Load reads and checks an experiment: a built-in one by name, or a file by
// path. The error lists all faults.
func Load(name string, o Options) (*Experiment, error) {
	if data, ok := Source(name); ok {
		return Read(name+".yaml", data, "", o)
	}
	data, err := readLimited(name)
	if err != nil {
		return nil, strict.Faults{{Place: name, Text: cannotRead(name, err)}}
	}
	return Read(name, data, filepath.Dir(name), o)
}

// readLimited reads a file, but not much more than an experiment may have.
func readLimited(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, strict.MaxBytes+1))
}

func cannotRead(name string, err error) string {
	if !errors.Is(err, os.ErrNotExist) {
		return "want an experiment's file: " + reason(err)
	}
	return fmt.Sprintf("got no file and no built-in experiment of that name, want a path or %s%s",
		strict.List(Names()), strict.DidYouMean(strings.TrimSuffix(name, ".yaml"), Names()))
}

// reason is an error of the file system without operation and path.
func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// Read checks the text of an experiment. The file's name is used in messages;
// the paths of traces are relative to dir.
func Read(file string, data []byte, dir string, o Options) (*Experiment, error) {
	return document{file, data, dir}.read(o, nil, newTraceCache())
}

// document is the text of an experiment, which each point of a sweep reads.
type document struct {
	file string
	data []byte
	dir  string
}

// read reads the experiment at a point of its sweep, or, without changes, all of it.
func (in document) read(o Options, at []setting, cache *traceCache) (*Experiment, error) {
	doc := strict.Parse(in.file, in.data)
	for _, s := range o.Set {
		option := "--set " + s
		path, value, ok := strings.Cut(s, "=")
		if !ok || path == "" {
			doc.Option(option, "got "+strict.Quote(s)+", want path=value, such as horizon=7d")
			continue
		}
		doc.Set(option, path, value)
	}
	if o.Seeds != "" {
		doc.Set("--seed "+o.Seeds, "seeds", o.Seeds)
	}
	if len(o.Write) > 0 {
		files := strings.Join(o.Write, ", ")
		doc.Set("--write "+files, "outputs.write", "["+files+"]")
	}
	for _, c := range at {
		doc.Set(c.place, c.path, c.text)
	}
	s := newSpec()
	doc.Decode(&s)
	if err := doc.Err(); err != nil {
		return nil, err
	}
	if s.Sweep != nil && s.Sweep.none {
		s.Sweep = nil
	}
	e := &Experiment{Name: s.Name, Title: s.Title, Description: s.Description, given: o, source: in.data, doc: doc, dir: in.dir, cache: cache, spec: s}
	e.compile(o.Policies)
	if doc.Err() == nil && at == nil {
		e.compileSweep(in)
	}
	if err := o.Limits.ended(); err != nil {
		return nil, err
	}
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return e, nil
}
