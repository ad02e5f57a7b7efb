package experiments

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/sim"
	"rubato/simtime"
)

// publishedJob is a job in the simulator of Pollux: when it first got GPUs and when it
// ended, in seconds, and how often it started again.
type publishedJob struct{ first, end, restarts int }

func publishedJobs(t *testing.T, path string) map[string]publishedJob {
	f, err := os.Open(path)
	if err != nil {
		t.Skip("needs the results of the simulator of Pollux in", path)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	jobs := make(map[string]publishedJob)
	for _, r := range rows[1:] {
		var n [3]int
		for i, column := range []int{3, 4, 6} {
			n[i], err = strconv.Atoi(r[column])
			require.NoError(t, err)
		}
		jobs[r[0]] = publishedJob{n[0], n[1], n[2]}
	}
	return jobs
}

// TestPolluxSimulator has every job of four workloads start, restart and end just as in
// the simulator of Pollux.
func TestPolluxSimulator(t *testing.T) {
	for _, workload := range []int{1, 2, 3, 6} {
		trace := fmt.Sprintf("workload.trace={file: ../../shared/traces/philly/pollux-osdi21/workloads/workload-%d.csv}", workload)
		if _, err := os.Stat("../../shared/traces"); err != nil {
			t.Skip("needs the workloads of Pollux in ../../shared/traces")
		}
		for name, r := range runs(t, "pollux-simulator", Options{Set: []string{trace}}) {
			t.Run(fmt.Sprintf("%s/workload-%d", name, workload), func(t *testing.T) {
				want := publishedJobs(t, fmt.Sprintf("../../shared/oracles/pollux-simulator/%s-workload-%d.csv", name, workload))
				require.Len(t, r.Jobs, len(want))
				for _, j := range r.Jobs {
					got := publishedJob{seconds(t, j.FirstStart), seconds(t, j.End), j.Preemptions}
					require.Equal(t, want[j.ID], got, j.ID)
				}
			})
		}
	}
}

func seconds(t *testing.T, at simtime.Time) int {
	require.Zero(t, at%simtime.Time(simtime.Second))
	return int(at / simtime.Time(simtime.Second))
}

// TestPolluxSample checks the mean of the built-in workload, so that it holds without
// the published results.
func TestPolluxSample(t *testing.T) {
	want := map[string]int64{"tiresias": 555_151_000, "optimus": 848_300_000} // 160 × the published means
	for name, r := range runs(t, "pollux-simulator", Options{}) {
		var sum int64
		for _, j := range r.Jobs {
			sum += int64(j.TimeToTrain())
		}
		require.Equal(t, want[name], sum, name)
		require.Zero(t, r.Spent[sim.Lost])
	}
}
