package sim_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/cluster"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/traces"
	"rubato/workload"
)

// published is a schedule of the published Tiresias simulator (placement count,
// no overhead), times in whole seconds.
type published struct {
	trace       string // an embedded sample, or tiled
	gpus        int
	policy      string
	sumJCT      int64
	makespan    int64
	preemptions int // -1: not published
}

// The means of the two larger tables are published as sum/jobs; 633446.48… ×
// 1511 jobs is a whole number of seconds, and so for the others.
var schedules = []published{
	{"tiresias/60_job.csv", 16, "fifo", 12049, 3335, 0},
	{"tiresias/60_job.csv", 16, "first-fit", 11441, 3271, 0},
	{"tiresias/60_job.csv", 16, "srtf", 11527, 3271, -1},
	{"tiresias/60_job.csv", 16, "srtf-gpu", 11754, 3315, -1},
	{"tiresias/60_job.csv", 8, "fifo", 93389, 5747, 0},
	{"tiresias/60_job.csv", 8, "first-fit", 42916, 4806, 0},
	{"tiresias/60_job.csv", 8, "srtf", 31192, 4901, -1},
	{"tiresias/60_job.csv", 8, "srtf-gpu", 33803, 4962, -1},
	{tiled, 64, "fifo", 13587660, 100192, 0},
	{tiled, 64, "first-fit", 10147132, 77983, 0},
	{tiled, 64, "srtf", 10008189, 95664, 53},
	{tiled, 64, "srtf-gpu", 6490343, 87138, 351},
	{tiled, 64, "las-tiresias-compat", 12155898, 88986, 525},
	{tiled, 64, "las-tiresias-compat-promote-1", 10999027, 78842, 976},
	{"philly/ee9e8c.csv.gz", 128, "fifo", 957137638, 8187156, 0},
	{"philly/ee9e8c.csv.gz", 128, "first-fit", 503036299, 8184972, 0},
	{"philly/ee9e8c.csv.gz", 128, "srtf", 236715794, 8363157, -1},
	{"philly/ee9e8c.csv.gz", 128, "srtf-gpu", 233083091, 8249433, -1},
}

// TestPublishedSchedules reproduces them to the last digit.
func TestPublishedSchedules(t *testing.T) {
	for _, c := range schedules {
		t.Run(fmt.Sprint(c.trace, "/", c.gpus, "/", c.policy), func(t *testing.T) {
			p := publishedPolicy(t, c.policy)
			r := simulate(t, replay(t, c.trace, c.gpus), p, nil)
			if las, ok := p.(*policy.LAS); ok && las.Promote > 0 {
				require.Equal(t, 901, las.Promotions)
			}
			var sum simtime.Duration
			var last simtime.Time
			for _, j := range r.Jobs {
				require.Equal(t, policy.Done, j.Phase)
				sum += j.TimeToTrain()
				last = max(last, j.End)
			}
			require.Equal(t, c.sumJCT*1000, int64(sum), "sum of JCT")
			require.Equal(t, c.makespan*1000, int64(last.Sub(r.Jobs[0].Submit)), "makespan")
			if c.preemptions >= 0 {
				require.Equal(t, c.preemptions, r.Preemptions, "preemptions")
			}
		})
	}
}

func publishedPolicy(t *testing.T, name string) policy.Policy {
	las := &policy.LAS{Limits: []simtime.Duration{3250 * simtime.Second, 7200 * simtime.Second}, TiresiasCompat: true}
	switch name {
	case "las-tiresias-compat":
		return las
	case "las-tiresias-compat-promote-1":
		las.Promote = 1
		return las
	}
	entry, err := policy.Lookup(name)
	require.NoError(t, err)
	return entry.New()
}

// tiled is the loaded variant of the 60 jobs: eight times over, 1,812 s apart, and
// 20 times as long.
const tiled = "tiresias/60_job.csv x 8"

// replay returns a trace's jobs, rigid and without any cost, on a cluster.
func replay(t *testing.T, trace string, gpus int) *sim.Scenario {
	name, isTiled := strings.CutSuffix(trace, " x 8")
	data, err := traces.Sample(name)
	require.NoError(t, err)
	jobs, err := traces.ReadJobs(name, data, traces.Options{})
	require.NoError(t, err)
	if isTiled {
		jobs.Rows = tile(jobs.Rows)
	}
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "all", Nodes: gpus / 4, GPUsPerNode: 4}}}
	free := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}}
	for _, row := range jobs.Rows {
		j := workload.Job{ID: row.ID, Submit: row.Submit, Requested: row.GPUs, Sizes: workload.Fixed(row.GPUs), Profile: free}
		j.Work = workload.WorkOf(j.Rate(row.GPUs), row.Duration)
		sc.Jobs = append(sc.Jobs, j)
	}
	return sc
}

// TestPublishedMedians checks the medians that were published for Philly, and the
// figures of las there, which are for orientation: within 2 %.
func TestPublishedMedians(t *testing.T) {
	sc := replay(t, "philly/ee9e8c.csv.gz", 128)
	for name, want := range map[string]int64{"fifo": 732911, "first-fit": 136771, "srtf": 33816, "srtf-gpu": 33816} {
		require.Equal(t, want*1000, int64(medianJCT(simulate(t, sc, publishedPolicy(t, name), nil))), name)
	}
	las := simulate(t, sc, publishedPolicy(t, "las-tiresias-compat"), nil)
	require.InEpsilon(t, 246863.56, float64(sumOfJCT(las))/float64(1000*len(las.Jobs)), 0.02, "mean")
	require.InEpsilon(t, 51654, medianJCT(las).Seconds(), 0.02, "median")
	require.InEpsilon(t, 8254962, las.End.Seconds(), 0.02, "makespan")
	small := simulate(t, replay(t, "tiresias/60_job.csv", 16), publishedPolicy(t, "las-tiresias-compat"), nil)
	require.InEpsilon(t, 190.68, float64(sumOfJCT(small))/60_000, 0.02)
}

func tile(rows []traces.Job) (out []traces.Job) {
	for k := range 8 {
		for _, r := range rows {
			r.ID = fmt.Sprint(r.ID, "-", k)
			r.Submit = r.Submit.Add(simtime.Duration(k) * 1812 * simtime.Second)
			r.Duration *= 20
			out = append(out, r)
		}
	}
	return out
}

func medianJCT(r *sim.Result) simtime.Duration {
	var all []simtime.Duration
	for i := range r.Jobs {
		all = append(all, r.Jobs[i].TimeToTrain())
	}
	slices.Sort(all)
	return all[len(all)/2]
}
