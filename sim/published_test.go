package sim_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/cluster"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/traces"
	"rubato/workload"
)

// TestPublishedFIFO reproduces, to the last digit, the schedules of the
// published Tiresias simulator (policy fifo, placement count, no overhead).
func TestPublishedFIFO(t *testing.T) {
	for _, c := range []struct {
		sample   string
		gpus     int
		meanJCT  float64
		makespan simtime.Duration
	}{
		{"tiresias/60_job.csv", 16, 200.81666666666666, 3335 * simtime.Second},
		{"tiresias/60_job.csv", 8, 93389.0 / 60, 5747 * simtime.Second},
		{"philly/ee9e8c.csv.gz", 128, 633446.4844473859, 8187156 * simtime.Second},
	} {
		r := simulate(t, replay(t, c.sample, c.gpus), &policy.FIFO{}, nil)
		var sum simtime.Duration
		var last simtime.Time
		for _, j := range r.Jobs {
			require.Equal(t, policy.Done, j.Phase)
			sum += j.TimeToTrain()
			last = max(last, j.End)
		}
		require.Equal(t, c.meanJCT, float64(sum)/float64(1000*len(r.Jobs)), c.sample)
		require.Equal(t, c.makespan, last.Sub(r.Jobs[0].Submit), c.sample)
	}
}

// replay returns a sample's jobs, rigid and without any cost, on a cluster.
func replay(t *testing.T, sample string, gpus int) *sim.Scenario {
	data, err := traces.Sample(sample)
	require.NoError(t, err)
	jobs, err := traces.ReadJobs(sample, data, traces.Options{})
	require.NoError(t, err)
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "all", Nodes: gpus / 4, GPUsPerNode: 4}}}
	free := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}}
	for _, row := range jobs.Rows {
		j := workload.Job{ID: row.ID, Submit: row.Submit, Requested: row.GPUs, Sizes: workload.Fixed(row.GPUs), Profile: free}
		j.Work = workload.WorkOf(j.Rate(row.GPUs), row.Duration)
		sc.Jobs = append(sc.Jobs, j)
	}
	return sc
}
