package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/sim"
	"rubato/simtime"
)

func TestContrast(t *testing.T) {
	c := contrast{one: "%s wastes %s", other: ", %s %s", all: "all waste %s"}
	a, b, d := score{"a", 30, "30 %"}, score{"b%s", 10, "10 %"}, score{"d", 10.01, "10 %"}
	require.Equal(t, "plain", c.title(nil, "plain"))
	require.Equal(t, "a wastes 30 %", c.title([]score{a}, ""))
	require.Equal(t, "b%s wastes 10 %, a 30 %", c.title([]score{a, b, d}, ""))
	require.Equal(t, "all waste 10 %", c.title([]score{b, d}, ""))
	c.highest = true
	require.Equal(t, "a wastes 30 %, b%s 10 %", c.title([]score{b, a}, ""))
}

// 2 GPUs for 10 h, of which a job of 2 trains on both for 4 h or for 8 h: 60 % and
// 20 % are idle.
func TestTitlesSayTheFinding(t *testing.T) {
	r := &Report{}
	for label, hours := range map[string]int64{"brisk": 8, "idle": 4} {
		h := int64(simtime.Hour)
		tl := &Timeline{}
		tl.Observe(0, simtime.Time(hours*h), &sim.Counts{sim.Training: 2})
		tl.Observe(simtime.Time(hours*h), simtime.Time(10*h), &sim.Counts{sim.IdleUnused: 2})
		r.Runs = append(r.Runs, Run{Label: label, Timeline: tl, Result: &sim.Result{
			End: simtime.Time(10 * h), Spent: sim.GPUMillis{sim.Training: 2 * hours * h, sim.IdleUnused: 2 * (10 - hours) * h},
		}})
	}
	require.Equal(t, "brisk wastes 20.0 % of the usable GPU-hours, idle 60.0 %", allocationTitle(panels(r)))
	require.Equal(t, "brisk trains on 80.0 % of the GPUs there for jobs, idle on 40.0 %", utilisationTitle(r))
	curves := []cdfCurve{
		{label: "none"}, {label: "fast", times: []simtime.Duration{0, 0, simtime.Hour}}, {label: "slow", times: []simtime.Duration{simtime.Second, 5 * simtime.Minute, simtime.Hour}},
	}
	require.Equal(t, "Under fast half of the completed jobs take 0 s or less, under slow 5.00 min", timeToTrain.titleOf(curves))
	require.Equal(t, "Queueing delay of the jobs that completed", queueingDelay.titleOf(curves[:1]))
	require.Equal(t, "Under all policies jobs run until 4.00 h", ganttTitle([]ganttPanel{
		{label: "a", until: simtime.Time(4 * simtime.Hour)}, {label: "b", until: simtime.Time(4 * simtime.Hour)},
	}))
}
