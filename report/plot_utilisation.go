package report

import (
	"fmt"
	"image/color"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/report/table"
	"rubato/sim"
	"rubato/simtime"
)

// heatRow is a run in the heat map: of each span the part of the GPUs there for
// jobs that trained, below 0 where there were none.
type heatRow struct {
	run   *Run
	parts []float64
}

const (
	heatSpans  = 240
	mostHeat   = 60 // rows
	heatHeight = vg.Length(20)
	heatGap    = vg.Length(2)
)

// heatRows are the runs with timelines over spans of equal length of the longest
// one; how many there are beside those shown comes with them.
func heatRows(r *Report) (rows []heatRow, end simtime.Time, left int) {
	for i := range r.Runs {
		if t := r.Runs[i].Timeline; t != nil && t.end() > 0 {
			end = max(end, t.end())
		}
	}
	for i := range r.Runs {
		t := r.Runs[i].Timeline
		switch {
		case t == nil || t.end() == 0:
		case len(rows) == mostHeat:
			left++
		default:
			rows = append(rows, heatRow{&r.Runs[i], trainingParts(t, end)})
		}
	}
	return rows, end, left
}

// spans is how many spans of equal length there are to an end, spanEdge where the
// i-th begins.
func spans(end simtime.Time) int { return int(min(heatSpans, end)) }

func spanEdge(end simtime.Time, i int) simtime.Time {
	n := simtime.Time(spans(end))
	return end/n*simtime.Time(i) + end%n*simtime.Time(i)/n
}

// trainingParts covers a timeline with the spans of the longest one that it reaches
// into.
func trainingParts(t *Timeline, end simtime.Time) []float64 {
	spent := make([]sim.GPUMillis, spans(end))
	at := 0
	t.each(func(from, to simtime.Time, c *counts) {
		for spanEdge(end, at+1) <= from {
			at++
		}
		for i := at; spanEdge(end, i) < to; i++ {
			d := min(to, spanEdge(end, i+1)).Sub(max(from, spanEdge(end, i)))
			for s, n := range c {
				spent[i][s] += int64(n) * int64(d)
			}
		}
	})
	var out []float64
	for i := range spent {
		if spanEdge(end, i) >= t.end() {
			break
		}
		part := -1.0
		if all := spent[i].Capacity(); all > 0 {
			part = float64(spent[i][sim.Training]) / float64(all)
		}
		out = append(out, part)
	}
	return out
}

// utilisationPlot shows, a row a run, what part of the GPUs there for jobs trains.
func utilisationPlot(r *Report) (*figure, error) {
	rows, end, left := heatRows(r)
	if len(rows) == 0 {
		return nil, noTimeline
	}
	note := "GPUs that train, of those there for jobs, a row a run. White: after its end; hatched: no GPU there for jobs. Training that is lost later counts."
	if left > 0 {
		note += fmt.Sprintf(" %s more runs are left out.", count(left))
	}
	return &figure{[]block{
		paragraph(titleText, utilisationTitle(r)),
		paragraph(noteText, note),
		heatScale(),
		heatMap(rows, end),
	}, heatData(rows, end)}, nil
}

func heatData(rows []heatRow, end simtime.Time) *table.Table {
	var out [][]table.Value
	for _, row := range rows {
		for i, part := range row.parts {
			from, to := spanEdge(end, i), spanEdge(end, i+1)
			v := table.None
			if part >= 0 {
				v = table.Float(part)
			}
			out = append(out, append(row.run.cells(), table.String(row.run.Point()), instant(from), instant(min(to, row.run.Timeline.end())), v))
		}
	}
	return dataTable(joined(runColumns, []table.Column{
		variantColumn, secondsColumn("from_s"), secondsColumn("to_s"), {Name: "training", Kind: table.Ratio, Optional: true},
	}), out)
}

// heatColours go from idle to all GPUs training, darker with each, so that they
// read without colour too.
var heatColours = []color.NRGBA{rgb(0xF7E9DF), rgb(0xBFDCCF), rgb(0x6DBF9F), rgb(0x009E73), rgb(0x00563F)}

func heatColour(part float64) color.NRGBA {
	at := part * float64(len(heatColours)-1)
	i := min(int(at), len(heatColours)-2)
	a, b, w := heatColours[i], heatColours[i+1], at-float64(i)
	mix := func(x, y uint8) uint8 { return uint8(float64(x)*(1-w) + float64(y)*w + 0.5) }
	return color.NRGBA{R: mix(a.R, b.R), G: mix(a.G, b.G), B: mix(a.B, b.B), A: 0xFF}
}

// heatScale is the legend of the colours.
func heatScale() block {
	const width = vg.Length(200)
	return block{height: 26, draw: func(c draw.Canvas) {
		left := c.Min.X
		for i := range 100 {
			fillRect(&c, heatColour(float64(i)/99), vg.Rectangle{
				Min: vg.Point{X: left + width*vg.Length(i)/100, Y: c.Max.Y - 10},
				Max: vg.Point{X: left + width*vg.Length(i+1)/100, Y: c.Max.Y},
			})
		}
		for i, s := range []string{"0 %", "50 %", "100 %"} {
			align := []text.XAlignment{text.XLeft, text.XCenter, text.XRight}[i]
			c.FillText(aligned(tickText, align, text.YTop), vg.Point{X: left + width*vg.Length(i)/2, Y: c.Max.Y - 12}, s)
		}
	}}
}

func heatMap(rows []heatRow, end simtime.Time) block {
	return block{height: heatHeight*vg.Length(len(rows)) + xAxisHeight, draw: func(c draw.Canvas) {
		d := simtime.Duration(end)
		u := unitFor(d)
		x := axis{max: u.of(d), label: fmt.Sprintf("simulated time (%s)", u.name)}
		x.ticks = fitting(u.ticks, x.max, 12, textWidth*0.9)
		var left vg.Length
		for i := range rows {
			left = max(left, min(widestName, entryText.Width(rows[i].label())))
		}
		f := newFrame(c, left+labelGap+2, xAxisHeight, x, axis{max: 1})
		for i := range rows {
			f.heatRow(&rows[i], f.c.Max.Y-heatHeight*vg.Length(i), vg.Length(spans(end)))
		}
		f.xAxis(true)
	}}
}

func (h *heatRow) label() string { return fmt.Sprintf("%s, seed %d", h.run.name(), h.run.Result.Seed) }

func (f *frame) heatRow(h *heatRow, top, spans vg.Length) {
	bottom := top - heatHeight + heatGap
	width := f.c.Size().X / spans
	for i, part := range h.parts {
		r := vg.Rectangle{
			Min: vg.Point{X: snap(f.c.Min.X + width*vg.Length(i)), Y: bottom},
			Max: vg.Point{X: snap(f.c.Min.X + width*vg.Length(i+1)), Y: top},
		}
		if part < 0 {
			f.c.StrokeLine2(draw.LineStyle{Color: emptyInk, Width: hairWidth}, r.Min.X, r.Min.Y, r.Max.X, r.Max.Y)
			continue
		}
		fillRect(&f.c, heatColour(part), r)
	}
	name := aligned(entryText, text.XRight, text.YCenter)
	f.c.FillText(name, middle(name, f.c.Min.X-labelGap, (top+bottom)/2), elide(entryText, h.label(), widestName))
}
