package report

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"rubato/report/table"
	"rubato/simtime"
)

// sweepAxis is the axis of a sweep along which a plot goes: that of numbers or
// durations with the most values, the first by name of several.
type sweepAxis struct {
	name string
	unit timeUnit // of durations; its length is 0 of numbers
	// at has the values, in the unit, by how they are written.
	at map[string]float64
}

// sweepAxisOf returns nothing if no axis of numbers or durations varies.
func sweepAxisOf(r *Report, wanted func(name string) bool) (*sweepAxis, error) {
	values := make(map[string]map[string]bool)
	for i := range r.Runs {
		for name, v := range r.Runs[i].Variant {
			if values[name] == nil {
				values[name] = make(map[string]bool)
			}
			values[name][v] = true
		}
	}
	var best *sweepAxis
	for _, name := range slices.Sorted(maps.Keys(values)) {
		a := axisOf(name, slices.Sorted(maps.Keys(values[name])))
		if a != nil && wanted(name) && len(a.at) > 1 && (best == nil || len(a.at) > len(best.at)) {
			best = a
		}
	}
	if best == nil {
		return nil, nothing("no axis of numbers or durations varies: it shows the runs of a sweep")
	}
	return best, nil
}

// axisOf returns nil unless all values are numbers, or all durations.
func axisOf(name string, values []string) *sweepAxis {
	a := &sweepAxis{name: name, at: make(map[string]float64)}
	spans := make(map[string]simtime.Duration)
	most := simtime.Duration(0)
	for _, v := range values {
		if f, err := strconv.ParseFloat(v, 64); err == nil && f-f == 0 {
			a.at[v] = f
		}
		if d, err := simtime.ParseDuration(v); err == nil {
			spans[v] = d
			most = max(most, d)
		}
	}
	if len(a.at) == len(values) {
		return a
	}
	if len(spans) != len(values) {
		return nil
	}
	a.unit, a.at = unitFor(most), make(map[string]float64)
	for v, d := range spans {
		a.at[v] = a.unit.of(d)
	}
	return a
}

// label names the axis with its unit.
func (a *sweepAxis) label() string {
	if a.unit.length == 0 {
		return a.name
	}
	return fmt.Sprintf("%s (%s)", a.name, a.unit.name)
}

// axis is logarithmic if the values spread far, linear else.
func (a *sweepAxis) axis() axis {
	values := slices.Sorted(maps.Values(a.at))
	low, high := values[0], values[len(values)-1]
	x := axis{min: low, max: high, label: a.label()}
	if low > 0 && high/low >= manyfold/3 {
		x.log, x.min, x.max, x.label = true, low/1.1, high*1.1, a.name+" (log scale)"
		x.ticks = a.logTicks(x.min, x.max)
		return x
	}
	margin := 0.02 * (high - low)
	x.min, x.max = low-margin, high+margin
	x.ticks = between(x.min, x.max)
	return x
}

// logTicks marks durations as clocks do.
func (a *sweepAxis) logTicks(low, high float64) []tick {
	if a.unit.length == 0 {
		return decades(low, high)
	}
	unit := a.unit.length.Seconds()
	ticks := clockTicks(low*unit, high*unit)
	for i := range ticks {
		ticks[i].at /= unit
	}
	return ticks
}

// written is how a value is written in the experiment.
func (a *sweepAxis) written(x float64) string {
	for _, v := range slices.Sorted(maps.Keys(a.at)) {
		if a.at[v] == x {
			return v
		}
	}
	return plain(x)
}

// sweepLine is what a line of a sweep's plot goes through: the runs of one policy
// with what varies beside the axis.
type sweepLine struct {
	label string
	place int // in the palette
	runs  map[float64][]*summary
}

// sweepLines returns the lines in order of their first runs.
func (a *sweepAxis) sweepLines(r *Report) ([]sweepLine, error) {
	sums, err := r.summaries()
	if err != nil {
		return nil, err
	}
	var out []sweepLine
	at := places(r.without(a.name))
	for i := range r.Runs {
		label := r.Runs[i].without(a.name).name()
		k := slices.IndexFunc(out, func(l sweepLine) bool { return l.label == label })
		if k < 0 {
			k = len(out)
			out = append(out, sweepLine{label, at[label], make(map[float64][]*summary)})
		}
		if x, there := a.at[r.Runs[i].Variant[a.name]]; there {
			out[k].runs[x] = append(out[k].runs[x], sums[i])
		}
	}
	return out, nil
}

