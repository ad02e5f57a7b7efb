package report

import (
	"math"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// estimate is a mean over seeds with its 95 % confidence interval.
type estimate struct {
	mean, low, high float64
}

// estimateOf returns the mean of some values with Student's interval, which is the
// mean alone of fewer than two. Values that are not there, NaN, are left out; of
// none the mean is NaN.
func estimateOf(values []float64) estimate {
	var there []float64
	for _, v := range values {
		if !math.IsNaN(v) {
			there = append(there, v)
		}
	}
	n := float64(len(there))
	if n == 0 {
		return estimate{math.NaN(), math.NaN(), math.NaN()}
	}
	mean, deviation := stat.MeanStdDev(there, nil)
	if n == 1 {
		return estimate{mean, mean, mean}
	}
	half := distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975) * deviation / math.Sqrt(n)
	return estimate{mean, mean - half, mean + half}
}

// estimateFor is the estimate of a figure of runs.
func estimateFor(runs []*summary, figure func(*summary) float64) estimate {
	values := make([]float64, len(runs))
	for i, s := range runs {
		values[i] = figure(s)
	}
	return estimateOf(values)
}

func (e estimate) none() bool { return math.IsNaN(e.mean) }

// whiskersNote says what whiskers and bands are; nothing over one seed.
func whiskersNote(r *Report, what string) string {
	if pooled(r) == "" {
		return ""
	}
	return what + ": 95 % confidence intervals of the means (Student's t)."
}
