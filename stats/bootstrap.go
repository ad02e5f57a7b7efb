package stats

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"rubato/internal/stream"
)

// resamples is how often the pairs are drawn again for an interval.
const resamples = 1999

// resampler finds symmetric studentised bootstrap intervals of pairs.
type resampler struct {
	a, b, d      []float64 // d is b − a
	meanA, meanB float64
	mean         float64 // of d
	seed         uint64
	purpose      string
}

// intervals returns that of the mean difference and, if wanted, that of the ratio
// of the means, which are then over zero. Both are from the same resamples.
func (r *resampler) intervals(ratio bool) (difference, ofRatio Interval) {
	seD, seR := standardError(r.d), 0.0
	logR := 0.0
	if ratio {
		logR, seR = math.Log(r.meanB/r.meanA), standardError(relative(nil, r.a, r.b, r.meanA, r.meanB))
	}
	random := stream.New(r.seed, r.purpose)
	n := len(r.d)
	a, b, d, rel := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	tD, tR := make([]float64, 0, resamples), make([]float64, 0, resamples)
	for range resamples {
		for i := range n {
			k := random.IntN(n)
			a[i], b[i], d[i] = r.a[k], r.b[k], r.d[k]
		}
		tD = studentised(tD, average(d)-r.mean, standardError(d), seD)
		if ratio {
			meanA, meanB := average(a), average(b)
			rel = relative(rel, a, b, meanA, meanB)
			tR = studentised(tR, math.Log(meanB/meanA)-logR, standardError(rel), seR)
		}
	}
	difference = around(r.mean, seD, tD)
	logs := around(logR, seR, tR)
	return difference, Interval{math.Exp(logs.Low), math.Exp(logs.High)}
}

// relative sets to to b/meanB − a/meanA.
func relative(to, a, b []float64, meanA, meanB float64) []float64 {
	if to == nil {
		to = make([]float64, len(a))
	}
	for i := range a {
		to[i] = b[i]/meanB - a[i]/meanA
	}
	return to
}

// leastSpread is the part of the pairs' standard error below which a resample has no
// spread to speak of.
const leastSpread = 0.1

// studentised adds the size of a deviation in standard errors. A resample without
// spread, or without a mean over zero, says nothing: where all pairs but one are much
// the same, many resamples lack that one, and whatever rounding leaves of their spread
// would count as the measure of it.
func studentised(to []float64, deviation, se, ofPairs float64) []float64 {
	if t := math.Abs(deviation) / se; se > leastSpread*ofPairs && !math.IsNaN(t) && !math.IsInf(t, 0) {
		return append(to, t)
	}
	return to
}

// around is the interval of an estimate with its standard error.
func around(estimate, se float64, t []float64) Interval {
	if !(se > 0) || len(t) == 0 {
		return Interval{estimate, estimate}
	}
	slices.Sort(t)
	half := float64(stat.Quantile(Level, stat.Empirical, t, nil) * se)
	return Interval{estimate - half, estimate + half}
}

func average(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// standardError is that of the mean of values; NaN of one value.
func standardError(v []float64) float64 {
	mean, squares := average(v), 0.0
	for _, x := range v {
		d := x - mean
		squares += float64(d * d)
	}
	n := float64(len(v))
	return math.Sqrt(squares / (n - 1) / n)
}
