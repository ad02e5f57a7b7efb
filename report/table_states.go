package report

import (
	"strings"

	"rubato/sim"
)

// stateTables are the GPU-hours by state, a column a policy, as many side by
// side as fit. The states that count as waste come with a w.
func stateTables(labels []string, sums [][]*summary, width int) []*grid {
	var out []*grid
	for i, l := range labels {
		g := newGrid([2]string{"", "GPU-hours"}, stateLabels())
		g.add([2]string{"", clip(l, widestColumn(len(labels)))}, stateCells(sums[i]), 1)
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

func stateLabels() []string {
	var out []string
	for s := range sim.NumStates {
		name := strings.ReplaceAll(s.String(), "_", "-")
		if s.Wasted() {
			name += " (w)"
		}
		out = append(out, name)
	}
	return append(out, "sum of (w)", "scaling loss")
}

func stateCells(of []*summary) []cell {
	var out []cell
	add := func(f func(*summary) float64) {
		out = append(out, cell{text: number(mean(of, f), 1)})
	}
	for s := range sim.NumStates {
		add(func(sum *summary) float64 { return sum.GPUHours.of(s) })
	}
	add(func(sum *summary) float64 { return sum.GPUHours.Wasted })
	add(func(sum *summary) float64 { return sum.GPUHours.ScalingLoss })
	return out
}

// of returns the hours of a state.
func (h *gpuHours) of(s sim.GPUState) float64 {
	return [sim.NumStates]float64{h.Down, h.External, h.IdleBlocked, h.IdleUnused, h.IdleEmpty, h.Starting, h.Restoring,
		h.Saving, h.Draining, h.Holding, h.Training, h.Lost}[s]
}
