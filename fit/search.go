package fit

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// search fits a law to rows by least squares on the logarithm of throughput.
type search struct {
	law  *law
	rows []Row
	// free are the indices of the parameters that it moves.
	free []int
}

// order lists the columns of the Jacobian, refinements last.
func (s *search) order() []int {
	var first, last []int
	for c, i := range s.free {
		if s.law.params[i].refinement {
			last = append(last, c)
		} else {
			first = append(first, c)
		}
	}
	return append(first, last...)
}

// residuals are the logarithms of fitted over measured. Rows of one point that
// follow each other share the work.
func (s *search) residuals(p []float64) []float64 {
	out := make([]float64, len(s.rows))
	rate := 0.0
	for i := range s.rows {
		r := &s.rows[i]
		if i == 0 || r.point() != s.rows[i-1].point() {
			rate = s.law.rate(p, r)
		}
		out[i] = math.Log(rate / r.Rate)
	}
	return out
}

// sumOfSquares is +Inf where a residual is not finite.
func sumOfSquares(rs []float64) float64 {
	sum := 0.0
	for _, r := range rs {
		sum += float64(r * r)
	}
	if math.IsNaN(sum) {
		return math.Inf(1)
	}
	return sum
}

// jacobian is by central differences in the unbounded variables.
func (s *search) jacobian(p []float64) *mat.Dense {
	const h = 1e-5
	j := mat.NewDense(len(s.rows), len(s.free), nil)
	for c, i := range s.free {
		x := s.law.params[i].free(p[i])
		up, down := s.residuals(s.moved(p, i, x+h)), s.residuals(s.moved(p, i, x-h))
		for r := range up {
			j.Set(r, c, (up[r]-down[r])/(2*h))
		}
	}
	return j
}

// moved returns a copy of p with one variable set.
func (s *search) moved(p []float64, i int, x float64) []float64 {
	q := append([]float64(nil), p...)
	q[i] = s.law.params[i].value(x)
	return q
}

const (
	fewSteps  = 15 // show which starting points are hopeful
	manySteps = 200
	maxStride = 3.0 // of one step, in a variable
)

// descend moves p to a least sum of squares by Levenberg and Marquardt's method
// (Marquardt, J. SIAM 11(2), 1963) and returns the sum. Package gonum/optimize has no
// method for least squares; its Newton, given JᵀJ, took six times as long on the tests
// of this package and did not always reach the minimum of the Pollux model.
func (s *search) descend(p []float64, steps int) float64 {
	rs := s.residuals(p)
	rss := sumOfSquares(rs)
	damping := 1e-3
	for range steps {
		if math.IsInf(rss, 1) || len(s.free) == 0 {
			break
		}
		moved, gain := s.step(p, rs, rss, &damping)
		if moved == 0 {
			break
		}
		rs = s.residuals(p)
		rss -= gain
		if moved < 1e-9 || gain <= 1e-15*rss {
			break
		}
	}
	return sumOfSquares(s.residuals(p))
}

// step makes one step that lowers the sum of squares, and returns how far it
// moved and what it gained; 0 if there is none.
func (s *search) step(p, rs []float64, rss float64, damping *float64) (moved, gain float64) {
	j := s.jacobian(p)
	for ; *damping < 1e12; *damping *= 10 {
		d, ok := damped(j, rs, *damping)
		if !ok {
			continue
		}
		q := append([]float64(nil), p...)
		for c, i := range s.free {
			by := max(-maxStride, min(maxStride, d[c]))
			q[i] = s.law.params[i].value(s.law.params[i].free(p[i]) + by)
			moved = max(moved, math.Abs(by))
		}
		if left := sumOfSquares(s.residuals(q)); left < rss && s.interior(q) {
			copy(p, q)
			*damping = max(1e-15, *damping/10)
			return moved, rss - left
		}
		moved = 0
	}
	return 0, 0
}

// interior reports whether the free parameters can move both ways.
func (s *search) interior(p []float64) bool {
	for _, i := range s.free {
		q := &s.law.params[i]
		if x := q.free(p[i]); math.IsInf(x, 0) || math.IsNaN(x) {
			return false
		}
	}
	return true
}

// damped solves (JᵀJ + λ·diag(JᵀJ))·d = −Jᵀr.
func damped(j *mat.Dense, rs []float64, lambda float64) ([]float64, bool) {
	n, k := j.Dims()
	a := mat.NewDense(n+k, k, nil)
	a.Slice(0, n, 0, k).(*mat.Dense).Copy(j)
	b := mat.NewVecDense(n+k, nil)
	for i, r := range rs {
		b.SetVec(i, -r)
	}
	for c := range k {
		norm := mat.Norm(j.ColView(c), 2)
		if math.IsNaN(norm) || math.IsInf(norm, 0) {
			return nil, false
		}
		a.Set(n+c, c, math.Sqrt(lambda)*max(norm, 1e-12))
	}
	var qr mat.QR
	qr.Factorize(a)
	var d mat.VecDense
	if err := qr.SolveVecTo(&d, false, b); err != nil && d.Len() == 0 {
		return nil, false
	}
	for c := range k {
		if v := d.AtVec(c); math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, false
		}
	}
	return d.RawVector().Data, true
}
