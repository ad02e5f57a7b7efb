package report

import (
	"cmp"
	"fmt"
	"image/color"
	"maps"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/report/table"
	"rubato/simtime"
	"rubato/traces"
)

// jobsPlot is what a plot of a trace of jobs shows.
type jobsPlot struct {
	since    string
	arrivals bins
	jobs     []float64 // submitted in each bin
	load     bins
	gpus     []float64 // held in each bin if every job ran from its submission on
	classes  []sizeClass
	parts    [2][]float64 // of the jobs, and of the GPU time, by class
	curves   [2][]cdfPoint
}

// The parts of a distribution: by jobs, and by the GPU time that they take.
var (
	partNames   = [2]string{"of the jobs", "of the GPU time"}
	partColours = [2]color.NRGBA{rgb(0x0072B2), rgb(0x009E73)}
)

// PlotJobs draws a trace of jobs: submissions and GPUs demanded over time, sizes and
// run times. The format is one of PlotFormats.
func PlotJobs(name string, j *traces.Jobs, format string) ([]byte, error) {
	p := jobsPlotOf(j)
	note := "Demand: the GPUs that jobs would hold if each started when it is submitted; what runs on after the last submission is cut off."
	var entries []entry
	for i, n := range partNames {
		entries = append(entries, lineEntry("part "+n, draw.LineStyle{Color: partColours[i], Width: lineWidth}))
	}
	f := figure{data: p.data(), blocks: []block{
		paragraph(titleText, jobsTitle(name, j.Rows)),
		paragraph(noteText, note),
		p.overTime("Submissions", "jobs in "+p.arrivals.widthText(), p.arrivals, p.jobs, rgb(0xD55E00), false),
		p.overTime("Demand", "GPUs", p.load, p.gpus, rgb(0x56B4E9), true),
		legend(24, entries),
		p.distributions(),
	}}
	return f.render(format)
}

// jobsTitle says how many jobs ask for how much.
func jobsTitle(name string, rows []traces.Job) string {
	span := rows[len(rows)-1].Submit.Sub(rows[0].Submit)
	if span == 0 {
		return fmt.Sprintf("%s: %s at one time", name, plural(len(rows), "job"))
	}
	used := 0.0
	for _, r := range rows {
		used += gpusOf(r) * float64(r.Duration)
	}
	u := unitFor(span)
	return fmt.Sprintf("%s: %s in %s %s, a mean load of %s GPUs", name, plural(len(rows), "job"), amount(u.of(span)), u.name, amount(used/float64(span)))
}

const (
	traceBins   = 160 // of counts
	loadBins    = 720 // of means
	traceHeight = vg.Length(150)
)

func jobsPlotOf(j *traces.Jobs) *jobsPlot {
	first := j.Rows[0].Submit
	span := max(simtime.Second, simtime.Duration(j.Rows[len(j.Rows)-1].Submit-first))
	p := &jobsPlot{since: stampOf("the first submission", j.Origin, first), arrivals: clockBins(span+1, traceBins), load: evenBins(span, loadBins)}
	p.jobs = make([]float64, p.arrivals.count())
	spent, whole := make([]float64, p.load.count()), make([]float64, p.load.count())
	for _, r := range j.Rows {
		at := simtime.Duration(r.Submit - first)
		p.jobs[at/p.arrivals.width]++
		p.load.add(spent, whole, at, at+r.Duration, gpusOf(r))
	}
	p.gpus = p.load.means(spent, whole)
	p.bySize(j.Rows)
	p.byRunTime(j.Rows)
	return p
}

// gpusOf are a job's GPUs, with their fraction.
func gpusOf(r traces.Job) float64 {
	if r.MilliGPUs > 0 {
		return float64(r.MilliGPUs) / 1000
	}
	return float64(r.GPUs)
}

// weights are what a job counts for: as a job, and by its GPU time.
func weights(r traces.Job) [2]float64 { return [2]float64{1, gpusOf(r) * float64(r.Duration)} }

// bySize adds up jobs and GPU time by class.
func (p *jobsPlot) bySize(rows []traces.Job) {
	sums := make(map[sizeClass][2]float64)
	var all [2]float64
	for _, r := range rows {
		s := sums[classOf(r.GPUs)]
		for k, w := range weights(r) {
			s[k] += w
			all[k] += w
		}
		sums[classOf(r.GPUs)] = s
	}
	p.classes = slices.SortedFunc(maps.Keys(sums), func(a, b sizeClass) int { return a.most - b.most })
	for _, c := range p.classes {
		for k := range all {
			p.parts[k] = append(p.parts[k], sums[c][k]/max(all[k], 1))
		}
	}
}

