package report

import (
	"fmt"
	"slices"

	"rubato/report/table"
)

// figure is a plot: what is drawn, from the top down, and what that shows as a
// table.
type figure struct {
	blocks []block
	data   *table.Table
}

// nothing is the error of a plot that has nothing to show: what it lacks.
type nothing string

func (n nothing) Error() string { return string(n) }

// PlotKind is a kind of plot: its name, and what it shows.
type PlotKind struct{ Name, About string }

// plotKind is a kind of plot. Its draw returns nothing where the report lacks what
// it shows.
type plotKind struct {
	PlotKind
	draw func(*Report) (*figure, error)
	// timeline and log say which records of a run it shows.
	timeline, log bool
}

// plotKinds are the plots of a report. The first usualPlots are drawn by default.
var plotKinds = []plotKind{
	{PlotKind: PlotKind{"waste", "GPU-hours wasted by each policy, by state"}, draw: wastePlot},
	{PlotKind: PlotKind{"allocation", "GPUs by state over time"}, draw: allocationPlot, timeline: true},
	{PlotKind: PlotKind{"time-to-train", "distribution of the time from submission to end"}, draw: timeToTrainPlot},
	{PlotKind: PlotKind{"queueing-delay", "distribution of the time in the queue"}, draw: queueingDelayPlot},
	{PlotKind: PlotKind{"sweep", "waste, time to train and goodput along an axis of a sweep"}, draw: sweepPlot},
	{PlotKind: PlotKind{"pareto", "policies by waste and mean time to train"}, draw: paretoPlot},
	{PlotKind: PlotKind{"slowdown", "slowdown of jobs by the GPUs that they request"}, draw: slowdownPlot},
	{PlotKind: PlotKind{"utilisation", "heat map of the part of the GPUs that trains, a row a run"}, draw: utilisationPlot, timeline: true},
	{PlotKind: PlotKind{"gantt", "jobs over time, each as high as its GPUs; needs events.csv"}, draw: ganttPlot, log: true},
	{PlotKind: PlotKind{"checkpoint", "overhead by checkpoint interval, with Young's and Daly's; of a sweep"}, draw: checkpointPlot},
}

const usualPlots = 3

// PlotKinds lists the kinds of plots.
func PlotKinds() []PlotKind {
	var out []PlotKind
	for _, k := range plotKinds {
		out = append(out, k.PlotKind)
	}
	return out
}

// PlotFormats lists the formats of plots; csv is what a plot shows, as a table.
func PlotFormats() []string { return slices.Clone(plotFormats) }

// Plot draws a plot of a kind in a format.
func (r *Report) Plot(kind, format string) ([]byte, error) {
	k, ok := plotKindOf(kind)
	if !ok {
		return nil, fmt.Errorf("no plot %q", kind)
	}
	f, err := k.draw(r)
	if err != nil {
		return nil, err
	}
	return f.render(format)
}

func plotKindOf(name string) (plotKind, bool) {
	i := slices.IndexFunc(plotKinds, func(k plotKind) bool { return k.Name == name })
	if i < 0 {
		return plotKind{}, false
	}
	return plotKinds[i], true
}

// mostShown is how many policies, or points of a sweep, a plot with a part for each
// shows, the first ones.
const mostShown = 24

// shown are the first runs of the report, as many policies and points as a plot has
// parts for, and a sentence about those that are left out.
func (r *Report) shown() (*Report, string) {
	labels := r.labels()
	if len(labels) <= mostShown {
		return r, ""
	}
	some := *r
	some.Runs = nil
	for _, l := range labels[:mostShown] {
		for _, run := range r.byLabel(l) {
			some.Runs = append(some.Runs, *run)
		}
	}
	return &some, fmt.Sprintf("The first %d of %s. ", mostShown, count(len(labels)))
}

// dataTable is the table of what a plot shows.
func dataTable(columns []table.Column, rows [][]table.Value) *table.Table {
	return &table.Table{Columns: columns, Rows: slices.Values(rows)}
}

// realColumn is a column of numbers to three decimals.
func realColumn(name, unit string) table.Column {
	return table.Column{Name: name, Unit: unit, Kind: table.Real}
}
