package experiments

import (
	"fmt"
	"regexp"
	"strconv"
	"time"

	"rubato/experiments/internal/strict"
	"rubato/internal/stream"
	"rubato/simtime"
)

// origin is a wall clock; the zero value is none.
type origin struct{ time.Time }

// UnmarshalText reads RFC 3339.
func (o *origin) UnmarshalText(text []byte) error {
	t, err := time.Parse(time.RFC3339, string(text))
	if err != nil || t.Nanosecond()%int(time.Millisecond) != 0 {
		return fmt.Errorf("want a time as in 2026-01-05T08:00:00Z (RFC 3339, whole milliseconds)")
	}
	o.Time = t
	return nil
}

// timeOfDay returns the time of day of time 0, as it is written.
func (o origin) timeOfDay() simtime.Duration {
	h, m, s := o.Clock()
	return simtime.Duration(h)*simtime.Hour + simtime.Duration(m)*simtime.Minute +
		simtime.Duration(s)*simtime.Second + simtime.Duration(o.Nanosecond()/int(time.Millisecond))
}

// sinceMonday returns how long time 0 is after a Monday, 00:00; it is that of one
// where there is no origin.
func (o origin) sinceMonday() simtime.Duration {
	return simtime.Duration((int(o.Weekday())+6)%7)*simtime.Day + o.timeOfDay()
}

// timeOfDay is a span since midnight, at most a day.
type timeOfDay simtime.Duration

var clock = regexp.MustCompile(`^([0-9]{2}):([0-9]{2})(?::([0-9]{2}))?$`)

// UnmarshalText reads HH:MM or HH:MM:SS, up to 24:00.
func (t *timeOfDay) UnmarshalText(text []byte) error {
	m := clock.FindStringSubmatch(string(text))
	if m == nil {
		return fmt.Errorf(`want a time of day from "00:00" to "24:00"`)
	}
	var n [3]int
	for i := range n {
		n[i], _ = strconv.Atoi(m[i+1])
	}
	d := simtime.Duration(n[0])*simtime.Hour + simtime.Duration(n[1])*simtime.Minute + simtime.Duration(n[2])*simtime.Second
	if d > simtime.Day || n[1] > 59 || n[2] > 59 {
		return fmt.Errorf(`want a time of day from "00:00" to "24:00"`)
	}
	*t = timeOfDay(d)
	return nil
}

// seeds are the seeds of the runs of each policy.
type seeds []uint64

const (
	maxSeeds  = 10_000
	wantSeeds = `a list such as [1, 2], a range such as "1..30" or a number`
)

var seedRange = regexp.MustCompile(`^([0-9]{1,19})(?:\.\.([0-9]{1,19}))?$`)

// DecodeNode reads a list, a range or one seed.
func (s *seeds) DecodeNode(n strict.Node) {
	*s = nil
	items := []strict.Node{n}
	if n.IsList() {
		items = n.Items()
	}
	if len(items) == 0 {
		n.Wrong("at least one seed")
	}
	seen := make(map[uint64]bool)
	for _, item := range items {
		from, to, ok := item.Text(), "", item.IsScalar()
		m := seedRange.FindStringSubmatch(from)
		if !ok || m == nil {
			item.Wrong(wantSeeds)
			continue
		}
		from, to = m[1], m[2]
		s.addRange(item, from, to, seen)
	}
}

func (s *seeds) addRange(n strict.Node, from, to string, seen map[uint64]bool) {
	a, _ := strconv.ParseUint(from, 10, 64)
	b := a
	if to != "" {
		b, _ = strconv.ParseUint(to, 10, 64)
	}
	switch {
	case b < a:
		n.Wrong("a range that goes up, such as \"1..30\"")
		return
	case b-a >= maxSeeds-uint64(len(*s)):
		n.Wrong(fmt.Sprintf("at most %d seeds", maxSeeds))
		return
	}
	for v := a; ; v++ {
		if seen[v] {
			n.Wrong(fmt.Sprintf("each seed once; %d is there already", v))
			return
		}
		seen[v] = true
		*s = append(*s, v)
		if v == b {
			return
		}
	}
}

// distribution is one of positive spans of time. A bare duration is the mean of
// an exponential one.
type distribution struct {
	Mean         simtime.Duration `yaml:"mean" jsonschema:"exclusiveMinimum=0"`
	Distribution string           `yaml:"distribution" jsonschema:"enum=constant,enum=exponential,enum=lognormal,enum=weibull,enum=pareto"`
	// Sigma is the standard deviation of the logarithm of a lognormal one, Shape the
	// shape of a weibull or the tail index of a pareto one.
	Sigma *float64 `yaml:"sigma" jsonschema:"exclusiveMinimum=0,maximum=10"`
	Shape *float64 `yaml:"shape" jsonschema:"exclusiveMinimum=0,maximum=100"`
	// Values, each as likely as the others, stand for all of the above.
	Values []simtime.Duration `yaml:"values" jsonschema:"minItems=1,exclusiveMinimum=0"`
}

// DecodeNode reads a map or a duration.
func (d *distribution) DecodeNode(n strict.Node) {
	type plain distribution
	p := plain{Distribution: string(stream.Exponential)}
	switch {
	case n.IsScalar():
		n.Into(&p.Mean, "exclusiveMinimum=0")
	case n.Has("values"):
		n.Into(&p, "")
		if n.Has("mean") || n.Has("distribution") {
			n.Problem("got values beside mean or distribution, want either")
		}
		p.Distribution, p.Mean = string(stream.Empirical), mean(p.Values)
	default:
		n.Into(&p, "")
		if n.IsMap() && !n.Has("mean") {
			n.Problem(`got no "mean", which is required unless there are values`)
		}
	}
	*d = distribution(p)
}

// mean is the mean of values, rounded down.
func mean(values []simtime.Duration) simtime.Duration {
	var sum simtime.Duration
	for _, v := range values {
		sum += v
	}
	return sum / simtime.Duration(max(1, len(values)))
}

// stream is the distribution to draw from.
func (d distribution) stream() stream.Distribution {
	return stream.Distribution{Family: stream.Family(d.Distribution), Mean: d.Mean, Shape: or(d.Sigma, or(d.Shape, 0)), Values: d.Values}
}
