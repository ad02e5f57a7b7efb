package report

import (
	"fmt"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"rubato/report/table"
	"rubato/simtime"
	"rubato/traces"
)

// capacityStep is a number of nodes or GPUs that holds for a time.
type capacityStep struct {
	from, to simtime.Time
	units    int
}

// PlotAvailability draws a trace of availability: what is there over time. The format
// is one of PlotFormats.
func PlotAvailability(name string, a *traces.Availability, format string) ([]byte, error) {
	steps := capacitySteps(a)
	span := simtime.Duration(a.End - steps[0].from)
	what := "units"
	if len(a.Events) > 0 {
		what = "nodes"
	}
	x, u := clockAxis(span, stampOf("the start", a.Origin, steps[0].from))
	values := make([]float64, len(steps))
	for i, s := range steps {
		values[i] = float64(s.units)
	}
	l := lineChart{x: x, y: countAxis(what, values), height: cdfHeight, last: true}
	f := figure{data: capacityData(steps), blocks: []block{
		paragraph(titleText, capacityTitle(name, what, steps)),
		paragraph(noteText, fmt.Sprintf("What is there at each time, over %s %s; the last value holds to the end. %s.", amount(u.of(span)), u.name, plural(len(steps)-1, "change"))),
		l.blockWith(func(f *frame) { f.capacity(steps, u) }),
	}}
	return f.render(format)
}

// capacityTitle says how many there are.
func capacityTitle(name, what string, steps []capacityStep) string {
	low, high, sum := steps[0].units, steps[0].units, 0.0
	for _, s := range steps {
		low, high = min(low, s.units), max(high, s.units)
		sum += float64(s.units) * float64(s.to.Sub(s.from))
	}
	title := fmt.Sprintf("%s: %s to %s %s", name, count(low), count(high), what)
	if span := steps[len(steps)-1].to.Sub(steps[0].from); span > 0 {
		title += fmt.Sprintf(", %s on average", amount(sum/float64(span)))
	}
	return title
}

// capacitySteps are the changes, the first value first.
func capacitySteps(a *traces.Availability) []capacityStep {
	var out []capacityStep
	add := func(at simtime.Time, units int) {
		n := len(out)
		switch {
		case n > 0 && out[n-1].from == at:
			if out[n-1].units = units; n > 1 && out[n-2].units == units {
				out, out[n-2].to = out[:n-1], a.End
			}
			return
		case n > 0 && out[n-1].units == units:
			return
		case n > 0:
			out[n-1].to = at
		}
		out = append(out, capacityStep{at, a.End, units})
	}
	for _, c := range a.Counts {
		add(c.At, c.Units)
	}
	live := 0
	for _, e := range a.Events {
		if live--; e.Up {
			live += 2
		}
		add(e.At, live)
	}
	return out
}

// capacity draws steps. Of those within a pixel column the least, the most and the
// last are enough.
func (f *frame) capacity(steps []capacityStep, u timeUnit) {
	blue := rgb(0x0072B2)
	place := func(at simtime.Time) vg.Length { return f.px(u.of(at.Sub(steps[0].from))) }
	line := []vg.Point{{X: f.c.Min.X, Y: f.py(float64(steps[0].units))}}
	for i := 1; i < len(steps); {
		x, before := place(steps[i].from), line[len(line)-1].Y
		low, high, last := before, before, before
		for ; i < len(steps) && place(steps[i].from)-x < pixel; i++ {
			last = f.py(float64(steps[i].units))
			low, high = min(low, last), max(high, last)
		}
		line = append(line, vg.Point{X: x, Y: before}, vg.Point{X: x, Y: low}, vg.Point{X: x, Y: high}, vg.Point{X: x, Y: last})
	}
	line = append(line, vg.Point{X: place(steps[len(steps)-1].to), Y: line[len(line)-1].Y})
	whole := append([]vg.Point{f.c.Min}, line...)
	f.c.FillPolygon(faded(blue, 0x38), append(whole, vg.Point{X: place(steps[len(steps)-1].to), Y: f.c.Min.Y}))
	f.c.StrokeLines(draw.LineStyle{Color: blue, Width: 0.9}, line)
}

func capacityData(steps []capacityStep) *table.Table {
	var rows [][]table.Value
	for _, s := range steps {
		rows = append(rows, []table.Value{table.Millis(int64(s.from)), table.Millis(int64(s.to)), table.Int(s.units)})
	}
	return dataTable([]table.Column{secondsColumn("from_s"), secondsColumn("to_s"), countColumn("units", "")}, rows)
}
