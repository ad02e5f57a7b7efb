package experiments

import (
	"fmt"
	"slices"

	"rubato/cluster"
	"rubato/experiments/internal/strict"
	"rubato/internal/stream"
	"rubato/simtime"
)

// calendarSpec is the number of GPUs that another tenant holds: Base or Curve, except
// in the hours of a rule; of rules that overlap the last counts.
type calendarSpec struct {
	Base  *int        `yaml:"base" jsonschema:"minimum=0"`
	Curve *curveSpec  `yaml:"curve"`
	Hours []hoursSpec `yaml:"hours"`
	// Noise is drawn by the seed.
	Noise *noiseSpec `yaml:"noise"`
}

type hoursSpec struct {
	From timeOfDay `yaml:"from" jsonschema:"required"`
	To   timeOfDay `yaml:"to" jsonschema:"required"`
	GPUs int       `yaml:"gpus" jsonschema:"required,minimum=0"`
	Days *daySet   `yaml:"days"`
}

// curveSpec is a demand hour by hour, on weekdays and at the weekend.
type curveSpec struct {
	Weekdays []int `yaml:"weekdays" jsonschema:"required,minimum=0"`
	Weekend  []int `yaml:"weekend" jsonschema:"required,minimum=0"`
}

// DecodeNode reads a list, which holds for all days, or a map.
func (c *curveSpec) DecodeNode(n strict.Node) {
	type plain curveSpec
	p := plain{}
	if n.IsList() {
		n.Into(&p.Weekdays, "minimum=0")
		p.Weekend = p.Weekdays
	} else {
		n.Into(&p, "")
	}
	if len(p.Weekdays) != 24 || len(p.Weekend) != 24 {
		n.Problem(fmt.Sprintf("got curves of %d and %d numbers, want the GPUs of each of the 24 hours", len(p.Weekdays), len(p.Weekend)))
	}
	*c = curveSpec(p)
}

// noiseSpec is as cluster.Noise.
type noiseSpec struct {
	Sigma  float64          `yaml:"sigma" jsonschema:"required,exclusiveMinimum=0,maximum=10"`
	Every  simtime.Duration `yaml:"every" jsonschema:"exclusiveMinimum=0"`
	Memory simtime.Duration `yaml:"memory"`
}

// DecodeNode reads a map with the default: each hour anew.
func (s *noiseSpec) DecodeNode(n strict.Node) {
	type plain noiseSpec
	p := plain{Every: simtime.Hour}
	n.Into(&p, "")
	*s = noiseSpec(p)
}

// daySet is some days of the week.
type daySet struct{ cluster.Days }

var dayNames = []string{"mon", "tue", "wed", "thu", "fri", "sat", "sun"}

// DecodeNode reads weekdays, weekend or a list of days.
func (d *daySet) DecodeNode(n strict.Node) {
	switch {
	case n.IsScalar() && n.Text() == "weekdays":
		d.Days = cluster.Weekdays
	case n.IsScalar() && n.Text() == "weekend":
		d.Days = cluster.Weekend
	case len(n.Items()) > 0:
		for _, item := range n.Items() {
			day := slices.Index(dayNames, item.Text())
			if day < 0 {
				item.Wrong("one of " + strict.List(dayNames) + strict.DidYouMean(item.Text(), dayNames))
				continue
			}
			d.Days |= cluster.Day(day)
		}
	default:
		n.Wrong("weekdays, weekend or a list of days such as [mon, tue]")
	}
}

// addCalendar adds what another tenant holds.
func (e *Experiment) addCalendar(s source) {
	spec, path := s.Calendar, s.path+".calendar"
	if (spec.Base == nil) == (spec.Curve == nil) {
		e.doc.Problem("want one of base and curve", path)
		return
	}
	c := cluster.Calendar{Base: or(spec.Base, 0)}
	e.atMost(s, c.Base, path+".base")
	if spec.Curve != nil {
		e.addCurve(s, &c, spec.Curve.Weekdays, cluster.Weekdays, path+".curve.weekdays")
		e.addCurve(s, &c, spec.Curve.Weekend, cluster.Weekend, path+".curve.weekend")
	}
	for i, h := range spec.Hours {
		at := fmt.Sprintf("%s.hours[%d]", path, i)
		e.atMost(s, h.GPUs, at+".gpus")
		if h.From%timeOfDay(simtime.Day) == h.To%timeOfDay(simtime.Day) {
			e.doc.Wrong("a time other than from; base holds for whole days", at+".to")
		}
		c.Hours = append(c.Hours, cluster.Hours{
			From: simtime.Duration(h.From) % simtime.Day, To: simtime.Duration(h.To), GPUs: h.GPUs, Days: or(h.Days, daySet{}).Days,
		})
	}
	end := e.spec.Horizon
	if end == 0 {
		end = simtime.Longest
	}
	steps := c.Steps(e.spec.Origin.sinceMonday(), simtime.Time(end))
	if spec.Noise == nil {
		e.addChanges(s, cluster.Changes(s.index, 0, steps, cluster.External, s.Notice))
		return
	}
	if e.drawable(s, spec.Noise.Every, "noise") {
		e.addNoise(s, steps)
	}
}

// addCurve adds an hour's rule for each number of a curve.
func (e *Experiment) addCurve(s source, c *cluster.Calendar, curve []int, days cluster.Days, path string) {
	for h, gpus := range curve {
		e.atMost(s, gpus, fmt.Sprintf("%s[%d]", path, h))
		from := simtime.Duration(h) * simtime.Hour
		c.Hours = append(c.Hours, cluster.Hours{From: from, To: from + simtime.Hour, GPUs: gpus, Days: days})
	}
}

// addNoise adds a demand with noise.
func (e *Experiment) addNoise(s source, steps []cluster.Step) {
	noise := cluster.Noise(*s.Calendar.Noise)
	e.draws = append(e.draws, func(seed uint64, a *cluster.Availability) {
		r := stream.New(seed, "noise/"+s.pool.Name)
		noisy := noise.Steps(r, steps, s.pool.GPUs(), simtime.Time(e.spec.Horizon))
		a.Changes = append(a.Changes, changesOf(s, cluster.Changes(s.index, 0, noisy, cluster.External, s.Notice))...)
	})
}
