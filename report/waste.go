package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rubato/policy"
	"rubato/sim"
)

// wasteBar is a policy's GPU-hours, as means over its runs.
type wasteBar struct {
	label   string
	runs    int
	hours   [sim.NumStates]float64
	total   float64 // of the wasted states
	percent float64
}

// wasteBars returns a bar a policy, in order.
func wasteBars(r *Report) []wasteBar {
	var out []wasteBar
	for _, label := range r.labels() {
		b := wasteBar{label: label}
		for _, run := range r.byLabel(label) {
			b.add(&run.Result.Spent)
		}
		b.average()
		out = append(out, b)
	}
	return out
}

func (b *wasteBar) add(m *sim.GPUMillis) {
	b.runs++
	for s, v := range m {
		b.hours[s] += hours(v)
	}
	b.total += hours(m.Wasted())
	b.percent += m.WastePercent()
}

func (b *wasteBar) average() {
	n := float64(b.runs)
	for s := range b.hours {
		b.hours[s] /= n
	}
	b.total /= n
	b.percent /= n
}

// segment is a piece of a bar.
type segment struct {
	state    sim.GPUState
	from, to float64
}

// segments are the bar's pieces of waste, in the order of the states.
func (b *wasteBar) segments() []segment {
	var out []segment
	at := 0.0
	for s, h := range b.hours {
		if state := sim.GPUState(s); state.Wasted() && h > 0 {
			out = append(out, segment{state, at, at + h})
			at += h
		}
	}
	return out
}

// wasteFinding says in one sentence what the bars show: the best policy against
// the first one.
func wasteFinding(bars []wasteBar) string {
	if len(bars) == 0 {
		return "No runs"
	}
	first, best, worst := &bars[0], &bars[0], &bars[0]
	for i := range bars {
		if bars[i].total < best.total {
			best = &bars[i]
		}
		if bars[i].total > worst.total {
			worst = &bars[i]
		}
	}
	switch {
	case len(bars) == 1:
		return fmt.Sprintf("%s wastes %s GPU-hours, %s", first.label, amount(first.total), percentOf(first.percent))
	case worst.total == 0:
		return "No policy wastes GPU-hours"
	case worst.total == best.total:
		return fmt.Sprintf("All policies waste the same %s GPU-hours", amount(best.total))
	case best.total == first.total:
		return fmt.Sprintf("No policy wastes fewer GPU-hours than %s", first.label)
	case best.total == 0:
		return fmt.Sprintf("%s wastes no GPU-hours, %s %s", best.label, first.label, amount(first.total))
	}
	return fmt.Sprintf("%s wastes %s fewer GPU-hours than %s", best.label, part(1-best.total/first.total), first.label)
}

// part writes a fraction as a percentage that does not round to none or all.
func part(f float64) string {
	switch p := 100 * f; {
	case p < 1:
		return "less than 1 %"
	case p > 99:
		return "more than 99 %"
	default:
		return strconv.FormatFloat(p, 'f', 0, 64) + " %"
	}
}

func percentOf(p float64) string { return strconv.FormatFloat(p, 'f', 1, 64) + " % of usable" }

// wasteNote says what the bars are, and what makes them hard to compare: who does
// less work can waste less, and who knows the future should.
func wasteNote(r *Report) string {
	note := "Usable: the GPU-hours there for jobs while any job was unfinished."
	if of := pooled(r); of != "" {
		note = "Mean of " + of + ". " + note
	}
	if told := r.Manifest.Clairvoyant; len(told) > 0 {
		note += " Told true run times: " + strings.Join(told, ", ") + "."
	}
	if left := leftUndone(r); left != "" {
		note += " Jobs failed or unfinished: " + left + "."
	}
	return note
}

// leftUndone names the policies that left jobs undone, and how many of how many.
func leftUndone(r *Report) string {
	var left, amounts []string
	labels := r.labels()
	for _, label := range labels {
		if n, all := undone(r.byLabel(label)); n > 0 {
			amounts = append(amounts, fmt.Sprintf("%s of %s", count(n), count(all)))
			left = append(left, label+" "+amounts[len(amounts)-1])
		}
	}
	if same := slices.Compact(amounts); len(labels) > 1 && len(left) == len(labels) && len(same) == 1 {
		return same[0] + " under each policy"
	}
	return strings.Join(left, "; ")
}

// undone counts the jobs of runs that failed or are unfinished, and all.
func undone(runs []*Run) (n, all int) {
	for _, run := range runs {
		for i := range run.Result.Jobs {
			if p := run.Result.Jobs[i].Phase; p != policy.Done && p != policy.Cancelled {
				n++
			}
		}
		all += len(run.Result.Jobs)
	}
	return n, all
}
