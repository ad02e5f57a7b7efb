package report

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/simtime"
)

// timeline draws what a run's GPUs did: areas, then peaks, then the line of
// what was there for jobs. u is the unit of the frame's time.
func (f *frame) timeline(t *Timeline, u timeUnit) {
	end := u.of(simtime.Duration(t.end()))
	columns := reduce(t, int(math.Ceil(float64(f.columns())*f.x.part(end))))
	if len(columns) == 0 {
		f.say("the run took no time")
		return
	}
	ls := levelsOf(t, columns)
	// From the top down, each down to 0, so that no seam shows between two.
	for i := len(stack) - 1; i >= 0; i-- {
		area := f.edge(ls, i, u, end)
		area = append(area, vg.Point{X: f.px(end), Y: f.c.Min.Y}, f.c.Min)
		f.c.FillPolygon(stateColours[stack[i]], area)
	}
	f.peaks(columns, u)
	f.c.StrokeLines(capacityLine, f.edge(ls, capacityTop, u, end))
}

// edge is the upper edge of a state of the stack: steps, held until the next.
func (f *frame) edge(ls []levels, i int, u timeUnit, end float64) []vg.Point {
	var out []vg.Point
	for k := range ls {
		x := u.of(simtime.Duration(ls[k].from))
		if k > 0 {
			out = append(out, f.at(x, ls[k-1].tops[i]))
		}
		out = append(out, f.at(x, ls[k].tops[i]))
	}
	return append(out, f.at(end, ls[len(ls)-1].tops[i]))
}

// peakAlpha lets the means show through the peaks, which are an envelope and
// no amounts of GPU time.
const peakAlpha = 0xA0

// peaks draws each column's peaks one pixel wide.
func (f *frame) peaks(columns []pixelColumn, u timeUnit) {
	for i := range columns {
		for _, s := range columns[i].strokes() {
			x := snap(f.px(u.of(simtime.Duration(s.at))))
			fillRect(&f.c, faded(stateColours[s.state], peakAlpha), vg.Rectangle{
				Min: vg.Point{X: x, Y: f.py(s.from)},
				Max: vg.Point{X: x + pixel, Y: f.py(s.to)},
			})
		}
	}
}

var capacityLine = draw.LineStyle{Color: ink, Width: 0.8}
