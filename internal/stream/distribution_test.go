package stream

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

// The mean of 400,000 draws is that asked for, within four standard errors of
// distributions whose variance is known.
func TestMeans(t *testing.T) {
	const n, mean = 400_000, 1000 * simtime.Second
	for family, c := range map[Family]struct{ shape, variation float64 }{
		Constant:    {0, 0},
		Exponential: {0, 1},
		Weibull:     {0.7, math.Sqrt(math.Gamma(1+2/0.7)/math.Pow(math.Gamma(1+1/0.7), 2) - 1)},
		Lognormal:   {1, math.Sqrt(math.E - 1)},
		Pareto:      {3, math.Sqrt(1.0 / 3)},   // 1/(α(α−2))
		Empirical:   {0, math.Sqrt(2.0/3) / 2}, // of 500, 1,000 and 1,500 s
	} {
		d := Distribution{Family: family, Mean: mean, Shape: c.shape}
		if family == Empirical {
			d.Values = []simtime.Duration{500 * simtime.Second, 1000 * simtime.Second, 1500 * simtime.Second}
		}
		require.NoError(t, d.Check())
		r, sum := New(1, string(d.Family)), 0.0
		for range n {
			sum += float64(d.Draw(r))
		}
		require.InDelta(t, float64(mean), sum/n, 1+4*c.variation*float64(mean)/math.Sqrt(n), d.Family)
	}
}

// The share of draws beyond a time is what the formula of the family says.
func TestTails(t *testing.T) {
	const n, mean = 200_000, 1000.0
	for family, c := range map[Family]struct {
		shape float64
		tail  func(x float64) float64
	}{
		Exponential: {0, func(x float64) float64 { return math.Exp(-x / mean) }},
		Weibull:     {0.7, func(x float64) float64 { return math.Exp(-math.Pow(x/mean*math.Gamma(1+1/0.7), 0.7)) }},
		Lognormal:   {1, func(x float64) float64 { return math.Erfc((math.Log(x/mean)+0.5)/math.Sqrt2) / 2 }},
		Pareto:      {1.5, func(x float64) float64 { return math.Min(1, math.Pow(mean/3/x, 1.5)) }},
	} {
		d := Distribution{Family: family, Mean: simtime.Duration(mean) * simtime.Second, Shape: c.shape}
		r, beyond := New(2, string(family)), map[float64]int{500: 0, 2000: 0, 10000: 0}
		for range n {
			v := d.Draw(r).Seconds()
			for x := range beyond {
				if v > x {
					beyond[x]++
				}
			}
		}
		for x, k := range beyond {
			p := c.tail(x)
			require.InDelta(t, p, float64(k)/n, 1e-6+4.5*math.Sqrt(p*(1-p)/n), "%s beyond %g", family, x)
		}
	}
}

func TestBounds(t *testing.T) {
	r := New(1, "bounds")
	for range 1000 {
		v := Distribution{Family: Pareto, Mean: 1000 * simtime.Day, Shape: 1.01}.Draw(r)
		require.True(t, v >= 1 && v <= 2*simtime.Longest)
		require.GreaterOrEqual(t, Distribution{Family: Exponential, Mean: 1}.Draw(r), simtime.Millisecond)
	}
	for want, d := range map[string]Distribution{
		"a mean of 0s": {Family: Exponential},
		"a Pareto tail index of 1, which has no mean; want one over 1": {Family: Pareto, Mean: 1, Shape: 1},
		"a shape of 0 for weibull":                                     {Family: Weibull, Mean: 1},
		"an empirical distribution without values":                     {Family: Empirical, Mean: 1},
	} {
		require.EqualError(t, d.Check(), want)
	}
}
