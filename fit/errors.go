package fit

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// standardErrors returns those of the parameters: NaN where there are none. They
// are the roots of the diagonal of s²(JᵀJ)⁻¹ in the unbounded variables, times the
// slope of the parameter in its variable (delta method; Seber and Wild, Nonlinear
// Regression, 1989, sections 2.1 and 2.8).
func (e *estimate) standardErrors(rows []Row) []float64 {
	out := make([]float64, len(e.p))
	for i := range out {
		out[i] = math.NaN()
	}
	s := e.search(rows)
	spare := len(rows) - len(s.free)
	if spare <= 0 || len(s.free) == 0 {
		return out
	}
	variance := e.rss / float64(spare)
	inverse, ok := inverseOfSquare(s.jacobian(e.p))
	if !ok {
		return out
	}
	for c, i := range s.free {
		out[i] = math.Sqrt(variance*inverse[c]) * e.law.params[i].slope(e.p[i])
	}
	return out
}

// inverseOfSquare is the diagonal of (JᵀJ)⁻¹. Columns are scaled to length 1
// first, so that units do not matter.
func inverseOfSquare(j *mat.Dense) ([]float64, bool) {
	_, k := j.Dims()
	norms := make([]float64, k)
	for c := range k {
		norms[c] = mat.Norm(j.ColView(c), 2)
	}
	j.Apply(func(_, c int, v float64) float64 { return v / norms[c] }, j)
	square := mat.NewSymDense(k, nil)
	square.SymOuterK(1, j.T())
	var chol mat.Cholesky
	var inverse mat.SymDense
	if !chol.Factorize(square) || chol.InverseTo(&inverse) != nil {
		return nil, false
	}
	out := make([]float64, k)
	for c := range k {
		out[c] = inverse.At(c, c) / (norms[c] * norms[c])
	}
	return out, true
}
