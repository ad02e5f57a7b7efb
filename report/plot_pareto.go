package report

import (
	"fmt"
	"image/color"
	"strings"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/report/table"
)

// paretoPoint is a policy, or a point of a sweep, by its waste and mean time to
// train.
type paretoPoint struct {
	label        string
	place        int
	waste, train estimate
	// best says that no other point is better in one and no worse in the other.
	best bool
}

// paretoPoints are those of which all runs completed a job.
func paretoPoints(r *Report) ([]paretoPoint, error) {
	labels := r.labels()
	sums, _, err := r.byPolicy(labels)
	if err != nil {
		return nil, err
	}
	at := places(r)
	var out []paretoPoint
	for i, l := range labels {
		p := paretoPoint{
			label: l, place: at[l],
			waste: estimateFor(sums[i], func(s *summary) float64 { return s.window.spent.WastePercent() }),
			train: estimateFor(sums[i], meanTrainHours),
		}
		if !p.train.none() {
			out = append(out, p)
		}
	}
	for i := range out {
		out[i].best = true
		for k := range out {
			out[i].best = out[i].best && !out[k].beats(&out[i])
		}
	}
	return out, nil
}

func (p *paretoPoint) beats(q *paretoPoint) bool {
	w, t, v, u := p.waste.mean, p.train.mean, q.waste.mean, q.train.mean
	return w <= v && t <= u && (w < v || t < u)
}

const paretoHeight = vg.Length(330)

// paretoPlot shows the policies by their waste and mean time to train.
func paretoPlot(r *Report) (*figure, error) {
	points, err := paretoPoints(r)
	if err != nil {
		return nil, err
	}
	if len(points) == 0 {
		return nil, nothing("no policy completed a job")
	}
	note := "Better is to the left and down. Filled: no other wastes less and trains faster."
	if of := whiskersNote(r, "Crosses"); of != "" {
		note += " " + of
	}
	if left := leftUndone(r); left != "" {
		note += " Jobs failed or unfinished, and not in the mean: " + left + "."
	}
	return &figure{blocks: []block{
		paragraph(titleText, paretoTitle(points)),
		paragraph(noteText, note),
		{height: paretoHeight + xAxisHeight, draw: func(c draw.Canvas) { drawPareto(c, points) }},
	}, data: paretoData(points)}, nil
}

func paretoTitle(points []paretoPoint) string {
	var best []string
	differ := false
	for i := range points {
		if points[i].best {
			best = append(best, points[i].label)
		}
		differ = differ || points[i].waste.mean != points[0].waste.mean || points[i].train.mean != points[0].train.mean
	}
	switch {
	case !differ && len(points) == 1:
		return fmt.Sprintf("%s: %.1f %% wasted, %s h mean time to train", points[0].label, points[0].waste.mean, amount(points[0].train.mean))
	case !differ:
		return fmt.Sprintf("All %d waste the same and train as fast", len(points))
	case len(best) == 1:
		return best[0] + " wastes least and trains fastest"
	case len(best) > 4:
		return fmt.Sprintf("%d of %d trade waste for time to train", len(best), len(points))
	}
	return strings.Join(best[:len(best)-1], ", ") + " and " + best[len(best)-1] + " trade waste for time to train"
}

func paretoData(points []paretoPoint) *table.Table {
	var rows [][]table.Value
	for _, p := range points {
		best := 0
		if p.best {
			best = 1
		}
		rows = append(rows, []table.Value{
			table.String(p.label), table.Float(p.waste.mean), table.Float(p.waste.low), table.Float(p.waste.high),
			table.Float(p.train.mean), table.Float(p.train.low), table.Float(p.train.high), table.Int(best),
		})
	}
	return dataTable([]table.Column{
		{Name: "policy"}, realColumn("waste_percent", "%"), realColumn("waste_low_percent", "%"), realColumn("waste_high_percent", "%"),
		realColumn("mean_time_to_train_h", "h"), realColumn("mean_time_to_train_low_h", "h"), realColumn("mean_time_to_train_high_h", "h"),
		countColumn("on_front", ""),
	}, rows)
}

