package report

import (
	"fmt"
	"io"
	"math"
	"strings"

	"rubato/sim"
)

// TableOptions says for whom a table is printed.
type TableOptions struct {
	// Width is the terminal's, in characters; 0 stands for 80.
	Width int
	// Color allows ANSI bold for the best of a column.
	Color bool
}

// Table prints a row a policy with the best of each column marked, then the
// GPU-hours by state. With several seeds the figures are means over them; where
// a mean is over nothing, as the time to train of a run in which no job
// completed, there is a dash. Jobs that failed or are unfinished are undone. The
// columns stand in several blocks if they do not fit the width side by side.
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
	for _, g := range policyTables(labels, sums, o.Width) {
		if b.Len() > 0 {
			fmt.Fprintln(&b)
		}
		g.print(&b, o)
	}
	for _, line := range r.footnotes(o.Width) {
		fmt.Fprintln(&b, line)
	}
	for _, g := range stateTables(labels, sums, o.Width) {
		fmt.Fprintln(&b)
		g.print(&b, o)
	}
	_, err = io.WriteString(w, b.String())
	return err
}

func (r *Report) footnotes(width int) []string {
	out := fill("* best of its column; ovhd: starting, restoring, saving, draining and holding", width)
	if told := r.Manifest.Clairvoyant; len(told) > 0 {
		out = append(out, fill("Told true run times: "+strings.Join(told, ", "), width)...)
	}
	return out
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
				return nil, 0, fmt.Errorf("%s, seed %d: %w", l, run.Result.Seed, err)
			}
			of = append(of, s)
		}
		out = append(out, of)
		seeds = max(seeds, len(of))
	}
	return out, seeds, nil
}

// column is a figure of the table of policies.
type column struct {
	head, unit string                 // a head without unit ends a span of columns
	value      func(*summary) float64 // NaN where there is none
	decimals   int                    // of small figures
	ranked     bool                   // the least is best
}

// columns are the groups of columns; a group is not broken over blocks.
var columns = [][]column{
	{
		{"wasted", "GPU-h", func(s *summary) float64 { return s.GPUHours.Wasted }, 1, true},
		{"", "waste", func(s *summary) float64 { return s.WastePercent }, 1, true},
		{"", "idle", func(s *summary) float64 { return s.partOf(sim.IdleBlocked, sim.IdleUnused) }, 1, true},
		{"", "ovhd", func(s *summary) float64 {
			return s.partOf(sim.Starting, sim.Restoring, sim.Saving, sim.Draining, sim.Holding)
		}, 1, true},
		{"% of usable GPU-hours", "lost", func(s *summary) float64 { return s.partOf(sim.Lost) }, 1, true},
	}, {
		{"", "mean h", func(s *summary) float64 { return s.trainHours(func(t *spread) float64 { return t.Mean }) }, 2, true},
		{"time to train", "p99 h", func(s *summary) float64 { return s.trainHours(func(t *spread) float64 { return t.P99 }) }, 2, true},
		{"make-", "span h", makespanHours, 2, true},
	}, {
		{"un-", "done", func(s *summary) float64 { return float64(s.Jobs.Unfinished + s.Jobs.Failed) }, 0, true},
		{"re-", "size", func(s *summary) float64 { return float64(s.Resizes) }, 0, false},
		{"pre-", "empt", func(s *summary) float64 { return float64(s.Preemptions) }, 0, false},
	},
}

// partOf is what states took, in percent of what a policy could have used.
func (s *summary) partOf(states ...sim.GPUState) float64 {
	usable := s.GPUHours.Capacity - s.GPUHours.IdleEmpty
	if usable == 0 {
		return 0
	}
	sum := 0.0
	for _, state := range states {
		sum += s.GPUHours.of(state)
	}
	return 100 * sum / usable
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

// policyTables are the groups of columns, as many side by side as fit beside the
// labels.
func policyTables(labels []string, sums [][]*summary, width int) []*grid {
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
	cells := make([]cell, len(values))
	for i, v := range values {
		cells[i].text = number(v, decimals)
		cells[i].best = c.ranked && cells[i].text == best && best != number(most, decimals)
	}
	mark := 0
	if c.ranked {
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
