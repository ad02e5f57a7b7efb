package report

import (
	"cmp"
	"hash/fnv"
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// policyColours leave out Okabe and Ito's yellow, too pale for a line on white.
var policyColours = []color.NRGBA{
	rgb(0x0072B2), rgb(0xD55E00), rgb(0x009E73), rgb(0xE69F00),
	rgb(0xCC79A7), rgb(0x56B4E9), rgb(0x000000), rgb(0x8C8C8C),
}

// policyDashes tell lines apart in print without colour.
var policyDashes = [][]vg.Length{
	nil, {7, 2.5}, {2.2, 1.8}, {7, 2.5, 1.6, 2.5},
	{13, 3.5}, {3.5, 3.5}, {7, 2, 1.6, 2, 1.6, 2}, {13, 2.5, 3.5, 2.5},
}

// policyLine is the line of a place in the palette. Past eight the colours repeat
// with other dashes.
func policyLine(place int) draw.LineStyle {
	n := len(policyColours)
	return draw.LineStyle{Color: policyColours[place%n], Width: lineWidth, Dashes: policyDashes[(place+place/n)%n]}
}

// wellKnown are the policies that have a colour of their own in every experiment,
// in order of the palette.
var wellKnown = []string{"fifo", "priority", "hyperpod", "first-fit", "srtf", "las", "easy", "moldable"}

// places gives each label its place in the palette: that of its policy if it is
// well known, else one by the label's letters. If two labels want one place, it
// goes to the first of: a well-known policy's own name, another label of such a
// policy, the first label by the alphabet; the other takes the next free one. So
// a label's colour depends on who else is there, but not on their order.
func places(r *Report) map[string]int {
	labels := r.labels()
	policies := make(map[string]string)
	for i := range r.Runs {
		if l := r.Runs[i].name(); policies[l] == "" {
			policies[l] = r.Runs[i].Result.Policy
		}
	}
	claim := func(label string) int {
		switch {
		case slices.Contains(wellKnown, label):
			return 0
		case slices.Contains(wellKnown, policies[label]):
			return 1
		}
		return 2
	}
	slices.SortFunc(labels, func(a, b string) int {
		return cmp.Or(cmp.Compare(claim(a), claim(b)), cmp.Compare(a, b))
	})
	out := make(map[string]int)
	for i, l := range labels {
		out[l] = freePlace(out, wanted(l, policies[l]), i/len(policyColours))
	}
	return out
}

// wanted is the colour that a label would like.
func wanted(label, policy string) int {
	for _, name := range []string{label, policy} {
		if i := slices.Index(wellKnown, name); i >= 0 {
			return i
		}
	}
	h := fnv.New32a()
	h.Write([]byte(label))
	return int(h.Sum32() % uint32(len(policyColours)))
}

// freePlace is the first place of a round through the palette, from the wanted
// colour on, that is not taken.
func freePlace(taken map[string]int, colour, round int) int {
	n := len(policyColours)
	used := make([]bool, n)
	for _, p := range taken {
		if p/n == round {
			used[p%n] = true
		}
	}
	for used[colour] {
		colour = (colour + 1) % n
	}
	return round*n + colour
}

func nrgba(c color.Color) color.NRGBA { return color.NRGBAModel.Convert(c).(color.NRGBA) }
