package experiments

import (
	"fmt"
	"math"
	"reflect"
	"strconv"

	"rubato/experiments/internal/strict"
	"rubato/simtime"
)

// How a range is divided.
const (
	linear      = "linear"
	logarithmic = "log"
)

// axisRange is the numbers or durations from one to another.
type axisRange struct {
	From string `yaml:"from"`
	To   string `yaml:"to"`
	// Points is how many values a grid or zip takes, both ends among them.
	Points int `yaml:"points" jsonschema:"minimum=2,maximum=10000"`
	// Step is what values are rounded to a multiple of.
	Step  string `yaml:"step"`
	Scale string `yaml:"scale" jsonschema:"enum=linear,enum=log"`

	from, to, step float64
	duration       bool // the values are milliseconds
}

// check reads the ends and reports whether they make a range.
func (r *axisRange) check(n strict.Node) bool {
	for _, end := range []struct {
		text string
		into *float64
	}{{r.From, &r.from}, {r.To, &r.to}, {r.Step, &r.step}} {
		if end.text == "" && end.into == &r.step {
			continue
		}
		v, duration, ok := quantity(end.text)
		if !ok || duration != r.duration && end.into != &r.from {
			n.Problem(fmt.Sprintf("got %s, want numbers or durations for from, to and step, all of one kind", strict.Quote(end.text)))
			return false
		}
		*end.into, r.duration = v, duration
	}
	switch {
	case !(r.from < r.to):
		n.Problem(fmt.Sprintf("got a range from %s to %s, want one that goes up", r.From, r.To))
	case r.Scale == logarithmic && r.from <= 0:
		n.Problem(fmt.Sprintf("got a range from %s, want one over 0 on a logarithmic scale", r.From))
	case r.step < 0 || r.Step != "" && r.step == 0:
		n.Problem(fmt.Sprintf("got a step of %s, want one over 0", r.Step))
	default:
		return true
	}
	return false
}

// quantity reads a number, or a duration as milliseconds.
func quantity(text string) (v float64, duration, ok bool) {
	if d, err := simtime.ParseDuration(text); err == nil && text != "0" {
		return float64(d), true, true
	}
	v, err := strconv.ParseFloat(text, 64)
	return v, false, err == nil && !math.IsNaN(v) && !math.IsInf(v, 0)
}

// at returns the value at a part of the range, from 0 to 1.
func (r *axisRange) at(part float64) string {
	v := r.from + float64(part*(r.to-r.from))
	if r.Scale == logarithmic {
		v = r.from * math.Exp(float64(part*math.Log(r.to/r.from)))
	}
	if r.step > 0 {
		v = math.Round(v/r.step) * r.step
	}
	if r.duration {
		return showValue(reflect.ValueOf(simtime.Duration(math.Round(v))))
	}
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 6, 64), 64)
	return strconv.FormatFloat(v, 'f', -1, 64)
}

// points are the values that a grid or zip takes; none if it is not said how many.
func (r *axisRange) points(place string) []axisValue {
	var out []axisValue
	for i := range r.Points {
		text := r.at(float64(i) / float64(r.Points-1))
		if i == 0 || text != out[len(out)-1].text {
			out = append(out, axisValue{text, text, place})
		}
	}
	return out
}
