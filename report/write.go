package report

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// Outputs says what WriteFiles writes.
type Outputs struct {
	// NoPlots leaves out waste.png, allocation.png and time-to-train.png.
	NoPlots bool
	// NoTimeline leaves out timeline.csv.
	NoTimeline bool
	// NoJobs leaves out jobs.csv.
	NoJobs bool
	// Page writes report.html; nil leaves it out.
	Page func(io.Writer, *Report) error
	// Write are files beside the usual ones.
	Write []FileName
}

// Timeline reports whether a file needs the timelines of runs.
func (o Outputs) Timeline() bool {
	return !o.NoTimeline || !o.NoPlots || o.Page != nil || slices.ContainsFunc(o.Write, FileName.needsTimeline)
}

// Jobs reports whether a file needs the jobs of runs, which are then not to be
// condensed.
func (o Outputs) Jobs() bool {
	return !o.NoJobs || !o.NoPlots || o.Page != nil || slices.ContainsFunc(o.Write, FileName.needsJobs)
}

// Log reports whether a file needs the logs of runs.
func (o Outputs) Log() bool {
	return o.Page != nil || slices.ContainsFunc(o.Write, FileName.needsLog)
}

// WriteFiles writes the report's files into a folder, which it makes if there is
// none. Then it removes what an earlier report left there that this one has not.
// It returns the paths of the files written and of those removed. Every file is
// written whole under a temporary name and synced before the first gets its own
// name: a run that is killed leaves whole files or none, and temporary ones that the
// next report in the folder removes. On an error it leaves no temporary file.
func (r *Report) WriteFiles(dir string, o Outputs) (written, removed []string, err error) {
	files, err := r.files(o)
	if err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, nil, err
	}
	if err := removeLeftovers(dir); err != nil {
		return nil, nil, err
	}
	old := stale(dir, files)
	if written, err = writeAll(dir, files); err != nil {
		return written, nil, err
	}
	removed, err = removeAll(old)
	return written, removed, errors.Join(err, syncDir(dir))
}

// WriteFile writes one file whole, as WriteFiles does.
func WriteFile(path string, write func(io.Writer) error) error {
	dir, name := filepath.Split(path)
	dir = filepath.Clean(dir)
	if _, err := writeAll(dir, []file{{name, write}}); err != nil {
		return err
	}
	return syncDir(dir)
}

// writeAll writes files into a folder: none of them if one cannot be written. It
// returns the paths of those that have their names.
func writeAll(dir string, files []file) ([]string, error) {
	var temps []string
	defer func() {
		for _, t := range temps {
			os.Remove(t)
		}
	}()
	for _, f := range files {
		temp, err := writeTemp(dir, f)
		if temp != "" {
			temps = append(temps, temp)
		}
		if err != nil {
			return nil, cannotWrite(filepath.Join(dir, f.name), err)
		}
	}
	var paths []string
	for i, f := range files {
		path := filepath.Join(dir, f.name)
		if err := os.Rename(temps[i], path); err != nil {
			return paths, cannotWrite(path, err)
		}
		paths = append(paths, path)
	}
	return paths, nil
}

// cannotWrite names the file that was to be written instead of the temporary
// one.
func cannotWrite(path string, err error) error {
	var op *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &op):
		err = op.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("cannot write %s: %w", path, err)
}

// PageName is the file that Outputs.Page writes.
const PageName = "report.html"

// file is a file to write.
type file struct {
	name  string
	write func(io.Writer) error
}

// files are the usual files, then those that are asked for beside them.
func (r *Report) files(o Outputs) ([]file, error) {
	doc, err := r.resultJSON()
	if err != nil {
		return nil, err
	}
	files := []file{bytesFile("result.json", doc)}
	if !o.NoJobs {
		files = append(files, tableFile(r.jobsTable(), "csv"))
	}
	if !o.NoTimeline {
		files = append(files, tableFile(r.timelineTable(), "csv"))
	}
	if !o.NoPlots {
		if files, err = r.addPlots(files); err != nil {
			return nil, err
		}
	}
	if o.Page != nil {
		files = append(files, file{PageName, func(w io.Writer) error { return o.Page(w, r) }})
	}
	for _, name := range o.Write {
		if slices.ContainsFunc(files, func(f file) bool { return f.name == string(name) }) {
			continue
		}
		f, err := r.file(name)
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

// addPlots adds the usual plots that there is something to show in.
func (r *Report) addPlots(files []file) ([]file, error) {
	for _, k := range plotKinds[:usualPlots] {
		f, err := r.plotFile(k, "png")
		var none nothing
		if errors.As(err, &none) {
			continue
		}
		if err != nil {
			return nil, err
		}
		files = append(files, f)
	}
	return files, nil
}

func (r *Report) plotFile(k plotKind, format string) (file, error) {
	name := k.Name + "." + format
	data, err := r.Plot(k.Name, format)
	if err != nil {
		return file{}, fmt.Errorf("cannot draw %s: %w", name, err)
	}
	return bytesFile(name, data), nil
}

func bytesFile(name string, data []byte) file {
	return file{name, func(w io.Writer) error {
		_, err := io.Copy(w, bytes.NewReader(data))
		return err
	}}
}

// writeTemp writes a file under a temporary name, which it returns even where
// it fails, if the file was made.
func writeTemp(dir string, f file) (string, error) {
	t, err := os.CreateTemp(dir, "."+f.name+".*")
	if err != nil {
		return "", err
	}
	w := bufio.NewWriterSize(t, 1<<20)
	for _, step := range []func() error{
		func() error { return f.write(w) },
		w.Flush,
		func() error { return t.Chmod(0o644) },
		t.Sync,
	} {
		if err := step(); err != nil {
			t.Close()
			return t.Name(), err
		}
	}
	return t.Name(), t.Close()
}

// syncDir makes renames in a folder durable.
func syncDir(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
