package stats

import (
	"cmp"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

// exactUpTo is the number of differences up to which Wilcoxon's distribution is
// enumerated.
const exactUpTo = 100

// Wilcoxon returns the two-sided p-value of the signed-rank test that differences
// are symmetric about zero (Wilcoxon, Biometrics Bulletin 1, 1945). Differences of
// zero are left out, those of equal size share the mean of their ranks. Up to 100
// differences the p-value is exact, ties included; beyond it is that of the normal
// distribution with the corrections for ties and continuity. Without a difference
// it is 1.
func Wilcoxon(differences []float64) float64 {
	ranks, positive := signedRanks(differences)
	total := 0
	for _, r := range ranks {
		total += r
	}
	least := min(positive, total-positive)
	if len(ranks) <= exactUpTo {
		return min(1, 2*lowerTail(ranks, total, least))
	}
	squares := 0.0
	for _, r := range ranks {
		squares += float64(r * r)
	}
	z := (float64(least) + 1 - float64(total)/2) / (math.Sqrt(squares) / 2) // 1 is half a rank
	return min(1, 2*distuv.UnitNormal.CDF(z))
}

// signedRanks returns twice the ranks of the sizes of the differences other than
// zero, so that shared ones are whole, and their sum over the positive differences.
func signedRanks(differences []float64) (ranks []int, positive int) {
	d := slices.DeleteFunc(slices.Clone(differences), func(v float64) bool { return v == 0 })
	slices.SortFunc(d, func(a, b float64) int { return cmp.Compare(math.Abs(a), math.Abs(b)) })
	ranks = make([]int, len(d))
	for i := 0; i < len(d); {
		k := i
		for k < len(d) && math.Abs(d[k]) == math.Abs(d[i]) {
			k++
		}
		for j := i; j < k; j++ {
			ranks[j] = i + k + 1
			if d[j] > 0 {
				positive += ranks[j]
			}
		}
		i = k
	}
	return ranks, positive
}

// lowerTail is the probability that the sum of the ranks, each taken with
// probability one half, is at most a bound.
func lowerTail(ranks []int, total, bound int) float64 {
	p := make([]float64, total+1)
	p[0] = 1
	reached := 0
	for _, r := range ranks {
		for s := reached; s >= 0; s-- {
			p[s] /= 2
			p[s+r] += p[s]
		}
		reached += r
	}
	sum := 0.0
	for _, v := range p[:bound+1] {
		sum += v
	}
	return sum
}

// Sign returns the two-sided p-value of the sign test that differences are as
// often positive as negative. Differences of zero are left out.
func Sign(differences []float64) float64 {
	positive, negative := signs(differences)
	n := positive + negative
	if n == 0 {
		return 1
	}
	b := distuv.Binomial{N: float64(n), P: 0.5}
	return min(1, 2*b.CDF(float64(min(positive, negative))))
}

func signs(differences []float64) (positive, negative int) {
	for _, d := range differences {
		switch {
		case d > 0:
			positive++
		case d < 0:
			negative++
		}
	}
	return positive, negative
}

// Holm corrects the p-values of several tests so that the chance of a false
// finding among all of them is at most the level at which each is then judged
// (Holm, Scandinavian Journal of Statistics 6, 1979). The order is kept.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(p[i], p[j]) })
	out := make([]float64, len(p))
	least := 0.0
	for rank, i := range order {
		least = max(least, min(1, float64(len(p)-rank)*p[i]))
		out[i] = least
	}
	return out
}
