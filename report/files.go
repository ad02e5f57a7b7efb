package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"rubato/internal/words"
	"rubato/report/table"
)

// FileName names a file that a report can write: a table, a plot, or the trace
// for a viewer of timelines.
type FileName string

// UnmarshalText accepts the names that FileNames lists.
func (f *FileName) UnmarshalText(text []byte) error {
	if slices.Contains(FileNames(), FileName(text)) {
		*f = FileName(text)
		return nil
	}
	err := fmt.Errorf("%q: want a table (%s) as .%s, or a plot (%s) as .%s, or %s", text, strings.Join(tableNames(), ", "), strings.Join(tableFormats, " or ."),
		strings.Join(plotNames(), ", "), strings.Join(plotFormats, ", ."), traceName)
	if best, edits := words.Nearest(string(text), fileNames()); edits <= 3 && edits < len(text) {
		return fmt.Errorf("%w (the nearest is %q)", err, best)
	}
	return err
}

// tableFormats are those of tables.
var tableFormats = []string{"csv", "parquet"}

// FileNames lists the files that can be asked for.
func FileNames() []FileName {
	var out []FileName
	for _, name := range fileNames() {
		out = append(out, FileName(name))
	}
	return out
}

func fileNames() []string {
	var out []string
	for _, name := range tableNames() {
		for _, format := range tableFormats {
			out = append(out, name+"."+format)
		}
	}
	for _, name := range plotNames() {
		for _, format := range plotFormats {
			out = append(out, name+"."+format)
		}
	}
	return append(out, traceName)
}

func tableNames() []string {
	var out []string
	for _, t := range tables {
		out = append(out, t.name)
	}
	return out
}

func plotNames() []string {
	var out []string
	for _, k := range plotKinds {
		out = append(out, k.Name)
	}
	return out
}

// split returns a file's name without what follows the dot, and that.
func (f FileName) split() (base, format string) {
	base, format, _ = strings.Cut(string(f), ".")
	return base, format
}

// needsLog reports whether a file shows what happened to jobs.
func (f FileName) needsLog() bool {
	base, _ := f.split()
	k, _ := plotKindOf(base)
	return k.log || base == "intervals" || base == "events" || f == traceName
}

// needsJobs reports whether a file shows jobs one by one: all but the timeline do.
func (f FileName) needsJobs() bool {
	base, _ := f.split()
	return base != "timeline"
}

// needsTimeline reports whether a file shows what GPUs did over time.
func (f FileName) needsTimeline() bool {
	base, _ := f.split()
	k, _ := plotKindOf(base)
	return k.timeline || base == "timeline" || f == traceName
}

// file returns the file of a name.
func (r *Report) file(name FileName) (file, error) {
	base, format := name.split()
	for _, t := range tables {
		if t.name == base {
			return tableFile(t.of(r), format), nil
		}
	}
	if name == traceName {
		return file{traceName, r.writeTrace}, nil
	}
	if k, ok := plotKindOf(base); ok {
		return r.plotFile(k, format)
	}
	return file{}, fmt.Errorf("no file %s", name)
}

func tableFile(t *table.Table, format string) file {
	write := t.CSV
	if format == "parquet" {
		write = t.Parquet
	}
	return file{t.Name + "." + format, func(w io.Writer) error { return write(w) }}
}
