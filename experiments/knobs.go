package experiments

import (
	"fmt"
	"slices"
	"strings"

	"rubato/experiments/internal/strict"
)

// Knob is a value of an experiment that is worth trying at other values, each of
// which is set by Options.Set as Path=value.
type Knob struct {
	Path string
	// Value is the present one, as it is written.
	Value string
	// Values are those to choose from in order, Value among them. They may be at
	// fault with one another: reading the experiment tells.
	Values []string
	// Ordered says that Values go up.
	Ordered bool
	// Description says what it is; "" where the path does.
	Description string
}

// knobPaths are the values that every experiment may have, with what they are. [*]
// stands for each entry of a list.
var knobPaths = []struct {
	path   string
	scale  knobScale
	absent string // what it is where it is not written; "" leaves it out
	about  string
}{
	{"workload.load", factors, "1", "how many times as fast jobs arrive"},
	{"workload.generate.jobs", counts, "", "jobs that are generated"},
	{"workload.generate.interarrival", spans, "", "mean time between arrivals"},
	{"workload.generate.interarrival.mean", spans, "", "mean time between arrivals"},
	{"workload.generate.duration", spans, "", "mean run time"},
	{"workload.generate.duration.mean", spans, "", "mean run time"},
	{"workload.trace.submitFactor", factors, "", "stretches the times between arrivals"},
	{"workload.trace.durationFactor", factors, "", "stretches the run times"},
	{"workload.model.checkpoint.interval", spans, "", "time between checkpoints"},
	{"workload.model.checkpoint.save", spans, "", "what saving a checkpoint takes"},
	{"workload.model.checkpoint.background", spans, "", "what writing a checkpoint takes beside training"},
	{"workload.model.restart.start", spans, "", "what starting a job takes"},
	{"workload.model.restart.start.fixed", spans, "", "what starting a job takes, on any number of nodes"},
	{"workload.model.restart.start.perNode", spans, "", "what starting a job takes more for each node"},
	{"workload.model.restart.load", spans, "", "what loading a checkpoint takes"},
	{"workload.model.elastic.share", shares, "", "part of the jobs that are elastic"},
	{"workload.model.elastic.maxFactor", factors, "", "greatest size of a job, relative to what it asks for"},
	{"workload.model.scaling.exponent", shares, "", "power of the number of GPUs with which jobs speed up"},
	{"cluster.pools[*].nodes", counts, "", "nodes"},
	{"availability[*].notice", spans, "", "how long before a loss it is announced"},
	{"availability[*].failures.mtbf", spans, "", "mean time between failures of a node"},
	{"availability[*].failures.mtbf.mean", spans, "", "mean time between failures of a node"},
	{"availability[*].failures.rate", factors, "", "failures in 1,000 node-days"},
	{"availability[*].failures.repair", spans, "", "mean time to repair"},
	{"availability[*].failures.repair.mean", spans, "", "mean time to repair"},
	{"horizon", spans, "", "when a run ends at the latest"},
}

// Knobs returns the values worth trying: what the experiment has of the usual values,
// the seeds, and the parameters of the policies. What a sweep varies is not among them.
func (e *Experiment) Knobs() []Knob {
	var out []Knob
	for _, k := range knobPaths {
		for _, path := range e.matching(k.path, k.absent != "") {
			text, ok := e.doc.Scalar(path)
			if !ok {
				text = k.absent
			}
			if values := k.scale.around(text); values != nil {
				out = append(out, Knob{path, text, values, true, k.about})
			}
		}
	}
	out = append(out, e.seedsKnob())
	for _, p := range e.spec.Policies {
		for _, q := range Parameters(p.Value.values) {
			if k, ok := parameterKnob(p.Key, q); ok {
				out = append(out, k)
			}
		}
	}
	return slices.DeleteFunc(out, func(k Knob) bool { return e.swept(k.Path) })
}

// swept reports whether a sweep varies the value at a path.
func (e *Experiment) swept(path string) bool {
	return e.Sweeps() && slices.ContainsFunc(e.spec.Sweep.Axes, func(a strict.Entry[axisSpec]) bool {
		return within(path, a.Value.path) || within(a.Value.path, path)
	})
}

// matching returns the paths of single values that a pattern stands for. Of a path
// that the experiment lacks it has one only if absent ones count.
func (e *Experiment) matching(pattern string, absent bool) []string {
	list, rest, found := strings.Cut(pattern, "[*]")
	if !found {
		if _, ok := e.doc.Scalar(pattern); ok || absent {
			return []string{pattern}
		}
		return nil
	}
	var out []string
	for i := 0; e.doc.Has(fmt.Sprintf("%s[%d]", list, i)); i++ {
		out = append(out, e.matching(fmt.Sprintf("%s[%d]%s", list, i, rest), absent)...)
	}
	return out
}

// parameterKnob is the knob of a parameter of a policy; lists have none.
func parameterKnob(label string, p Parameter) (Knob, bool) {
	k := Knob{Path: "policies." + label + "." + p.Name, Value: p.Default, Description: p.Description}
	switch p.Kind {
	case "duration":
		k.Values, k.Ordered = spans.around(p.Default), true
	case "int":
		k.Values, k.Ordered = counts.around(p.Default), true
	case "float64":
		k.Values, k.Ordered = factors.around(p.Default), true
	case "bool":
		k.Values = []string{"false", "true"}
	default:
		if strings.Contains(p.Kind, "|") {
			k.Values = withValue(strings.Split(p.Kind, "|"), p.Default)
		}
	}
	return k, k.Values != nil
}

func withValue(words []string, value string) []string {
	if known(value, words) {
		return words
	}
	return append([]string{value}, words...)
}

// seedsKnob goes from one seed to thirty.
func (e *Experiment) seedsKnob() Knob {
	now := len(e.spec.Seeds)
	k := Knob{Path: "seeds", Value: e.seedsText(), Ordered: true, Description: "seeds of each policy; figures are the means over them"}
	numbers := []int{1, 2, 3, 5, 10, 20, 30}
	if !slices.Contains(numbers, now) {
		numbers = append(numbers, now)
		slices.Sort(numbers)
	}
	for _, n := range numbers {
		text := fmt.Sprintf("1..%d", n)
		if n == now {
			text = k.Value
		}
		k.Values = append(k.Values, text)
	}
	return k
}

// seedsText are the seeds as they are written, or as they would be.
func (e *Experiment) seedsText() string {
	if text, ok := e.doc.Scalar("seeds"); ok {
		return text
	}
	var list []string
	for _, s := range e.spec.Seeds {
		list = append(list, fmt.Sprint(s))
	}
	if len(list) == 1 {
		return list[0]
	}
	return "[" + strings.Join(list, ", ") + "]"
}
