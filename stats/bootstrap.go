package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"rubato/internal/stream"
)

// resamples is how often the pairs are drawn again for an interval.
const resamples = 1999

// resampler finds studentised bootstrap intervals of pairs.
type resampler struct {
	a, b, d []float64 // d is b − a
	seed    uint64
	purpose string
}

// difference returns the interval of the mean difference.
func (r *resampler) difference(mean float64) Interval {
	return r.interval(mean, spreadOfMean(r.d), func(rows []int) (float64, float64) {
		return moments(rows, func(i int) float64 { return r.d[i] })
	})
}

// ratio returns the interval of the ratio of the means, both over zero.
func (r *resampler) ratio(meanA, meanB float64) Interval {
	relative := make([]float64, len(r.a))
	for i := range relative {
		relative[i] = r.b[i]/meanB - r.a[i]/meanA
	}
	logs := r.interval(math.Log(meanB/meanA), spreadOfMean(relative), func(rows []int) (float64, float64) {
		a, _ := moments(rows, func(i int) float64 { return r.a[i] })
		b, _ := moments(rows, func(i int) float64 { return r.b[i] })
		_, se := moments(rows, func(i int) float64 { return r.b[i]/b - r.a[i]/a })
		return math.Log(b / a), se
	})
	return Interval{math.Exp(logs.Low), math.Exp(logs.High)}
}

// interval returns the studentised interval of an estimate with its standard error;
// of returns both for drawn rows.
func (r *resampler) interval(estimate, se float64, of func(rows []int) (float64, float64)) Interval {
	if se == 0 || math.IsNaN(se) {
		return Interval{estimate, estimate}
	}
	random := stream.New(r.seed, r.purpose)
	rows, t := make([]int, len(r.a)), make([]float64, 0, resamples)
	for range resamples {
		for i := range rows {
			rows[i] = random.IntN(len(rows))
		}
		if v, s := of(rows); s > 0 && !math.IsNaN(v) {
			t = append(t, math.Abs(v-estimate)/s)
		}
	}
	if len(t) == 0 {
		return Interval{estimate, estimate}
	}
	slices.Sort(t)
	half := float64(stat.Quantile(Level, stat.Empirical, t, nil) * se)
	return Interval{estimate - half, estimate + half}
}

func spreadOfMean(v []float64) float64 {
	_, se := stat.MeanStdDev(v, nil)
	return se / math.Sqrt(float64(len(v)))
}

// moments returns the mean of drawn values and its standard error.
func moments(rows []int, value func(int) float64) (mean, se float64) {
	sum := 0.0
	for _, i := range rows {
		sum += value(i)
	}
	n := float64(len(rows))
	mean = sum / n
	squares := 0.0
	for _, i := range rows {
		d := value(i) - mean
		squares += float64(d * d)
	}
	return mean, math.Sqrt(squares / (n - 1) / n)
}
