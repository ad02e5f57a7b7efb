package report

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/cluster"
	"rubato/internal/stream"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// busyScenario is 60 jobs, half of them elastic, on two pools of nodes that fail
// with and without notice and of which processes crash.
func busyScenario(seed uint64) *sim.Scenario {
	sc := &sim.Scenario{
		Pools: []cluster.Pool{{Name: "a", Nodes: 4, GPUsPerNode: 8}, {Name: "b", Nodes: 2, GPUsPerNode: 4}},
		Seed:  seed, Horizon: simtime.Time(3 * simtime.Day),
	}
	for i, kind := range []cluster.FailureKind{cluster.NodeLoss, cluster.NodeLoss, cluster.Crash} {
		sc.Availability.Failures = append(sc.Availability.Failures, cluster.Failures{
			Name: fmt.Sprint("f", i), Kind: kind, Notice: simtime.Duration(i%2) * simtime.Minute, Detection: simtime.Duration(i) * 20 * simtime.Second,
			Between: stream.Distribution{Family: stream.Exponential, Mean: 10 * simtime.Hour},
			Repair:  stream.Distribution{Family: stream.Exponential, Mean: simtime.Hour},
		})
	}
	random := stream.New(seed, "busy")
	at := simtime.Time(0)
	for i := range 60 {
		at = at.Add(simtime.Duration(random.Int64N(int64(30 * simtime.Minute))))
		p := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}, Checkpoint: workload.Checkpoint{
			Interval: workload.Interval{Time: 20 * simtime.Minute}, Save: 30 * simtime.Second,
		}}
		p.Restart.Costs[workload.ProcessStart] = workload.Constant(30 * simtime.Second)
		p.Restart.Costs[workload.Load] = workload.Constant(10 * simtime.Second)
		size := 1 << random.IntN(3)
		j := workload.Job{ID: fmt.Sprint("job", i), Submit: at, Requested: size, Sizes: workload.Fixed(size), Profile: p, Priority: random.IntN(3), Pool: i % 5 / 4}
		if random.IntN(2) == 0 {
			j.Sizes, _ = workload.Steps(size, 4*size, size)
		}
		j.Work = j.WorkIn(simtime.Duration(random.Int64N(int64(5*simtime.Hour))), size)
		sc.Jobs = append(sc.Jobs, j)
	}
	return sc
}

// simulated is a report of the busy scenario with everything recorded.
func simulated(t testing.TB, policies []string, seeds int) *Report {
	r := &Report{Title: "busy", Pools: []string{"a", "b"}, Manifest: Manifest{Version: "test", Experiment: "busy", ScenarioSHA256: "00"}}
	for _, name := range policies {
		for seed := range seeds {
			run := Run{Label: name, Timeline: &Timeline{}, Log: &Log{}}
			entry, err := policy.Lookup(name)
			require.NoError(t, err)
			o := &sim.Observer{Advance: run.Timeline.Observe, Transition: run.Log.Observe}
			run.Result, err = sim.Run(context.Background(), busyScenario(uint64(seed+1)), entry.New(), o)
			require.NoError(t, err)
			r.Runs = append(r.Runs, run)
		}
	}
	return r
}

func policyNames() []string {
	var out []string
	for _, e := range policy.Entries() {
		out = append(out, e.Name)
	}
	return out
}
