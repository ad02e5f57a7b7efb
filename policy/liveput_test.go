package policy

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/simtime"
	"rubato/workload"
)

// TestForecast: 8, 8 and 4 GPUs. The level is 8, 8, 6, the trend 0, 0, 0.3·(6-8) = -0.6;
// from 4 on that is -0.48, -0.384 and -0.3072 more an interval: 3.52, 3.136, 2.8288.
func TestForecast(t *testing.T) {
	var f forecast
	for i, n := range []int{8, 8, 4} {
		f.sample(simtime.Time(i)*1000, 1000, n)
	}
	require.InDelta(t, 6, f.level, 1e-12)
	require.InDelta(t, -0.6, f.trend, 1e-12)
	require.Equal(t, []int{4, 4, 3, 3}, f.next(nil, 4, Trend, 8))
	require.Equal(t, []int{4, 4, 4}, f.next(nil, 3, Last, 8))
	f.sample(2500, 1000, 1)
	require.InDelta(t, 6, f.level, 1e-12, "only the first of an interval counts")
	f.sample(4000, 1000, 5)
	var want forecast
	for i, n := range []int{8, 8, 4, 1, 5} {
		want.sample(simtime.Time(i)*1000, 1000, n)
	}
	require.Equal(t, want, f, "an interval without a sample has the last one")
}

// TestCourse: the course that is found trains as much as the best of all courses.
func TestCourse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		most := rapid.IntRange(1, 4).Draw(t, "most")
		sizes, err := workload.Steps(1, most, rapid.IntRange(1, 2).Draw(t, "step"))
		require.NoError(t, err)
		spec := &workload.Job{
			Requested: 1, Sizes: sizes,
			Profile: &workload.Profile{ReplicaGPUs: rapid.IntRange(1, 2).Draw(t, "replica"), Scaling: workload.PowerLaw{Exponent: 0.7}},
		}
		j := &Job{Job: spec, Home: spec, Estimate: simtime.Longest, Active: 1}
		n := rapid.IntRange(1, 4).Draw(t, "lookahead")
		l := &Liveput{Interval: 60_000, Lookahead: n, spot: spot{Changeover: simtime.Duration(rapid.IntRange(1, 100_000).Draw(t, "change"))}}
		unsaved := int64(rapid.IntRange(0, 100_000).Draw(t, "unsaved"))
		l.state = &State{Progress: func(*Job) simtime.Duration { return 0 }, Unsaved: func(*Job) int64 { return unsaved }}
		for range n {
			l.capacity = append(l.capacity, rapid.IntRange(0, 8).Draw(t, "capacity"))
		}
		now := sizes.Floor(rapid.IntRange(0, most).Draw(t, "now"))
		capacity := slices.Clone(l.capacity)
		want := bestCourse(l, j, now, 0, capacity)
		first := l.course.best(l, j, now)
		got := gain(l, j, now, first, 0, capacity) + bestCourse(l, j, first, 1, capacity)
		require.InDelta(t, want, got, 1e-6*math.Abs(want)+1e-6)
		for i := range capacity {
			require.GreaterOrEqual(t, l.capacity[i], 0)
			require.LessOrEqual(t, l.capacity[i], capacity[i], "the course takes what it uses")
		}
	})
}

// bestCourse tries all courses from an interval on.
func bestCourse(l *Liveput, j *Job, now, i int, capacity []int) float64 {
	if i == len(capacity) {
		return 0
	}
	best := math.Inf(-1)
	for next := 0; next <= j.Sizes.Max(); next++ {
		if (next == 0 || j.Sizes.Legal(next)) && j.GPUs(next) <= capacity[i] {
			best = max(best, gain(l, j, now, next, i, capacity)+bestCourse(l, j, next, i+1, capacity))
		}
	}
	return best
}

// gain is what a job trains in an interval, less what it loses.
func gain(l *Liveput, j *Job, now, next, i int, capacity []int) float64 {
	v := 0.0
	if next > 0 {
		v = rate(j.Home, next) * float64(l.Interval)
		if next != now {
			v -= rate(j.Home, next) * float64(l.Changeover)
		}
	}
	if now > 0 && j.GPUs(now) > capacity[i] {
		v -= rate(j.Home, now) * l.unsavedAt(j, i)
	}
	return v
}
