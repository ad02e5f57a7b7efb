package report

import (
	"fmt"
	"image/color"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/simtime"
)

// bins cut the time from 0 to an end into parts of one width, the last of which may
// be shorter.
type bins struct {
	end, width simtime.Duration
}

// binWidths are the widths of bins that readers of clocks and calendars expect.
var binWidths = []simtime.Duration{
	simtime.Second, 10 * simtime.Second, simtime.Minute, 5 * simtime.Minute, 15 * simtime.Minute, simtime.Hour,
	3 * simtime.Hour, 6 * simtime.Hour, 12 * simtime.Hour, simtime.Day, 7 * simtime.Day, 28 * simtime.Day,
}

// clockBins are at most so many bins of an expected width.
func clockBins(end simtime.Duration, most int) bins {
	for _, w := range binWidths {
		if int64((end+w-1)/w) <= int64(most) {
			return bins{end, w}
		}
	}
	return evenBins(end, most)
}

// widthText is the width in the largest unit of which it is a whole number.
func (b bins) widthText() string {
	u := timeUnits[0]
	for _, v := range timeUnits {
		if b.width%v.length == 0 {
			u = v
		}
	}
	return plain(u.of(b.width)) + " " + u.name
}

// evenBins are so many bins, or one a millisecond of a shorter time.
func evenBins(end simtime.Duration, n int) bins {
	return bins{end, max(1, (end+simtime.Duration(n)-1)/simtime.Duration(n))}
}

func (b bins) count() int { return int(max(1, (b.end+b.width-1)/b.width)) }

// edges are where bin i starts and ends.
func (b bins) edges(i int) (from, to simtime.Duration) {
	from = simtime.Duration(i) * b.width
	return from, min(from+b.width, b.end)
}

// add spreads n over the part of [from, to) that lies in the bins, as time times n:
// whole holds what is added to each bin from an index on.
func (b bins) add(spent, whole []float64, from, to simtime.Duration, n float64) {
	to = min(to, b.end)
	if from >= to {
		return
	}
	first, last := int(from/b.width), int((to-1)/b.width)
	if first == last {
		spent[first] += n * float64(to-from)
		return
	}
	_, edge := b.edges(first)
	spent[first] += n * float64(edge-from)
	edge, _ = b.edges(last)
	spent[last] += n * float64(to-edge)
	whole[first+1] += n
	whole[last] -= n
}

// means turns what add left behind into the mean of each bin.
func (b bins) means(spent, whole []float64) []float64 {
	n := 0.0
	for i := range spent {
		from, to := b.edges(i)
		n += whole[i]
		spent[i] = n + spent[i]/float64(max(1, to-from))
	}
	return spent
}

// area draws the values of bins as steps above a fill.
func (f *frame) area(b bins, values []float64, u timeUnit, c color.NRGBA) {
	var top []vg.Point
	for i, v := range values {
		from, to := b.edges(i)
		top = append(top, f.at(u.of(from), v), f.at(u.of(to), v))
	}
	whole := append([]vg.Point{{X: top[0].X, Y: f.c.Min.Y}}, top...)
	f.c.FillPolygon(faded(c, 0x38), append(whole, vg.Point{X: top[len(top)-1].X, Y: f.c.Min.Y}))
	f.c.StrokeLines(draw.LineStyle{Color: c, Width: 0.9}, top)
}

// thinLabels takes labels of the horizontal axis away that would touch the one
// before them.
func (f *frame) thinLabels() {
	const gap = 6
	end := f.c.Min.X - tickText.Width("0")
	for i, t := range f.x.ticks {
		half := tickText.Width(t.text) / 2
		switch x := f.px(t.at); {
		case t.text == "":
		case x-half < end+gap && i > 0:
			f.x.ticks[i].text = ""
		default:
			end = x + half
		}
	}
}

// clockAxis is an axis of times since an instant.
func clockAxis(d simtime.Duration, since string) (axis, timeUnit) {
	d = max(d, simtime.Second)
	u := unitFor(d)
	a := axis{max: u.of(d), label: fmt.Sprintf("time since %s (%s)", since, u.name)}
	a.ticks = fitting(u.ticks, a.max, 12, textWidth*0.9)
	return a, u
}

// stampOf is an instant of a trace: by the wall clock if it has one.
func stampOf(name string, origin time.Time, at simtime.Time) string {
	if origin.IsZero() {
		return name
	}
	return time.UnixMilli(origin.UnixMilli() + int64(at)).UTC().Format(time.DateTime)
}

// countAxis holds counts from 0 on.
func countAxis(label string, values []float64) axis {
	top := 0.0
	for _, v := range values {
		top = max(top, v)
	}
	if top == 0 {
		top = 1
	}
	top *= 1.04
	return axis{max: top, ticks: linearTicks(top, 4), label: label}
}
