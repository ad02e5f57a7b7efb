package experiments

import (
	"rubato/experiments/internal/strict"
	"rubato/simtime"
)

// The ways to make points of the axes of a sweep.
const (
	grid           = "grid"            // every value of each axis with every one of the others
	zip            = "zip"             // the first values of all axes, then the second ones, …
	random         = "random"          // each value drawn on its own
	latinHypercube = "latin-hypercube" // as random, but each n-th part of each axis once in n samples
)

// sweepSpec says at which points, beside the seeds, the policies are run.
type sweepSpec struct {
	// Axes are by name, which is the path of the value that varies unless the axis
	// has a path of its own.
	Axes strict.Map[axisSpec] `yaml:"axes" jsonschema:"required"`
	Mode string               `yaml:"mode" jsonschema:"enum=grid,enum=zip,enum=random,enum=latin-hypercube"`
	// Samples is the number of points of random and latin-hypercube, Seed that of
	// their drawing.
	Samples int `yaml:"samples" jsonschema:"minimum=1,maximum=10000"`
	Seed    int `yaml:"seed" jsonschema:"minimum=0"`

	none bool // written as null
}

// DecodeNode reads a map, or null for no sweep.
func (s *sweepSpec) DecodeNode(n strict.Node) {
	type plain sweepSpec
	if n.IsNull() {
		s.none = true
		return
	}
	p := plain{Mode: grid, Seed: 1}
	n.Into(&p, "")
	*s = sweepSpec(p)
}

// axisSpec is what varies along an axis: a list of values, or a range.
type axisSpec struct {
	path   string
	values []axisValue // of a list, or of a range with points
	span   *axisRange  // of a range
	place  string
}

// axisValue is a value as YAML and as people read it.
type axisValue struct {
	text, label string
	place       string // file:line:column
}

// axisForm is an axis written as a map.
type axisForm struct {
	Path   string     `yaml:"path"`
	Values axisValues `yaml:"values"`
	axisRange
}

// DecodeNode reads a list of values or a map.
func (a *axisSpec) DecodeNode(n strict.Node) {
	*a = axisSpec{place: n.Place()}
	if n.IsList() {
		n.Into((*axisValues)(&a.values), "")
		return
	}
	f := axisForm{axisRange: axisRange{Scale: linear}}
	if !n.IsMap() {
		n.Wrong("a list of values such as [0s, 60s], or a range such as {from: 0.5, to: 2, points: 4}")
		return
	}
	n.Into(&f, "")
	a.path, a.values = f.Path, f.Values
	ranged := f.From != "" || f.To != ""
	switch {
	case ranged == (f.Values != nil):
		n.Problem("want either values or both of from and to")
	case ranged && f.check(n):
		a.span = &f.axisRange
		a.values = a.span.points(n.Place())
	}
}

// axisValues reads a list of any values.
type axisValues []axisValue

// DecodeNode keeps the YAML of each entry.
func (v *axisValues) DecodeNode(n strict.Node) {
	if len(n.Items()) == 0 {
		n.Wrong("a list of at least one value")
		return
	}
	*v = nil
	seen := make(map[string]bool)
	for _, item := range n.Items() {
		value := axisValue{text: item.YAML(), label: item.YAML(), place: item.Place()}
		if item.IsScalar() {
			value.label = item.Text()
		}
		if seen[value.label] {
			item.Wrong("each value once")
		}
		seen[value.label] = true
		*v = append(*v, value)
	}
}

// statisticsSpec says which jobs the statistics of jobs are of: those submitted at
// least Warmup after the first and at least Cooldown before the last.
type statisticsSpec struct {
	Warmup   simtime.Duration `yaml:"warmup"`
	Cooldown simtime.Duration `yaml:"cooldown"`
}
