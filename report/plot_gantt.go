package report

import (
	"cmp"
	"fmt"
	"image/color"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/policy"
	"rubato/report/table"
	"rubato/simtime"
)

// ganttPanel is one policy's run in a Gantt chart.
type ganttPanel struct {
	label string
	run   *Run
	bars  []bar
	left  int          // bars that are left out, the smallest
	until simtime.Time // when the last job lets go of its GPUs
}

// mostBars is how many bars a panel has, so that files stay small.
const mostBars = 8000

// ganttPanels are the first runs with a log of each policy.
func ganttPanels(r *Report) []ganttPanel {
	var out []ganttPanel
	for _, label := range r.labels() {
		for _, run := range r.byLabel(label) {
			if run.Log != nil {
				p := ganttPanel{label: label, run: run, bars: ganttBars(run.Log.intervals(run.Result.End))}
				for k := range p.bars {
					p.until = max(p.until, p.bars[k].to)
				}
				p.thin()
				out = append(out, p)
				break
			}
		}
	}
	return out
}

// thin leaves out the smallest bars of too many.
func (p *ganttPanel) thin() {
	if p.left = len(p.bars) - mostBars; p.left <= 0 {
		p.left = 0
		return
	}
	slices.SortStableFunc(p.bars, func(a, b bar) int { return cmp.Compare(b.area(), a.area()) })
	p.bars = p.bars[:mostBars]
	slices.SortStableFunc(p.bars, func(a, b bar) int { return cmp.Compare(a.from, b.from) })
}

const noLog = nothing("no run has a log of its jobs: run the experiment with --write events.csv")

// ganttPlot shows the jobs over time, each as high as the GPUs that it has.
func ganttPlot(r *Report) (*figure, error) {
	r, rest := r.shown()
	ps := ganttPanels(r)
	if len(ps) == 0 {
		return nil, noLog
	}
	x, y, u := ganttAxes(ps)
	blocks := []block{
		paragraph(titleText, ganttTitle(ps)),
		paragraph(noteText, rest+ganttNote(r, ps)),
		legend(14, ganttEntries(ps)),
	}
	for i := range ps {
		blocks = append(blocks, ps[i].block(x, y, u, panelHeight(len(ps)), i == len(ps)-1))
	}
	return &figure{blocks, ganttData(ps)}, nil
}

func ganttNote(r *Report, ps []ganttPanel) string {
	note := "Jobs over time, each as high as the GPUs that it has. A row is a GPU, but not a place: jobs take the lowest free rows. Colours of training tell jobs apart and mean nothing else."
	left := 0
	for i := range ps {
		left += ps[i].left
	}
	if left > 0 {
		note += fmt.Sprintf(" %s small bars are left out.", count(left))
	}
	if pooled(r) != "" {
		note = fmt.Sprintf("The run of seed %d. ", ps[0].run.Result.Seed) + note
	}
	return note
}

func ganttAxes(ps []ganttPanel) (x, y axis, u timeUnit) {
	end, gpus := simtime.Time(simtime.Second), 1
	for i := range ps {
		end = max(end, ps[i].run.Result.End)
		for k := range ps[i].bars {
			gpus = max(gpus, ps[i].bars[k].past)
		}
	}
	d := simtime.Duration(end)
	u = unitFor(d)
	x = axis{max: u.of(d), label: fmt.Sprintf("simulated time (%s)", u.name)}
	x.ticks = fitting(u.ticks, x.max, 12, textWidth*0.9)
	return x, axis{max: float64(gpus), label: "GPUs", ticks: gpuTicks(int32(gpus))}, u
}

// jobTints tell the training of jobs apart: pale, so that what is not training
// stands out.
var jobTints = []color.NRGBA{rgb(0x9CCFE8), rgb(0x99D8C4), rgb(0xF5D08F), rgb(0xE6BCD4), rgb(0xC9C9C9), rgb(0x8FB8DE)}

