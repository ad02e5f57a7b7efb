package cluster

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/internal/stream"
	"rubato/simtime"
)

// erlang is the probability of n of at most most machines, by its definition.
func erlang(load float64, most, n int) float64 {
	term := func(k int) float64 {
		g, _ := math.Lgamma(float64(k + 1))
		return math.Exp(float64(k)*math.Log(load) - g)
	}
	sum := 0.0
	for k := 0; k <= most; k++ {
		sum += term(k)
	}
	return term(n) / sum
}

// Over 2,000 seeds the number of machines is Erlang's distribution at time 0 and 30
// mean lives later; each share is within 4.5 standard errors.
func TestSpotIsInErlangsSteadyState(t *testing.T) {
	s := Spot{Nodes: 6, Between: 20 * simtime.Minute, Life: 2 * simtime.Hour}
	end := simtime.Time(60 * simtime.Hour)
	const seeds = 2000
	first, last := make([]float64, 7), make([]float64, 7)
	for seed := range uint64(seeds) {
		live, names := 0, map[string]bool{}
		arrivals := s.Until(seed, "p", end)
		for i, a := range arrivals {
			require.True(t, i == 0 || a.At >= arrivals[i-1].At)
			require.NotEqual(t, a.Comes, names[a.Name])
			if names[a.Name] = a.Comes; a.Comes {
				live++
			} else {
				live--
			}
			require.LessOrEqual(t, live, s.Nodes)
			if i+1 == len(arrivals) || a.At == 0 && arrivals[i+1].At > 0 {
				if a.At == 0 {
					first[live]++
				}
			}
		}
		if len(arrivals) == 0 || arrivals[0].At > 0 {
			first[0]++
		}
		last[live]++
	}
	for n := range first {
		p := erlang(6, s.Nodes, n)
		bound := 4.5 * math.Sqrt(p*(1-p)/seeds)
		require.InDelta(t, p, first[n]/seeds, bound, "%d at first", n)
		require.InDelta(t, p, last[n]/seeds, bound, "%d at last", n)
	}
}

// A load beyond what a float holds is met by all machines.
func TestSpotOfManyMachines(t *testing.T) {
	s := Spot{Nodes: 1000, Between: 1, Life: 365 * simtime.Day}
	require.Equal(t, 1000, s.steady(stream.New(1, "x")))
	s = Spot{Nodes: 5000, Between: simtime.Minute, Life: 1000 * simtime.Minute}
	mean := 0.0
	r := stream.New(1, "x")
	for range 400 {
		mean += float64(s.steady(r)) / 400
	}
	require.InDelta(t, 1000, mean, 4.5*math.Sqrt(1000.0/400))
}

// More nodes wanted move neither offers nor lives.
func TestSpotDrawsDoNotMove(t *testing.T) {
	small := Spot{Nodes: 2, Between: simtime.Hour, Life: 10 * simtime.Minute}
	large := small
	large.Nodes = 50
	lives := func(s Spot) map[simtime.Time]simtime.Duration {
		out, came := map[simtime.Time]simtime.Duration{}, map[string]simtime.Time{}
		for _, a := range s.Until(7, "p", simtime.Time(1000*simtime.Hour)) {
			if a.Comes {
				came[a.Name] = a.At
			} else {
				out[came[a.Name]] = a.At.Sub(came[a.Name])
			}
		}
		return out
	}
	got, all := lives(small), lives(large)
	require.Greater(t, len(got), 900)
	require.GreaterOrEqual(t, len(all), len(got))
	for at, life := range got {
		if at > 0 {
			require.Equal(t, all[at], life)
		}
	}
}

