package traces

import (
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/simtime"
)

// fourJobs are submitted at 0 s, 10 s, 25 s and 40 s.
func fourJobs() *Jobs {
	j := &Jobs{Origin: time.Date(2020, 4, 1, 0, 0, 0, 0, time.UTC)}
	for i, s := range []simtime.Time{0, 10, 25, 40} {
		j.Rows = append(j.Rows, Job{ID: string(rune('a' + i)), Submit: 1000 * s, GPUs: 1, Duration: 5000, Deadline: 1000 * (s + 60)})
	}
	return j
}

func TestSliceWindow(t *testing.T) {
	o := Everything()
	o.From, o.To = 10_000, 40_000
	got, err := fourJobs().Slice(o)
	require.NoError(t, err)
	require.Equal(t, []Job{
		{ID: "b", Submit: 0, GPUs: 1, Duration: 5000, Deadline: 60_000},
		{ID: "c", Submit: 15_000, GPUs: 1, Duration: 5000, Deadline: 75_000},
	}, got.Rows)
	require.Equal(t, time.Date(2020, 4, 1, 0, 0, 10, 0, time.UTC), got.Origin)
	require.Equal(t, []Skip{{"submitted outside the window: left out", 2}}, got.Skipped)
}

// A load of 2.5 puts 10 s, 25 s and 40 s at 4 s, 10 s and 16 s.
func TestSliceScalesTheLoad(t *testing.T) {
	o := Everything()
	o.Load = 2.5
	got, err := fourJobs().Slice(o)
	require.NoError(t, err)
	for i, at := range []simtime.Time{0, 4000, 10_000, 16_000} {
		require.Equal(t, at, got.Rows[i].Submit)
		require.Equal(t, at+60_000, got.Rows[i].Deadline)
		require.Equal(t, 5*simtime.Second, got.Rows[i].Duration)
	}
	o.Load = 1.0 / 3 // 0.333333
	got, err = fourJobs().Slice(o)
	require.NoError(t, err)
	require.Equal(t, simtime.Time(30_000), got.Rows[1].Submit)
}

func TestSliceOfEverythingIsTheTrace(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		j := drawnJobs(t)
		got, err := j.Slice(Everything())
		require.NoError(t, err)
		requireSame(t, j, got)
	})
}

// The jobs of a sample are in every larger one, and in that of a part of the trace.
func TestSamplesAreNested(t *testing.T) {
	j := &Jobs{}
	for i := range 10_000 {
		j.Rows = append(j.Rows, Job{ID: lineID(i), Submit: simtime.Time(i), GPUs: 1})
	}
	sample := func(share float64, from simtime.Time) map[string]bool {
		o := Everything()
		o.Sample, o.Seed, o.From = share, 7, from
		got, err := j.Slice(o)
		require.NoError(t, err)
		out := make(map[string]bool)
		for _, r := range got.Rows {
			out[r.ID] = true
		}
		return out
	}
	tenth, half, late := sample(0.1, 0), sample(0.5, 0), sample(0.1, 5000)
	require.InDelta(t, 1000, len(tenth), 4*math.Sqrt(900)) // four standard deviations
	require.InDelta(t, 5000, len(half), 4*math.Sqrt(2500))
	for id := range tenth {
		require.True(t, half[id])
	}
	for id := range late {
		require.True(t, tenth[id])
	}
	require.Equal(t, tenth, sample(0.1, 0))
}

func TestSliceFaults(t *testing.T) {
	for want, bend := range map[string]func(*Slice){
		"got a sample of 0, want a share over 0, up to 1":                                       func(o *Slice) { o.Sample = 0 },
		"got a sample of NaN, want a share over 0, up to 1":                                     func(o *Slice) { o.Sample = math.NaN() },
		"got a load scaled by 0, want a factor from 0.001 to 1000":                              func(o *Slice) { o.Load = 0 },
		"got a window from 1s before time 0 of the trace on, want one from time 0 on, or later": func(o *Slice) { o.From = -1000 },
		"no job is left of 4, submitted from 0s to 40s: want a wider window or a larger sample": func(o *Slice) { o.From = 41_000 },
	} {
		o := Everything()
		bend(&o)
		_, err := fourJobs().Slice(o)
		require.EqualError(t, err, want)
	}
	j := fourJobs()
	j.Rows[3].Submit = simtime.Time(simtime.Longest)
	o := Everything()
	o.Load = 0.5
	_, err := j.Slice(o)
	require.ErrorContains(t, err, "want a load that leaves all within ten years")
}

// Of two nodes one is there at the start of the window; of the counts the one that
// holds then.
func TestSliceAvailability(t *testing.T) {
	a, err := ReadAvailability("f", []byte("0,add,a\n0,add,b\n1000,remove,a\n2500,add,c\n4000,remove,b\n"), Options{})
	require.NoError(t, err)
	o := Everything()
	o.From, o.To = 1000, 4000
	got, err := a.Slice(o)
	require.NoError(t, err)
	events, _ := unplaced(got)
	require.Equal(t, []NodeEvent{{At: 0, Up: true, Node: "b"}, {At: 1500, Up: true, Node: "c"}}, events)
	require.Equal(t, simtime.Time(3000), got.End)

	a, err = ReadAvailability("f", []byte(texts[FormatRubatoUnits]), Options{})
	require.NoError(t, err)
	o.From, o.To = 20_000, 60_000
	got, err = a.Slice(o)
	require.NoError(t, err)
	_, counts := unplaced(got)
	require.Equal(t, []Count{{At: 0, Units: 3}, {At: 10_250, Units: 5}}, counts)
	require.Equal(t, a.Origin.Add(20*time.Second), got.Origin)

	o.From = 90_000
	o.To = simtime.Never
	_, err = a.Slice(o)
	require.ErrorContains(t, err, "want a window before 1m30s, the end of the trace")
	o = Everything()
	o.Sample = 0.5
	_, err = a.Slice(o)
	require.ErrorContains(t, err, "a sample or a scaled load is of jobs")
}
