package report

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/report/table"
)

// XY is a point of a plot; both must be over 0 where an axis is logarithmic.
type XY struct{ X, Y float64 }

// Curve is a line with its label at its right end.
type Curve struct {
	Label  string
	Points []XY // from left to right
}

// LogLog is a plot of measured points and curves through them, both axes
// logarithmic.
type LogLog struct {
	// Title says what the plot shows, Note how to read it.
	Title, Note    string
	XLabel, YLabel string
	// Decades marks X by powers of ten; else it is by powers of two, as GPUs come.
	Decades  bool
	Measured []XY
	// Curves are from the top down, each drawn over those after it.
	Curves []Curve
	// Bold says that the first curve is what the title is about.
	Bold bool
}

const logLogHeight = vg.Length(380)

// PNG draws the plot.
func (l *LogLog) PNG() ([]byte, error) { return l.Render("png") }

// Render draws the plot as png, svg or pdf, or writes what it shows as csv.
func (l *LogLog) Render(format string) ([]byte, error) {
	f := figure{data: l.data(), blocks: []block{
		paragraph(titleText, l.Title),
		paragraph(noteText, l.Note),
		{height: logLogHeight + xAxisHeight, draw: l.draw},
	}}
	return f.render(format)
}

// data has the measured points as a series without a name.
func (l *LogLog) data() *table.Table {
	var rows [][]table.Value
	add := func(series string, points []XY) {
		for _, p := range points {
			rows = append(rows, []table.Value{table.String(series), table.Float(p.X), table.Float(p.Y)})
		}
	}
	add("", l.Measured)
	for _, c := range l.Curves {
		add(c.Label, c.Points)
	}
	return dataTable([]table.Column{{Name: "series"}, realColumn("x", ""), realColumn("y", "")}, rows)
}

func (l *LogLog) draw(c draw.Canvas) {
	x, y := l.axes()
	c.Max.Y -= tickText.Font.Size / 2
	c.Max.X -= l.labelRoom()
	f := newFrame(c, y.room(), xAxisHeight, x, y)
	f.grid()
	for i := len(l.Curves) - 1; i >= 0; i-- {
		f.curve(l.Curves[i].Points, l.line(i))
	}
	for _, p := range l.Measured {
		f.c.DrawGlyph(draw.GlyphStyle{Color: ink, Radius: 3, Shape: draw.RingGlyph{}}, f.at(p.X, p.Y))
	}
	f.xAxis(true)
	f.yAxis()
	l.labels(f)
}

func (l *LogLog) line(i int) draw.LineStyle {
	s := policyLine(i)
	if i == 0 && l.Bold {
		s.Width *= 1.6
	}
	return s
}

func (f *frame) curve(points []XY, s draw.LineStyle) {
	var line []vg.Point
	for _, p := range points {
		line = append(line, f.at(p.X, p.Y))
	}
	f.c.StrokeLines(s, line)
}

// axes hold all points and curves with a margin.
func (l *LogLog) axes() (x, y axis) {
	all := slices.Clone(l.Measured)
	for _, c := range l.Curves {
		all = append(all, c.Points...)
	}
	x, y = axis{log: true, label: l.XLabel, min: all[0].X, max: all[0].X}, axis{log: true, label: l.YLabel, min: all[0].Y, max: all[0].Y}
	for _, p := range all {
		x.min, x.max = min(x.min, p.X), max(x.max, p.X)
		y.min, y.max = min(y.min, p.Y), max(y.max, p.Y)
	}
	x.min, x.max = x.min/1.1, x.max*1.1
	y.min, y.max = y.min/1.2, y.max*1.2
	x.ticks, y.ticks = doublings(x.min, x.max), decades(y.min, y.max)
	if l.Decades {
		x.ticks = decades(x.min, x.max)
	}
	return x, y
}

// doublings marks the powers of two.
func doublings(low, high float64) []tick {
	every := math.Ceil(math.Log2(high/low) / 14)
	var out []tick
	for e := math.Ceil(math.Log2(low)); math.Exp2(e) <= high; e += every {
		out = append(out, tick{math.Exp2(e), plain(math.Exp2(e))})
	}
	if len(out) < 2 {
		return between(low, high)
	}
	return out
}

// decades marks 1, 2 and 5 of each decade, of many only 1, of very many not each.
func decades(low, high float64) []tick {
	marks := []float64{1, 2, 5}
	if high/low > 1e4 {
		marks = marks[:1]
	}
	every := math.Ceil(math.Log10(high/low) / 12)
	var out []tick
	for e := math.Floor(math.Log10(low)); math.Pow(10, e) <= high; e += every {
		for _, m := range marks {
			if v := m * math.Pow(10, e); v >= low && v <= high {
				out = append(out, tick{v, plain(v)})
			}
		}
	}
	if len(out) < 3 {
		return between(low, high)
	}
	return out
}

// between marks a short stretch of a logarithmic axis in equal steps.
func between(low, high float64) []tick {
	step := linearTicks(high-low, 5)[1].at
	var out []tick
	for i := math.Ceil(low / step); i*step <= high; i++ {
		out = append(out, tick{i * step, plain(i * step)})
	}
	return out
}

const endGap = vg.Length(10)

// labelRoom is what the labels at the right need beyond the frame's margin.
func (l *LogLog) labelRoom() vg.Length {
	var widest vg.Length
	for _, c := range l.Curves {
		widest = max(widest, entryText.Width(c.Label))
	}
	return min(widest, textWidth/3) + 2*endGap - frameRight
}

// curveEnd is where a curve's label stands.
type curveEnd struct {
	curve int
	y     vg.Length
}

// ends places the labels from the bottom up: at the ends of the curves, moved as
// far as it takes for none to cover another or to leave the frame at the top.
func (l *LogLog) ends(f *frame) []curveEnd {
	var out []curveEnd
	for i := range l.Curves {
		out = append(out, curveEnd{i, f.py(l.Curves[i].last().Y)})
	}
	slices.SortStableFunc(out, func(a, b curveEnd) int { return cmp.Compare(a.y, b.y) })
	step := 1.2 * entryText.Font.Size
	for i := 1; i < len(out); i++ {
		out[i].y = max(out[i].y, out[i-1].y+step)
	}
	top := f.c.Max.Y
	for i := len(out) - 1; i >= 0; i-- {
		out[i].y = min(out[i].y, top)
		top = out[i].y - step
	}
	return out
}

func (c *Curve) last() XY { return c.Points[len(c.Points)-1] }

// labels writes the labels, each with a hair to its curve.
func (l *LogLog) labels(f *frame) {
	style := aligned(entryText, text.XLeft, text.YCenter)
	x := f.c.Max.X + 2*endGap - 4
	for _, e := range l.ends(f) {
		c := &l.Curves[e.curve]
		style.Color = l.line(e.curve).Color
		f.c.StrokeLines(draw.LineStyle{Color: style.Color, Width: hairWidth}, []vg.Point{f.at(c.last().X, c.last().Y), {X: x - 2, Y: e.y}})
		f.c.FillText(style, middle(style, x, e.y), elide(entryText, c.Label, textWidth/3))
	}
}
