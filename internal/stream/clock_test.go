package stream

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

// The answers are worked by hand: on weekdays the rate is 7/5 of the mean, at the
// weekend there is none.
func TestClockOfAWeek(t *testing.T) {
	days := []float64{1, 1, 1, 1, 1, 0, 0}
	for _, c := range []struct{ begin, span, want simtime.Duration }{
		{0, 7 * simtime.Hour, 5 * simtime.Hour},
		{0, 7 * simtime.Day, 5 * simtime.Day},
		{4 * simtime.Day, 28 * simtime.Hour, 20 * simtime.Hour},
		{4*simtime.Day + 23*simtime.Hour, 7 * simtime.Hour, simtime.Hour + 2*simtime.Day + 4*simtime.Hour},
		{5 * simtime.Day, 7, 2*simtime.Day + 5},
		{5*simtime.Day + 30*simtime.Minute, 7, 2*simtime.Day - 30*simtime.Minute + 5},
	} {
		clock := Clock{Rates: []Rate{NewWeek(nil, days, c.begin)}}
		require.Equal(t, c.want, clock.Advance(c.span), c)
	}
	// A weight of 3 from 00:00 to 01:00 and of 1 for the other 23 hours: 24/26 of them.
	hours := make([]float64, 24)
	for i := range hours {
		hours[i] = 1
	}
	hours[0] = 3
	clock := Clock{Rates: []Rate{NewWeek(hours, nil, 0)}}
	require.Equal(t, simtime.Hour, clock.Advance(simtime.Duration(math.Ceil(float64(simtime.Hour)*72/26))))
	require.Equal(t, simtime.Hour+26*simtime.Minute, clock.Advance(24*simtime.Minute))
}

func TestClockWithoutRatesAndAtItsEnd(t *testing.T) {
	var c Clock
	require.Equal(t, simtime.Duration(7), c.Advance(7))
	require.Equal(t, 2*simtime.Longest, c.Advance(3*simtime.Longest))
	require.Equal(t, 2*simtime.Longest, c.Advance(1))
	w := Clock{Rates: []Rate{NewWeek(nil, nil, 0)}}
	require.Equal(t, 2*simtime.Longest, w.Advance(3*simtime.Longest))
}

// arrivals returns the counts of a Poisson process, one a span on average, in
// windows of equal length.
func arrivals(seed uint64, windows int, window simtime.Duration, rates ...Rate) []float64 {
	const mean = simtime.Minute
	out := make([]float64, windows)
	d, r, c := Distribution{Family: Exponential, Mean: mean}, New(seed, "arrivals"), Clock{Rates: rates}
	for {
		at := c.Advance(d.Draw(r))
		if i := int(at / window); i < windows {
			out[i]++
		} else {
			return out
		}
	}
}

// Counts by hour of the week over 200 weeks are Poisson with the mean of the rate:
// chi-square over the 168 hours is within its 99.9 % bounds, and so is that of the
// counts' dispersion.
func TestPoissonOfAWeek(t *testing.T) {
	const weeks = 200
	hours, days := make([]float64, 24), []float64{1, 1, 1, 1, 1, 0.4, 0.3}
	for h := range hours {
		hours[h] = 1 + 0.8*math.Sin(2*math.Pi*float64(h)/24)
	}
	week := NewWeek(hours, days, 0)
	sum := 0.0
	for _, h := range week.hours {
		sum += h / float64(len(week.hours))
	}
	require.InDelta(t, 1, sum, 1e-12)
	counts := arrivals(3, weeks*168, simtime.Hour, NewWeek(hours, days, 0))
	var byHour [168]float64
	dispersion := 0.0
	for i, n := range counts {
		byHour[i%168] += n
		want := 60 * week.hours[i%168]
		dispersion += (n - want) * (n - want) / want
	}
	chi := 0.0
	for h, n := range byHour {
		want := weeks * 60 * week.hours[h]
		chi += (n - want) * (n - want) / want
	}
	inChiSquare(t, 168, chi)
	inChiSquare(t, weeks*168, dispersion)
}

// inChiSquare fails if a sum of n squares of standard normals is out of its 99.9 %
// bounds (Wilson and Hilferty's approximation).
func inChiSquare(t *testing.T, n, sum float64) {
	t.Helper()
	z := (math.Cbrt(sum/n) - (1 - 2/(9*n))) / math.Sqrt(2/(9*n))
	require.Less(t, math.Abs(z), 3.29, "chi-square %v of %v", sum, n)
}

// The index of dispersion of the counts of a two-state Markov-modulated Poisson
// process has a closed form (Heffes and Lucantoni, IEEE JSAC 4(6), 1986);
// the mean rate is 1. Windows are gathered over many seeds, so that each is in the
// steady state; the bounds are five standard errors of the groups of 100 seeds.
func TestBurstsHaveTheirDispersion(t *testing.T) {
	const factor, calm, burst, window = 8.0, 40.0, 10.0, 120.0 // minutes
	s1, s2 := 1/calm, 1/burst
	l1 := (calm + burst) / (calm + factor*burst)
	l2 := factor * l1
	tail := (1 - math.Exp(-(s1+s2)*window)) / ((s1 + s2) * window)
	want := 1 + 2*s1*s2*(l1-l2)*(l1-l2)/((s1+s2)*(s1+s2)*(l1*s2+l2*s1))*(1-tail)
	var means, squares []float64
	for group := range uint64(40) {
		sum, square := 0.0, 0.0
		for seed := range uint64(100) {
			seed += 100 * group
			n := arrivals(seed, 1, window*simtime.Minute, NewBursts(New(seed, "bursts"), factor, calm*simtime.Minute, burst*simtime.Minute))[0]
			sum += n / 100
			square += (n - window) * (n - window) / window / 100
		}
		means, squares = append(means, sum), append(squares, square)
	}
	within(t, window, means)
	within(t, want, squares)
}

// within fails if the mean of independent values is over five standard errors away.
func within(t *testing.T, want float64, values []float64) {
	t.Helper()
	n := float64(len(values))
	mean, square := 0.0, 0.0
	for _, v := range values {
		mean += v / n
	}
	for _, v := range values {
		square += (v - mean) * (v - mean) / (n - 1)
	}
	require.InDelta(t, want, mean, 5*math.Sqrt(square/n))
}