// Factors of noise have a mean of 1, the variance of a log-normal distribution and
// the correlation that their memory says.
func TestNoise(t *testing.T) {
	n := Noise{Sigma: 0.4, Every: simtime.Hour, Memory: 2 * simtime.Hour}
	const demand, hours = 1_000_000, 400_000
	out := make([]float64, 0, hours)
	for _, s := range n.Steps(stream.New(1, "noise"), []Step{{0, demand}}, math.MaxInt, simtime.Time(hours*simtime.Hour)) {
		for simtime.Duration(len(out))*simtime.Hour < simtime.Duration(s.At) {
			out = append(out, out[len(out)-1])
		}
		out = append(out, float64(s.GPUs)/demand)
	}
	mean, square, product, previous := 0.0, 0.0, 0.0, 0.0
	for _, v := range out {
		mean += v / float64(len(out))
		l := math.Log(v) + n.Sigma*n.Sigma/2
		square += l * l / float64(len(out))
		product += l * previous / float64(len(out))
		previous = l
	}
	// A correlation of e^-½ an hour makes (1+e^-½)/(1−e^-½) = 4.08 hours worth one.
	worth := math.Sqrt(4.08 / hours)
	require.InDelta(t, 1, mean, 5*0.4*worth)
	require.InDelta(t, 0.16, square, 5*0.16*math.Sqrt2*worth)
	require.InDelta(t, math.Exp(-0.5), product/square, 5*worth)
}

// Without spread the demand stays, with its own steps, up to what there is.
func TestNoiseKeepsTheSteps(t *testing.T) {
	n := Noise{Sigma: 1e-9, Every: 10}
	demand := []Step{{0, 5}, {15, 9}, {20, 2}, {40, 0}}
	require.Equal(t, []Step{{0, 5}, {15, 8}, {20, 2}, {40, 0}}, n.Steps(stream.New(1, "noise"), demand, 8, 60))
}

// On Friday from 22:00 to 06:00 is a rule of Friday's, on Saturday too.
func TestCalendarOfAWeek(t *testing.T) {
	c := Calendar{Base: 1, Hours: []Hours{
		{From: 0, To: 24 * hour, GPUs: 2, Days: Weekend}, {From: 22 * hour, To: 6 * hour, GPUs: 3, Days: Day(4)},
	}}
	at := func(day, h int) simtime.Time {
		return simtime.Time(day)*simtime.Time(simtime.Day) + simtime.Time(h)*simtime.Time(hour)
	}
	require.Equal(t, []Step{{0, 1}, {at(4, 22), 3}, {at(5, 6), 2}, {at(7, 0), 1}, {at(11, 22), 3}}, c.Steps(0, at(12, 0)))
	require.Equal(t, []Step{{0, 3}, {at(0, 3), 2}, {at(1, 21), 1}}, c.Steps(5*simtime.Day+3*hour, at(3, 0)))
}

// The preset of InfiniteHBD is the fit of greatest likelihood to the outages of its
// trace, and describes them better than the exponential distribution of their mean:
// the greatest distance of the distribution functions is 0.065 instead of over 0.3.
func TestPublishedRepairFitsItsTrace(t *testing.T) {
	outages, nodeDays := infiniteHBD(t)
	p := Published()[3]
	require.InDelta(t, p.Rate, float64(len(outages))/nodeDays*1000, 0.0005)
	var logs, positive []float64
	for _, h := range outages {
		if h > 0 {
			positive, logs = append(positive, h), append(logs, math.Log(h))
		}
	}
	require.Len(t, outages, 582)
	require.Len(t, positive, 568)
	k := p.Repair.Shape
	scale := p.Repair.Mean.Hours() / math.Gamma(1+1/k)
	// The likelihood is flat at its top: both derivatives are nearly zero.
	sumK, sumKLog, sumLog := 0.0, 0.0, 0.0
	for i, h := range positive {
		sumK += math.Pow(h, k)
		sumKLog += math.Pow(h, k) * logs[i]
		sumLog += logs[i]
	}
	n := float64(len(positive))
	require.InDelta(t, scale, math.Pow(sumK/n, 1/k), 0.1)
	require.InDelta(t, 0, sumKLog/sumK-1/k-sumLog/n, 0.005)
	require.InDelta(t, 0.065, distance(positive, func(h float64) float64 { return 1 - math.Exp(-math.Pow(h/scale, k)) }), 0.002)
	require.Greater(t, distance(positive, func(h float64) float64 { return 1 - math.Exp(-h/p.Repair.Mean.Hours()) }), 0.3)
}
