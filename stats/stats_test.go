package stats

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/internal/stream"
)

// Darwin's plants of maize, crossed less self-fertilised, in eighths of an inch
// (Fisher, The Design of Experiments, 1935, chapter 3).
var maize = []float64{49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48}

// Hamilton's depression scale of nine patients after less before tranquilliser
// (Hollander and Wolfe, Nonparametric Statistical Methods, 1973, table 3.1).
var depression = []float64{0.878 - 1.83, 0.647 - 0.50, 0.598 - 1.62, 2.05 - 2.48, 1.06 - 1.68, 1.29 - 1.88, 1.06 - 1.55, 3.14 - 3.06, 1.29 - 1.30}

func TestPublishedExamples(t *testing.T) {
	require.InDelta(t, 0.0413, Wilcoxon(maize), 5e-5, "V = 96 of 120")
	require.InDelta(t, 0.0074, Sign(maize), 5e-5, "13 of 15 positive")
	require.InDelta(t, 2*0.01953, Wilcoxon(depression), 5e-5)
}

// Critical values of Wilcoxon's T with their two-sided probabilities, as in the
// tables of textbooks.
func TestWilcoxonTable(t *testing.T) {
	for _, c := range []struct {
		n, T int
		p    float64
	}{{5, 0, 0.0625}, {6, 0, 0.03125}, {7, 2, 0.046875}, {8, 3, 0.0390625}, {10, 8, 0.0488281}, {12, 13, 0.0424805}, {15, 25, 0.0479}, {20, 52, 0.0484}, {25, 89, 0.0483}, {30, 137, 0.0497}} {
		require.InDelta(t, c.p, Wilcoxon(withRankSum(c.n, c.T)), 6e-5, "n=%d T=%d", c.n, c.T)
	}
}

// withRankSum returns the differences ±1…±n whose negative ranks add up to t.
func withRankSum(n, t int) []float64 {
	d := make([]float64, n)
	for i := n; i >= 1; i-- {
		d[i-1] = float64(i)
		if i <= t {
			d[i-1], t = -d[i-1], t-i
		}
	}
	return d
}

func TestWilcoxonByHand(t *testing.T) {
	require.Equal(t, 1.0, Wilcoxon(nil))
	require.Equal(t, 1.0, Wilcoxon([]float64{0, 0}))
	require.Equal(t, 0.5, Wilcoxon([]float64{1, 2}), "both positive: 1 of 4 in each tail")
	// Ranks 1½, 1½, 3 with signs +, −, +: sums at most 1½ are ∅ and either of the
	// two: 3 of 8, twice.
	require.Equal(t, 0.75, Wilcoxon([]float64{2, -2, 5}))
	require.Equal(t, 0.75, Wilcoxon([]float64{2, 0, -2, 5}), "zeros are left out")
}

// The exact distribution and a count of all signs agree, ties and zeros included.
func TestWilcoxonAgainstEnumeration(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		whole := rapid.SliceOfN(rapid.IntRange(-4, 4), 1, 10).Draw(t, "d")
		d := make([]float64, len(whole))
		for i, v := range whole {
			d[i] = float64(v)
		}
		ranks, positive := signedRanks(d)
		total := 0
		for _, r := range ranks {
			total += r
		}
		extreme := 0
		for signs := range 1 << len(ranks) {
			sum := 0
			for i, r := range ranks {
				sum += r * (signs >> i & 1)
			}
			if min(sum, total-sum) <= min(positive, total-positive) {
				extreme++
			}
		}
		// Both tails count the middle sum, if there is one, twice.
		require.InDelta(t, float64(extreme)/float64(int(1)<<len(ranks)), Wilcoxon(d), 1e-12)
	})
}

// Just beyond the bound the normal distribution is near the exact one.
func TestWilcoxonLarge(t *testing.T) {
	r := stream.New(1, "wilcoxon")
	d := make([]float64, exactUpTo+1)
	for i := range d {
		d[i] = r.NormFloat64() + 0.2
	}
	ranks, positive := signedRanks(d)
	total := (exactUpTo + 1) * (exactUpTo + 2)
	require.InDelta(t, 2*lowerTail(ranks, total, min(positive, total-positive)), Wilcoxon(d), 2e-3)
}

func TestSign(t *testing.T) {
	require.Equal(t, 1.0, Sign([]float64{0}))
	require.InDelta(t, 2.0/1024, Sign([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}), 1e-12)
	require.InDelta(t, 1, Sign([]float64{1, -1}), 1e-12)
}

func TestHolm(t *testing.T) {
	// 4·0.005, 3·0.01, 2·0.03 and 0.04, which is lifted to the one before.
	require.InDeltaSlice(t, []float64{0.03, 0.06, 0.06, 0.02}, Holm([]float64{0.01, 0.04, 0.03, 0.005}), 1e-15)
	require.Equal(t, []float64{1, 1}, Holm([]float64{0.9, 0.6}))
	require.Empty(t, Holm(nil))
}

func TestCompareByHand(t *testing.T) {
	c, err := Compare([]float64{10, 20, 30, 40}, []float64{8, 18, 27, 47}, 1, "x")
	require.NoError(t, err)
	require.Equal(t, 4, c.Pairs)
	require.Equal(t, 3, c.Less)
	require.Equal(t, 1, c.More)
	require.Equal(t, 25.0, c.MeanA)
	require.Equal(t, 25.0, c.MeanB)
	require.Equal(t, 0.0, c.Difference, "−2 −2 −3 +7")
	require.Equal(t, -2.0, c.Median)
	require.Equal(t, 0.0, *c.Change)
	require.False(t, c.Repeated)
	require.True(t, c.Interval.Contains(0))
	again, err := Compare([]float64{10, 20, 30, 40}, []float64{8, 18, 27, 47}, 1, "x")
	require.NoError(t, err)
	require.Equal(t, c, again)
}

