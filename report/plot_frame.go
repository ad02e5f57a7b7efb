package report

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// axis maps values to a length.
type axis struct {
	min, max float64
	log      bool
	ticks    []tick
	label    string
}

// part is where v lies between the axis's ends, from 0 to 1. What is below the
// low end of a logarithmic axis, such as 0, is at its low end.
func (a *axis) part(v float64) float64 {
	if a.log {
		return math.Log(math.Max(v, a.min)/a.min) / math.Log(a.max/a.min)
	}
	return (v - a.min) / (a.max - a.min)
}

// frame is a rectangle of data with its axes. It is drawn here rather than by
// plot.Plot because panels must line up to the pixel and each label be placed.
type frame struct {
	c    draw.Canvas
	x, y axis
}

// Room that a frame leaves for its axes.
const (
	tickLength  = vg.Length(4)
	xAxisHeight = vg.Length(36)
	frameRight  = vg.Length(16)
)

// newFrame leaves room for axes in c and snaps the rest to pixels, so that
// vertical edges are sharp and a pixel column is a column of data.
func newFrame(c draw.Canvas, left, bottom vg.Length, x, y axis) *frame {
	d := draw.Crop(c, left, -frameRight, bottom, 0)
	d.Min.X, d.Max.X = snap(d.Min.X), snap(d.Max.X)
	d.Min.Y, d.Max.Y = snap(d.Min.Y), snap(d.Max.Y)
	return &frame{c: d, x: x, y: y}
}

func snap(v vg.Length) vg.Length { return vg.Length(math.Round(float64(v/pixel))) * pixel }

// columns is the number of pixel columns of data.
func (f *frame) columns() int { return int(math.Round(float64(f.c.Size().X / pixel))) }

func (f *frame) px(v float64) vg.Length {
	return f.c.Min.X + vg.Length(f.x.part(v))*f.c.Size().X
}

func (f *frame) py(v float64) vg.Length {
	return f.c.Min.Y + vg.Length(f.y.part(v))*f.c.Size().Y
}

func (f *frame) at(x, y float64) vg.Point { return vg.Point{X: f.px(x), Y: f.py(y)} }

// grid draws the grid, before the data.
func (f *frame) grid() {
	s := draw.LineStyle{Color: gridInk, Width: hairWidth}
	for _, t := range f.x.ticks {
		if t.text != "" {
			f.c.StrokeLine2(s, f.px(t.at), f.c.Min.Y, f.px(t.at), f.c.Max.Y)
		}
	}
	for _, t := range f.y.ticks {
		f.c.StrokeLine2(s, f.c.Min.X, f.py(t.at), f.c.Max.X, f.py(t.at))
	}
}

var axisLine = draw.LineStyle{Color: paleInk, Width: hairWidth}

// xAxis draws the line at the bottom with its ticks, and their labels if asked
// to: of panels that share an axis only the last has them.
func (f *frame) xAxis(labels bool) {
	y := f.c.Min.Y
	f.c.StrokeLine2(axisLine, f.c.Min.X, y, f.c.Max.X, y)
	style := aligned(tickText, text.XCenter, text.YTop)
	for _, t := range f.x.ticks {
		length := tickLength
		if t.text == "" {
			length /= 2
		}
		f.c.StrokeLine2(axisLine, f.px(t.at), y, f.px(t.at), y-length)
		if labels {
			f.c.FillText(style, vg.Point{X: f.px(t.at), Y: y - tickLength - 2}, t.text)
		}
	}
	if labels {
		f.c.FillText(aligned(labelText, text.XCenter, text.YBottom), vg.Point{X: f.c.Center().X, Y: y - xAxisHeight + 1}, f.x.label)
	}
}

// yAxis draws the line at the left with its ticks and labels.
func (f *frame) yAxis() {
	x := f.c.Min.X
	f.c.StrokeLine2(axisLine, x, f.c.Min.Y, x, f.c.Max.Y)
	style := aligned(tickText, text.XRight, text.YCenter)
	for _, t := range f.y.ticks {
		f.c.StrokeLine2(axisLine, x-tickLength, f.py(t.at), x, f.py(t.at))
		f.c.FillText(style, middle(style, x-tickLength-2, f.py(t.at)), t.text)
	}
	turned := aligned(labelText, text.XCenter, text.YTop)
	turned.Rotation = math.Pi / 2
	f.c.FillText(turned, vg.Point{X: x - f.y.room(), Y: f.c.Center().Y}, f.y.label)
}

// room is what a vertical axis needs to the left of its line.
func (a *axis) room() vg.Length {
	var widest vg.Length
	for _, t := range a.ticks {
		widest = max(widest, tickText.Width(t.text))
	}
	return widest + tickLength + 2 + 6 + labelText.Font.Size*1.2
}

// say writes into the middle of a frame that has no data why.
func (f *frame) say(txt string) {
	at, half := f.c.Center(), noteText.Width(txt)/2
	f.patch(at.X-half, at.X+half, at.Y-noteText.Font.Size, at.Y+noteText.Font.Size)
	f.c.FillText(aligned(noteText, text.XCenter, text.YCenter), at, txt)
}

// patch hides the grid behind text.
func (f *frame) patch(left, right, bottom, top vg.Length) {
	const pad = 2
	fillRect(&f.c, color.White, vg.Rectangle{Min: vg.Point{X: left - pad, Y: bottom}, Max: vg.Point{X: right + pad, Y: top}})
}