// byRunTime is the distribution of the run times.
func (p *jobsPlot) byRunTime(rows []traces.Job) {
	rows = slices.Clone(rows)
	slices.SortStableFunc(rows, func(a, b traces.Job) int { return cmp.Compare(a.Duration, b.Duration) })
	var all, so [2]float64
	for _, r := range rows {
		w := weights(r)
		all[0], all[1] = all[0]+w[0], all[1]+w[1]
	}
	for i, r := range rows {
		w := weights(r)
		so[0], so[1] = so[0]+w[0], so[1]+w[1]
		if i+1 < len(rows) && rows[i+1].Duration == r.Duration {
			continue
		}
		for k := range so {
			p.curves[k] = append(p.curves[k], cdfPoint{r.Duration, so[k] / max(all[k], 1)})
		}
	}
}

// overTime is a panel of values over time.
func (p *jobsPlot) overTime(title, label string, b bins, values []float64, c color.NRGBA, last bool) block {
	x, u := clockAxis(b.end, p.since)
	l := lineChart{title: title, x: x, y: countAxis(label, values), height: traceHeight, last: last}
	return l.blockWith(func(f *frame) { f.area(b, values, u, c) })
}

// distributions are two panels side by side: sizes and run times.
func (p *jobsPlot) distributions() block {
	return block{height: cdfHeight*0.75 + xAxisHeight, draw: func(c draw.Canvas) {
		left, right := c, c
		left.Max.X = c.Center().X - 4
		right.Min.X = c.Center().X + 4
		p.drawSizes(left)
		p.drawRunTimes(right)
	}}
}

// partAxis holds parts of a whole.
func partAxis(top float64) axis {
	return axis{max: top, ticks: linearTicks(top, 4), label: "part"}
}

// drawSizes draws two bars for each class.
func (p *jobsPlot) drawSizes(c draw.Canvas) {
	x := axis{max: float64(len(p.classes)), label: "GPUs of a job"}
	for i, k := range p.classes {
		x.ticks = append(x.ticks, tick{float64(i) + 0.5, k.String()})
	}
	top := max(slices.Max(p.parts[0]), slices.Max(p.parts[1]))
	c.Max.Y -= tickText.Font.Size / 2
	f := newFrame(c, leftRoom, xAxisHeight, x, partAxis(1.04*top))
	f.thinLabels()
	f.grid()
	for k, parts := range p.parts {
		for i, v := range parts {
			from := float64(i) + 0.12 + 0.38*float64(k)
			fillRect(&f.c, partColours[k], vg.Rectangle{Min: f.at(from, 0), Max: f.at(from+0.38, v)})
		}
	}
	f.xAxis(true)
	f.yAxis()
}

// drawRunTimes draws the distribution of the run times.
func (p *jobsPlot) drawRunTimes(c draw.Canvas) {
	curve := p.curves[0]
	s := cdfScale{unit: unitFor(curve[len(curve)-1].time), min: max(curve[0].time, simtime.Second), max: curve[len(curve)-1].time}
	s.log = s.max > manyfold*s.min
	x := s.axis("run time")
	if s.max == 0 {
		x = axis{max: 1, label: "run time (s)"}
	} else if !s.log {
		x.ticks = fitting(s.unit.ticks, x.max, 6, c.Size().X*0.7)
	}
	c.Max.Y -= tickText.Font.Size / 2
	f := newFrame(c, leftRoom, xAxisHeight, x, partAxis(1))
	f.thinLabels()
	f.grid()
	for k, points := range p.curves {
		f.steps(points, s.axisUnit(), draw.LineStyle{Color: partColours[k], Width: lineWidth})
	}
	f.xAxis(true)
	f.yAxis()
}

// data has each point of the plot: the start of a bin and its value, the most GPUs of
// a class, a run time.
func (p *jobsPlot) data() *table.Table {
	var rows [][]table.Value
	add := func(series string, x, y float64) {
		rows = append(rows, []table.Value{table.String(series), table.Float(x), table.Float(y)})
	}
	for i, n := range p.jobs {
		from, _ := p.arrivals.edges(i)
		add("jobs by submission (s)", from.Seconds(), n)
	}
	for i, n := range p.gpus {
		from, _ := p.load.edges(i)
		add("GPUs demanded by time (s)", from.Seconds(), n)
	}
	for k, name := range partNames {
		for i, c := range p.classes {
			add("part "+name+" by most GPUs", float64(c.most), p.parts[k][i])
		}
		for _, at := range p.curves[k] {
			add("part "+name+" up to a run time (s)", at.time.Seconds(), at.part)
		}
	}
	return dataTable([]table.Column{{Name: "series"}, realColumn("x", ""), {Name: "y", Kind: table.Ratio}}, rows)
}
