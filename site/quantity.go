package site

import (
	"math/big"
	"regexp"
	"strings"
)

// quantityForm is the form of the quantities of Kubernetes: 8, 500m, 2Ti, 1e3.
var quantityForm = regexp.MustCompile(`^([0-9]{1,18}(?:\.[0-9]{1,9})?)(?:e([0-9]{1,2})|(m|k|M|G|T|P|Ki|Mi|Gi|Ti|Pi))?$`)

var quantityUnits = map[string]*big.Rat{
	"": big.NewRat(1, 1), "m": big.NewRat(1, 1000),
	"k": power(10, 3), "M": power(10, 6), "G": power(10, 9), "T": power(10, 12), "P": power(10, 15),
	"Ki": power(2, 10), "Mi": power(2, 20), "Gi": power(2, 30), "Ti": power(2, 40), "Pi": power(2, 50),
}

func power(base, n int64) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(base), big.NewInt(n), nil))
}

// quantity reads a quantity of Kubernetes in units of one, rounded down, and tells
// whether it is whole.
func (d *document) quantity(v *value, unit *big.Rat, missing int) (n int, whole bool) {
	if v == nil {
		return missing, true
	}
	r, ok := parseQuantity(v.str())
	if ok {
		r.Quo(r, unit)
		q := new(big.Int).Quo(r.Num(), r.Denom())
		if q.IsInt64() && q.Int64() <= maxCount {
			return int(q.Int64()), r.IsInt()
		}
	}
	d.fail(v, "a quantity of Kubernetes such as 8, 500m or 2Ti, at most a million")
	return missing, true
}

func parseQuantity(text string) (*big.Rat, bool) {
	m := quantityForm.FindStringSubmatch(strings.TrimSpace(text))
	if m == nil {
		return nil, false
	}
	r, ok := new(big.Rat).SetString(m[1])
	if !ok {
		return nil, false
	}
	exponent := int64(0)
	for _, c := range m[2] {
		exponent = exponent*10 + int64(c-'0')
	}
	r.Mul(r, power(10, exponent))
	return r.Mul(r, quantityUnits[m[3]]), true
}

// gpus reads a number of GPUs; parts of GPUs are a fault.
func (d *document) gpus(v *value) int {
	n, whole := d.quantity(v, big.NewRat(1, 1), 0)
	if !whole {
		d.fail(v, "a whole number of GPUs")
	}
	return n
}
