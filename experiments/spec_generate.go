package experiments

import (
	"fmt"

	"rubato/experiments/internal/strict"
	"rubato/simtime"
)

// generateSpec makes jobs at random. They arrive in a renewal process, Poisson by
// default, whose rate may vary; its mean does not.
type generateSpec struct {
	Jobs int `yaml:"jobs" jsonschema:"required,minimum=1,maximum=10000000"`
	// Interarrival is the time from a job to the next, in the long run.
	Interarrival distribution `yaml:"interarrival" jsonschema:"required"`
	// Cycle and Bursts vary the rate, Batch lets jobs come together.
	Cycle  *cycleSpec  `yaml:"cycle"`
	Bursts *burstsSpec `yaml:"bursts"`
	// Batch is the mean number of jobs submitted at once, which is geometric.
	Batch *float64 `yaml:"batch" jsonschema:"minimum=1,maximum=100000"`
	// Like is a trace from whose jobs all but the times of submission are drawn, a
	// job at a time; otherwise Duration and GPUs say what jobs are like.
	Like     *jobTrace     `yaml:"like"`
	Duration *distribution `yaml:"duration"`
	// GPUs are the requested sizes with their weights.
	GPUs strict.Map[sizeSpec] `yaml:"gpus"`
}

// cycleSpec is the rate of arrivals by hour and by day of the week, from Monday on,
// relative to the others.
type cycleSpec struct {
	Hours []float64 `yaml:"hours" jsonschema:"minimum=0,maximum=1000000"`
	Days  []float64 `yaml:"days" jsonschema:"minimum=0,maximum=1000000"`
}

// burstsSpec is a rate that is Factor times that of the calm in bursts, which last
// Length on average and begin Every after the end of the last.
type burstsSpec struct {
	Factor float64          `yaml:"factor" jsonschema:"required,exclusiveMinimum=1,maximum=1000000"`
	Every  simtime.Duration `yaml:"every" jsonschema:"required,exclusiveMinimum=0"`
	Length simtime.Duration `yaml:"length" jsonschema:"required,exclusiveMinimum=0"`
}

// sizeSpec is the weight of a size, and the run time of the jobs of that size where
// they have one of their own.
type sizeSpec struct {
	Weight   float64       `yaml:"weight" jsonschema:"required,minimum=0,maximum=1000000000"`
	Duration *distribution `yaml:"duration"`
}

// DecodeNode reads a weight or a map.
func (s *sizeSpec) DecodeNode(n strict.Node) {
	type plain sizeSpec
	p := plain{}
	if n.IsScalar() {
		n.Into(&p.Weight, "minimum=0,maximum=1000000000")
	} else {
		n.Into(&p, "")
	}
	*s = sizeSpec(p)
}

// resampleSpec puts a trace together anew from blocks of it, drawn by the seed.
type resampleSpec struct {
	Block simtime.Duration `yaml:"block" jsonschema:"required,exclusiveMinimum=0"`
	// Keep is the cycle at whose times blocks stay.
	Keep string `yaml:"keep" jsonschema:"enum=nothing,enum=day,enum=week"`
	// Span is how long the new trace is; without it as long as the old one.
	Span simtime.Duration `yaml:"span" jsonschema:"exclusiveMinimum=0"`
}

// DecodeNode reads a map with the default: nothing is kept.
func (r *resampleSpec) DecodeNode(n strict.Node) {
	type plain resampleSpec
	p := plain{Keep: "nothing"}
	n.Into(&p, "")
	*r = resampleSpec(p)
}

// cycle is the length of what is kept.
func (r *resampleSpec) cycle() simtime.Duration {
	return map[string]simtime.Duration{"nothing": 0, "day": simtime.Day, "week": 7 * simtime.Day}[r.Keep]
}

// checkCycle checks that there are 24 hours and seven days.
func (e *Experiment) checkCycle(c *cycleSpec, path string) {
	if c.Hours == nil && c.Days == nil {
		e.doc.Problem("want hours, days or both", path)
	}
	e.checkWeights(c.Hours, 24, path+".hours")
	e.checkWeights(c.Days, 7, path+".days")
}

func (e *Experiment) checkWeights(weights []float64, n int, path string) {
	if weights == nil {
		return
	}
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	if len(weights) != n || sum <= 0 {
		e.doc.Problem(fmt.Sprintf("got %d numbers with a sum of %g, want %d with a sum over 0", len(weights), sum, n), path)
	}
}
