package report

import (
	"fmt"
	"io"
	"math"
	"strings"
)

// TableOptions says for whom a table is printed.
type TableOptions struct {
	// Width is the terminal's, in characters; 0 stands for 80.
	Width int
	// Color allows ANSI bold for the best of a column, and colours.
	Color bool
	// Bars adds a bar a policy, drawn in characters.
	Bars bool
}

// Table prints a row a policy with the best of each column marked, then the
// GPU-hours by state, then what the figures say of the best policy and the first.
// GPU-hours are over the window that the runs of one seed have in common. With
// several seeds the figures are means over them; where a mean is over nothing, as
// the time to train of a run in which no job completed, there is a dash. Jobs that
// failed or are unfinished are undone. Of a sweep there are no GPU-hours by state. The columns stand in several blocks if they
// do not fit the width side by side. Over several seeds the verdicts follow.
func (r *Report) Table(w io.Writer, o TableOptions) error {
	if o.Width <= 0 {
		o.Width = 80
	}
	labels := r.labels()
	sums, seeds, err := r.byPolicy(labels)
	if err != nil {
		return err
	}
	var b strings.Builder
	if r.Title != "" {
		fmt.Fprintln(&b, clip(r.Title, o.Width))
	}
	if seeds > 1 {
		fmt.Fprintf(&b, "Means over %d seeds.\n", seeds)
	}
	for _, g := range policyTables(labels, sums, r.columns(), o.Width) {
		if b.Len() > 0 {
			fmt.Fprintln(&b)
		}
		g.print(&b, o)
	}
	for _, line := range r.footnotes(labels, sums) {
		writeFilled(&b, line, o.Width)
	}
	if len(r.variants()) < 2 {
		if o.Bars {
			printBars(&b, labels, sums, o)
		}
		for _, g := range stateTables(labels, sums, o.Width) {
			fmt.Fprintln(&b)
			g.print(&b, o)
		}
	}
	if f := r.finding(labels, sums); f != "" {
		fmt.Fprintln(&b)
		writeFilled(&b, f, o.Width)
	}
	verdicts, err := r.Verdicts()
	if err != nil {
		return err
	}
	printVerdicts(&b, verdicts, o.Width)
	_, err = io.WriteString(w, b.String())
	return err
}

func writeFilled(b *strings.Builder, s string, width int) {
	for _, line := range fill(s, width) {
		fmt.Fprintln(b, line)
	}
}

func (r *Report) footnotes(labels []string, sums [][]*summary) []string {
	out := []string{
		"* best of its column; ovhd: starting, restoring, saving, draining and holding",
		r.windowNote(labels, sums),
	}
	if told := r.Manifest.Clairvoyant; len(told) > 0 {
		out = append(out, "Told true run times: "+strings.Join(told, ", "))
	}
	return out
}

// byPolicy returns the summaries of each policy's runs, and how many each has.
func (r *Report) byPolicy(labels []string) ([][]*summary, int, error) {
	sums, err := r.summaries()
	if err != nil {
		return nil, 0, err
	}
	of := make(map[string][]*summary)
	for i, s := range sums {
		name := r.Runs[i].name()
		of[name] = append(of[name], s)
	}
	var out [][]*summary
	seeds := 0
	for _, l := range labels {
		out = append(out, of[l])
		seeds = max(seeds, len(of[l]))
	}
	return out, seeds, nil
}

// policyTables are the groups of columns, as many side by side as fit beside the
// labels.
func policyTables(labels []string, sums [][]*summary, columns [][]column, width int) []*grid {
	var out []*grid
	for _, group := range columns {
		g := newGrid([2]string{"", "policy"}, labels)
		for _, c := range group {
			g.addColumn(c, sums)
		}
		if n := len(out); n > 0 && out[n-1].width()+g.width()-g.labelWidth() <= width {
			out[n-1].join(g)
			continue
		}
		out = append(out, g)
	}
	return out
}

// addColumn adds a column and marks its best figures, unless all look equal.
func (g *grid) addColumn(c column, sums [][]*summary) {
	values := make([]float64, len(sums))
	least, most := math.Inf(1), math.Inf(-1)
	for i, s := range sums {
		values[i] = mean(s, c.value)
		if !math.IsNaN(values[i]) {
			least, most = min(least, values[i]), max(most, values[i])
		}
	}
	decimals := decimalsFor(values, c.decimals)
	best := number(least, decimals)
	if c.best == theMost {
		best = number(most, decimals)
	}
	cells := make([]cell, len(values))
	for i, v := range values {
		cells[i].text = number(v, decimals)
		cells[i].best = c.best != unranked && cells[i].text == best && number(least, decimals) != number(most, decimals)
	}
	mark := 0
	if c.best != unranked {
		mark = 1
	}
	g.add([2]string{c.head, c.unit}, cells, mark)
}

// mean of a figure over runs; NaN if a run has none.
func mean(runs []*summary, f func(*summary) float64) float64 {
	sum := 0.0
	for _, s := range runs {
		sum += f(s)
	}
	return sum / float64(len(runs))
}
