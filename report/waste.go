package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// wasteBar is a policy's GPU-hours, as means over its runs.
type wasteBar struct {
	label   string
	runs    int
	hours   [sim.NumStates]float64
	total   float64 // of the wasted states
	percent float64
	// spread is the estimate of total; wasted are the runs' own.
	spread estimate
	wasted []float64
	// end is when its runs end, span what the hours are over; both in hours.
	end, span float64
}

// wasteBars returns a bar a policy, in order.
func wasteBars(r *Report) []wasteBar {
	windows := r.windows()
	var out []wasteBar
	place := make(map[string]int)
	for i := range r.Runs {
		label := r.Runs[i].name()
		k, seen := place[label]
		if !seen {
			k = len(out)
			place[label] = k
			out = append(out, wasteBar{label: label})
		}
		out[k].add(&r.Runs[i], &windows[i])
	}
	for i := range out {
		out[i].average()
	}
	return out
}

func (b *wasteBar) add(run *Run, w *window) {
	b.runs++
	for s, v := range w.spent {
		b.hours[s] += hours(v)
	}
	b.total += hours(w.spent.Wasted())
	b.wasted = append(b.wasted, hours(w.spent.Wasted()))
	b.percent += w.spent.WastePercent()
	b.end += simtime.Duration(run.Result.End).Hours()
	b.span += w.hours()
}

func (b *wasteBar) average() {
	n := float64(b.runs)
	for s := range b.hours {
		b.hours[s] /= n
	}
	b.total /= n
	b.percent /= n
	b.end /= n
	b.span /= n
	b.spread = estimateOf(b.wasted)
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
// the first one, and over which spans.
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
	span, same := sameSpan(bars)
	switch {
	case len(bars) == 1:
		return fmt.Sprintf("%s wastes %s GPU-hours in %s h, %s", first.label, amount(first.total), amount(first.span), percentOf(first.percent))
	case worst.total == 0:
		return "No policy wastes GPU-hours"
	case worst.total == best.total:
		return fmt.Sprintf("%s all policies waste the same %s GPU-hours", span, amount(best.total))
	case best.total == first.total:
		return fmt.Sprintf("%s no policy wastes fewer GPU-hours than %s", span, first.label)
	case !same:
		return fmt.Sprintf("%s wastes %s GPU-hours in %s h, %s %s in %s h", best.label, amount(best.total), amount(best.span),
			first.label, amount(first.total), amount(first.span))
	}
	return fmt.Sprintf("%s %s wastes %s GPU-hours, %s %s", span, best.label, amount(best.total), first.label, amount(first.total))
}

// sameSpan says over which span the bars are, and reports whether it is one.
func sameSpan(bars []wasteBar) (string, bool) {
	for i := range bars {
		if bars[i].span != bars[0].span {
			return "Each to its own end,", false
		}
	}
	return fmt.Sprintf("In the same %s h", amount(bars[0].span)), true
}

// part writes a fraction as a percentage that does not round to none or all.
func part(f float64) string {
	switch p := 100 * f; {
	case p < 1:
		return "less than 1 %"
	case p > 99 && p < 100:
		return "more than 99 %"
	default:
		return strconv.FormatFloat(p, 'f', 0, 64) + " %"
	}
}

func percentOf(p float64) string { return strconv.FormatFloat(p, 'f', 1, 64) + " % of usable" }

// wasteNote says what the bars are, and what makes them hard to compare: who does
// less work can waste less, and who knows the future should.
func wasteNote(r *Report, bars []wasteBar) string {
	note := "Usable: the GPU-hours there for jobs while any job was unfinished."
	if of := pooled(r); of != "" {
		note = "Mean of " + of + ". " + note
	}
	if ends := endsOf(bars); ends != "" {
		note += " Runs end after: " + ends + "."
	}
	if slices.ContainsFunc(bars, func(b wasteBar) bool { return b.spread.low < b.spread.high }) {
		note += " " + whiskersNote(r, "Whiskers")
	}
	if told := r.Manifest.Clairvoyant; len(told) > 0 {
		note += " Told true run times: " + strings.Join(told, ", ") + "."
	}
	if left := leftUndone(r); left != "" {
		note += " Jobs failed or unfinished: " + left + "."
	}
	return note
}

// endsOf says when the runs of each policy end, if not at the same time.
func endsOf(bars []wasteBar) string {
	var out []string
	differ := false
	for i := range bars {
		out = append(out, fmt.Sprintf("%s %s h", bars[i].label, amount(bars[i].end)))
		differ = differ || bars[i].end != bars[0].end
	}
	if !differ {
		return ""
	}
	return strings.Join(out, "; ")
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
