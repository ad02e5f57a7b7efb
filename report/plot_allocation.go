package report

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/report/table"
	"rubato/sim"
	"rubato/simtime"
)

// panel is one policy's run in a plot with panels.
type panel struct {
	label string
	run   *Run
	// shortest is the shortest step, gpus the most GPUs at once, and shown the
	// states that some GPU is ever in.
	shortest simtime.Duration
	gpus     int32
	shown    [sim.NumStates]bool
}

// panels returns the first run with a timeline of each policy.
func panels(r *Report) []panel {
	var out []panel
	for _, label := range r.labels() {
		for _, run := range r.byLabel(label) {
			if run.Timeline != nil {
				p := panel{label: label, run: run, shortest: math.MaxInt64}
				run.Timeline.each(p.look)
				out = append(out, p)
				break
			}
		}
	}
	return out
}

func (p *panel) look(from, to simtime.Time, c *counts) {
	p.shortest = min(p.shortest, to.Sub(from))
	var sum int32
	for s, n := range c {
		sum += n
		p.shown[s] = p.shown[s] || n > 0
	}
	p.gpus = max(p.gpus, sum)
}

// stack is the states from the bottom up: read from the top down it is the
// states' order, with training at the bottom. No GPU is ever Lost at an instant.
var stack = [...]sim.GPUState{
	sim.Training, sim.Holding, sim.Draining, sim.Saving, sim.Restoring, sim.Starting,
	sim.IdleEmpty, sim.IdleUnused, sim.IdleBlocked, sim.External, sim.Down,
}

// levels is a step of the stacked area: from an instant on, the upper edge of
// each state of the stack.
type levels struct {
	from simtime.Time
	tops [len(stack)]float64
}

// Indices in tops of the GPUs that jobs hold and of those there for jobs.
const (
	heldTop     = 5
	capacityTop = 8
)

func stacked(from simtime.Time, gpus func(sim.GPUState) float64) levels {
	l := levels{from: from}
	sum := 0.0
	for i, s := range stack {
		sum += gpus(s)
		l.tops[i] = sum
	}
	return l
}

// exactLevels is the timeline itself, columnLevels its columns' means.
func exactLevels(t *Timeline) []levels {
	var out []levels
	t.each(func(from, to simtime.Time, c *counts) {
		out = append(out, stacked(from, func(s sim.GPUState) float64 { return float64(c[s]) }))
	})
	return out
}

func columnLevels(columns []pixelColumn) []levels {
	out := make([]levels, len(columns))
	for i := range columns {
		out[i] = stacked(columns[i].from, columns[i].mean)
	}
	return out
}

// levelsOf is exact where a timeline has no more steps than the frame columns.
func levelsOf(t *Timeline, columns []pixelColumn) []levels {
	if t.n <= len(columns) {
		return exactLevels(t)
	}
	return columnLevels(columns)
}

// allocationPlot shows the GPUs by state over time, a panel a policy.
func allocationPlot(r *Report) (*figure, error) {
	r, rest := r.shown()
	ps := panels(r)
	if len(ps) == 0 {
		return nil, noTimeline
	}
	x, y, u := allocationAxes(ps)
	blocks := []block{
		paragraph(titleText, allocationTitle(ps)),
		paragraph(noteText, rest+allocationNote(r, ps)),
		legend(14, allocationEntries(ps)),
	}
	for i, p := range ps {
		blocks = append(blocks, p.block(x, y, u, panelHeight(len(ps)), i == len(ps)-1))
	}
	return &figure{blocks, shownTimelines(r, ps)}, nil
}

// shownTimelines is the table of the timelines that panels show.
func shownTimelines(r *Report, ps []panel) *table.Table {
	shown := *r
	shown.Runs = nil
	for i := range ps {
		shown.Runs = append(shown.Runs, *ps[i].run)
	}
	return shown.timelineTable()
}

