package fit

import "gonum.org/v1/gonum/mat"

// identify says which parameters rows can tell. It looks at several points, for
// at one of them columns may be dependent by chance.
func (l *law) identify(rows []Row, at [][]float64) []state {
	const looks = 5
	s := &search{law: l, rows: rows}
	for i := range l.params {
		s.free = append(s.free, i)
	}
	var best []state
	most := -1
	for _, p := range at[:min(looks, len(at))] {
		q := make([]float64, len(p))
		for i := range p {
			q[i] = l.params[i].inside(p[i])
		}
		states := dependent(s.jacobian(q), s.order())
		n := 0
		for _, st := range states {
			if st == fitted {
				n++
			}
		}
		if n > most {
			best, most = states, n
		}
	}
	return best
}

// dependent goes through the columns of a Jacobian in an order by Gram and
// Schmidt's method: a column that is 0 has no effect, one in the span of those
// before it cannot be told from them.
func dependent(j *mat.Dense, order []int) []state {
	const none, same = 1e-8, 1e-6
	out := make([]state, len(order))
	var basis []*mat.VecDense
	for _, c := range order {
		v := mat.VecDenseCopyOf(j.ColView(c))
		norm := mat.Norm(v, 2)
		if norm < none {
			out[c] = alike
			continue
		}
		for range 2 { // the second time takes out what rounding left
			for _, b := range basis {
				v.AddScaledVec(v, -mat.Dot(v, b), b)
			}
		}
		left := mat.Norm(v, 2)
		if left < same*norm {
			out[c] = neutral
			continue
		}
		v.ScaleVec(1/left, v)
		basis = append(basis, v)
	}
	return out
}
