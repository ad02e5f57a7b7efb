package report

import (
	"math"
	"strings"

	"gonum.org/v1/plot/vg"

	"rubato/simtime"
)

// tick is a mark on an axis; without text it is a minor one.
type tick struct {
	at   float64
	text string
}

// timeUnit is a unit for an axis of times, with the steps that readers of
// clocks and calendars expect.
type timeUnit struct {
	name   string
	length simtime.Duration
	from   simtime.Duration // the unit serves spans from here on
	steps  []float64
}

var timeUnits = []timeUnit{
	{"s", simtime.Second, 0, []float64{1, 2, 5, 10, 15, 30}},
	{"min", simtime.Minute, 3 * simtime.Minute, []float64{1, 2, 5, 10, 15, 30}},
	{"h", simtime.Hour, 3 * simtime.Hour, []float64{1, 2, 3, 4, 6, 12, 24}},
	{"d", simtime.Day, 5 * simtime.Day, []float64{1, 2, 5, 7, 14, 28}},
}

// unitFor is the largest unit that serves a span.
func unitFor(d simtime.Duration) timeUnit {
	u := timeUnits[0]
	for _, v := range timeUnits[1:] {
		if d >= v.from {
			u = v
		}
	}
	return u
}

// of converts a time to the unit.
func (u timeUnit) of(d simtime.Duration) float64 { return float64(d) / float64(u.length) }

// ticks marks [0, top] with about n steps.
func (u timeUnit) ticks(top float64, n int) []tick {
	for _, step := range u.steps {
		if top/step <= float64(n) && top/step >= 2 {
			return every(step, top)
		}
	}
	return linearTicks(top, n)
}

// linearTicks marks [0, top] with at most n steps of 1, 2 or 5 times a power of
// ten.
func linearTicks(top float64, n int) []tick {
	if !(top > 0) {
		return []tick{{0, "0"}}
	}
	power := math.Pow(10, math.Floor(math.Log10(top/float64(n))))
	for _, m := range []float64{1, 2, 5} {
		if top/(m*power) <= float64(n) {
			return every(m*power, top)
		}
	}
	return every(10*power, top)
}

// fitting is the most ticks, up to n steps, whose labels do not touch on an axis
// of that width from 0 to top.
func fitting(ticks func(top float64, n int) []tick, top float64, n int, width vg.Length) []tick {
	const gap = 12
	for ; n > 1; n-- {
		ts := ticks(top, n)
		last := ts[len(ts)-1]
		room := vg.Length(last.at/top) * width / vg.Length(max(1, len(ts)-1))
		if tickText.Width(last.text)+gap <= room {
			return ts
		}
	}
	return ticks(top, 1)
}

func every(step, top float64) []tick {
	var out []tick
	for i := 0; float64(i)*step <= top*(1+1e-9); i++ {
		v := float64(i) * step
		out = append(out, tick{v, plain(v)})
	}
	return out
}

// clockMarks are the marks of a logarithmic axis of times, by unit.
var clockMarks = [][]float64{
	{0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30},
	{1, 2, 5, 10, 30},
	{1, 2, 5, 10},
	{1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000},
}

// clockTicks marks [low, high], in seconds, each mark in the unit that readers
// would say it in: 0.001 d says less than 1 min. Over many decades only 1 and 10
// of a unit are labelled.
func clockTicks(low, high float64) []tick {
	all := math.Log10(high/low) < 3.2
	var out []tick
	for i, u := range timeUnits {
		for _, m := range clockMarks[i] {
			t := tick{at: m * u.length.Seconds()}
			if t.at < low || t.at > high {
				continue
			}
			if label := plain(m) + " " + u.name; all || strings.Trim(plain(m), "0.,") == "1" {
				t.text = label
			}
			out = append(out, t)
		}
	}
	return out
}
