package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// Job 0 has two GPUs, then four: the third row is job 1's, so it takes the rows past
// that too. Then job 1 ends, and job 0 shrinks.
func TestGanttBars(t *testing.T) {
	span := func(job int32, from, to simtime.Time, gpus int32) interval {
		return interval{job: job, from: from, to: to, phase: policy.Training, gpus: gpus}
	}
	bars := ganttBars([]interval{span(0, 0, 10, 2), span(0, 10, 30, 4), span(0, 30, 40, 3), span(1, 5, 30, 1)})
	require.Equal(t, []bar{
		{0, 0, 2, 0, 10, policy.Training},
		{1, 2, 3, 5, 30, policy.Training},
		{0, 0, 2, 10, 30, policy.Training}, {0, 3, 5, 10, 30, policy.Training},
		{0, 0, 2, 30, 40, policy.Training}, {0, 3, 4, 30, 40, policy.Training},
	}, bars)
}

// Under every policy the bars have the GPU time of the jobs, no two cover each
// other, and no row is past the cluster's GPUs.
func TestGanttBarsTile(t *testing.T) {
	for _, run := range simulated(t, policyNames(), 1).Runs {
		bars := ganttBars(run.Log.intervals(run.Result.End))
		var area, want int64
		for s := firstJobState; s < sim.NumStates; s++ {
			want += run.Result.Spent[s]
		}
		rows := make(map[int][]bar)
		for _, b := range bars {
			area += b.area()
			require.Less(t, b.from, b.to)
			require.LessOrEqual(t, b.past, run.Result.GPUs)
			for row := b.first; row < b.past; row++ {
				if n := len(rows[row]); n > 0 {
					require.LessOrEqual(t, rows[row][n-1].to, b.from, "%s: row %d", run.Label, row)
				}
				rows[row] = append(rows[row], b)
			}
		}
		require.Equal(t, want, area, run.Label)
	}
}

func TestGanttIsBounded(t *testing.T) {
	r := longRun(20_000)
	ps := ganttPanels(r)
	require.Len(t, ps[0].bars, mostBars)
	require.Equal(t, 2*20_000-mostBars, ps[0].left)
	require.Contains(t, ganttNote(r, ps), "32,000 small bars are left out")
}
