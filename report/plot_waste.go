package report

import (
	"fmt"
	"strconv"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/sim"
)

// wasteBar is a policy's GPU-hours, as means over its runs.
type wasteBar struct {
	label   string
	runs    int
	hours   [sim.NumStates]float64
	total   float64 // of the wasted states
	percent float64
}

// wasteBars returns a bar a policy, in order.
func wasteBars(r *Report) []wasteBar {
	var out []wasteBar
	for _, label := range r.labels() {
		b := wasteBar{label: label}
		for _, run := range r.byLabel(label) {
			b.add(&run.Result.Spent)
		}
		b.average()
		out = append(out, b)
	}
	return out
}

func (b *wasteBar) add(m *sim.GPUMillis) {
	b.runs++
	for s, v := range m {
		b.hours[s] += hours(v)
	}
	b.total += hours(m.Wasted())
	b.percent += m.WastePercent()
}

func (b *wasteBar) average() {
	n := float64(b.runs)
	for s := range b.hours {
		b.hours[s] /= n
	}
	b.total /= n
	b.percent /= n
}

// segment is a piece of a bar.
type segment struct {
	state    sim.GPUState
	from, to float64
}

// segments are the bar's pieces of waste, in the order of the states.
func (b *wasteBar) segments() []segment {
	var out []segment
	at := 0.0
	for s, h := range b.hours {
		if state := sim.GPUState(s); state.Wasted() && h > 0 {
			out = append(out, segment{state, at, at + h})
			at += h
		}
	}
	return out
}

// wasteFinding says in one sentence what the bars show: the best policy against
// the first one.
func wasteFinding(bars []wasteBar) string {
	if len(bars) == 0 {
		return "No runs"
	}
	first, best, worst := &bars[0], &bars[0], &bars[0]
	for i := range bars {
		if bars[i].total < best.total {
			best = &bars[i]
		}
		if bars[i].total > worst.total {
			worst = &bars[i]
		}
	}
	switch {
	case len(bars) == 1:
		return fmt.Sprintf("%s wastes %s GPU-hours, %s", first.label, amount(first.total), percentOf(first.percent))
	case worst.total == 0:
		return "No policy wastes GPU-hours"
	case worst.total == best.total:
		return fmt.Sprintf("All policies waste the same %s GPU-hours", amount(best.total))
	case best.total == first.total:
		return fmt.Sprintf("No policy wastes fewer GPU-hours than %s", first.label)
	case best.total == 0:
		return fmt.Sprintf("%s wastes no GPU-hours, %s %s", best.label, first.label, amount(first.total))
	}
	return fmt.Sprintf("%s wastes %s fewer GPU-hours than %s", best.label, part(1-best.total/first.total), first.label)
}

// part writes a fraction as a percentage that does not round to none or all.
func part(f float64) string {
	switch p := 100 * f; {
	case p < 1:
		return "less than 1 %"
	case p > 99:
		return "more than 99 %"
	default:
		return strconv.FormatFloat(p, 'f', 0, 64) + " %"
	}
}

func percentOf(p float64) string { return strconv.FormatFloat(p, 'f', 1, 64) + " % of usable" }

const wasteNote = "Usable: the GPU-hours there for jobs while any job was unfinished."

// wastePlot draws waste.png: the GPU-hours that each policy wastes, by state.
func wastePlot(r *Report) ([]byte, error) {
	bars := wasteBars(r)
	note := wasteNote
	if of := pooled(r); of != "" {
		note = "Mean of " + of + ". " + note
	}
	blocks := []block{
		paragraph(titleText, wasteFinding(bars)),
		paragraph(noteText, note),
	}
	if entries := wasteEntries(bars); len(entries) > 0 {
		blocks = append(blocks, legend(14, entries))
	}
	return page(append(blocks, barChart(bars))...)
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
		top = max(top, b.total*float64(width/room))
	}
	if top == 0 {
		top = 1
	}
	return axis{max: top, ticks: fitting(linearTicks, top, 8, width), label: "GPU-hours"}
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
	x := f.px(b.total) + labelGap
	f.patch(x, x+b.labelWidth(), y-half, y+half)
	f.c.FillText(aligned(entryText, text.XLeft, text.YBottom), vg.Point{X: x, Y: y}, b.endLabel())
	f.c.FillText(aligned(smallText, text.XLeft, text.YTop), vg.Point{X: x, Y: y - 1.5}, b.trainingLabel())
}
