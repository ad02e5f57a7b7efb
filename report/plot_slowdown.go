package report

import (
	"fmt"
	"math/bits"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/policy"
	"rubato/report/table"
	"rubato/sim"
)

// sizeClass is jobs that request at most so many GPUs, a power of two, and more
// than half of it.
type sizeClass struct{ most int }

func classOf(gpus int) sizeClass { return sizeClass{1 << bits.Len(uint(max(gpus, 1)-1))} }

func (c sizeClass) String() string {
	if c.most <= 2 {
		return plain(float64(c.most))
	}
	return plain(float64(c.most/2+1)) + "–" + plain(float64(c.most))
}

// slowdownsOf are the slowdowns of a policy's completed jobs by class, sorted: the time
// to train by the run time at the requested size.
func slowdownsOf(runs []*Run) map[sizeClass][]float64 {
	out := make(map[sizeClass][]float64)
	for _, run := range runs {
		for i := range run.Result.Jobs {
			if j := &run.Result.Jobs[i]; j.Phase == policy.Done && j.RunTime > 0 {
				c := classOf(j.GPUs)
				out[c] = append(out[c], slowdown(j))
			}
		}
	}
	for _, v := range out {
		slices.Sort(v)
	}
	return out
}

func slowdown(j *sim.JobResult) float64 { return float64(j.TimeToTrain()) / float64(j.RunTime) }

// spreadBar is a median with the tenth and ninetieth percentile, by nearest rank.
type spreadBar struct {
	jobs          int
	p10, p50, p90 float64
}

func spreadBarOf(sorted []float64) spreadBar {
	rank := func(p int) float64 { return sorted[max((len(sorted)*p+99)/100, 1)-1] }
	return spreadBar{len(sorted), rank(10), rank(50), rank(90)}
}

// slowdownPlot shows the slowdown of jobs by the GPUs that they request.
func slowdownPlot(r *Report) (*figure, error) {
	if r.condensed() {
		return nil, noJobs
	}
	r, rest := r.shown()
	labels := r.labels()
	bars := make([]map[sizeClass]spreadBar, len(labels))
	seen := make(map[sizeClass]bool)
	for i, l := range labels {
		bars[i] = make(map[sizeClass]spreadBar)
		for c, v := range slowdownsOf(r.byLabel(l)) {
			bars[i][c] = spreadBarOf(v)
			seen[c] = true
		}
	}
	if len(seen) == 0 {
		return nil, nothing("no job completed whose run time is known")
	}
	classes := make([]sizeClass, 0, len(seen))
	for c := range seen {
		classes = append(classes, c)
	}
	slices.SortFunc(classes, func(a, b sizeClass) int { return a.most - b.most })
	at := places(r)
	var entries []entry
	for _, l := range labels {
		entries = append(entries, lineEntry(l, solid(at[l])))
	}
	return &figure{[]block{
		paragraph(titleText, slowdownTitle(labels, bars, classes)),
		paragraph(noteText, rest+slowdownNote(r)),
		legend(24, entries),
		{height: cdfHeight + xAxisHeight, draw: func(c draw.Canvas) { drawSlowdowns(c, labels, at, bars, classes) }},
	}, slowdownData(labels, bars, classes)}, nil
}

// solid is a policy's line without its dashes, which a short bar does not show.
func solid(place int) draw.LineStyle {
	s := policyLine(place)
	s.Dashes = nil
	return s
}

func slowdownNote(r *Report) string {
	note := "Slowdown: time to train by the run time on the requested GPUs, undisturbed; below 1 where a job grew. Dots: medians; bars: from the 10th to the 90th percentile of the completed jobs."
	if of := pooled(r); of != "" {
		note += " Jobs of " + of + " together."
	}
	return note
}

// slowdownTitle compares the smallest jobs with the largest under the first policy
// that has both.
func slowdownTitle(labels []string, bars []map[sizeClass]spreadBar, classes []sizeClass) string {
	first, last := classes[0], classes[len(classes)-1]
	for i, l := range labels {
		a, there := bars[i][first]
		b, too := bars[i][last]
		if there && too && first != last {
			return fmt.Sprintf("%s: jobs of %v GPUs take %s times their run time in the median, against %s of those of %v", l, last, amount(b.p50), amount(a.p50), first)
		}
	}
	return "Slowdown of jobs by the GPUs that they request"
}

func slowdownData(labels []string, bars []map[sizeClass]spreadBar, classes []sizeClass) *table.Table {
	var rows [][]table.Value
	for i, l := range labels {
		for _, c := range classes {
			if b, there := bars[i][c]; there {
				rows = append(rows, []table.Value{table.String(l), table.Int(c.most), table.Int(b.jobs), table.Float(b.p10), table.Float(b.p50), table.Float(b.p90)})
			}
		}
	}
	return dataTable([]table.Column{
		{Name: "policy"}, countColumn("gpus_at_most", "GPUs"), countColumn("jobs", ""), realColumn("slowdown_p10", ""), realColumn("slowdown_p50", ""), realColumn("slowdown_p90", ""),
	}, rows)
}

func drawSlowdowns(c draw.Canvas, labels []string, at map[string]int, bars []map[sizeClass]spreadBar, classes []sizeClass) {
	low, high := 1.0, 1.0
	for i := range bars {
		for _, b := range bars[i] {
			low, high = min(low, max(b.p10, 1e-3)), max(high, b.p90)
		}
	}
	x := axis{max: float64(len(classes)), label: "requested GPUs"}
	for i, k := range classes {
		x.ticks = append(x.ticks, tick{float64(i) + 0.5, k.String()})
	}
	y := axis{log: true, min: low / 1.15, max: max(high*1.15, 2), label: "slowdown (log scale)"}
	y.ticks = decades(y.min, y.max)
	c.Max.Y -= tickText.Font.Size / 2
	f := newFrame(c, y.room(), xAxisHeight, x, y)
	f.grid()
	f.c.StrokeLine2(axisLine, f.c.Min.X, f.py(1), f.c.Max.X, f.py(1))
	for i, l := range labels {
		for k, class := range classes {
			if b, there := bars[i][class]; there {
				f.spreadBar(b, float64(k)+0.12+0.76*(float64(i)+0.5)/float64(len(labels)), solid(at[l]))
			}
		}
	}
	f.xAxis(true)
	f.yAxis()
}

func (f *frame) spreadBar(b spreadBar, at float64, s draw.LineStyle) {
	x := f.px(at)
	line := s
	line.Color, line.Width = faded(nrgba(s.Color), 0x80), 2.5
	f.c.StrokeLine2(line, x, f.py(b.p10), x, f.py(b.p90))
	f.c.DrawGlyph(draw.GlyphStyle{Color: s.Color, Radius: vg.Length(3.4), Shape: draw.CircleGlyph{}}, vg.Point{X: x, Y: f.py(b.p50)})
}
