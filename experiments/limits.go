package experiments

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Limits bound what an experiment of somebody else may ask of this machine.
type Limits struct {
	// Files are the only files that it can read, by paths from their root; nil means
	// none. Links are followed as far as the file system follows them: that of
	// [os.Root] does not follow them out.
	Files fs.FS
	// Jobs is the greatest number of jobs of all its runs together.
	Jobs int
	// Context, if it is set, ends the reading of a sweep, which may have many points;
	// the error is then the context's.
	Context context.Context
}

// ended is the error of the context.
func (l *Limits) ended() error {
	if l == nil || l.Context == nil {
		return nil
	}
	return l.Context.Err()
}

// open opens a file that the experiment names.
func (e *Experiment) open(name string) (fs.File, error) {
	l := e.given.Limits
	switch {
	case l == nil:
		return os.Open(e.onDisk(name))
	case l.Files == nil:
		return nil, errors.New("files are not read here, only built-in traces (key sample)")
	}
	inside := path.Clean(filepath.ToSlash(name))
	if !fs.ValidPath(inside) {
		return nil, errors.New("it is outside the folder that can be read here")
	}
	// To open what is no file, such as a pipe, may wait for ever.
	s, err := fs.Stat(l.Files, inside)
	if err != nil {
		return nil, err
	}
	if !s.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	return l.Files.Open(inside)
}

// folder opens a folder that the experiment names.
func (e *Experiment) folder(name string) (fs.FS, error) {
	l := e.given.Limits
	switch {
	case l == nil:
		dir := e.onDisk(name)
		if _, err := os.Stat(dir); err != nil {
			return nil, err
		}
		return os.DirFS(dir), nil
	case l.Files == nil:
		return nil, errors.New("files are not read here, only built-in profiles (key sample)")
	}
	inside := path.Clean(filepath.ToSlash(name))
	if !fs.ValidPath(inside) {
		return nil, errors.New("it is outside the folder that can be read here")
	}
	return fs.Sub(l.Files, inside)
}

// onDisk is the path of a file that the experiment names.
func (e *Experiment) onDisk(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(e.dir, name)
}

// fewJobs records a fault if the runs of a point have more jobs than they may; it is
// asked before the jobs are made.
func (e *Experiment) fewJobs() bool {
	w := &e.spec.Workload
	jobs, at := len(e.rows)+len(w.Jobs), "workload"
	if e.resampled != nil {
		jobs += int(e.resampled.expected()) - len(e.rows)
	}
	if g := w.Generate; g != nil {
		jobs, at = jobs+g.Jobs, "workload.generate.jobs"
	}
	return e.allowed(jobs*len(e.spec.Policies)*len(e.spec.Seeds), at)
}

// allowed records a fault at a path if all runs together have more jobs than they
// may.
func (e *Experiment) allowed(jobs int, at string) bool {
	l := e.given.Limits
	if l == nil || jobs <= l.Jobs {
		return true
	}
	e.doc.Problem(fmt.Sprintf("got %d jobs or more in all runs together, want at most %d here: fewer jobs, seeds, policies or points", jobs, l.Jobs), at)
	return false
}
