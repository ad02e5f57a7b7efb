package experiments

import (
	"fmt"
	"math/big"
	"regexp"

	"rubato/experiments/internal/strict"
)

// elasticSpec says at which sizes a job may run: a list, a range, or a range
// relative to the requested size. The word none makes it rigid.
type elasticSpec struct {
	Sizes     []int      `yaml:"sizes" jsonschema:"minItems=1,minimum=1"`
	Min       int        `yaml:"min" jsonschema:"minimum=1"`
	Max       int        `yaml:"max" jsonschema:"minimum=1"`
	MinFactor *decimal   `yaml:"minFactor"`
	MaxFactor *decimal   `yaml:"maxFactor"`
	Step      *stepWidth `yaml:"step"`
	// Share is the part of the jobs that are elastic, drawn job by job; the
	// others are rigid.
	Share float64 `yaml:"share" jsonschema:"minimum=0,maximum=1"`

	none bool
}

// DecodeNode reads a map or the word none.
func (e *elasticSpec) DecodeNode(n strict.Node) {
	type plain elasticSpec
	p := plain{Share: 1}
	switch {
	case n.IsScalar() && n.Text() == "none":
		p.none = true
	case n.IsMap():
		n.Into(&p, "")
	default:
		n.Wrong("a map with sizes, or min and max, or minFactor and maxFactor; or none")
	}
	*e = elasticSpec(p)
}

// stepWidth is the step from a size to the next: doubling or a number of GPUs.
type stepWidth struct {
	double bool
	gpus   int
}

// DecodeNode reads double or a number.
func (s *stepWidth) DecodeNode(n strict.Node) {
	if n.IsScalar() && n.Text() == "double" {
		s.double = true
		return
	}
	var gpus int
	if !n.IsScalar() || !isWhole(n.Text()) {
		n.Wrong("double or a number of GPUs")
		return
	}
	n.Into(&gpus, "minimum=1")
	s.gpus = gpus
}

var wholeNumber = regexp.MustCompile(`^-?[0-9]+$`)

func isWhole(s string) bool { return wholeNumber.MatchString(s) }

// decimal is an exact positive decimal number.
type decimal struct{ *big.Rat }

var decimalNumber = regexp.MustCompile(`^[0-9]{1,9}(\.[0-9]{1,9})?$`)

// UnmarshalText reads a number such as 0.5 or 4.
func (d *decimal) UnmarshalText(text []byte) error {
	r, ok := new(big.Rat), decimalNumber.Match(text)
	if ok {
		r, ok = r.SetString(string(text))
	}
	if !ok || r.Sign() <= 0 {
		return fmt.Errorf("want a number over 0 such as 0.5 or 4, with at most nine digits and nine decimals")
	}
	d.Rat = r
	return nil
}

// scale returns d × n rounded to the nearest whole number, half up; n as it is
// where d is not set.
func (d decimal) scale(n int64) *big.Int {
	if d.Rat == nil {
		return big.NewInt(n)
	}
	r := new(big.Rat).Mul(d.Rat, new(big.Rat).SetInt64(n))
	r.Add(r, big.NewRat(1, 2))
	return new(big.Int).Div(r.Num(), r.Denom())
}

// divide returns n / d, rounded to the nearest; n itself where there is no number.
func (d decimal) divide(n int64) *big.Int {
	if d.Rat == nil {
		return big.NewInt(n)
	}
	return decimal{new(big.Rat).Inv(d.Rat)}.scale(n)
}

// floor returns d × n rounded down; up says to round up.
func (d decimal) floor(n int, up bool) int {
	r := new(big.Rat).Mul(d.Rat, new(big.Rat).SetInt64(int64(n)))
	num := new(big.Int).Set(r.Num())
	if up {
		num.Add(num, r.Denom()).Sub(num, big.NewInt(1))
	}
	return int(min(new(big.Int).Div(num, r.Denom()).Int64(), 1<<31))
}
