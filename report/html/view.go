package html

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"rubato/report"
	"rubato/sim"
)

// view is what the page shows without scripts.
type view struct {
	*report.Comparison
	Report *report.Report
	Policy string
	Script template.JS
	Style  template.CSS
	// Data is what the charts draw, packed.
	Data string
	// Notices say what of the data is left out or condensed.
	Notices  []string
	Cards    []card
	Compared table
	ByState  table
	Credits  []credit
	// StateColours are those of states on white, DarkColours those that are others
	// on black.
	StateColours, DarkColours []stateColour
}

type stateColour struct {
	Name   string
	Colour template.CSS
}

// dark are the colours of states that would glare, or not be seen, on black.
var dark = []stateColour{
	{sim.Down.String(), "#6b7178"}, {sim.External.String(), "#4a5057"}, {sim.IdleEmpty.String(), "#262b31"},
	{sim.Restoring.String(), "#2f8fd0"}, {sim.Holding.String(), "#b45a88"}, {sim.Lost.String(), "#ffffff"},
}

// card is a headline figure: the best policy's, against the first one's.
type card struct {
	Title, Value, Of, Against string
}

// table is a table of figures.
type table struct {
	Head []string
	Rows []row
}

type row struct {
	Name string
	// Colour is that of the state, or the line of the policy; Mark says that a state is
	// waste.
	Colour template.CSS
	Mark   bool
	Cells  []cell
}

type cell struct {
	Text string
	// Sort is the value itself, "" where there is none.
	Sort string
	Best bool
}

// credit is a trace with where it is from.
type credit struct {
	report.Trace
	report.Credit
}

func newView(r *report.Report, c *report.Comparison) *view {
	v := &view{Comparison: c, Report: r, Cards: cards(c), Compared: compared(c), ByState: byState(c)}
	v.DarkColours = dark
	for s := range sim.NumStates {
		v.StateColours = append(v.StateColours, stateColour{s.String(), template.CSS(report.Hex(report.StateColour(s)))})
	}
	for i, t := range r.Manifest.Traces {
		k := credit{Trace: t}
		if i < len(r.Credits) {
			k.Credit = r.Credits[i]
		}
		v.Credits = append(v.Credits, k)
	}
	return v
}

// headlines are the titles of the figures on the cards.
var headlines = []string{
	"GPU-hours wasted", "wasted, % of usable GPU-hours", "mean time to train, h", "99th percentile of time to train, h",
	"makespan, h", "effective training time ratio, %",
}

func cards(c *report.Comparison) []card {
	var out []card
	for _, title := range headlines {
		for _, f := range c.Figures {
			if f.Title == title && len(f.Texts) > 0 {
				out = append(out, newCard(c, &f))
			}
		}
	}
	return out
}

// newCard has the first of the best policies, or the first one where none is
// better.
func newCard(c *report.Comparison, f *report.Figure) card {
	best := 0
	for i := len(f.Best) - 1; i >= 0; i-- {
		if f.Best[i] {
			best = i
		}
	}
	k := card{Title: f.Title, Value: f.Texts[best], Of: c.Policies[best].Name}
	if best != 0 {
		k.Against = c.Policies[0].Name + ": " + f.Texts[0]
	}
	return k
}

// compared has a row a policy.
func compared(c *report.Comparison) table {
	t := table{Head: []string{"policy"}}
	for i, p := range c.Policies {
		r := row{Name: p.Name, Colour: line(&p)}
		for _, f := range c.Figures {
			r.Cells = append(r.Cells, newCell(&f, i))
		}
		t.Rows = append(t.Rows, r)
	}
	for _, f := range c.Figures {
		t.Head = append(t.Head, f.Title)
	}
	return t
}

// line is the line of a policy as a background, with its strokes and gaps.
func line(p *report.Compared) template.CSS {
	colour := report.Hex(p.Colour)
	if colour == "#000000" {
		colour = "var(--ink)" // to be seen on black
	}
	if len(p.Dashes) == 0 {
		return template.CSS(colour)
	}
	var stops []string
	at := 0.0
	for i, length := range p.Dashes {
		c := colour
		if i%2 == 1 {
			c = "transparent"
		}
		stops = append(stops, fmt.Sprintf("%s %gpx %gpx", c, at, at+length))
		at += length
	}
	return template.CSS("repeating-linear-gradient(90deg, " + strings.Join(stops, ", ") + ")")
}

// byState has a row a state, then the sums, and a column a policy.
func byState(c *report.Comparison) table {
	t := table{Head: []string{"GPU-hours"}}
	for _, p := range c.Policies {
		t.Head = append(t.Head, p.Name)
	}
	add := func(r row, f *report.Figure) {
		for i := range c.Policies {
			r.Cells = append(r.Cells, newCell(f, i))
		}
		t.Rows = append(t.Rows, r)
	}
	for s := range sim.NumStates {
		add(row{Name: stateName(s), Colour: template.CSS("var(--" + s.String() + ")"), Mark: s.Wasted()}, &c.States[s])
	}
	for i := range c.Sums {
		name := strings.TrimSpace(c.Sums[i].Title)
		if name == "sum of" {
			name = "wasted, all together"
		}
		add(row{Name: name}, &c.Sums[i])
	}
	return t
}

func newCell(f *report.Figure, i int) cell {
	k := cell{Text: f.Texts[i], Best: f.Best[i]}
	if v := f.Values[i]; !math.IsNaN(v) {
		k.Sort = strconv.FormatFloat(v, 'g', -1, 64)
	}
	return k
}

func stateName(s sim.GPUState) string { return strings.ReplaceAll(s.String(), "_", " ") }
