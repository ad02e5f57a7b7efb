package sim_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/cluster"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// drawSpot returns jobs with deadlines that they can meet on demand, and a spot pool
// that comes and goes.
func drawSpot(t *rapid.T) *sim.Scenario {
	const gpus, jobs = 6, 4
	sc := &sim.Scenario{Pools: []cluster.Pool{
		{Name: "spot", Nodes: 3, GPUsPerNode: 2}, {Name: "on-demand", Nodes: jobs, GPUsPerNode: gpus, Rented: true},
	}}
	sc.Availability.Initial = []int{drawCounts(t, sc, 0, cluster.Lost), jobs * gpus}
	sc.Availability.Sort()
	at := simtime.Time(0)
	for i := range rapid.IntRange(1, jobs).Draw(t, "jobs") {
		at += drawTime(t, "after") / 4
		sc.Jobs = append(sc.Jobs, drawBound(t, sc, i, at))
	}
	return sc
}

// drawBound returns a job with a deadline.
func drawBound(t *rapid.T, sc *sim.Scenario, i int, at simtime.Time) workload.Job {
	p := &workload.Profile{
		ReplicaGPUs: 1, Scaling: workload.PowerLaw{Exponent: rapid.SampledFrom([]float64{1, 0.7}).Draw(t, "exponent")},
		Room:       workload.Room{GPUsPerNode: sc.Pools[0].GPUsPerNode},
		Checkpoint: workload.Checkpoint{Interval: workload.Interval{Time: drawSpan(t, "interval")}, Save: drawSpan(t, "save")},
		Restart:    restart(drawSpan(t, "first"), drawSpan(t, "start"), drawSpan(t, "load")),
	}
	j := workload.Job{ID: fmt.Sprint("j", i), Submit: at, Profile: p, Requested: rapid.IntRange(1, 6).Draw(t, "size")}
	j.Sizes = drawSizes(t, j.Requested)
	run := simtime.Duration(rapid.IntRange(1, 300).Draw(t, "duration")) * simtime.Second
	j.Work = j.WorkIn(run, j.Requested)
	away := *p
	away.Room = workload.Room{GPUsPerNode: sc.Pools[1].GPUsPerNode}
	saves := simtime.Duration(0)
	if every := p.Checkpoint.Interval.Time; every > 0 {
		saves = run / every * p.Checkpoint.Save
	}
	change := p.Checkpoint.Save + 100*simtime.Second + 20*simtime.Second
	j.Deadline = at.Add(run + saves + 2*change + simtime.Duration(rapid.IntRange(1, 600).Draw(t, "slack"))*simtime.Second)
	j.Elsewhere = []workload.Job{j.InPool(1, &away)}
	return j
}

// TestDeadlinesOnSpot: whatever becomes of the spot pool, a job that can run on demand
// is in time under every policy that knows of deadlines.
func TestDeadlinesOnSpot(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawSpot(t)
		for _, name := range []string{"spot-greedy", "drain-on-notice", "on-demand-fallback", "uniform-progress"} {
			e, err := policy.Lookup(name)
			require.NoError(t, err)
			r := simulate(t, sc, e.New(), watch(t, sc))
			for _, j := range r.Jobs {
				require.Equal(t, policy.Done, j.Phase, "%s: %s", name, j.ID)
				require.LessOrEqual(t, j.End, j.Deadline, "%s: %s", name, j.ID)
			}
		}
	})
}

// TestElsewhereIsNowhere: a policy that knows nothing of other pools runs all jobs as
// if they had none, but that idle GPUs there are wanted.
func TestElsewhereIsNowhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawSpot(t)
		alone := *sc
		alone.Jobs = slices.Clone(sc.Jobs)
		for i := range alone.Jobs {
			alone.Jobs[i].Elsewhere = nil
		}
		alone.Horizon, sc.Horizon = 5_000_000, 5_000_000
		for _, p := range []func() policy.Policy{func() policy.Policy { return &policy.FIFO{} }, func() policy.Policy { return &policy.HyperPod{Governance: true} }} {
			require.Equal(t, simulate(t, &alone, p(), nil).Jobs, simulate(t, sc, p(), nil).Jobs)
		}
	})
}
