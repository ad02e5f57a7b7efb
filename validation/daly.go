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

// dalyCase is one job under failures that come at an exponential time: it saves
// after each interval of work, but not at the end, and restarts after a failure.
// Times in seconds.
type dalyCase struct {
	work, interval, save, restart, mtbf float64
}

// wall is the expected run time: each piece of work with its save takes
// M·e^(R/M)·(e^((τ+C)/M)−1), the last has no save (Daly, FGCS 22(3), 2006, section
// 3: failures strike during saves and restarts too).
func (c dalyCase) wall() float64 {
	pieces := math.Ceil(c.work/c.interval - 1e-9)
	rest := c.work - (pieces-1)*c.interval
	m := c.mtbf
	return m * math.Exp(c.restart/m) * ((pieces-1)*math.Expm1((c.interval+c.save)/m) + math.Expm1(rest/m))
}

// simulate returns the run time in seconds.
func (c dalyCase) simulate(seed uint64) float64 {
	first := simtime.Duration(0)
	p := &workload.Profile{
		ReplicaGPUs: 1, Scaling: workload.Linear{},
		Checkpoint: workload.Checkpoint{Interval: workload.Interval{Time: span(c.interval)}, Save: span(c.save)},
		Restart:    workload.Restart{First: &first},
	}
	p.Restart.Costs[workload.ProcessStart] = workload.Constant(span(c.restart))
	sc := &sim.Scenario{
		Pools: []cluster.Pool{{Name: "p", Nodes: 1, GPUsPerNode: 1}}, Seed: seed,
		Jobs: []workload.Job{{ID: "a", Requested: 1, Sizes: workload.Fixed(1), Profile: p, Work: p.WorkIn(span(c.work), 1)}},
	}
	sc.Availability.Failures = []cluster.Failures{{
		Name: "p/0", Kind: cluster.Crash, Between: stream.Distribution{Family: stream.Exponential, Mean: span(c.mtbf)},
	}}
	return run(sc, &policy.FIFO{}, nil).End.Seconds()
}

// span is a number of seconds in whole milliseconds.
func span(seconds float64) simtime.Duration {
	return simtime.Duration(math.RoundToEven(seconds * float64(simtime.Second)))
}

// dalyCases are the oracles daly-5 to daly-8.
func dalyCases() []dalyCase {
	return []dalyCase{
		{360_000, 3600, 60, 120, 36_000},
		{360_000, 600, 30, 300, 11_134.8},
		{1_000_000, 1000, 300, 900, 6480},
		{86_400, 3600, 0.59, 129.49, 11_134.8},
	}
}

func dalys(e effort) section {
	s := section{
		title: "Run time under failures",
		text: fmt.Sprintf(`One job, failures at exponential times, also during saves and restarts. %s each. Seconds.`,
			count(e.daly, "replication")),
	}
	for _, c := range dalyCases() {
		name := fmt.Sprintf("work %g, save %g after each %g, restart %g, MTBF %g", c.work, c.save, c.interval, c.restart, c.mtbf)
		s.rows = append(s.rows, replicated(name, c.wall(), replicate(e.daly, c.simulate), "Daly 2006, exact"))
	}
	return s
}
