package report

import (
	"fmt"
	"math"
	"strings"

	"rubato/report/table"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// overhead is what checkpoints cost and failures undo, as a part of the GPU time of
// training.
type overhead struct {
	saving, lost, training int64
	failures               int
	running                simtime.Duration // of all jobs, with GPUs
}

func (o *overhead) add(res *sim.Result) {
	o.saving += res.Spent[sim.Saving]
	o.lost += res.Spent[sim.Lost]
	o.training += res.Spent[sim.Training]
	for i := range res.Jobs {
		j := &res.Jobs[i]
		o.failures += j.NodeLosses + j.Crashes
		if j.FirstStart <= res.End {
			o.running += min(j.End, res.End).Sub(j.Submit) - j.Queued
		}
	}
}

// percent is the overhead of what jobs computed, kept or not, and saved.
func (o *overhead) percent() float64 {
	return 100 * float64(o.saving+o.lost) / float64(o.saving+o.lost+o.training)
}

// measured are the cost of a save and the mean time between failures, in seconds, as
// the runs of a sweep show them; failures is how many there were.
type measured struct {
	save, mtbf float64
	failures   int
}

// checkpointPlot shows what saves and lost work cost by the interval between
// saves, with the optima of theory for the save and the failures of the runs.
func checkpointPlot(r *Report) (*figure, error) {
	a, err := sweepAxisOf(r, func(name string) bool { return strings.HasSuffix(strings.ToLower(name), "interval") })
	if err != nil || a.unit.length == 0 {
		return nil, nothing("no axis whose name ends in interval varies: it shows a sweep of workload.model.checkpoint.interval over durations")
	}
	lines, rest := a.overheads(r), ""
	if n := len(lines); n > mostShown {
		lines, rest = lines[:mostShown], fmt.Sprintf("The first %d of %s lines. ", mostShown, count(n))
	}
	m := measure(a, r)
	c := lineChart{x: a.axis(), height: cdfHeight, last: true, series: lines, marks: m.marks(a)}
	if theory := m.theory(a); theory != nil {
		c.series = append(c.series, *theory)
	}
	c.y = valueAxis("saving and lost work (% of what jobs compute and save)", lines)
	return &figure{[]block{
		paragraph(titleText, checkpointTitle(a, lines)),
		paragraph(noteText, rest+m.note(r)),
		legend(44, lineEntries(c.series)),
		c.block(),
	}, checkpointData(a, c.series, c.marks)}, nil
}

// overheads are the lines of the policies, each point an estimate over seeds.
func (a *sweepAxis) overheads(r *Report) []series {
	values := make(map[string]map[float64][]float64)
	flat := r.without(a.name)
	for i := range r.Runs {
		var o overhead
		o.add(r.Runs[i].Result)
		label := flat.Runs[i].name()
		if values[label] == nil {
			values[label] = make(map[float64][]float64)
		}
		x := a.at[r.Runs[i].Variant[a.name]]
		values[label][x] = append(values[label][x], o.percent())
	}
	at := places(flat)
	var out []series
	for _, label := range flat.labels() {
		s := series{label: label, style: policyLine(at[label])}
		for _, x := range sortedKeys(values[label]) {
			s.points = append(s.points, seriesPoint{x, estimateOf(values[label][x])})
		}
		out = append(out, s)
	}
	return out
}

// measure adds up all runs. A save costs what the time in saves comes to by
// interval of training.
func measure(a *sweepAxis, r *Report) measured {
	var all overhead
	saves := 0.0
	for i := range r.Runs {
		var o overhead
		o.add(r.Runs[i].Result)
		all.saving, all.failures, all.running = all.saving+o.saving, all.failures+o.failures, all.running+o.running
		interval := a.at[r.Runs[i].Variant[a.name]] * a.unit.length.Seconds()
		saves += hours(o.training+o.lost) * 3600 / interval
	}
	m := measured{failures: all.failures, save: hours(all.saving) * 3600 / saves}
	if all.failures > 0 {
		m.mtbf = all.running.Seconds() / float64(all.failures)
	}
	return m
}

// known reports whether theory has what it needs.
func (m *measured) known() bool { return m.mtbf > 0 && m.save > 0 && m.mtbf > 2*m.save }

func (m *measured) marks(a *sweepAxis) []mark {
	if !m.known() {
		return nil
	}
	at := func(s float64) (float64, string) {
		d := simtime.Duration(s * float64(simtime.Second))
		u := unitFor(d)
		return s / a.unit.length.Seconds(), amount(u.of(d)) + " " + u.name
	}
	young, youngText := at(workload.Young(m.save, m.mtbf))
	daly, dalyText := at(workload.DalyHigher(m.save, m.mtbf))
	return []mark{{daly, "Daly: " + dalyText}, {young, "Young: " + youngText}}
}

// theory is the first-order overhead of an interval T: saves of C make C of T+C,
// and a failure every M loses half an interval and half a save.
func (m *measured) theory(a *sweepAxis) *series {
	if !m.known() {
		return nil
	}
	x := a.axis()
	s := series{label: "first order: C/(T+C) + (T+C)/2M", style: axisLine}
	s.style.Color, s.style.Width = ink, 1
	const steps = 120
	for i := range steps + 1 {
		v := x.min + (x.max-x.min)*float64(i)/steps
		if x.log {
			v = x.min * math.Pow(x.max/x.min, float64(i)/steps)
		}
		t := v*a.unit.length.Seconds() + m.save
		p := 100 * (m.save/t + t/(2*m.mtbf))
		s.points = append(s.points, seriesPoint{v, estimate{p, p, p}})
	}
	s.bare = true
	return &s
}

func (m *measured) note(r *Report) string {
	note := "No job failed, so theory has no best interval."
	switch {
	case m.known():
		note = fmt.Sprintf("T is the interval. A save C takes %s s and a job fails every M = %s h on average, as measured in the runs. Young, Commun. ACM 17(9), 1974; Daly, FGCS 22(3), 2006, eq. 37.",
			amount(m.save), amount(m.mtbf/3600))
	case m.failures > 0:
		note = "Jobs fail too often, or save in no time, for theory's best interval."
	}
	return strings.TrimSpace(note + " " + whiskersNote(r, "Bands"))
}

func checkpointTitle(a *sweepAxis, lines []series) string {
	var best *seriesPoint
	for i := range lines {
		for k := range lines[i].points {
			if p := &lines[i].points[k]; !p.none() && (best == nil || p.mean < best.mean) {
				best = p
			}
		}
	}
	if best == nil {
		return "No job trained"
	}
	return fmt.Sprintf("Of the intervals, %s costs least: %s %% of what jobs compute and save", a.written(best.x), amount(best.mean))
}

func checkpointData(a *sweepAxis, lines []series, marks []mark) *table.Table {
	var rows [][]table.Value
	add := func(name string, x, mean, low, high float64) {
		rows = append(rows, []table.Value{table.String(name), table.Float(x * a.unit.length.Seconds()), table.Float(mean), table.Float(low), table.Float(high)})
	}
	for _, s := range lines {
		for _, p := range s.points {
			if !p.none() {
				add(s.label, p.x, p.mean, p.low, p.high)
			}
		}
	}
	for _, m := range marks {
		name, _, _ := strings.Cut(m.name, ":")
		rows = append(rows, []table.Value{table.String(name), table.Float(m.x * a.unit.length.Seconds()), table.None, table.None, table.None})
	}
	none := func(name string) table.Column { return optional(realColumn(name, "%")) }
	return dataTable([]table.Column{{Name: "series"}, realColumn("interval_s", "s"), none("overhead_percent"), none("low_percent"), none("high_percent")}, rows)
}