func drawPareto(c draw.Canvas, points []paretoPoint) {
	x, y := axis{label: "waste (% of usable GPU-hours)"}, axis{label: "mean time to train (h)"}
	for _, p := range points {
		x.max, y.max = max(x.max, p.waste.mean), max(y.max, p.train.mean)
	}
	for _, p := range points {
		x.max, y.max = max(x.max, min(p.waste.high, 1.5*x.max)), max(y.max, min(p.train.high, 1.5*y.max))
	}
	x.max, y.max = 1.1*max(x.max, 0.1), 1.1*max(y.max, 1e-3)
	x.ticks, y.ticks = linearTicks(x.max, 8), linearTicks(y.max, 6)
	c.Max.Y -= tickText.Font.Size / 2
	f := newFrame(c, y.room(), xAxisHeight, x, y)
	f.grid()
	for i := range points {
		f.cross(&points[i])
	}
	for i := range points {
		f.paretoDot(&points[i])
	}
	f.paretoLabels(points)
	f.xAxis(true)
	f.yAxis()
}

// cross draws the confidence intervals of a point.
func (f *frame) cross(p *paretoPoint) {
	s := draw.LineStyle{Color: faded(nrgba(policyLine(p.place).Color), 0x70), Width: 1}
	f.c.StrokeLine2(s, f.px(max(0, p.waste.low)), f.py(p.train.mean), f.px(min(p.waste.high, f.x.max)), f.py(p.train.mean))
	f.c.StrokeLine2(s, f.px(p.waste.mean), f.py(max(0, p.train.low)), f.px(p.waste.mean), f.py(f.clamp(p.train.high)))
}

const dotRadius = vg.Length(4)

func (f *frame) paretoDot(p *paretoPoint) {
	at := f.at(p.waste.mean, p.train.mean)
	c := policyLine(p.place).Color
	f.c.DrawGlyph(draw.GlyphStyle{Color: c, Radius: dotRadius, Shape: draw.CircleGlyph{}}, at)
	if !p.best {
		f.c.DrawGlyph(draw.GlyphStyle{Color: color.White, Radius: dotRadius - 1.4, Shape: draw.CircleGlyph{}}, at)
	}
}

// paretoLabels writes each label at the first side of its dot where it covers no
// dot and no label, as far to the right as it fits if there is none.
func (f *frame) paretoLabels(points []paretoPoint) {
	var taken []vg.Rectangle
	for i := range points {
		at := f.at(points[i].waste.mean, points[i].train.mean)
		taken = append(taken, around(at, dotRadius, dotRadius))
	}
	for i := range points {
		at := f.at(points[i].waste.mean, points[i].train.mean)
		label := elide(entryText, points[i].label, textWidth/3)
		r := f.freePlace(taken, at, entryText.Width(label))
		taken = append(taken, r)
		style := aligned(entryText, text.XLeft, text.YCenter)
		f.patch(r.Min.X, r.Max.X, r.Min.Y, r.Max.Y)
		f.c.FillText(style, middle(style, r.Min.X, (r.Min.Y+r.Max.Y)/2), label)
	}
}

// freePlace is where a label of a width stands beside a dot.
func (f *frame) freePlace(taken []vg.Rectangle, at vg.Point, width vg.Length) vg.Rectangle {
	half := 0.6 * entryText.Font.Size
	gap := dotRadius + 4
	sides := []vg.Point{
		{X: gap + width/2}, {X: -gap - width/2}, {Y: gap + half}, {Y: -gap - half},
		{X: gap + width/2, Y: 2 * half}, {X: gap + width/2, Y: -2 * half}, {X: -gap - width/2, Y: 2 * half}, {X: -gap - width/2, Y: -2 * half},
	}
	for _, side := range sides {
		r := around(at.Add(side), width/2, half)
		free := r.Min.X >= f.c.Min.X && r.Max.X <= f.c.Max.X && r.Min.Y >= f.c.Min.Y && r.Max.Y <= f.c.Max.Y
		for _, t := range taken {
			free = free && !overlap(r, t)
		}
		if free {
			return r
		}
	}
	x := min(at.X+gap+width/2, f.c.Max.X-width/2)
	return around(vg.Point{X: x, Y: at.Y}, width/2, half)
}

func around(at vg.Point, w, h vg.Length) vg.Rectangle {
	return vg.Rectangle{Min: vg.Point{X: at.X - w, Y: at.Y - h}, Max: vg.Point{X: at.X + w, Y: at.Y + h}}
}

func overlap(a, b vg.Rectangle) bool {
	return a.Min.X < b.Max.X && b.Min.X < a.Max.X && a.Min.Y < b.Max.Y && b.Min.Y < a.Max.Y
}
