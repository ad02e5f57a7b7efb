package traces

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"rubato/internal/words"
	"rubato/report/table"
)

// Targets of Write: Rubato's own table as CSV or as Parquet, the Standard Workload
// Format, and the CSV of Tiresias.
const (
	TargetRubato   = "rubato"
	TargetParquet  = "parquet"
	TargetSWF      = "swf"
	TargetTiresias = "tiresias"
)

// Targets lists the targets of Write. The first two hold all that the trace says.
func (j *Jobs) Targets() []string {
	return []string{TargetRubato, TargetParquet, TargetSWF, TargetTiresias}
}

// Targets lists the targets of Write.
func (a *Availability) Targets() []string { return []string{TargetRubato, TargetParquet} }

// Write writes jobs in a target format, and returns what that cannot hold: how many
// jobs lost what.
func (j *Jobs) Write(w io.Writer, target string) ([]Skip, error) {
	var lost skips
	var err error
	switch target {
	case TargetRubato:
		err = j.table(&lost).CSV(w)
	case TargetParquet:
		err = j.table(&lost).Parquet(w)
	case TargetSWF:
		err = j.writeSWF(w, &lost)
	case TargetTiresias:
		err = j.writeTiresias(w, &lost)
	default:
		err = noTarget(target, j.Targets())
	}
	return lost, err
}

// Write writes availability as Rubato's own table, in CSV or Parquet.
func (a *Availability) Write(w io.Writer, target string) ([]Skip, error) {
	var lost skips
	switch target {
	case TargetRubato:
		return lost, a.table(&lost).CSV(w)
	case TargetParquet:
		return lost, a.table(&lost).Parquet(w)
	}
	return nil, noTarget(target, a.Targets())
}

func noTarget(target string, known []string) error {
	best, _ := words.Nearest(target, known)
	return fmt.Errorf("got the target %q, want one of %s (the nearest is %q)", target, strings.Join(known, ", "), best)
}

// table is Rubato's own table of the jobs.
func (j *Jobs) table(lost *skips) *table.Table {
	columns := j.columns()
	t := &table.Table{Name: "jobs", Mark: jobsMark + writable(mark{j.Origin, -1}, lost).String()}
	for _, c := range columns {
		t.Columns = append(t.Columns, c.Column)
	}
	t.Rows = func(yield func([]table.Value) bool) {
		row := make([]table.Value, len(columns))
		for i := range j.Rows {
			for k, c := range columns {
				if row[k] = c.value(&j.Rows[i]); c.Optional && row[k] == (table.Value{}) {
					row[k] = table.None
				}
			}
			if !yield(row) {
				return
			}
		}
	}
	return t
}

// columns are those that are not optional, and those for which a job has a value.
func (j *Jobs) columns() []jobColumn {
	return slices.DeleteFunc(slices.Clone(jobColumns), func(c jobColumn) bool {
		return c.Optional && !slices.ContainsFunc(j.Rows, func(r Job) bool { return c.value(&r) != table.Value{} })
	})
}

// writable is a mark that can be read again.
func writable(m mark, lost *skips) mark {
	if y := m.origin.UTC().Year(); y < 0 || y > 9999 {
		lost.add("the wall clock of time 0 is out of the years 0 to 9999: left out")
		m.origin = time.Time{}
	}
	return m
}

// table is Rubato's own table of availability.
func (a *Availability) table(lost *skips) *table.Table {
	t := &table.Table{Name: "availability", Mark: availabilityMark + writable(mark{a.Origin, a.End}, lost).String()}
	at := table.Column{Name: "time_s", Unit: "s", Kind: table.Seconds}
	if len(a.Events) == 0 {
		t.Columns = []table.Column{at, {Name: "units", Kind: table.Whole}}
		t.Rows = func(yield func([]table.Value) bool) {
			for _, c := range a.Counts {
				if !yield([]table.Value{table.Millis(int64(c.At)), table.Int(c.Units)}) {
					return
				}
			}
		}
		return t
	}
	t.Columns = []table.Column{at, {Name: "event"}, {Name: "node"}}
	t.Rows = func(yield func([]table.Value) bool) {
		for _, e := range a.Events {
			event := "remove"
			if e.Up {
				event = "add"
			}
			if !yield([]table.Value{table.Millis(int64(e.At)), table.String(event), table.String(e.Node)}) {
				return
			}
		}
	}
	return t
}
