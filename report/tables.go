package report

import (
	"slices"

	"rubato/report/table"
	"rubato/simtime"
)

// tables are the tables there can be, by name.
var tables = []struct {
	name string
	of   func(*Report) *table.Table
}{
	{"jobs", (*Report).jobsTable},
	{"timeline", (*Report).timelineTable},
	{"intervals", (*Report).intervalsTable},
	{"events", (*Report).eventsTable},
}

// runColumns say of which run a row is. The column of the variant comes after the
// table's first columns, for it is the younger one.
var (
	runColumns    = []table.Column{{Name: "policy"}, {Name: "seed", Kind: table.Unsigned}}
	variantColumn = table.Column{Name: "variant"}
)

func (r *Run) cells() []table.Value {
	return []table.Value{table.String(r.Label), table.Uint(r.Result.Seed)}
}

// tableOf returns a table of the columns whose rows are those of each run.
func (r *Report) tableOf(name string, columns []table.Column, rows func(run *Run, yield func([]table.Value) bool) bool) *table.Table {
	return &table.Table{Name: name, Columns: columns, Rows: func(yield func([]table.Value) bool) {
		for i := range r.Runs {
			if !rows(&r.Runs[i], yield) {
				return
			}
		}
	}}
}

// instant is a time, none for Never.
func instant(t simtime.Time) table.Value {
	if t == simtime.Never {
		return table.None
	}
	return table.Millis(int64(t))
}

func span(d simtime.Duration) table.Value { return table.Millis(int64(d)) }

func secondsColumn(name string) table.Column {
	return table.Column{Name: name, Unit: "s", Kind: table.Seconds}
}

func countColumn(name, unit string) table.Column {
	return table.Column{Name: name, Unit: unit, Kind: table.Whole}
}

func optional(c table.Column) table.Column {
	c.Optional = true
	return c
}

// joined is a list of columns made of several.
func joined(lists ...[]table.Column) []table.Column { return slices.Concat(lists...) }