// without is the run as if an axis did not vary.
func (r *Run) without(axis string) *Run {
	other := *r
	other.Variant = maps.Clone(r.Variant)
	delete(other.Variant, axis)
	return &other
}

func (r *Report) without(axis string) *Report {
	other := *r
	other.Runs = nil
	for i := range r.Runs {
		other.Runs = append(other.Runs, *r.Runs[i].without(axis))
	}
	return &other
}

// seriesOf a figure along the lines.
func seriesOf(lines []sweepLine, figure func(*summary) float64) []series {
	var out []series
	for _, l := range lines {
		s := series{label: l.label, style: policyLine(l.place)}
		for _, x := range sortedKeys(l.runs) {
			s.points = append(s.points, seriesPoint{x, estimateFor(l.runs[x], figure)})
		}
		out = append(out, s)
	}
	return out
}

func sortedKeys[V any](m map[float64]V) []float64 { return slices.Sorted(maps.Keys(m)) }

// sweepFigures are the figures of which a sweep's plot has a panel each.
var sweepFigures = []struct {
	title, label, column, unit string
	of                         func(*summary) float64
}{
	{"Waste", "% of usable GPU-hours", "waste_percent", "%", func(s *summary) float64 { return s.window.spent.WastePercent() }},
	{"Mean time to train", "hours", "mean_time_to_train_h", "h", meanTrainHours},
	{"Goodput", "% of held GPU-hours", "goodput_percent", "%", func(s *summary) float64 { return percent(s.Goodput) }},
}

// sweepPlot shows waste, time to train and goodput along an axis of a sweep.
func sweepPlot(r *Report) (*figure, error) {
	a, err := sweepAxisOf(r, func(string) bool { return true })
	if err != nil {
		return nil, err
	}
	lines, err := a.sweepLines(r)
	if err != nil {
		return nil, err
	}
	title, rest := sweepTitle(a, lines), ""
	if n := len(lines); n > mostShown {
		lines, rest = lines[:mostShown], fmt.Sprintf("The first %d of %s lines. ", mostShown, count(n))
	}
	blocks := []block{
		paragraph(titleText, title),
		paragraph(noteText, strings.TrimSpace(rest+"Points: means over the runs of a policy. "+whiskersNote(r, "Bands"))),
		legend(44, lineEntries(seriesOf(lines, sweepFigures[0].of))),
	}
	columns := []table.Column{{Name: "policy"}, {Name: "figure"}, {Name: "unit"}, realColumn("x", a.unit.name), realColumn("mean", ""), realColumn("low", ""), realColumn("high", "")}
	var rows [][]table.Value
	for i, fig := range sweepFigures {
		all := seriesOf(lines, fig.of)
		chart := lineChart{title: fig.title, x: a.axis(), y: valueAxis(fig.label, all), height: 150, series: all, last: i == len(sweepFigures)-1}
		blocks = append(blocks, chart.block())
		for _, s := range all {
			rows = append(rows, s.rows(fig.column, fig.unit)...)
		}
	}
	return &figure{blocks, dataTable(columns, rows)}, nil
}

func (s *series) rows(figure, unit string) [][]table.Value {
	var out [][]table.Value
	for _, p := range s.points {
		if !p.none() {
			out = append(out, []table.Value{
				table.String(s.label), table.String(figure), table.String(unit), table.Float(p.x), table.Float(p.mean), table.Float(p.low), table.Float(p.high),
			})
		}
	}
	return out
}

func lineEntries(all []series) []entry {
	var out []entry
	for _, s := range all {
		out = append(out, lineEntry(s.label, s.style))
	}
	return out
}

// sweepTitle says where the waste is least.
func sweepTitle(a *sweepAxis, lines []sweepLine) string {
	var best *seriesPoint
	label := ""
	for _, s := range seriesOf(lines, sweepFigures[0].of) {
		for _, p := range s.points {
			if !p.none() && (best == nil || p.mean < best.mean) {
				best, label = &p, s.label
			}
		}
	}
	if best == nil {
		return "No run of the sweep ended"
	}
	return fmt.Sprintf("Least waste, %s %%: %s at %s = %s", amount(best.mean), label, a.name, a.written(best.x))
}
