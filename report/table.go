package report

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"rubato/sim"
)

// TableOptions says for whom a table is printed.
type TableOptions struct {
	// Width is the terminal's, in characters; 0 stands for 80.
	Width int
	// Color allows ANSI bold for the best of a column.
	Color bool
}

// column is a figure of the table of policies.
type column struct {
	head, unit string
	value      func(*summary) float64 // NaN where there is none
	decimals   int
	best       int // -1: the least is best; 0: none is
}

var columns = []column{
	{"wasted", "GPU-h", func(s *summary) float64 { return s.GPUHours.Wasted }, 1, -1},
	{"waste", "%", func(s *summary) float64 { return s.WastePercent }, 1, -1},
	{"time to train", "mean h", func(s *summary) float64 { return s.trainHours(func(t *spread) float64 { return t.Mean }) }, 2, -1},
	{"", "p99 h", func(s *summary) float64 { return s.trainHours(func(t *spread) float64 { return t.P99 }) }, 2, -1},
	{"makespan", "h", makespanHours, 2, -1},
	{"un-", "done", func(s *summary) float64 { return float64(s.Jobs.Unfinished + s.Jobs.Failed) }, 0, -1},
	{"re-", "sized", func(s *summary) float64 { return float64(s.Resizes) }, 0, 0},
	{"pre-", "empted", func(s *summary) float64 { return float64(s.Preemptions) }, 0, 0},
}

func (s *summary) trainHours(f func(*spread) float64) float64 {
	if s.TimeToTrain == nil {
		return math.NaN()
	}
	return f(s.TimeToTrain) / 3600
}

func makespanHours(s *summary) float64 {
	if s.Makespan == nil {
		return math.NaN()
	}
	return *s.Makespan / 3600
}

// Table prints the policies with the best of each column marked, then the
// GPU-hours by state. With several seeds the figures are means over them.
func (r *Report) Table(w io.Writer, o TableOptions) error {
	if o.Width <= 0 {
		o.Width = 80
	}
	labels := r.labels()
	sums, seeds, err := r.summaries(labels)
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
	if b.Len() > 0 {
		fmt.Fprintln(&b)
	}
	policyTable(labels, sums, o).print(&b, o)
	fmt.Fprintln(&b, "* best of its column")
	if n := len(r.Manifest.Clairvoyant); n > 0 {
		fmt.Fprintf(&b, "Told true run times: %s\n", strings.Join(r.Manifest.Clairvoyant, ", "))
	}
	for _, part := range stateTables(labels, sums, o.Width) {
		fmt.Fprintln(&b)
		part.print(&b, o)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

// summaries returns the summaries of each policy's runs, and how many each has.
func (r *Report) summaries(labels []string) ([][]*summary, int, error) {
	var out [][]*summary
	seeds := 0
	for _, l := range labels {
		var of []*summary
		for _, run := range r.byLabel(l) {
			s, err := summarise(run.Result)
			if err != nil {
				return nil, 0, err
			}
			of = append(of, s)
		}
		out = append(out, of)
		seeds = max(seeds, len(of))
	}
	return out, seeds, nil
}

// mean of a figure over runs; NaN if a run has none.
func mean(runs []*summary, f func(*summary) float64) float64 {
	sum := 0.0
	for _, s := range runs {
		sum += f(s)
	}
	return sum / float64(len(runs))
}

func policyTable(labels []string, sums [][]*summary, o TableOptions) *grid {
	g := &grid{head: [][]string{{""}, {"policy"}}}
	for _, l := range labels {
		g.rows = append(g.rows, []cell{{text: l}})
	}
	for _, c := range columns {
		g.head[0] = append(g.head[0], c.head)
		g.head[1] = append(g.head[1], c.unit)
		g.addColumn(c, sums)
	}
	g.labelWidth = max(8, o.Width-g.width(1))
	return g
}

// addColumn fills a column and marks its best values, unless all look equal.
func (g *grid) addColumn(c column, sums [][]*summary) {
	best, worst := math.Inf(1), math.Inf(-1)
	values := make([]float64, len(sums))
	for i, s := range sums {
		values[i] = mean(s, c.value)
		if !math.IsNaN(values[i]) {
			best, worst = min(best, values[i]), max(worst, values[i])
		}
	}
	for i, v := range values {
		text, least := number(v, c.decimals), number(best, c.decimals)
		g.rows[i] = append(g.rows[i], cell{text, c.best < 0 && text == least && least != number(worst, c.decimals)})
	}
}

// number prints a figure with so many decimals; a mean of counts with one if it
// is not whole.
func number(v float64, decimals int) string {
	switch {
	case math.IsNaN(v):
		return "-"
	case decimals == 0 && v != math.Trunc(v):
		decimals = 1
	}
	return fmt.Sprintf("%.*f", decimals, v)
}

// stateTables are the GPU-hours by state, a column a policy, as many side by
// side as fit.
func stateTables(labels []string, sums [][]*summary, width int) []*grid {
	const colWidth, first = 13, 16
	per := max(1, (width-first)/colWidth)
	var out []*grid
	for from := 0; from < len(labels); from += per {
		to := min(from+per, len(labels))
		g := &grid{head: [][]string{{"GPU-hours"}}, labelWidth: first}
		for _, l := range labels[from:to] {
			g.head[0] = append(g.head[0], clip(l, colWidth-2))
		}
		for s := sim.GPUState(0); s < sim.NumStates; s++ {
			row := []cell{{text: stateLabel(s)}}
			for _, of := range sums[from:to] {
				row = append(row, cell{text: number(mean(of, func(sm *summary) float64 { return sm.GPUHours.of(s) }), 1)})
			}
			g.rows = append(g.rows, row)
		}
		out = append(out, g)
	}
	return out
}

// stateLabel marks the states that count as waste.
func stateLabel(s sim.GPUState) string {
	name := strings.ReplaceAll(s.String(), "_", "-")
	if s.Wasted() {
		return name + " (w)"
	}
	return name
}

// of returns the hours of a state.
func (h *gpuHours) of(s sim.GPUState) float64 {
	return [sim.NumStates]float64{h.Down, h.External, h.IdleBlocked, h.IdleUnused, h.IdleEmpty, h.Starting, h.Restoring,
		h.Saving, h.Draining, h.Holding, h.Training, h.Lost}[s]
}

// clip shortens a text to a width.
func clip(s string, width int) string {
	if utf8.RuneCountInString(s) <= width {
		return s
	}
	return string([]rune(s)[:max(0, width-1)]) + "…"
}
