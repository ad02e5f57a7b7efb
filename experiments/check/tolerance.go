package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rubato/compare"
	"rubato/experiments/internal/strict"
)

// tolerance is by how much a figure may be worse than its baseline: a part of it or an
// amount in the figure's unit, whichever is more.
type tolerance struct {
	relative, absolute float64
	ignored            bool
	node               strict.Node
}

// usualTolerances are those of figures for which none is declared.
func usualTolerances() (out [compare.NumMetrics]tolerance) {
	for m := range out {
		out[m].relative = 0.01
	}
	return out
}

// usualSpeed allows for what differs between one processor and another.
var usualSpeed = tolerance{relative: 0.5}

const wantTolerance = "a percentage such as 2%, an amount in the figure's unit such as 0.5, a map of both such as {relative: 2%, absolute: 0.5}, or ignore"

// DecodeNode reads a percentage, an amount, a map of both, or ignore.
func (t *tolerance) DecodeNode(n strict.Node) {
	t.node = n
	switch {
	case n.IsMap():
		var both struct {
			Relative *percentage `yaml:"relative"`
			Absolute float64     `yaml:"absolute" jsonschema:"minimum=0"`
		}
		n.Into(&both, "")
		if t.absolute = both.Absolute; both.Relative != nil {
			t.relative = float64(*both.Relative)
		}
	case n.IsScalar() && n.Text() == ignore:
		t.ignored = true
	case n.IsScalar() && strings.HasSuffix(n.Text(), "%"):
		var p percentage
		n.Into(&p, "")
		t.relative = float64(p)
	default:
		v, err := strconv.ParseFloat(n.Text(), 64)
		if !n.IsScalar() || err != nil || v < 0 || math.IsInf(v, 0) || math.IsNaN(v) {
			n.Wrong(wantTolerance)
			return
		}
		t.absolute = v
	}
}

// percentage is a part of one, written as 2%.
type percentage float64

// UnmarshalText reads a number of at least 0 with a percent sign.
func (p *percentage) UnmarshalText(text []byte) error {
	number, found := strings.CutSuffix(string(text), "%")
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if !found || err != nil || v < 0 || math.IsInf(v, 0) || math.IsNaN(v) {
		return fmt.Errorf("want a percentage of at least 0%%, such as 2%%")
	}
	*p = percentage(v / 100)
	return nil
}

// declare sets the tolerances of metrics.
func declare(of *[compare.NumMetrics]tolerance, declared strict.Map[tolerance]) {
	for _, d := range declared {
		if m := metricOf(d.Key, d.Value.node); m >= 0 {
			of[m] = d.Value
		}
	}
}

// metricOf returns the metric of a key, or records a fault and returns -1.
func metricOf(key string, n strict.Node) int {
	m := slices.Index(compare.MetricNames(), key)
	if m < 0 {
		n.Problem("got the unknown metric " + strict.Quote(key) + ", want " + strict.List(compare.MetricNames()) +
			strict.DidYouMean(key, compare.MetricNames()))
	}
	return m
}

// exceeded reports whether a figure moved by more than is allowed. The slack is that
// of the sums, not of what was measured.
func (t tolerance) exceeded(from, to float64) bool {
	allowed := max(t.absolute, t.relative*math.Abs(from))
	return math.Abs(to-from) > allowed+1e-9*math.Abs(from)
}

// String is the tolerance as it is written.
func (t tolerance) String() string {
	amount := strconv.FormatFloat(t.absolute, 'g', -1, 64)
	part := strconv.FormatFloat(math.Round(1e6*t.relative)/1e4, 'g', -1, 64) + " %"
	switch {
	case t.ignored:
		return "anything"
	case t.relative == 0:
		return amount
	case t.absolute == 0:
		return part
	}
	return part + " or " + amount
}
