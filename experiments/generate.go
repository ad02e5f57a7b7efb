package experiments

import (
	"fmt"

	"rubato/internal/stream"
	"rubato/simtime"
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

// checkDistribution checks that a distribution has its shape and no other, and
// reports whether it does.
func (e *Experiment) checkDistribution(d distribution, path string) bool {
	family := stream.Family(d.Distribution)
	switch {
	case (d.Sigma != nil) != (family == stream.Lognormal):
		e.doc.Problem("want sigma with the distribution lognormal and with no other", path+".sigma")
	case (d.Shape != nil) != (family == stream.Weibull || family == stream.Pareto):
		e.doc.Problem("want shape with the distributions weibull and pareto and with no other", path+".shape")
	case family == stream.Pareto && *d.Shape <= 1:
		e.doc.Wrong("a tail index over 1, so that there is a mean", path+".shape")
	default:
		return true
	}
	return false
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
	interarrival, duration, pick := g.Interarrival.stream(), g.Duration.stream(), g.picker()
	var now simtime.Duration
	for i := range g.Jobs {
		now = min(now+interarrival.Draw(arrivals), 2*simtime.Longest)
		add(rawJob{
			id: fmt.Sprintf("g%d", i+1), submit: now,
			gpus: pick(sizes.Float64()), duration: duration.Draw(durations),
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
