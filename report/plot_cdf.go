package report

import (
	"fmt"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/report/table"
	"rubato/sim"
	"rubato/simtime"
)

// cdfKind is a time of completed jobs of which the distribution is shown.
type cdfKind struct {
	name, title, verb, note string
	of                      func(*sim.JobResult) simtime.Duration
}

var (
	timeToTrain = cdfKind{
		"time to train", "Time to train of the jobs that completed", "take",
		"Time from submission to end, queueing and restarts included.", (*sim.JobResult).TimeToTrain,
	}
	queueingDelay = cdfKind{
		"queueing delay", "Queueing delay of the jobs that completed", "queue for",
		"Time in the queue, over all spells: before the first start and after each preemption.", func(j *sim.JobResult) simtime.Duration { return j.Queued },
	}
)

// cdfCurve is the distribution of a time of a policy's jobs, over all seeds.
type cdfCurve struct {
	label string
	place int                // in the palette
	jobs  int                // all of them, completed or not
	times []simtime.Duration // of those that completed, in order
}

// cdfPoint says what part of the completed jobs took no longer than a time.
type cdfPoint struct {
	time simtime.Duration
	part float64
}

// curves returns a curve a policy, in order.
func (k cdfKind) curves(r *Report) []cdfCurve {
	var out []cdfCurve
	at := places(r)
	for _, label := range r.labels() {
		c := cdfCurve{label: label, place: at[label]}
		for _, run := range r.byLabel(label) {
			c.jobs += len(run.Result.Jobs)
			c.times = append(c.times, completed(run.Result.Jobs, k.of)...)
		}
		slices.Sort(c.times)
		out = append(out, c)
	}
	return out
}

// points are the steps of the curve, one a distinct time.
func (c *cdfCurve) points() []cdfPoint {
	var out []cdfPoint
	for i, t := range c.times {
		p := cdfPoint{t, float64(i+1) / float64(len(c.times))}
		if n := len(out); n > 0 && out[n-1].time == t {
			out[n-1] = p
			continue
		}
		out = append(out, p)
	}
	return out
}

// median is the time within which half of the completed jobs ended.
func (c *cdfCurve) median() simtime.Duration { return percentile(c.times, 50) }

// legendText names the curve. It says how many jobs it leaves out: a policy
// that completes only the easy jobs has a fine curve.
func (c *cdfCurve) legendText(u timeUnit) string {
	if len(c.times) == 0 {
		return fmt.Sprintf("%s: 0 jobs of %s", c.label, count(c.jobs))
	}
	of := fmt.Sprintf("%s of %s jobs", count(len(c.times)), count(c.jobs))
	m := c.median()
	if u.of(m) < 0.1 {
		u = unitFor(m)
	}
	return fmt.Sprintf("%s: median %s %s, %s", c.label, amount(u.of(m)), u.name, of)
}

func count(n int) string { return thousands(fmt.Sprint(n)) }

// entry is the curve's line in the legend; none where there is no curve.
func (c *cdfCurve) entry(u timeUnit) entry {
	e := lineEntry(c.legendText(u), policyLine(c.place))
	if len(c.times) == 0 {
		e.sample = func(*draw.Canvas, vg.Rectangle) {}
	}
	return e
}

// cdfScale is what the curves' times ask of the axis.
type cdfScale struct {
	unit     timeUnit         // for medians and a linear axis
	min, max simtime.Duration // min is the smallest above 0
	log      bool
}

// manyfold is the spread of times from which on an axis is logarithmic.
const manyfold = 100

func scaleOf(curves []cdfCurve) cdfScale {
	var all []simtime.Duration
	for i := range curves {
		for _, t := range curves[i].times {
			if t > 0 {
				all = append(all, t)
			}
		}
	}
	if len(all) == 0 {
		return cdfScale{unit: timeUnits[0], max: simtime.Second}
	}
	slices.Sort(all)
	s := cdfScale{min: all[0], max: all[len(all)-1]}
	s.log = s.max > manyfold*s.min
	s.unit = unitFor(s.max)
	if s.log {
		s.unit = unitFor(2 * all[len(all)/2])
	}
	return s
}

// axisUnit is the unit of values on the axis.
func (s cdfScale) axisUnit() timeUnit {
	if s.log {
		return timeUnits[0]
	}
	return s.unit
}

