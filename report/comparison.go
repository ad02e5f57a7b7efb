package report

import (
	"fmt"
	"image/color"
	"math"
	"strings"

	"rubato/compare"
	"rubato/sim"
)

// Comparison is the figures of a report, policy by policy, for those who show them
// in another way than Table does: the same figures, over the same window.
type Comparison struct {
	Title string
	// Manifest is that of result.json.
	Manifest Manifest
	// Policies are the labels, in a sweep each with its point.
	Policies []Compared
	// Figures are the columns of the table, a value a policy.
	Figures []Figure
	// States are the GPU-hours by state, as sim orders the states.
	States [sim.NumStates]Figure
	// Sums are the other rows of the table of states.
	Sums []Figure
	// Seeds is the number of runs that a mean is over.
	Seeds int
	// Finding says in one sentence what the figures say; "" where they say nothing.
	Finding string
	// Verdicts compare each policy with the first one over the seeds; none of one seed.
	Verdicts []compare.Verdict
	// Notes say what the figures are.
	Notes []string
}

// Compared is a policy, or a point of a sweep, with its runs: one a seed.
type Compared struct {
	Name string
	// Colour is that of the policy in every plot.
	Colour color.NRGBA
	// Dashes are the lengths of the strokes and gaps of its line; nil if it is solid.
	Dashes []float64
	Runs   []*Run
}

// Figure is a number that each policy has, the mean over its seeds.
type Figure struct {
	// Title is its name and unit in full.
	Title string
	// Values are NaN for a policy without one.
	Values []float64
	// Texts are the values as the table prints them.
	Texts []string
	// Best marks the best ones; none if all are as good, or none is better.
	Best []bool
}

// Compare returns the figures. It fails where the account of the jobs of a run
// does not add up.
func (r *Report) Compare() (*Comparison, error) {
	doc, err := r.document()
	if err != nil {
		return nil, err
	}
	labels := r.labels()
	sums, seeds, err := r.byPolicy(labels)
	if err != nil {
		return nil, err
	}
	c := &Comparison{Title: r.Title, Manifest: doc.Manifest, Seeds: seeds, Verdicts: doc.Verdicts, Finding: r.finding(labels, sums), Notes: r.footnotes(labels, sums)[1:]}
	at := places(r)
	for _, l := range labels {
		line := policyLine(at[l])
		p := Compared{Name: l, Colour: policyColours[at[l]%len(policyColours)], Runs: r.byLabel(l)}
		for _, d := range line.Dashes {
			p.Dashes = append(p.Dashes, float64(d))
		}
		c.Policies = append(c.Policies, p)
	}
	for _, group := range r.columns() {
		for _, col := range group {
			c.Figures = append(c.Figures, col.figure(sums))
		}
	}
	for i, row := range stateRows(sums) {
		f := column{value: row.value, decimals: 1, title: strings.TrimSuffix(row.name, " (w)")}.figure(sums)
		if i < len(c.States) {
			c.States[i] = f
			continue
		}
		c.Sums = append(c.Sums, f)
	}
	return c, nil
}

// figure is the column in numbers.
func (c column) figure(sums [][]*summary) Figure {
	g := newGrid([2]string{}, make([]string, len(sums)))
	g.addColumn(c, sums)
	f := Figure{Title: c.title}
	for i, row := range g.rows {
		f.Values = append(f.Values, mean(sums[i], c.value))
		f.Texts = append(f.Texts, row[1].text)
		f.Best = append(f.Best, row[1].best)
	}
	return f
}

// Has reports whether some policy has a value other than 0.
func (f *Figure) Has() bool {
	for _, v := range f.Values {
		if v != 0 && !math.IsNaN(v) {
			return true
		}
	}
	return false
}

// StateColour is the colour of a state in every plot.
func StateColour(s sim.GPUState) color.NRGBA { return stateColours[s] }

// Hex writes a colour as #rrggbb.
func Hex(c color.NRGBA) string { return fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B) }
