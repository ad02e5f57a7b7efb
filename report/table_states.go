package report

import (
	"slices"
	"strings"

	"rubato/sim"
)

// stateTables are the GPU-hours by state, a column a policy, as many side by
// side as fit. The states that count as waste come with a w.
func stateTables(labels []string, sums [][]*summary, width int) []*grid {
	rows := stateRows(sums)
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.name
	}
	var out []*grid
	for i, l := range labels {
		cells := make([]cell, len(rows))
		for k, r := range rows {
			cells[k].text = number(mean(sums[i], r.value), 1)
		}
		g := newGrid([2]string{"", "GPU-hours"}, names)
		g.add([2]string{"", clip(l, widestColumn(len(labels)))}, cells, 1)
		if n := len(out); n > 0 && out[n-1].width()+g.width()-g.labelWidth() <= width {
			out[n-1].join(g)
			continue
		}
		out = append(out, g)
	}
	return out
}

// widestColumn lets three policies stand side by side in 80 characters, however
// long their labels are, and four of many.
func widestColumn(policies int) int {
	if policies > 3 {
		return 14
	}
	return 19
}

// stateRow is a row of the table of states.
type stateRow struct {
	name  string
	value func(*summary) float64
}

// stateRows are the states, lost training by the causes that there are, and sums.
func stateRows(sums [][]*summary) []stateRow {
	var out []stateRow
	for s := range sim.NumStates {
		name := strings.ReplaceAll(s.String(), "_", "-")
		if s.Wasted() {
			name += " (w)"
		}
		out = append(out, stateRow{name, func(sum *summary) float64 { return hours(sum.window.spent[s]) }})
	}
	for c := range sim.NumLossCauses {
		by := func(sum *summary) float64 { return sum.GPUHours.LostBy.of(c) }
		if anyOf(sums, by) {
			out = append(out, stateRow{"  by " + strings.ReplaceAll(c.String(), "_", " "), by})
		}
	}
	return append(out,
		stateRow{"sum of (w)", (*summary).wastedHours},
		stateRow{"scaling loss", func(sum *summary) float64 { return sum.GPUHours.ScalingLoss }})
}

// anyOf reports whether a figure of any run is not 0.
func anyOf(sums [][]*summary, f func(*summary) float64) bool {
	return slices.ContainsFunc(sums, func(of []*summary) bool {
		return slices.ContainsFunc(of, func(s *summary) bool { return f(s) != 0 })
	})
}
