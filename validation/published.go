package main

import (
	"context"
	"fmt"
	"math"

	"rubato/cluster"
	"rubato/fit"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

const aws = "AWS on HyperPod elastic training"

// published compares with the figures that AWS published.
func published() section {
	s := section{
		title: "Published figures of HyperPod",
		text: `A cluster of 256 GPUs on which inference gives back 96 GPUs at night; a job that shrinks for a critical one;
the throughput of Llama-3-70B on 1 and 8 nodes; and what a fault costs on 256 instances at $55 an hour, with 10
minutes of work lost and 10 minutes of recovery. The published 2,304 GPU-hours are 96 GPUs for 24 hours; a night of 8,
10 or 12 hours gives less.`,
	}
	for _, h := range []int{8, 10, 12, 24} {
		source := "96 GPUs by the hours"
		if h == 24 {
			source = aws
		}
		s.rows = append(s.rows, exactly(fmt.Sprintf("H1: idle GPU-hours a day, night of %d h, static job of 32", h), float64(96*h), night(h, &policy.FIFO{}).idle, source))
	}
	elastic := night(8, &policy.HyperPod{ScalingTimeout: simtime.Minute, Graceful: simtime.Hour, Queueing: policy.BestEffort, SurgeYieldsTo: policy.SamePriority, Governance: true})
	s.rows = append(s.rows,
		exactly("H2: GPUs of the elastic job at night", 128, elastic.most, aws),
		exactly("H3: GPUs left to a job of 32 when a critical one needs 8", 24, critical(), aws))
	exponent, serial := fitted()
	s.rows = append(s.rows,
		within("H4: exponent that `rubato fit` finds for 2,000 and 14,000 tokens/s on 1 and 8 nodes", 0.93578, exponent, 1e-5, aws),
		within("H4: serial share that it finds", 1.0/49, serial, 1e-5, aws),
		within("H4: tokens/s of a job on 8 nodes, power law", 14000, 2000*speedup(workload.PowerLaw{Exponent: exponent}, 8, 8), 1e-5, aws),
		within("H4: tokens/s of a job on 8 nodes, Amdahl", 14000, 2000*speedup(workload.Amdahl{Serial: serial}, 8, 8), 1e-5, aws))
	one, month := faults(1), faults(30)
	s.rows = append(s.rows,
		exactly("H5: dollars a fault", 256*55.0/3, one.cost, aws),
		exactly("H6: dollars a month, one fault a day", 30*256*55.0/3, month.cost, aws),
		exactly("H6: hours that a month's run takes longer", 10, month.longer, aws))
	for _, n := range []int{16, 24, 32, 48, 64} {
		steps := math.Ceil(128 / float64(n))
		got := speedup(workload.UnevenBatch{Batch: 128}, n, n) / float64(n)
		s.rows = append(s.rows, within(fmt.Sprintf("a batch of 128 on %d GPUs: efficiency of a job", n), 128/(float64(n)*steps), got, 1e-6, "HyperPod recipes"))
	}
	return s
}

// fitted fits the published throughputs of Llama-3-70B.
func fitted() (exponent, serial float64) {
	m, err := fit.Read("tokens.csv", []byte("gpus,nodes,tokens_per_second\n8,1,2000\n64,8,14000\n"), fit.Layout{ReplicaGPUs: 8})
	if err != nil {
		panic(err)
	}
	r, err := fit.Run(context.Background(), m, fit.Options{})
	if err != nil {
		panic(err)
	}
	for _, f := range r.Fits {
		switch f.Model {
		case "power-law":
			exponent = parameter(f, "exponent")
		case "amdahl":
			serial = parameter(f, "serial")
		}
	}
	return exponent, serial
}

func parameter(f fit.Fit, name string) float64 {
	for _, p := range f.Parameters {
		if p.Name == name {
			return p.Value
		}
	}
	panic("no parameter " + name)
}

// speedup is how much faster a job of a simulated hour is on n replicas than on one.
func speedup(model workload.Scaling, n, nodes int) float64 {
	first := simtime.Duration(0)
	p := &workload.Profile{ReplicaGPUs: 1, Scaling: model, Restart: workload.Restart{First: &first}, Room: workload.Room{GPUsPerNode: n / nodes}}
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "p", Nodes: nodes, GPUsPerNode: n / nodes}}, Seed: 1}
	j := workload.Job{ID: "a", Requested: n, Sizes: workload.Fixed(n), Profile: p}
	const alone = 10 * simtime.Day
	j.Work = j.WorkIn(alone, 1)
	sc.Jobs = []workload.Job{j}
	return simtime.Duration(alone).Seconds() / run(sc, &policy.FIFO{}, nil).End.Seconds()
}

