package report

import (
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"rubato/sim"
)

// wasteKind is a kind of waste as a bar of text shows it.
type wasteKind struct {
	name, glyph string
	color       string // ANSI
	states      []sim.GPUState
}

// wasteKinds are the kinds of waste that the table of policies has, in its order.
var wasteKinds = []wasteKind{
	{"idle", "█", "33", []sim.GPUState{sim.IdleBlocked, sim.IdleUnused}},
	{"ovhd", "▓", "34", []sim.GPUState{sim.Starting, sim.Restoring, sim.Saving, sim.Draining, sim.Holding}},
	{"lost", "░", "31", []sim.GPUState{sim.Lost}},
}

func (k *wasteKind) hours(s *summary) float64 {
	var sum int64
	for _, state := range k.states {
		sum += s.window.spent[state]
	}
	return hours(sum)
}

// printBars prints the GPU-hours wasted as a bar a policy, with its legend.
func printBars(b *strings.Builder, labels []string, sums [][]*summary, o TableOptions) {
	longest, wasted := 0, make([]float64, len(labels))
	for i, l := range labels {
		longest = max(longest, min(longestLabel, utf8.RuneCountInString(l)))
		wasted[i] = mean(sums[i], (*summary).wastedHours)
	}
	if len(wasted) == 0 || slices.Max(wasted) == 0 {
		return
	}
	most, decimals := slices.Max(wasted), decimalsFor(wasted, 1)
	figure := len(number(most, decimals))
	room := o.Width - longest - figure - 2
	if room < 10 {
		return
	}
	legend := "wasted GPU-h:"
	for i := range wasteKinds {
		k := &wasteKinds[i]
		legend += " " + k.paint(1, o.Color) + " " + k.name
	}
	b.WriteString("\n" + legend + "\n")
	for i, l := range labels {
		bar := ""
		for _, n := range barLengths(sums[i], float64(room)/most) {
			bar += wasteKinds[n.kind].paint(n.length, o.Color)
		}
		b.WriteString(strings.TrimRight(pad(clip(l, longest), longest)+" "+right(number(wasted[i], decimals), figure)+" "+bar, " ") + "\n")
	}
}

// paint is a stretch of the bar.
func (k *wasteKind) paint(length int, color bool) string {
	s := strings.Repeat(k.glyph, length)
	if color && length > 0 {
		return "\x1b[" + k.color + "m" + s + "\x1b[0m"
	}
	return s
}

type barLength struct{ kind, length int }

// barLengths rounds where each kind ends, so that the bar is as long as all of them
// together.
func barLengths(runs []*summary, scale float64) []barLength {
	var out []barLength
	sum, at := 0.0, 0
	for i := range wasteKinds {
		sum += mean(runs, wasteKinds[i].hours)
		end := int(math.Round(sum * scale))
		out = append(out, barLength{i, end - at})
		at = end
	}
	return out
}