const noTimeline = nothing("no run has a timeline: run the experiment with outputs.timeline or outputs.plots")

// panelHeight keeps a page of eight panels readable on a screen.
func panelHeight(n int) vg.Length { return max(78, min(260, 560/vg.Length(n))) }

func allocationNote(r *Report, ps []panel) string {
	note := "GPUs by state over time, stacked in the legend's order, from the top down."
	if anyShort(ps) {
		note += " Thin strokes: high peaks of idle or absent GPUs, too short for a pixel."
	}
	for _, p := range ps {
		if len(r.byLabel(p.label)) > 1 {
			return fmt.Sprintf("The run of seed %d. ", p.run.Result.Seed) + note
		}
	}
	return note
}

// anyShort reports whether a panel has steps shorter than a pixel.
func anyShort(ps []panel) bool {
	var end, shortest simtime.Duration = 0, math.MaxInt64
	for i := range ps {
		end = max(end, simtime.Duration(ps[i].run.Timeline.end()))
		shortest = min(shortest, ps[i].shortest)
	}
	return float64(shortest) < float64(end)*float64(pixel/textWidth)
}

// allocationAxes are shared by all panels: the longest run, the most GPUs.
func allocationAxes(ps []panel) (x, y axis, u timeUnit) {
	var end simtime.Time
	var gpus int32
	for i := range ps {
		end = max(end, ps[i].run.Timeline.end())
		gpus = max(gpus, ps[i].gpus)
	}
	d := simtime.Duration(end)
	if d == 0 {
		d = simtime.Second
	}
	u = unitFor(d)
	x = axis{max: u.of(d), label: fmt.Sprintf("simulated time (%s)", u.name)}
	x.ticks = fitting(u.ticks, x.max, 12, textWidth*0.9)
	y = axis{max: float64(max(1, gpus)), label: "GPUs"}
	y.ticks = gpuTicks(max(1, gpus))
	return x, y, u
}

// gpuTicks marks whole GPUs, quarters of the cluster if they are whole.
func gpuTicks(gpus int32) []tick {
	if gpus%4 == 0 {
		return every(float64(gpus/4), float64(gpus))
	}
	return slices.DeleteFunc(linearTicks(float64(gpus), 4), func(t tick) bool { return t.at != math.Trunc(t.at) })
}

// allocationEntries are the states that some panel shows, from the top down,
// and the line.
func allocationEntries(ps []panel) []entry {
	var out []entry
	for s := range sim.NumStates {
		if slices.ContainsFunc(ps, func(p panel) bool { return p.shown[s] }) {
			out = append(out, stateEntry(s))
		}
	}
	return append(out, lineEntry("there for jobs", capacityLine))
}

// summary is what a panel says at its right.
func (p panel) summary(u timeUnit) string {
	d := simtime.Duration(p.run.Result.End)
	return fmt.Sprintf("ends after %s %s, wastes %s", amount(u.of(d)), u.name, percentOf(p.run.Result.Spent.WastePercent()))
}

const panelTitleHeight = vg.Length(17)

func (p panel) block(x, y axis, u timeUnit, height vg.Length, last bool) block {
	bottom := tickLength
	if last {
		bottom = xAxisHeight
	}
	return block{height: panelTitleHeight + height + bottom, draw: func(c draw.Canvas) {
		room := c
		room.Max.Y -= panelTitleHeight
		f := newFrame(room, y.room(), bottom, x, y)
		title := aligned(panelText, text.XLeft, text.YTop)
		f.c.FillText(title, vg.Point{X: f.c.Min.X, Y: c.Max.Y}, elide(panelText, p.label, f.c.Size().X/2))
		f.c.FillText(aligned(noteText, text.XRight, text.YTop), vg.Point{X: f.c.Max.X, Y: c.Max.Y}, p.summary(u))
		f.grid()
		f.timeline(p.run.Timeline, u)
		f.xAxis(last)
		f.yAxis()
	}}
}
