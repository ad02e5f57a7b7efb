package report

import (
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/report/table"
	"rubato/sim"
)

// wastePlot shows the GPU-hours that each policy wastes, by state.
func wastePlot(r *Report) (*figure, error) {
	bars := wasteBars(r)
	some, rest := r.shown()
	drawn := bars[:min(len(bars), mostShown)]
	blocks := []block{
		paragraph(titleText, wasteFinding(bars)),
		paragraph(noteText, rest+wasteNote(some, drawn)),
	}
	if entries := wasteEntries(drawn); len(entries) > 0 {
		blocks = append(blocks, legend(14, entries))
	}
	return &figure{append(blocks, barChart(drawn)), wasteData(bars)}, nil
}

func wasteData(bars []wasteBar) *table.Table {
	columns := []table.Column{{Name: "policy"}, countColumn("seeds", "")}
	for s := range sim.NumStates {
		columns = append(columns, realColumn(s.String()+"_gpu_h", "GPU-h"))
	}
	columns = append(columns, realColumn("wasted_gpu_h", "GPU-h"), realColumn("waste_percent", "%"),
		realColumn("wasted_low_gpu_h", "GPU-h"), realColumn("wasted_high_gpu_h", "GPU-h"))
	var rows [][]table.Value
	for i := range bars {
		b := &bars[i]
		row := []table.Value{table.String(b.label), table.Int(b.runs)}
		for _, h := range b.hours {
			row = append(row, table.Float(h))
		}
		rows = append(rows, append(row, table.Float(b.total), table.Float(b.percent), table.Float(b.spread.low), table.Float(b.spread.high)))
	}
	return dataTable(columns, rows)
}

// wasteEntries are the states that some bar shows.
func wasteEntries(bars []wasteBar) []entry {
	var out []entry
	for s := range sim.NumStates {
		for i := range bars {
			if s.Wasted() && bars[i].hours[s] > 0 {
				out = append(out, stateEntry(s))
				break
			}
		}
	}
	return out
}

const (
	bandHeight = vg.Length(42)
	barPart    = 0.62 // of the band
	labelGap   = vg.Length(6)
	widestName = vg.Length(290) // thirty of the widest letters
)

func barChart(bars []wasteBar) block {
	n := vg.Length(max(1, len(bars)))
	return block{height: n*bandHeight + xAxisHeight, draw: func(c draw.Canvas) {
		var left vg.Length
		for i := range bars {
			left = max(left, min(widestName, entryText.Width(bars[i].label)))
		}
		f := newFrame(c, left+labelGap+2, xAxisHeight, axis{}, axis{max: 1})
		f.x = barAxis(bars, f.c.Size().X)
		f.grid()
		for i := range bars {
			f.bar(&bars[i], f.c.Max.Y-bandHeight*(vg.Length(i)+0.5))
		}
		if len(bars) == 0 {
			f.say("no runs")
		}
		f.xAxis(true)
		f.c.StrokeLine2(axisLine, f.c.Min.X, f.c.Min.Y, f.c.Min.X, f.c.Max.Y)
	}}
}

// barAxis ends where the longest of bars and labels together ends, so that no
// label is clipped or covers a bar.
func barAxis(bars []wasteBar, width vg.Length) axis {
	top := 0.0
	for i := range bars {
		b := &bars[i]
		room := width - labelGap - b.labelWidth()
		top = max(top, b.reach()*float64(width/room))
	}
	if top == 0 {
		top = 1
	}
	return axis{max: top, ticks: fitting(linearTicks, top, 8, width), label: "GPU-hours"}
}

// reach is where the bar, or its whisker, ends.
func (b *wasteBar) reach() float64 { return max(b.total, b.spread.high) }

// whisker draws the confidence interval of what a bar shows over several seeds.
func (f *frame) whisker(b *wasteBar, y, half vg.Length) {
	if b.spread.low == b.spread.high {
		return
	}
	low, high := f.px(max(0, b.spread.low)), f.px(b.spread.high)
	s := draw.LineStyle{Color: ink, Width: 1}
	f.c.StrokeLine2(s, low, y, high, y)
	f.c.StrokeLine2(s, low, y-half, low, y+half)
	f.c.StrokeLine2(s, high, y-half, high, y+half)
}

func (b *wasteBar) endLabel() string {
	return amount(b.total) + "  (" + percentOf(b.percent) + ")"
}

// labelWidth is the width of the two labels at the bar's end.
func (b *wasteBar) labelWidth() vg.Length {
	return max(entryText.Width(b.endLabel()), smallText.Width(b.trainingLabel()))
}

func (b *wasteBar) trainingLabel() string {
	return "useful training: " + amount(b.hours[sim.Training])
}

// bar draws a bar around the height y, its name and its labels.
func (f *frame) bar(b *wasteBar, y vg.Length) {
	half := vg.Length(barPart / 2 * bandHeight)
	for _, s := range b.segments() {
		fillRect(&f.c, stateColours[s.state], vg.Rectangle{
			Min: vg.Point{X: f.px(s.from), Y: y - half},
			Max: vg.Point{X: f.px(s.to), Y: y + half},
		})
	}
	name := aligned(entryText, text.XRight, text.YCenter)
	f.c.FillText(name, middle(name, f.c.Min.X-labelGap, y), elide(entryText, b.label, widestName))
	f.whisker(b, y, half/2)
	x := f.px(b.reach()) + labelGap
	f.patch(x, x+b.labelWidth(), y-half, y+half)
	f.c.FillText(aligned(entryText, text.XLeft, text.YBottom), vg.Point{X: x, Y: y}, b.endLabel())
	f.c.FillText(aligned(smallText, text.XLeft, text.YTop), vg.Point{X: x, Y: y - 1.5}, b.trainingLabel())
}
