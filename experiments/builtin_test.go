package experiments

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// runs runs an experiment and returns its results by label.
func runs(t *testing.T, name string, o Options) map[string]*sim.Result {
	t.Helper()
	e, err := Load(name, o)
	require.NoError(t, err)
	rep, err := e.Run(context.Background(), RunOptions{})
	require.NoError(t, err)
	out := make(map[string]*sim.Result)
	for _, r := range rep.Runs {
		out[r.Label] = r.Result
	}
	return out
}

// gpuHours converts exactly, or fails.
func gpuHours(t *testing.T, ms int64) int64 {
	t.Helper()
	require.Zero(t, ms%int64(simtime.Hour), "not a whole number of GPU-hours")
	return ms / int64(simtime.Hour)
}

func TestBuiltinsAreNamedAsTheirFiles(t *testing.T) {
	require.NotEmpty(t, Names())
	for _, name := range Names() {
		e, err := Load(name, Options{})
		require.NoError(t, err)
		require.Equal(t, name, e.Name)
		require.NotEmpty(t, e.Title, name)
		require.NotEmpty(t, e.Description, name)
	}
}

// The article's arithmetic: 96 GPUs x the hours of the window, each of 7 days.
func TestNightWindows(t *testing.T) {
	for _, c := range []struct {
		window string
		set    []string
		daily  int64
	}{
		{"8 h", nil, 768},
		{"10 h", []string{"availability[0].calendar.hours[0].from=08:00"}, 960},
		{"12 h", []string{"availability[0].calendar.hours[0].from=10:00"}, 1152},
		{"24 h", []string{"availability[0].calendar.hours=[]"}, 2304},
	} {
		t.Run(c.window, func(t *testing.T) {
			r := runs(t, "hyperpod-night", Options{Set: append(c.set, "horizon=7d"), Policies: []string{"fifo"}})["fifo"]
			require.Equal(t, 7*c.daily, gpuHours(t, r.Spent[sim.IdleUnused]))
			require.Equal(t, simtime.Time(7*simtime.Day), r.End)
		})
	}
}

// Without any cost the job does 16 h x 32 + 8 h x 128 = 1536 GPU-hours a day of
// its 5376. After 3 days 768 are left; the fourth, from 08:00, does 14 h x 32 =
// 448 of them, and the last 320 take 2.5 h at 128: 72 + 14 + 2.5 h.
func TestNightWithoutCosts(t *testing.T) {
	r := runs(t, "hyperpod-night", Options{
		Policies: []string{"hyperpod"},
		Set: []string{
			"workload.model.checkpoint.save=0s", "workload.model.restart={}",
			"policies.hyperpod.scalingTimeout=0s", "availability[0].notice=1ms",
		},
	})["hyperpod"]
	// On three mornings the 96 GPUs are given back 1 ms before they go, so that
	// 288 GPU-ms are made up for at 128: in 3 ms, rounded up.
	require.Equal(t, simtime.Time(88*simtime.Hour+30*simtime.Minute+3), r.End)
	for _, s := range []sim.GPUState{sim.Draining, sim.Starting, sim.Restoring, sim.Saving, sim.Holding, sim.Lost} {
		require.Zero(t, r.Spent[s], s)
	}
}

// The answers of the oracles shrink-for-critical and priority-stop-and-requeue.
func TestCriticalJob(t *testing.T) {
	r := runs(t, "critical-job", Options{})
	require.Equal(t, simtime.Time(37_450_000), r["hyperpod"].End)
	require.Equal(t, simtime.Time(39_900_000), r["priority"].End)
	require.Equal(t, 1, r["priority"].Preemptions)
	require.Equal(t, int64(86_400_000), r["priority"].Spent[sim.IdleBlocked])
	require.Equal(t, 0, r["hyperpod"].Preemptions)
	require.Equal(t, 2, r["hyperpod"].Resizes)
	require.Equal(t, simtime.Time(11*simtime.Hour), r["fifo"].End)
}

func TestEveryJobOfTheRealTracesEnds(t *testing.T) {
	for name, jobs := range map[string]int{"spot-p3": 64, "philly-ee9e8c": 1511} {
		for label, r := range runs(t, name, Options{Set: []string{"horizon=365d"}}) {
			done := 0
			for i := range r.Jobs {
				if r.Jobs[i].Phase == policy.Done {
					done++
				}
			}
			require.Equal(t, jobs, done, "%s under %s", name, label)
		}
	}
}
