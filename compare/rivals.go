package compare

import (
	"maps"
	"slices"
	"strings"
)

// rivalNames returns what each of a scenario's runs is called by: its label, unless
// that stands for policies that differ. Then the axes follow that make them differ,
// or the result that they are from.
func rivalNames(runs []*Run, shared map[string]string) []string {
	byLabel := make(map[string][]*Run)
	for _, r := range runs {
		byLabel[r.Policy] = append(byLabel[r.Policy], r)
	}
	suffixes := make(map[string]map[string]string)
	for label, of := range byLabel {
		suffixes[label] = suffixesOf(label, of, shared)
	}
	out := make([]string, len(runs))
	for i, r := range runs {
		out[i] = r.Policy + suffixes[r.Policy][r.Parameters]
	}
	return out
}

// suffixesOf tells the policies of a label apart, by their parameters.
func suffixesOf(label string, runs []*Run, shared map[string]string) map[string]string {
	of := make(map[string][]*Run)
	for _, r := range runs {
		of[r.Parameters] = append(of[r.Parameters], r)
	}
	out := make(map[string]string)
	if len(of) == 1 {
		return out
	}
	axes := ownAxes(of, shared)
	for id, its := range of {
		for _, axis := range axes {
			out[id] += " " + strings.TrimPrefix(axis, "policies."+label+".") + "=" + its[0].Variant[axis]
		}
	}
	if distinct(out, len(of)) {
		return out
	}
	for id, its := range of {
		out[id] += "@" + its[0].Source
	}
	if distinct(out, len(of)) {
		return out
	}
	for id := range of {
		out[id] += "#" + id[:min(len(id), 8)]
	}
	return out
}

// ownAxes are the axes, not shared by all runs, along which each policy has one value.
func ownAxes(of map[string][]*Run, shared map[string]string) []string {
	var all map[string]bool
	for _, its := range of {
		own := make(map[string]bool)
		for axis := range sharedAxes(its) {
			_, everywhere := shared[axis]
			own[axis] = !everywhere
		}
		if all == nil {
			all = own
		}
		maps.DeleteFunc(all, func(axis string, _ bool) bool { return !own[axis] })
	}
	return slices.Sorted(maps.Keys(all))
}

func distinct(names map[string]string, n int) bool {
	seen := make(map[string]bool)
	for _, v := range names {
		seen[v] = true
	}
	return len(seen) == n
}
