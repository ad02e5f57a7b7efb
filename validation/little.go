package main

import (
	"fmt"

	"rubato/cluster"
	"rubato/internal/stream"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// littles checks Little's law in whole job-milliseconds.
func littles() section {
	s := section{
		title: "Little's law",
		text: `Over a run that starts and ends empty, the integral of the number of jobs in the system is the sum of their
times in it: in whole job-milliseconds, for every policy. 500 jobs of 1 to 16 GPUs, half of them elastic, on 8 nodes
of 8 GPUs that fail every 2 days. What differs is which jobs elasticflow refuses: those count until then.`,
	}
	for _, entry := range policy.Entries() {
		sum, integral := little(entry.New())
		s.rows = append(s.rows, row{
			what: entry.Name + ": job-milliseconds", theory: float64(sum), simulated: float64(integral), how: "exact", source: "Little, Operations Research 9(3), 1961", books: true,
		})
	}
	return s
}

// little returns the sum of the jobs' times in the system, and the integral over
// time of the number of jobs there, as an observer counts it.
func little(p policy.Policy) (sum, integral int64) {
	sc := littleScenario()
	inside := make([]bool, len(sc.Jobs))
	n, last := int64(0), simtime.Time(0)
	r := run(sc, p, &sim.Observer{Transition: func(now simtime.Time, j *policy.Job) {
		if in := !j.Phase.Over(); in != inside[j.Index] {
			integral += n * int64(now-last)
			last = now
			inside[j.Index] = in
			if in {
				n++
			} else {
				n--
			}
		}
	}})
	for i := range r.Jobs {
		sum += int64(r.Jobs[i].TimeToTrain())
	}
	return sum, integral
}

func littleScenario() *sim.Scenario {
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "p", Nodes: 8, GPUsPerNode: 8}}, Seed: 1}
	sc.Availability.Failures = []cluster.Failures{{
		Name: "p/0", Between: stream.Distribution{Family: stream.Exponential, Mean: 2 * simtime.Day},
		Repair: stream.Distribution{Family: stream.Exponential, Mean: simtime.Hour},
	}}
	random := stream.New(1, "little")
	at := simtime.Time(0)
	for i := range 500 {
		at = at.Add(simtime.Duration(random.Int64N(int64(20 * simtime.Minute))))
		p := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}, Checkpoint: workload.Checkpoint{
			Interval: workload.Interval{Time: 20 * simtime.Minute}, Save: 10 * simtime.Second,
		}}
		p.Restart.Costs[workload.ProcessStart] = workload.Constant(30 * simtime.Second)
		size := 1 << random.IntN(5)
		j := workload.Job{ID: fmt.Sprint(i), Submit: at, Requested: size, Sizes: workload.Fixed(size), Profile: p, Priority: random.IntN(3), Team: string(rune('a' + random.IntN(4))), User: string(rune('a' + random.IntN(9)))}
		if random.IntN(2) == 0 {
			j.Sizes, _ = workload.Steps(size, 4*size, size)
		}
		j.Work = j.WorkIn(simtime.Duration(random.Int64N(int64(2*simtime.Hour))), size)
		j.Deadline = at.Add(simtime.Duration(random.Int64N(int64(8 * simtime.Hour))))
		sc.Jobs = append(sc.Jobs, j)
	}
	return sc
}
