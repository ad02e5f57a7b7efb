package report

import (
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// series is a line through estimates, each with its confidence interval.
type series struct {
	label  string
	style  draw.LineStyle
	points []seriesPoint // from left to right
	bare   bool          // without dots
}

type seriesPoint struct {
	x float64
	estimate
}

// mark is a vertical line at a value of X, with its name.
type mark struct {
	x    float64
	name string
}

// lineChart is series in a frame.
type lineChart struct {
	title  string // of a panel; "" for none
	x, y   axis
	height vg.Length
	series []series
	marks  []mark
	last   bool // of the panels that share X
}

// block makes the chart a part of a page.
func (l *lineChart) block() block {
	return l.blockWith(func(f *frame) {
		for i := range l.series {
			f.band(l.series[i].points, l.series[i].style)
		}
		for i := range l.series {
			f.estimates(&l.series[i])
		}
		f.marks(l.marks)
	})
}

// blockWith is block with other data than the series.
func (l *lineChart) blockWith(data func(*frame)) block {
	top, bottom := vg.Length(0), tickLength
	if l.title != "" {
		top = panelTitleHeight
	}
	if l.last {
		bottom = xAxisHeight
	}
	return block{height: top + l.height + bottom, draw: func(c draw.Canvas) {
		room := c
		room.Max.Y -= top + tickText.Font.Size/2
		f := newFrame(room, leftRoom, bottom, l.x, l.y)
		f.c.FillText(aligned(panelText, text.XLeft, text.YTop), vg.Point{X: f.c.Min.X, Y: c.Max.Y}, l.title)
		f.grid()
		data(f)
		f.xAxis(l.last)
		f.yAxis()
	}}
}

// leftRoom is what panels of one page leave for their vertical axes, so that they
// line up.
const leftRoom = vg.Length(64)

const bandAlpha = 0x30

// band fills the confidence intervals of a line.
func (f *frame) band(points []seriesPoint, s draw.LineStyle) {
	for _, run := range unbroken(points) {
		var area []vg.Point
		for _, p := range run {
			area = append(area, f.at(p.x, f.clamp(p.high)))
		}
		for i := len(run) - 1; i >= 0; i-- {
			area = append(area, f.at(run[i].x, f.clamp(run[i].low)))
		}
		f.c.FillPolygon(faded(nrgba(s.Color), bandAlpha), area)
	}
}

// clamp keeps what is drawn within the frame; an interval may go beyond it.
func (f *frame) clamp(y float64) float64 { return math.Max(f.y.min, math.Min(y, f.y.max)) }

// estimates draws a line with a dot at each point. Points without a value break it;
// those above the frame are left out.
func (f *frame) estimates(s *series) {
	for _, run := range unbroken(s.points) {
		var line []vg.Point
		for _, p := range run {
			if p.mean <= f.y.max {
				line = append(line, f.at(p.x, p.mean))
			}
		}
		f.c.StrokeLines(s.style, line)
		for _, at := range line {
			if !s.bare {
				f.c.DrawGlyph(draw.GlyphStyle{Color: s.style.Color, Radius: 2.4, Shape: draw.CircleGlyph{}}, at)
			}
		}
	}
}

// unbroken are the stretches of points that have values.
func unbroken(points []seriesPoint) [][]seriesPoint {
	var out [][]seriesPoint
	from := 0
	for i := range points {
		if points[i].none() {
			if i > from {
				out = append(out, points[from:i])
			}
			from = i + 1
		}
	}
	if from < len(points) {
		out = append(out, points[from:])
	}
	return out
}

// marks draws the marks, from left to right, with their names at the top, each lower
// than the one before: the first one's to its left, those of the others to the right.
func (f *frame) marks(marks []mark) {
	style := draw.LineStyle{Color: ink, Width: 0.9, Dashes: []vg.Length{4, 3}}
	y := f.c.Max.Y - 4
	for i, m := range marks {
		if m.x < f.x.min || m.x > f.x.max {
			continue
		}
		x := f.px(m.x)
		f.c.StrokeLine2(style, x, f.c.Min.Y, x, f.c.Max.Y)
		align, at := text.XLeft, x+4
		if i == 0 && x > f.c.Center().X/2 {
			align, at = text.XRight, x-4
		}
		f.c.FillText(aligned(entryText, align, text.YTop), vg.Point{X: at, Y: y}, m.name)
		y -= 1.3 * entryText.Font.Size
	}
}

// valueAxis holds the means, from 0 on, and as much of their intervals as needs no
// more than half as much again.
func valueAxis(label string, all []series) axis {
	top, reach := 0.0, 0.0
	for i := range all {
		for _, p := range all[i].points {
			if !p.none() {
				top, reach = max(top, p.mean), max(reach, p.high)
			}
		}
	}
	if top == 0 {
		top = 1
	}
	top = 1.04 * max(top, min(reach, 1.5*top))
	return axis{max: top, ticks: linearTicks(top, 5), label: label}
}
