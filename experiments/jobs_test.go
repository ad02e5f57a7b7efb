package experiments

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
	"rubato/workload"
)

func jobsOf(t *testing.T, text string, seed uint64) []workload.Job {
	t.Helper()
	e, err := Read("x.yaml", []byte(complete(text)), "testdata/traces", Options{})
	require.NoError(t, err)
	jobs := e.buildJobs(seed)
	require.NoError(t, e.doc.Err())
	return jobs
}

func TestLegalSizes(t *testing.T) {
	for _, c := range []struct {
		gpus, replica int
		elastic, want string
	}{
		{8, 1, "none", "8"},
		{8, 1, "{sizes: [16, 8, 4]}", "4, 8, 16"},
		{8, 1, "{min: 4, max: 16, step: 4}", "4..16 step 4"},
		{8, 1, "{min: 4, max: 16}", "4..16 step 1"},
		{8, 1, "{min: 2, max: 16, step: double}", "2, 4, 8, 16"},
		{8, 1, "{minFactor: 0.25, maxFactor: 4}", "2, 4, 8, 16, 32"},
		{8, 1, "{minFactor: 0.3, maxFactor: 3.9}", "4, 8, 16"},
		{6, 1, "{minFactor: 0.1, maxFactor: 1}", "3, 6"},
		{8, 1, "{maxFactor: 2, step: 3}", "8..14 step 3"},
		{8, 1, "{minFactor: 0.1, step: 3}", "2..8 step 3"},
		{30, 1, "{minFactor: 0.1, step: 1}", "3..30 step 1"},
		{1, 1, "{minFactor: 0.5, maxFactor: 4}", "1, 2, 4"},
		{16, 8, "{minFactor: 0.1, maxFactor: 4}", "1, 2, 4, 8"},
		{16, 8, "{min: 8, max: 32}", "1..4 step 1"},
		{24, 8, "{minFactor: 0.5, maxFactor: 2, step: 8}", "2..6 step 1"},
	} {
		text := fmt.Sprintf("workload: {jobs: [{id: a, gpus: %d, duration: 1h, replicaGPUs: %d, elastic: %s}]}\ncluster: {pools: [{name: p, nodes: 8, gpusPerNode: 8}]}\n", c.gpus, c.replica, c.elastic)
		jobs := jobsOf(t, text, 1)
		require.Equal(t, c.want, jobs[0].Sizes.String(), "%d %s", c.gpus, c.elastic)
		require.Equal(t, c.gpus/c.replica, jobs[0].Requested)
	}
}

// A job takes what it does not set from the model, key by key.
func TestJobOverridesModel(t *testing.T) {
	jobs := jobsOf(t, `workload:
  model: {priority: 3, checkpoint: {interval: 1h, save: 10s}, restart: {start: 60s, load: 5s}, preemptible: false, maxLosses: 2, elastic: {maxFactor: 2}, scaling: {model: amdahl, serial: 0.1}}
  jobs:
    - {id: a, gpus: 4, duration: 2h}
    - {id: b, gpus: 4, duration: 2h, priority: 9, checkpoint: {save: 20s}, restart: {start: 30s, firstStart: 0s}, elastic: none, preemptible: true, scaling: {model: linear}, submit: 5s, cancel: 1d, user: u, team: t, estimate: 3h}
`, 1)
	a, b := jobs[0], jobs[1]
	require.Equal(t, workload.Checkpoint{Interval: workload.Interval{Time: simtime.Hour}, Save: 10 * simtime.Second}, a.Checkpoint)
	require.Equal(t, restart(simtime.Minute, 5*simtime.Second), a.Restart)
	require.Equal(t, 3, a.Priority)
	require.True(t, a.NonPreemptible)
	require.Equal(t, 2, a.MaxLosses)
	require.Equal(t, "4, 8", a.Sizes.String())
	require.Equal(t, workload.WorkOf(a.Rate(4), 2*simtime.Hour), a.Work)
	require.Equal(t, workload.Checkpoint{Save: 20 * simtime.Second}, b.Checkpoint)
	require.Equal(t, restart(30*simtime.Second, 0), workload.Restart{Costs: b.Restart.Costs})
	require.Zero(t, *b.Restart.First)
	require.Equal(t, 9, b.Priority)
	require.False(t, b.NonPreemptible)
	require.False(t, b.Sizes.Elastic())
	require.Equal(t, simtime.Time(5*simtime.Second), b.Submit)
	require.Equal(t, simtime.Time(simtime.Day), b.Cancel)
	require.Equal(t, 3*simtime.Hour, b.Estimate)
	require.Equal(t, workload.WorkOf(4*workload.RateUnit, 2*simtime.Hour), b.Work)
}

func TestTableIsOfGPUs(t *testing.T) {
	jobs := jobsOf(t, "workload: {jobs: [{id: a, gpus: 16, duration: 1h}], model: {replicaGPUs: 8, scaling: {model: table, points: [[8, 2000], [16, 3800]]}}}\n", 1)
	require.InDelta(t, 1.9, jobs[0].Scaling.Speedup(workload.Shape{Replicas: 2}), 1e-12)
}