type nightFigures struct{ idle, most float64 }

// night runs a job of 32 GPUs, elastic to 128, through a day on 256 GPUs of which
// inference holds 128, and 96 more by day.
func night(hours int, p policy.Policy) nightFigures {
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "p", Nodes: 32, GPUsPerNode: 8}}, Horizon: simtime.Time(simtime.Day), Seed: 1}
	day := simtime.Duration(24-hours) * simtime.Hour
	steps := []cluster.Step{{At: 0, GPUs: 224}, {At: simtime.Time(day), GPUs: 128}}
	sc.Availability.Changes = cluster.Changes(0, 0, steps, cluster.External, 0)
	profile := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}}
	j := workload.Job{ID: "a", Requested: 32, Profile: profile}
	j.Sizes, _ = workload.Steps(32, 128, 32)
	j.Work = j.WorkIn(100*simtime.Day, 32)
	sc.Jobs = []workload.Job{j}
	var f nightFigures
	r := run(sc, p, &sim.Observer{Transition: func(_ simtime.Time, j *policy.Job) { f.most = max(f.most, float64(j.Active)) }})
	f.idle = simtime.Duration(r.Spent[sim.IdleUnused]).Hours()
	return f
}

// critical returns the GPUs of an elastic job of 32 once a critical one of 8 runs.
func critical() float64 {
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "p", Nodes: 4, GPUsPerNode: 8}}, Seed: 1}
	profile := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}}
	a := workload.Job{ID: "a", Requested: 32, Profile: profile}
	a.Sizes, _ = workload.Steps(8, 32, 8)
	a.Work = a.WorkIn(10*simtime.Hour, 32)
	b := workload.Job{ID: "b", Submit: simtime.Time(simtime.Hour), Requested: 8, Sizes: workload.Fixed(8), Priority: 1, Profile: profile}
	b.Work = b.WorkIn(simtime.Hour, 8)
	sc.Jobs = []workload.Job{a, b}
	left := 0
	watching := false
	run(sc, &policy.HyperPod{Queueing: policy.BestEffort, SurgeYieldsTo: policy.SamePriority, Governance: true, Graceful: simtime.Hour}, &sim.Observer{
		Transition: func(_ simtime.Time, j *policy.Job) {
			watching = watching || j.ID == "b" && j.Phase == policy.Training
			if j.ID == "a" && !watching {
				left = j.Active
			}
		},
	})
	return float64(left)
}

type faultFigures struct{ cost, longer float64 }

// faults runs a job of 30 days on 256 instances with some faults, one a day, each 10
// minutes after a checkpoint.
func faults(n int) faultFigures {
	const gpus, price = 2048, 55.0 / 8
	first := simtime.Duration(0)
	p := &workload.Profile{
		ReplicaGPUs: 8, Scaling: workload.Linear{}, Room: workload.Room{GPUsPerNode: 8},
		Checkpoint: workload.Checkpoint{Interval: workload.Interval{Time: 20 * simtime.Minute}}, Restart: workload.Restart{First: &first},
	}
	p.Restart.Costs[workload.ProcessStart] = workload.Constant(10 * simtime.Minute)
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "p", Nodes: gpus / 8, GPUsPerNode: 8, Price: price}}, Seed: 1}
	work := 30 * simtime.Day
	sc.Jobs = []workload.Job{{ID: "a", Requested: gpus / 8, Sizes: workload.Fixed(gpus / 8), Profile: p, Work: p.WorkIn(work, gpus/8)}}
	for day := range n {
		at := simtime.Time(0).Add(simtime.Duration(day)*simtime.Day + 10*simtime.Minute)
		sc.Availability.Incidents = append(sc.Availability.Incidents, cluster.Incident{At: at, Node: day})
	}
	r := run(sc, &policy.FIFO{}, nil)
	return faultFigures{simtime.Duration(r.Spent.Wasted()).Hours() * price, r.End.Sub(simtime.Time(work)).Hours()}
}