func (b *bar) colour() color.NRGBA {
	switch b.phase {
	case policy.Starting:
		return rgb(0x0072B2)
	case policy.Restoring:
		return rgb(0x1A1A1A)
	case policy.Draining:
		return rgb(0xD55E00)
	case policy.Faulted, policy.Hung:
		return rgb(0x882255)
	}
	return jobTints[int(b.job)%len(jobTints)]
}

// ganttEntries are the phases that some bar shows.
func ganttEntries(ps []ganttPanel) []entry {
	var out []entry
	for _, e := range []struct {
		name   string
		phases []policy.Phase
	}{
		{"training and periodic saves", []policy.Phase{policy.Training}}, {"starting", []policy.Phase{policy.Starting}}, {"restoring", []policy.Phase{policy.Restoring}},
		{"draining", []policy.Phase{policy.Draining}}, {"faulted or hung", []policy.Phase{policy.Faulted, policy.Hung}},
	} {
		shown := slices.ContainsFunc(ps, func(p ganttPanel) bool {
			return slices.ContainsFunc(p.bars, func(b bar) bool { return slices.Contains(e.phases, b.phase) })
		})
		if shown {
			b := bar{phase: e.phases[0]}
			out = append(out, entry{text: e.name, sample: func(c *draw.Canvas, r vg.Rectangle) { fillRect(c, b.colour(), r) }})
		}
	}
	return out
}

func (p *ganttPanel) block(x, y axis, u timeUnit, height vg.Length, last bool) block {
	bottom := tickLength
	if last {
		bottom = xAxisHeight
	}
	return block{height: panelTitleHeight + height + bottom, draw: func(c draw.Canvas) {
		room := c
		room.Max.Y -= panelTitleHeight
		f := newFrame(room, y.room(), bottom, x, y)
		f.c.FillText(aligned(panelText, text.XLeft, text.YTop), vg.Point{X: f.c.Min.X, Y: c.Max.Y}, elide(panelText, p.label, f.c.Size().X))
		f.grid()
		for i := range p.bars {
			f.bars(&p.bars[i], u, p.run.Result.Jobs[p.bars[i].job].ID)
		}
		f.xAxis(last)
		f.yAxis()
	}}
}

// bars draws a bar with a hair of white around it, if it is large enough for one,
// and the job's name if there is room for it.
func (f *frame) bars(b *bar, u timeUnit, name string) {
	r := vg.Rectangle{
		Min: f.at(u.of(simtime.Duration(b.from)), float64(b.first)),
		Max: f.at(u.of(simtime.Duration(b.to)), float64(b.past)),
	}
	fillRect(&f.c, b.colour(), r)
	size := r.Size()
	if size.X > 3 && size.Y > 3 {
		f.c.StrokeLines(draw.LineStyle{Color: color.White, Width: hairWidth}, outline(r))
	}
	if b.phase == policy.Training && size.Y > smallText.Font.Size+2 && size.X > smallText.Width(name)+4 {
		style := aligned(smallText, text.XCenter, text.YCenter)
		style.Color = ink
		f.c.FillText(style, middle(style, (r.Min.X+r.Max.X)/2, (r.Min.Y+r.Max.Y)/2), name)
	}
}

func ganttData(ps []ganttPanel) *table.Table {
	var rows [][]table.Value
	for i := range ps {
		p := &ps[i]
		for _, b := range p.bars {
			rows = append(rows, append(p.run.cells(), table.String(p.run.Point()), table.String(p.run.Result.Jobs[b.job].ID), table.String(b.phase.String()),
				table.Int(b.first), table.Int(b.past), instant(b.from), instant(b.to)))
		}
	}
	return dataTable(joined(runColumns, []table.Column{
		variantColumn, {Name: "job"}, {Name: "state"}, countColumn("first_row", "GPUs"), countColumn("past_row", "GPUs"), secondsColumn("from_s"), secondsColumn("to_s"),
	}), rows)
}