func TestTraceWindowAndStretch(t *testing.T) {
	jobs := jobsOf(t, "workload: {trace: {file: jobs.csv, from: 10s, submitFactor: 1.5, durationFactor: 0.25}}\n", 1)
	require.Len(t, jobs, 2)
	require.Equal(t, "b", jobs[0].ID)
	require.Equal(t, simtime.Time(0), jobs[0].Submit)
	require.Equal(t, simtime.Time(15*simtime.Second), jobs[1].Submit)
	require.Equal(t, workload.WorkOf(jobs[0].Rate(2), 50*simtime.Second), jobs[0].Work)
	require.Equal(t, workload.WorkOf(jobs[1].Rate(12), 12500*simtime.Millisecond), jobs[1].Work)
}

const generated = `seeds: [1, 2]
workload:
  generate: {jobs: 20000, interarrival: 60s, duration: {mean: 1h, distribution: lognormal, sigma: 0.5}, gpus: {1: 0.7, 8: 0.3}}
  model: {elastic: {maxFactor: 2, share: 0.4}}
`

// The means are within five standard errors of what was asked for.
func TestGeneratedJobs(t *testing.T) {
	jobs := jobsOf(t, generated, 1)
	require.Len(t, jobs, 20000)
	n := float64(len(jobs))
	big, elastic, run := 0, 0, 0.0
	for i, j := range jobs {
		if j.Requested == 8 {
			big++
		}
		if j.Sizes.Elastic() {
			elastic++
		}
		run += float64(j.Work.Time(j.Rate(j.Requested)))
		require.True(t, i == 0 || j.Submit >= jobs[i-1].Submit)
	}
	require.InDelta(t, 0.3, float64(big)/n, 5*math.Sqrt(0.3*0.7/n))
	require.InDelta(t, 0.4, float64(elastic)/n, 5*math.Sqrt(0.4*0.6/n))
	deviation := math.Sqrt(math.Exp(0.25) - 1) // of a lognormal, over its mean
	require.InEpsilon(t, float64(simtime.Hour), run/n, 5*deviation/math.Sqrt(n))
	require.InEpsilon(t, float64(simtime.Minute), float64(jobs[len(jobs)-1].Submit)/n, 5/math.Sqrt(n))
}

func TestSeedsDrawDifferentJobsAndTheSameTwice(t *testing.T) {
	one, again, two := jobsOf(t, generated, 1), jobsOf(t, generated, 1), jobsOf(t, generated, 2)
	for i := range one {
		require.Equal(t, one[i].Submit, again[i].Submit)
		require.Equal(t, one[i].Work, again[i].Work)
		require.Equal(t, one[i].Sizes, again[i].Sizes)
	}
	require.NotEqual(t, one[0].Submit, two[0].Submit)
}

// Whether a job is elastic does not depend on the others.
func TestShareIsDrawnJobByJob(t *testing.T) {
	const model = "  model: {elastic: {maxFactor: 2, share: 0.5}}\n"
	few := jobsOf(t, "workload:\n  jobs: [{id: a, gpus: 1, duration: 1h}, {id: c, gpus: 1, duration: 1h}]\n"+model, 1)
	more := jobsOf(t, "workload:\n  jobs: [{id: a, gpus: 1, duration: 1h}, {id: b, gpus: 1, duration: 1h}, {id: c, gpus: 1, duration: 1h}]\n"+model, 1)
	require.Equal(t, few[0].Sizes, more[0].Sizes)
	require.Equal(t, few[1].Sizes, more[2].Sizes)
}

func TestCalendarStartsAtTheOriginsTimeOfDay(t *testing.T) {
	for origin, first := range map[string]simtime.Time{
		"": simtime.Time(6 * simtime.Hour), "origin: 2026-01-05T08:00:00Z\n": simtime.Time(4 * simtime.Hour),
		"origin: 2026-01-05T05:30:00.250+09:00\n": simtime.Time(29*simtime.Minute + 59*simtime.Second + 750),
	} {
		e, err := Read("x.yaml", []byte(complete(origin+"workload: {jobs: [{id: a, gpus: 1, duration: 1h}]}\navailability: [{calendar: {base: 8, hours: [{from: \"06:00\", to: \"12:00\", gpus: 2}]}}]\n")), "", Options{})
		require.NoError(t, err)
		require.Equal(t, first, e.availability.Changes[1].At, origin)
	}
}

// A job whose least size fits can still never run under a policy that runs jobs
// at the size they request.
func TestAJobMustFitEveryPolicy(t *testing.T) {
	text := complete("workload:\n  jobs: [{id: a, gpus: 32, duration: 1h, elastic: {sizes: [8, 32]}}]\npolicies: {hyperpod: {}, fifo: {}}\n")
	_, err := Read("x.yaml", []byte(text), "", Options{})
	require.ErrorContains(t, err, `job "a" can never run under policy fifo: it needs 32 GPUs at once there, want at most the 16 that pool "p" ever has for jobs`)
	_, err = Read("x.yaml", []byte(text), "", Options{Policies: []string{"hyperpod"}})
	require.NoError(t, err)
}

func restart(start, load simtime.Duration) workload.Restart {
	var r workload.Restart
	r.Costs[workload.ProcessStart], r.Costs[workload.Load] = workload.Constant(start), workload.Constant(load)
	return r
}
