package compare

import (
	"maps"
	"slices"
	"strings"
)

// rival is what a policy is called by in a scenario.
type rival struct {
	// name is its label, unless that stands for policies that differ. Then the axes
	// follow that make them differ, or the result that they are from.
	name string
	// label is the label, with what of the name the axes do not say.
	label string
	// axes are what makes it differ from others of its label, by short name.
	axes map[string]string
}

// rivalNames returns what each of a scenario's runs is called by.
func rivalNames(runs []*Run, shared map[string]string) []rival {
	byLabel := make(map[string][]*Run)
	for _, r := range runs {
		byLabel[r.Policy] = append(byLabel[r.Policy], r)
	}
	byPolicy := make(map[string]map[string]rival)
	for label, of := range byLabel {
		byPolicy[label] = rivalsOf(label, of, shared)
	}
	out := make([]rival, len(runs))
	for i, r := range runs {
		out[i] = byPolicy[r.Policy][r.Parameters]
	}
	return out
}

// rivalsOf tells the policies of a label apart, by their parameters.
func rivalsOf(label string, runs []*Run, shared map[string]string) map[string]rival {
	of := make(map[string][]*Run)
	for _, r := range runs {
		of[r.Parameters] = append(of[r.Parameters], r)
	}
	out := make(map[string]rival)
	if len(of) == 1 {
		for id := range of {
			out[id] = rival{name: label, label: label}
		}
		return out
	}
	axes := ownAxes(of, shared)
	for id, its := range of {
		r := rival{name: label, label: label, axes: make(map[string]string)}
		for _, axis := range axes {
			short := strings.TrimPrefix(axis, "policies."+label+".")
			r.axes[short] = its[0].Variant[axis]
			r.name += " " + short + "=" + r.axes[short]
		}
		out[id] = r
	}
	suffix := func(of func(id string) string) {
		for id, r := range out {
			r.name, r.label = r.name+of(id), r.label+of(id)
			out[id] = r
		}
	}
	if !distinct(out) {
		suffix(func(id string) string { return "@" + of[id][0].Source })
	}
	if !distinct(out) {
		suffix(func(id string) string { return "#" + id[:min(len(id), 8)] })
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

func distinct(rivals map[string]rival) bool {
	seen := make(map[string]bool)
	for _, r := range rivals {
		seen[r.name] = true
	}
	return len(seen) == len(rivals)
}
