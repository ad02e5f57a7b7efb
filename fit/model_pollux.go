package fit

import (
	"fmt"

	"rubato/workload"
)

// Indices of Pollux' parameters.
const (
	alphaCompute = iota
	betaCompute
	alphaLocal
	betaLocal
	alphaNode
	betaNode
	gamma
)

// polluxLaw fits the times of Pollux. A row's batch is split over its replicas in
// one step, without accumulation; the largest share sets the time.
func polluxLaw(m *Measurements, rows []Row) (*law, string) {
	switch {
	case !m.HasBatch:
		return nil, "it needs the column batch"
	case !m.HasNodes:
		return nil, "it needs the column nodes, or --gpus-per-node"
	case m.Unit != "samples/s":
		return nil, "its times need seconds_per_step or samples_per_second"
	}
	longest, perSample := 0.0, 0.0
	for _, r := range rows {
		t := float64(r.Batch) / r.Rate
		longest, perSample = max(longest, t), max(perSample, t/float64(share(&r)))
	}
	sync := func(name, like string, least float64, refinement bool) parameter {
		q := cost(name, "s", least*longest, longest)
		q.like, q.refinement = like, refinement
		return q
	}
	constant := cost("alphaCompute", "s", longest/1000, longest)
	constant.refinement = true
	return &law{
		params: []parameter{
			constant,
			essential("betaCompute", "s/sample", perSample/100, perSample),
			sync("alphaLocal", "alphaNode", 1e-3, false), sync("betaLocal", "betaNode", 1e-4, true),
			sync("alphaNode", "alphaLocal", 1e-3, false), sync("betaNode", "betaLocal", 1e-4, true),
			{name: "gamma", low: 1, high: 10, atLow: true, atHigh: true, from: 1.05, to: 6, neutral: 1, refinement: true},
		},
		rate: func(p []float64, r *Row) float64 {
			return float64(r.Batch) / polluxOf(p).StepTime(r.Shape(), share(r), 0)
		},
		scaling: polluxScaling,
		remarks: []string{"initialBatch, maxBatch, minLocal, maxLocal and noise do not show in throughput: fill them in"},
	}, ""
}

// share is the largest number of samples of a replica.
func share(r *Row) int { return (r.Batch + r.Replicas - 1) / r.Replicas }

func polluxOf(p []float64) *workload.Pollux {
	return &workload.Pollux{
		AlphaCompute: p[alphaCompute], BetaCompute: p[betaCompute],
		AlphaLocal: p[alphaLocal], BetaLocal: p[betaLocal],
		AlphaNode: p[alphaNode], BetaNode: p[betaNode],
		Gamma: p[gamma],
	}
}

func polluxScaling(p []float64) string {
	out := "\n    model: pollux"
	for _, k := range []struct {
		key string
		at  int
	}{
		{"alphaCompute", alphaCompute}, {"betaCompute", betaCompute}, {"alphaLocal", alphaLocal},
		{"betaLocal", betaLocal}, {"alphaNode", alphaNode}, {"betaNode", betaNode}, {"gamma", gamma},
	} {
		out += fmt.Sprintf("\n    %s: %s", k.key, digits(p[k.at]))
	}
	return out + `
    initialBatch:  # fill in: the batch at which statistical efficiency is 1
    maxBatch:      # fill in: the largest global batch
    minLocal:      # fill in: the smallest batch of a replica
    maxLocal:      # fill in: the largest batch of a replica
    noise:         # fill in: the gradient noise scale, in samples`
}
