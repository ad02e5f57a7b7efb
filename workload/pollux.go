package workload

import (
	"fmt"
	"math"
)

// Pollux is the model of Pollux (Qiao et al., OSDI 2021, sections 3.1 and 3.2): a
// job's goodput is its throughput times its statistical efficiency, at the batch
// size that makes it greatest. With K replicas on N nodes, m samples a replica and
// s extra steps of gradient accumulation, M = K·m·(s+1) and
//
//	T_grad = AlphaCompute + BetaCompute·m
//	T_sync = 0 for K = 1, AlphaLocal + BetaLocal·(K−2) for N = 1,
//	         AlphaNode + BetaNode·(K−2) for N > 1
//	T_iter = s·T_grad + (T_grad^Gamma + T_sync^Gamma)^(1/Gamma)
//	goodput = M/T_iter · (Noise+InitialBatch)/(Noise+M)
//
// Times are in seconds, batches in samples.
type Pollux struct {
	AlphaCompute, BetaCompute float64
	AlphaLocal, BetaLocal     float64
	AlphaNode, BetaNode       float64
	// Gamma is how far compute and communication overlap: 1 not at all, ∞ fully.
	Gamma float64
	// InitialBatch is M0, the batch at which statistical efficiency is 1.
	InitialBatch int
	// MaxBatch bounds M, and MinLocal and MaxLocal bound m.
	MaxBatch, MinLocal, MaxLocal int
	// Noise is φ, the gradient noise scale in samples, here constant over the
	// training; +Inf means that any batch is as efficient as the first.
	Noise float64
}

// StepTime returns T_iter in seconds with m samples a replica and some extra
// steps of accumulation.
func (p *Pollux) StepTime(s Shape, m, extra int) float64 {
	grad := p.AlphaCompute + float64(p.BetaCompute*float64(m))
	sync := 0.0
	switch {
	case s.Replicas == 1:
	case s.Nodes > 1:
		sync = p.AlphaNode + float64(p.BetaNode*float64(s.Replicas-2))
	default:
		sync = p.AlphaLocal + float64(p.BetaLocal*float64(s.Replicas-2))
	}
	both := math.Pow(math.Pow(grad, p.Gamma)+math.Pow(sync, p.Gamma), 1/p.Gamma)
	return float64(float64(extra)*grad) + both
}

// Efficiency returns the statistical efficiency of a batch of M samples.
func (p *Pollux) Efficiency(batch int) float64 {
	if math.IsInf(p.Noise, 1) {
		return 1
	}
	return (p.Noise + float64(p.InitialBatch)) / (p.Noise + float64(batch))
}

// Choice is a way to run a step.
type Choice struct {
	// Local is m, Extra is s.
	Local, Extra int
	// Goodput is in samples a second at the efficiency of the first batch.
	Goodput float64
}

// candidates is how many batch sizes Best tries, as Pollux does.
const candidates = 50

// Best returns the choice of the greatest goodput over batch sizes in geometric
// progression from the least allowed to MaxBatch, the first of equals. The goodput
// is 0 where the limits allow no batch.
func (p *Pollux) Best(s Shape) Choice {
	k := s.Replicas
	least := max(p.InitialBatch, p.MinLocal*k)
	best := Choice{}
	for i := range candidates {
		ratio := float64(i) / (candidates - 1)
		batch := float64(least) * math.Pow(float64(p.MaxBatch)/float64(least), ratio)
		c := p.choose(s, batch)
		if c.Goodput > best.Goodput {
			best = c
		}
		if least >= p.MaxBatch {
			break
		}
	}
	return best
}

// choose splits a batch over the replicas, in as few steps as can be.
func (p *Pollux) choose(s Shape, batch float64) Choice {
	const slack = 1e-8
	share := batch / float64(s.Replicas)
	extra := max(0, int(math.Ceil(share/float64(p.MaxLocal)-slack))-1)
	m := int(math.Ceil(share/float64(extra+1) - slack))
	total := s.Replicas * m * (extra + 1)
	if total > p.MaxBatch {
		m = p.MaxBatch / (s.Replicas * (extra + 1))
		total = s.Replicas * m * (extra + 1)
	}
	if m < p.MinLocal || m > p.MaxLocal || m < 1 {
		return Choice{}
	}
	return Choice{m, extra, float64(total) / p.StepTime(s, m, extra) * p.Efficiency(total)}
}

// Speedup returns the goodput over that of one replica.
func (p *Pollux) Speedup(s Shape) float64 {
	return p.Best(s).Goodput / p.Best(Shape{1, 1, 1}).Goodput
}

func (p *Pollux) String() string {
	return fmt.Sprintf("pollux, batch %d to %d, noise scale %g", p.InitialBatch, p.MaxBatch, p.Noise)
}
