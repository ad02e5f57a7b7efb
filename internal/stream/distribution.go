package stream

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"

	"rubato/simtime"
)

// Family is a family of distributions of positive spans of time.
type Family string

// The families.
const (
	Constant    Family = "constant"
	Exponential Family = "exponential"
	// Weibull has the shape k: below 1 early failures dominate.
	Weibull Family = "weibull"
	// Lognormal has the shape σ, the standard deviation of the logarithm.
	Lognormal Family = "lognormal"
	// Pareto has the tail index α as its shape, over 1.
	Pareto Family = "pareto"
	// Empirical has some values, each as likely as the others.
	Empirical Family = "empirical"
)

// Families lists the families.
func Families() []Family {
	return []Family{Constant, Exponential, Weibull, Lognormal, Pareto, Empirical}
}

// Shaped reports whether the family has a shape.
func (f Family) Shaped() bool { return f == Weibull || f == Lognormal || f == Pareto }

// Distribution is one of positive spans of time, given by its mean.
type Distribution struct {
	Family Family
	Mean   simtime.Duration
	// Shape is that of the family, if it has one.
	Shape float64
	// Values are those of an empirical one; Mean is theirs.
	Values []simtime.Duration
}

// Check reports what makes the distribution impossible.
func (d Distribution) Check() error {
	switch {
	case d.Mean <= 0:
		return fmt.Errorf("a mean of %v", d.Mean)
	case d.Family == Pareto && d.Shape <= 1:
		return fmt.Errorf("a Pareto tail index of %g, which has no mean; want one over 1", d.Shape)
	case d.Family == Empirical && len(d.Values) == 0:
		return errors.New("an empirical distribution without values")
	case d.Family.Shaped() && !(d.Shape > 0):
		return fmt.Errorf("a shape of %g for %s", d.Shape, d.Family)
	}
	return nil
}

// Draw returns a span of at least a millisecond and at most twice the longest
// there is.
func (d Distribution) Draw(r *rand.Rand) simtime.Duration {
	v := float64(d.Mean)
	switch d.Family {
	case Empirical:
		return max(1, d.Values[r.IntN(len(d.Values))])
	case Exponential:
		v *= r.ExpFloat64()
	case Weibull:
		v *= math.Pow(r.ExpFloat64(), 1/d.Shape) / math.Gamma(1+1/d.Shape)
	case Lognormal:
		v *= math.Exp(float64(d.Shape*r.NormFloat64()) - float64(d.Shape*d.Shape)/2)
	case Pareto:
		v *= (d.Shape - 1) / d.Shape * math.Exp(r.ExpFloat64()/d.Shape)
	}
	return simtime.Duration(math.RoundToEven(max(1, min(v, float64(2*simtime.Longest)))))
}
