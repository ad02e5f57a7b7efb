package report

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/simtime"
	"rubato/traces"
)

// Of two jobs of 8 GPUs and one of 1.5 the plot shows what is worked out here by hand.
func TestPlotJobsData(t *testing.T) {
	j, err := traces.ReadJobs("f", []byte("job,submit_s,duration_s,gpus\na,100,60,8\nb,1900,3600,8\nc,2000,120,1.5\n"), traces.Options{})
	require.NoError(t, err)
	p := jobsPlotOf(j)
	require.Equal(t, bins{1900*simtime.Second + 1, simtime.Minute}, p.arrivals)
	require.Equal(t, "1 min", p.arrivals.widthText())
	require.Equal(t, 1.0, p.jobs[0])
	require.Equal(t, 1.0, p.jobs[30], "1800 s is the start of minute 30")
	require.Equal(t, 1.0, p.jobs[31])
	require.Len(t, p.jobs, 32)
	// 1900 s in 720 parts of 2.639 s: the first job holds the first 22 whole, and
	// 60 - 22×2.639 = 1.942 s of the next.
	require.Equal(t, bins{1900 * simtime.Second, 2639}, p.load)
	require.InDelta(t, 8, p.gpus[21], 1e-9)
	require.InDelta(t, 8*1.942/2.639, p.gpus[22], 1e-9)
	require.Zero(t, p.gpus[23])
	require.InDelta(t, 8, p.gpus[len(p.gpus)-1], 1e-9, "the third job is submitted at the end")
	require.Equal(t, []sizeClass{{2}, {8}}, p.classes)
	require.InDeltaSlice(t, []float64{1.0 / 3, 2.0 / 3}, p.parts[0], 1e-12)
	all := 8*60 + 8*3600 + 1.5*120
	require.InDeltaSlice(t, []float64{180 / all, 1 - 180/all}, p.parts[1], 1e-12)
	require.Equal(t, []simtime.Duration{60_000, 120_000, 3_600_000}, []simtime.Duration{p.curves[0][0].time, p.curves[0][1].time, p.curves[0][2].time})
	require.InDelta(t, 480/all, p.curves[1][0].part, 1e-12)
	require.InDelta(t, 1, p.curves[1][2].part, 1e-12)
	require.Equal(t, "f: 3 jobs in 31.7 min, a mean load of 15.5 GPUs", jobsTitle("f", j.Rows))
	require.Equal(t, "f: 1 job at one time", jobsTitle("f", j.Rows[:1]))
}

// Bins lose no time, wherever the spans lie.
func TestBinsConserveTime(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := evenBins(simtime.Duration(rapid.Int64Range(1, 5000).Draw(t, "end")), rapid.IntRange(1, 40).Draw(t, "bins"))
		spent, whole := make([]float64, b.count()), make([]float64, b.count())
		want := 0.0
		for range rapid.IntRange(0, 5).Draw(t, "spans") {
			from := simtime.Duration(rapid.Int64Range(0, 6000).Draw(t, "from"))
			to := from + simtime.Duration(rapid.Int64Range(0, 6000).Draw(t, "length"))
			b.add(spent, whole, from, to, 3)
			want += 3 * float64(max(0, min(to, b.end)-from))
		}
		got := 0.0
		for i, mean := range b.means(spent, whole) {
			from, to := b.edges(i)
			got += mean * float64(to-from)
		}
		require.InDelta(t, want, got, 1e-6)
	})
}

func TestCapacitySteps(t *testing.T) {
	a, err := traces.ReadAvailability("f", []byte("0,add,a\n0,add,b\n1000,remove,a\n1000,add,c\n2500,remove,b\n4000,add,b\n"), traces.Options{End: 5000})
	require.NoError(t, err)
	steps := capacitySteps(a)
	require.Equal(t, []capacityStep{{0, 2500, 2}, {2500, 4000, 1}, {4000, 5000, 2}}, steps)
	require.Equal(t, "f: 1 to 2 nodes, 1.70 on average", capacityTitle("f", "nodes", steps))
}

// Every format of file is drawn, twice the same, however small the trace.
func TestPlotTraces(t *testing.T) {
	for _, text := range []string{
		"job,submit_s,duration_s,gpus\na,5,0,1\n",
		"job,submit_s,duration_s,gpus\na,0,1,1\nb,0.001,300000000,1000000\n",
		"#rubato jobs origin=2020-04-01T00:00:00.000Z\njob,submit_s,duration_s,gpus\na,0,1,1\nb,300000000,0,3\n",
		"time_s,units\n0,0\n",
		"#rubato availability end_s=300000000\ntime_s,event,node\n5,add,a\n6,remove,a\n",
	} {
		jobs, capacity, err := traces.ReadFrom("f", strings.NewReader(text), traces.Options{})
		require.NoError(t, err)
		for _, format := range PlotFormats() {
			draw := func() []byte {
				var data []byte
				if jobs != nil {
					data, err = PlotJobs("f", jobs, format)
				} else {
					data, err = PlotAvailability("f", capacity, format)
				}
				require.NoError(t, err)
				return data
			}
			first := draw()
			require.NotContains(t, string(first), "NaN")
			require.Equal(t, first, draw())
		}
	}
}