// axis makes room for the whole last step.
func (s cdfScale) axis(name string) axis {
	a := axis{label: fmt.Sprintf("%s (%s)", name, s.unit.name)}
	if s.log {
		a.log, a.label = true, name+" (log scale)"
		a.min, a.max = s.min.Seconds()/1.15, s.max.Seconds()*1.15
		a.ticks = clockTicks(a.min, a.max)
		return a
	}
	a.max = s.unit.of(s.max) * 1.04
	a.ticks = fitting(s.unit.ticks, a.max, 10, textWidth*0.9)
	return a
}

const cdfHeight = vg.Length(300)

// timeToTrainPlot shows the distribution of the times from submission to end of
// the jobs that completed, queueingDelayPlot that of their times in the queue.
func timeToTrainPlot(r *Report) (*figure, error) { return timeToTrain.plot(r) }

func queueingDelayPlot(r *Report) (*figure, error) { return queueingDelay.plot(r) }

func (k cdfKind) plot(r *Report) (*figure, error) {
	if r.condensed() {
		return nil, noJobs
	}
	r, rest := r.shown()
	curves := k.curves(r)
	scale := scaleOf(curves)
	blocks := []block{
		paragraph(titleText, k.titleOf(curves)),
		paragraph(noteText, rest+k.noteOf(r, curves, scale)),
	}
	if len(curves) > 0 {
		entries := make([]entry, len(curves))
		for i := range curves {
			entries[i] = curves[i].entry(scale.unit)
		}
		blocks = append(blocks, legend(44, entries))
	}
	return &figure{append(blocks, k.chart(curves, scale)), cdfData(curves)}, nil
}

func cdfData(curves []cdfCurve) *table.Table {
	columns := []table.Column{{Name: "policy"}, secondsColumn("time_s"), {Name: "fraction", Kind: table.Ratio}}
	var rows [][]table.Value
	for i := range curves {
		for _, p := range curves[i].points() {
			rows = append(rows, []table.Value{table.String(curves[i].label), span(p.time), table.Float(p.part)})
		}
	}
	return dataTable(columns, rows)
}

func (k cdfKind) noteOf(r *Report, curves []cdfCurve, scale cdfScale) string {
	note := k.note
	if scale.log && anyZero(curves) {
		note += " Where a curve starts above 0, that part took no time."
	}
	if of := pooled(r); of != "" {
		note += " Jobs of " + of + " together."
	}
	return note
}

func anyZero(curves []cdfCurve) bool {
	return slices.ContainsFunc(curves, func(c cdfCurve) bool { return len(c.times) > 0 && c.times[0] == 0 })
}

func (k cdfKind) chart(curves []cdfCurve, scale cdfScale) block {
	return block{height: cdfHeight + xAxisHeight, draw: func(c draw.Canvas) {
		y := axis{max: 1, label: "fraction of completed jobs", ticks: []tick{{0, "0"}, {0.25, "0.25"}, {0.5, "0.5"}, {0.75, "0.75"}, {1, "1"}}}
		c.Max.Y -= lineWidth + tickText.Font.Size/2
		f := newFrame(c, y.room(), xAxisHeight, scale.axis(k.name), y)
		f.grid()
		drawn := false
		for i := range curves {
			if points := curves[i].points(); len(points) > 0 {
				f.steps(points, scale.axisUnit(), policyLine(curves[i].place))
				drawn = true
			}
		}
		if !drawn {
			f.say("no job completed")
		}
		f.xAxis(true)
		f.yAxis()
	}}
}

// steps draws a curve from 0 before its first time to 1 at the frame's end. Of
// points in one pixel column the last is enough, for the line goes up through
// all of them.
func (f *frame) steps(points []cdfPoint, u timeUnit, s draw.LineStyle) {
	line := []vg.Point{f.at(f.x.min, 0)}
	level := f.py(0)
	for i, p := range points {
		x := f.px(u.of(p.time))
		if i+1 < len(points) && f.px(u.of(points[i+1].time))-x < pixel/2 && x-line[len(line)-1].X < pixel/2 {
			continue
		}
		line = append(line, vg.Point{X: x, Y: level}, f.at(u.of(p.time), p.part))
		level = f.py(p.part)
	}
	line = append(line, vg.Point{X: f.c.Max.X, Y: level})
	f.c.StrokeLines(s, line)
}
