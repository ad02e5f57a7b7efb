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

// drawDeadlines returns elastic jobs with deadlines on one pool that stays, which
// save and restart for nothing.
func drawDeadlines(t *rapid.T) *sim.Scenario {
	gpus := rapid.IntRange(1, 12).Draw(t, "gpus")
	sc := &sim.Scenario{
		Pools:        []cluster.Pool{{Name: "p", Nodes: 1, GPUsPerNode: gpus}},
		Availability: cluster.Availability{Initial: []int{gpus}},
	}
	for i := range rapid.IntRange(1, 8).Draw(t, "jobs") {
		least := rapid.IntRange(1, gpus).Draw(t, "min")
		most := rapid.IntRange(least, gpus).Draw(t, "max")
		sizes, err := workload.Steps(least, most, rapid.IntRange(1, 3).Draw(t, "step"))
		require.NoError(t, err)
		j := workload.Job{
			ID: fmt.Sprintf("j%d", i), Submit: simtime.Time(rapid.IntRange(0, 60).Draw(t, "submit")) * simtime.Time(simtime.Second),
			Requested: least, Sizes: sizes,
			Profile: &workload.Profile{
				ReplicaGPUs: 1, Restart: workload.Restart{First: new(simtime.Duration)}, Room: workload.Room{GPUsPerNode: gpus},
				Scaling: workload.PowerLaw{Exponent: rapid.SampledFrom([]float64{1, 0.9, 0.5}).Draw(t, "exponent")},
			},
		}
		j.Work = j.WorkIn(simtime.Duration(rapid.IntRange(1, 60_000).Draw(t, "duration")), least)
		if rapid.IntRange(0, 3).Draw(t, "due") > 0 {
			j.Deadline = j.Submit.Add(simtime.Duration(rapid.IntRange(1, 120_000).Draw(t, "deadline")))
		}
		sc.Jobs = append(sc.Jobs, j)
	}
	slices.SortStableFunc(sc.Jobs, func(a, b workload.Job) int { return int(a.Submit - b.Submit) })
	return sc
}

// TestPromisesAreKept: whoever ElasticFlow does not refuse is done by its deadline,
// where plans come true; and nobody is refused that could have been alone.
func TestPromisesAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawDeadlines(t)
		e, err := policy.Lookup("elasticflow")
		require.NoError(t, err)
		p := e.New().(*policy.ElasticFlow)
		p.Every = simtime.Duration(rapid.SampledFrom([]int{0, 1000, 5000}).Draw(t, "every"))
		p.Artifact = rapid.Bool().Draw(t, "artifact")
		r := simulate(t, sc, p, nil)
		for _, j := range r.Jobs {
			if j.Phase == policy.Refused {
				require.NotZero(t, j.Deadline, "%s is refused", j.ID)
				continue
			}
			require.Equal(t, policy.Done, j.Phase, j.ID)
			if j.Deadline != 0 {
				require.LessOrEqual(t, j.End, j.Deadline+1, "%s is late", j.ID)
			}
		}
		if len(sc.Jobs) == 1 && p.Every == 0 {
			j := sc.Jobs[0]
			best := j.Work.Time(j.Rate(j.Sizes.Max()))
			require.Equal(t, j.Deadline != 0 && j.Submit.Add(best) > j.Deadline, r.Jobs[0].Phase == policy.Refused, "best %v", best)
		}
	})
}
