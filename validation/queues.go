package main

import (
	"fmt"
	"math"

	"rubato/cluster"
	"rubato/internal/stream"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// unit is the mean run time, so short that the longest replication is within ten
// years.
const unit = 6 * simtime.Minute

func units(d simtime.Duration) float64 { return float64(d) / float64(unit) }

// queueCase is a queue of jobs of one GPU.
type queueCase struct {
	name    string
	gpus    int
	rate    float64 // arrivals in a mean run time
	service stream.Distribution
	// wait is the mean queueing delay, in mean run times, and waits the probability
	// of one, by theory.
	wait, waits float64
	source      string
}

func queueCases() []queueCase {
	service := func(f stream.Family, shape float64) stream.Distribution {
		return stream.Distribution{Family: f, Mean: unit, Shape: shape}
	}
	exponential := service(stream.Exponential, 0)
	const sigma = 1
	squared := math.Exp(sigma*sigma) - 1 // squared coefficient of variation
	var out []queueCase
	for _, c := range []struct {
		gpus int
		rate float64
	}{{1, 0.8}, {4, 3.2}, {16, 14.4}} {
		p := erlangC(c.gpus, c.rate)
		out = append(out, queueCase{fmt.Sprintf("M/M/%d", c.gpus), c.gpus, c.rate, exponential, p / (float64(c.gpus) - c.rate), p, "Erlang C"})
	}
	return append(out,
		queueCase{"M/D/1", 1, 0.8, service(stream.Constant, 0), pollaczek(0.8, 0), 0.8, "Pollaczek–Khinchine"},
		queueCase{"M/G/1, log-normal σ = 1", 1, 0.5, service(stream.Lognormal, sigma), pollaczek(0.5, squared), 0.5, "Pollaczek–Khinchine"},
	)
}

// erlangC is the probability of waiting in M/M/c with an offered load of a.
func erlangC(c int, a float64) float64 {
	b := 1.0 // Erlang B by its recursion
	for k := 1; k <= c; k++ {
		b = a * b / (float64(k) + a*b)
	}
	rho := a / float64(c)
	return b / (1 - rho + rho*b)
}

// pollaczek is the mean queueing delay of M/G/1, in mean service times, at a load
// and a squared coefficient of variation of the service.
func pollaczek(rho, squared float64) float64 { return rho * (1 + squared) / (2 * (1 - rho)) }

// queueFigures are the figures of one replication.
type queueFigures struct{ wait, train, waits, busy float64 }

func queues(e effort) section {
	s := section{
		title: "Queues",
		text: fmt.Sprintf(`Jobs of one GPU arrive in a Poisson process; policy fifo. %s of %s each, the first tenth left out. Times are
in mean run times.`, count(e.queues, "replication"), count(e.queueJobs, "job")),
	}
	for _, c := range queueCases() {
		runs := replicate(e.queues, func(seed uint64) queueFigures { return c.simulate(seed, e.queueJobs) })
		s.rows = append(s.rows,
			replicated(c.name+": queueing delay", c.wait, column(runs, func(f queueFigures) float64 { return f.wait }), c.source),
			replicated(c.name+": time to train", c.wait+1, column(runs, func(f queueFigures) float64 { return f.train }), c.source),
			replicated(c.name+": probability of waiting", c.waits, column(runs, func(f queueFigures) float64 { return f.waits }), c.source),
			replicated(c.name+": GPUs busy", c.rate, column(runs, func(f queueFigures) float64 { return f.busy }), "Little"))
	}
	return s
}

func (c queueCase) simulate(seed uint64, jobs int) queueFigures {
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "p", Nodes: 1, GPUsPerNode: c.gpus}}, Seed: seed}
	p := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}}
	arrivals, services := stream.New(seed, "arrivals"), stream.New(seed, "services")
	between := stream.Distribution{Family: stream.Exponential, Mean: simtime.Duration(math.Round(float64(unit) / c.rate))}
	at := simtime.Time(0)
	for range jobs {
		at = at.Add(between.Draw(arrivals))
		sc.Jobs = append(sc.Jobs, workload.Job{
			Submit: at, Requested: 1, Sizes: workload.Fixed(1), Profile: p, Work: workload.WorkOf(workload.RateUnit, c.service.Draw(services)),
		})
	}
	from, to := sc.Jobs[jobs/10].Submit, at
	busy := 0.0
	r := run(sc, &policy.FIFO{}, &sim.Observer{Advance: func(a, b simtime.Time, n *sim.Counts) {
		busy += float64(n[sim.Training]) * max(0, float64(min(b, to)-max(a, from)))
	}})
	var f queueFigures
	kept := r.Jobs[jobs/10:]
	for i := range kept {
		j := &kept[i]
		wait := j.FirstStart.Sub(j.Submit)
		f.wait += units(wait)
		f.train += units(j.TimeToTrain())
		if wait > 0 {
			f.waits++
		}
	}
	n := float64(len(kept))
	return queueFigures{f.wait / n, f.train / n, f.waits / n, busy / float64(to-from)}
}
