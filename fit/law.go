package fit

import "math"

// law is a model with free parameters, made for a file's rows.
type law struct {
	name   string
	params []parameter
	// rate is the throughput of a row under some parameters.
	rate func(p []float64, r *Row) float64
	// scaling is the value of the YAML key of that name.
	scaling func(p []float64) string
	// refuse, if there is one, says what is wrong with fitted parameters.
	refuse func(p []float64) error
	// interpolates says that the parameters are the throughputs themselves, so
	// that only rows left out tell how good they are.
	interpolates bool
	// anySize says that the number of replicas alone sets the throughput, so that
	// it is known at sizes that were not measured.
	anySize bool
	// remarks say what the law takes for granted or cannot tell.
	remarks []string
}

// parameter is a number to be fitted.
type parameter struct {
	name, unit string
	// low and high bound it; high may be infinite. It may lie on a bound only
	// if atLow or atHigh says so.
	low, high     float64
	atLow, atHigh bool
	// Starting points are drawn from from to to, evenly on a logarithmic scale.
	from, to float64
	// neutral is its value where the rows cannot tell it from others. If they can
	// tell only some, refinements are the ones to do without.
	neutral    float64
	refinement bool
	// like names the parameter whose value it takes if no row depends on it.
	like string
}

// The search runs in unbounded variables: the logarithm of a parameter with one
// bound at 0, the logit of its place between two bounds.

// free returns the unbounded variable of a value within the bounds.
func (q *parameter) free(v float64) float64 {
	if math.IsInf(q.high, 1) {
		return math.Log(v - q.low)
	}
	return math.Log((v - q.low) / (q.high - v))
}

// value is the inverse of free.
func (q *parameter) value(x float64) float64 {
	if math.IsInf(q.high, 1) {
		return q.low + math.Exp(x)
	}
	return q.low + (q.high-q.low)/(1+math.Exp(-x))
}

// slope is the derivative of value at a value.
func (q *parameter) slope(v float64) float64 {
	if math.IsInf(q.high, 1) {
		return v - q.low
	}
	return (v - q.low) * (q.high - v) / (q.high - q.low)
}

// inside moves a value that lies on a bound into the range of starts.
func (q *parameter) inside(v float64) float64 {
	switch {
	case !(v > q.low):
		return q.from
	case !(v < q.high):
		return q.to
	}
	return v
}

// start returns the value at a share of the way from from to to.
func (q *parameter) start(share float64) float64 {
	return q.from * math.Pow(q.to/q.from, share)
}

// positive is a parameter over 0 that cannot be 0.
func positive(name, unit string, from, to float64) parameter {
	return parameter{name: name, unit: unit, high: math.Inf(1), from: from, to: to, neutral: 1}
}

// cost is a parameter of at least 0, and 0 unless the rows say otherwise.
func cost(name, unit string, from, to float64) parameter {
	return parameter{name: name, unit: unit, high: math.Inf(1), atLow: true, from: from, to: to}
}

// essential is a cost without which there is no throughput of one replica. It
// stops well above 0, at a value that next to the others is as good as 0.
func essential(name, unit string, from, to float64) parameter {
	q := cost(name, unit, from, to)
	q.low, q.neutral = to*1e-6, to
	return q
}

// withTypes gives a law a factor for each GPU type but the first.
func (l *law) withTypes(m *Measurements) {
	base, n := l.rate, len(l.params)
	if len(m.Types) == 1 {
		return
	}
	for _, t := range m.Types[1:] {
		q := positive("speed of "+t, "× "+m.Types[0], 0.1, 10)
		l.params = append(l.params, q)
	}
	l.rate = func(p []float64, r *Row) float64 {
		v := base(p, r)
		if r.Type > 0 {
			v *= p[n+r.Type-1]
		}
		return v
	}
}