func TestCompareAtTheEdges(t *testing.T) {
	c, err := Compare([]float64{10, 10, 10}, []float64{9, 9, 9}, 1, "x")
	require.NoError(t, err)
	require.True(t, c.Repeated)
	require.Equal(t, Interval{-1, -1}, c.Interval)
	require.InDelta(t, -10, c.ChangeInterval.Low, 1e-12)
	c, err = Compare([]float64{0, 0}, []float64{1, 2}, 1, "x")
	require.NoError(t, err)
	require.Nil(t, c.Change, "no percent of nothing")
	c, err = Compare([]float64{1e21, 1e67, 1e47, 1e40, 1e66, 1e49}, []float64{1e55, 1e86, 1e8, 1e139, 1e10, 1e34}, 1, "x")
	require.NoError(t, err)
	require.Nil(t, c.Change, "the interval of the logarithm is too wide for a number")
	require.False(t, math.IsInf(c.Interval.High, 0))
	c, err = Compare([]float64{4}, []float64{5}, 1, "x")
	require.NoError(t, err)
	require.True(t, c.Repeated)
	require.Equal(t, Interval{1, 1}, c.Interval)
	for _, bad := range [][2][]float64{{nil, nil}, {{1}, {1, 2}}, {{math.NaN()}, {1}}, {{1}, {math.Inf(1)}}} {
		_, err := Compare(bad[0], bad[1], 1, "x")
		require.Error(t, err)
	}
}

// Where all pairs but one are the same but for rounding, a third of the resamples lack
// that one, and their spread is that of the rounding: they must not make the interval.
func TestOneOddPair(t *testing.T) {
	a, b := make([]float64, 30), make([]float64, 30)
	for i := range a {
		a[i] = 175_000 + 7.3*float64(i)
		b[i] = a[i] + 92.8
	}
	b[19] = a[19] - 176.1
	c, err := Compare(a, b, 1, "x")
	require.NoError(t, err)
	require.InDelta(t, 92.8-268.9/30, c.Difference, 1e-6)
	// The standard error is 268.9/30; without spread there is no size to go by.
	require.Greater(t, c.Interval.Low, c.Difference-4*268.9/30)
	require.Less(t, c.Interval.High, c.Difference+4*268.9/30)
	require.Greater(t, c.ChangeInterval.Low, 0.0)
	require.Less(t, c.ChangeInterval.High, 0.1)
}

// family makes pairs of a known mean difference and ratio of means.
type family struct {
	name                  string
	draw                  func(r *rand.Rand) (a, b float64)
	difference, ofTheMean float64 // of b − a; of b over a
}

// Both values of a pair share most of their chance, as two policies with one seed
// do.
var families = []family{
	{"normal", func(r *rand.Rand) (float64, float64) {
		common := r.NormFloat64()
		return 100 + 10*common + 3*r.NormFloat64(), 90 + 9*common + 3*r.NormFloat64()
	}, -10, 0.9},
	{"gamma", func(r *rand.Rand) (float64, float64) { // shape 4
		common := r.ExpFloat64() + r.ExpFloat64() + r.ExpFloat64() + r.ExpFloat64()
		return 50 + 10*common + 10*r.ExpFloat64(), 30 + 6*common + 10*r.ExpFloat64()
	}, -36, 64.0 / 100},
	{"lognormal", func(r *rand.Rand) (float64, float64) { // sigma 0.5
		common := math.Exp(0.4 * r.NormFloat64())
		return 100 * common * math.Exp(0.3*r.NormFloat64()), 80 * common * math.Exp(0.3*r.NormFloat64())
	}, -20 * math.Exp(0.125), 0.8},
}

// Of 1,000 synthetic experiments the interval covers the truth in 930 to 970; of ten
// skewed pairs it may be too wide, never too narrow.
func TestCoverage(t *testing.T) {
	const experiments = 1000
	for _, f := range families {
		for _, n := range []int{10, 20, 30} {
			t.Run(fmt.Sprintf("%s/%d", f.name, n), func(t *testing.T) {
				t.Parallel()
				difference, ratio := 0, 0
				a, b := make([]float64, n), make([]float64, n)
				for k := range uint64(experiments) {
					r := stream.New(k, "coverage/"+f.name)
					for i := range a {
						a[i], b[i] = f.draw(r)
					}
					c, err := Compare(a, b, k, "bootstrap")
					require.NoError(t, err)
					if c.Interval.Contains(f.difference) {
						difference++
					}
					if c.ChangeInterval.Contains(percent(f.ofTheMean)) {
						ratio++
					}
				}
				t.Logf("difference %d, change %d of %d", difference, ratio, experiments)
				most := 970
				if n == 10 {
					most = 980
				}
				for _, covered := range []int{difference, ratio} {
					require.GreaterOrEqual(t, covered, 930)
					require.LessOrEqual(t, covered, most)
				}
			})
		}
	}
}

func BenchmarkCompare(b *testing.B) {
	r := stream.New(1, "bench")
	x, y := make([]float64, 30), make([]float64, 30)
	for i := range x {
		x[i], y[i] = families[0].draw(r)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Compare(x, y, 1, "bootstrap"); err != nil {
			b.Fatal(err)
		}
	}
}
