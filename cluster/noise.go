package cluster

import (
	"math"
	"math/rand/v2"

	"rubato/simtime"
)

// Noise multiplies a demand by factors that are log-normal with a mean of 1 and
// change at equal times; their logarithms are an autoregressive process of order 1.
type Noise struct {
	// Sigma is the standard deviation of the logarithm.
	Sigma float64
	// Every is the time from one factor to the next.
	Every simtime.Duration
	// Memory is the time in which the correlation falls to 1/e; without it factors
	// are independent.
	Memory simtime.Duration
}

// Steps returns the demand with noise, from time 0 to end: whole GPUs, at most so
// many.
func (n Noise) Steps(r *rand.Rand, demand []Step, most int, end simtime.Time) []Step {
	keep := 0.0
	if n.Memory > 0 {
		keep = math.Exp(-float64(n.Every) / float64(n.Memory))
	}
	fresh := math.Sqrt(1 - float64(keep*keep))
	var out []Step
	x, next := r.NormFloat64(), 0
	for at := simtime.Time(0); at < end; at = at.Add(n.Every) {
		if at > 0 {
			x = float64(keep*x) + float64(fresh*r.NormFloat64())
		}
		factor := math.Exp(float64(n.Sigma*x) - float64(n.Sigma*n.Sigma)/2)
		from := max(0, next-1) // the step that holds at the tick
		for next < len(demand) && demand[next].At <= at {
			from, next = next, next+1
		}
		add := func(at simtime.Time, gpus int) {
			g := int(math.RoundToEven(min(float64(gpus)*factor, float64(most))))
			if len(out) == 0 || out[len(out)-1].GPUs != g {
				out = append(out, Step{At: at, GPUs: g})
			}
		}
		add(at, demand[from].GPUs)
		for ; next < len(demand) && demand[next].At < at.Add(n.Every); next++ {
			add(demand[next].At, demand[next].GPUs)
		}
	}
	return out
}
