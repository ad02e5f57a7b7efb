package stats

import (
	"fmt"
	"math"
	"slices"
)

// Level is the confidence of the intervals.
const Level = 0.95

// MinPairs is the least number of pairs with which Wilcoxon's test can reach a
// p-value below 5 %.
const MinPairs = 6

// Interval is a confidence interval.
type Interval struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Contains reports whether a value lies in the interval.
func (i Interval) Contains(v float64) bool { return i.Low <= v && v <= i.High }

// Comparison says how b differs from a, over pairs.
type Comparison struct {
	// Pairs is the number of pairs, Less and More those in which b is less or more
	// than a.
	Pairs int `json:"pairs"`
	Less  int `json:"less"`
	More  int `json:"more"`
	// MeanA and MeanB are the means of both.
	MeanA float64 `json:"mean_a"`
	MeanB float64 `json:"mean_b"`
	// Difference is the mean of b − a, Median their median.
	Difference float64  `json:"mean_difference"`
	Median     float64  `json:"median_difference"`
	Interval   Interval `json:"mean_difference_ci95"`
	// Change is by how much the mean of b exceeds that of a, in percent of the
	// latter, with its interval; nil unless both means are over zero, and where pairs
	// are so few and so different that the interval has no end.
	Change         *float64  `json:"percent_change"`
	ChangeInterval *Interval `json:"percent_change_ci95"`
	// Sign and Wilcoxon are two-sided p-values of no difference.
	Sign     float64 `json:"p_sign"`
	Wilcoxon float64 `json:"p_wilcoxon"`
	// Repeated is set where all pairs are equal: they are one observation, however
	// many there are, and tests and intervals mean nothing.
	Repeated bool `json:"repeated"`
}

// Compare compares b with a, pair by pair. The seed and the purpose are those of
// the stream from which pairs are drawn again. It fails unless there are as many of
// a as of b, at least one, and all are finite.
func Compare(a, b []float64, seed uint64, purpose string) (*Comparison, error) {
	if err := check(a, b); err != nil {
		return nil, err
	}
	d := make([]float64, len(a))
	c := &Comparison{Pairs: len(a), MeanA: average(a), MeanB: average(b), Repeated: true}
	for i := range a {
		d[i] = b[i] - a[i]
		c.Repeated = c.Repeated && a[i] == a[0] && b[i] == b[0]
	}
	c.More, c.Less = signs(d)
	c.Difference, c.Median = average(d), median(d)
	c.Sign, c.Wilcoxon = Sign(d), Wilcoxon(d)
	r := &resampler{a: a, b: b, d: d, meanA: c.MeanA, meanB: c.MeanB, mean: c.Difference, seed: seed, purpose: purpose}
	ratio := c.MeanA > 0 && c.MeanB > 0
	difference, ofRatio := r.intervals(ratio)
	c.Interval = difference
	if ratio && !math.IsInf(ofRatio.High, 1) {
		change := percent(c.MeanB / c.MeanA)
		c.Change, c.ChangeInterval = &change, &Interval{percent(ofRatio.Low), percent(ofRatio.High)}
	}
	return c, nil
}

// percent is by how much a ratio exceeds one.
func percent(ratio float64) float64 { return 100 * (ratio - 1) }

func check(a, b []float64) error {
	if len(a) != len(b) || len(a) == 0 {
		return fmt.Errorf("want pairs, got %d and %d values", len(a), len(b))
	}
	for i := range a {
		if bad := a[i] - a[i] + b[i] - b[i]; bad != 0 || math.IsNaN(bad) {
			return fmt.Errorf("want finite values, got %g and %g in pair %d", a[i], b[i], i+1)
		}
	}
	return nil
}

// median is the middle value, or the mean of the two in the middle.
func median(v []float64) float64 {
	v = slices.Clone(v)
	slices.Sort(v)
	n := len(v)
	return v[(n-1)/2]/2 + v[n/2]/2
}
