package experiments

import (
	"fmt"
	"math"
	"math/rand/v2"

	"rubato/internal/stream"
	"rubato/simtime"
)

// Names of distributions.
const (
	constant    = "constant"
	exponential = "exponential"
	lognormal   = "lognormal"
)

// checkGenerate checks the generator.
func (e *Experiment) checkGenerate() {
	g := e.spec.Workload.Generate
	if g == nil {
		return
	}
	const path = "workload.generate"
	sum := 0.0
	for _, w := range g.GPUs {
		at := path + ".gpus." + w.Key
		if gpus, ok := gpuKey(w.Key); !ok || gpus < 1 {
			e.doc.Problem(fmt.Sprintf("got the key %q, want a number of GPUs", w.Key), at)
		}
		if w.Value < 0 || w.Value > 1e9 {
			e.doc.Wrong("a weight from 0 to 1e9", at)
		}
		sum += w.Value
	}
	if sum <= 0 {
		e.doc.Problem("want at least one size with a weight over 0", path+".gpus")
	}
	e.checkDistribution(g.Interarrival, path+".interarrival")
	e.checkDistribution(g.Duration, path+".duration")
	if span := float64(g.Interarrival.Mean) * float64(g.Jobs); span > float64(simtime.Longest)/2 {
		e.doc.Wrong("a mean by which all jobs arrive within five years", path+".interarrival")
	}
}

func (e *Experiment) checkDistribution(d distribution, path string) {
	if (d.Sigma != nil) != (d.Distribution == lognormal) {
		e.doc.Problem("want sigma with the distribution lognormal and with no other", path+".sigma")
	}
}

// gpuKey reads a key such as 8.
func gpuKey(s string) (int, bool) {
	var n int
	if !isWhole(s) || len(s) > 8 {
		return 0, false
	}
	_, err := fmt.Sscan(s, &n)
	return n, err == nil
}

// each makes the jobs for a seed, in order of submission.
func (g *generateSpec) each(seed uint64, add func(rawJob)) {
	arrivals, durations, sizes := stream.New(seed, "arrivals"), stream.New(seed, "durations"), stream.New(seed, "sizes")
	pick := g.picker()
	var now simtime.Duration
	for i := range g.Jobs {
		now = min(now+g.Interarrival.draw(arrivals), 2*simtime.Longest)
		add(rawJob{
			id: fmt.Sprintf("g%d", i+1), submit: now,
			gpus: pick(sizes.Float64()), duration: g.Duration.draw(durations),
		})
	}
}

// picker returns a function from a number in [0,1) to a size.
func (g *generateSpec) picker() func(float64) int {
	var gpus []int
	var upTo []float64
	sum := 0.0
	for _, w := range g.GPUs {
		if w.Value > 0 {
			n, _ := gpuKey(w.Key)
			sum += w.Value
			gpus, upTo = append(gpus, n), append(upTo, sum)
		}
	}
	return func(u float64) int {
		for i := range upTo {
			if u*sum < upTo[i] {
				return gpus[i]
			}
		}
		return gpus[len(gpus)-1]
	}
}

// draw returns a span of at least a millisecond. One over the longest there is
// makes its job a fault.
func (d distribution) draw(r *rand.Rand) simtime.Duration {
	mean := float64(d.Mean)
	switch d.Distribution {
	case exponential:
		mean *= r.ExpFloat64()
	case lognormal:
		sigma := *d.Sigma
		mean *= math.Exp(float64(sigma*r.NormFloat64()) - float64(sigma*sigma)/2)
	}
	return simtime.Duration(math.RoundToEven(max(1, min(mean, float64(2*simtime.Longest)))))
}
