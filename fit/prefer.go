package fit

import (
	"fmt"
	"math"
)

// negligible is a relative error below which a smaller one is no better.
const negligible = 1e-6

// prefer chooses by the one-standard-error rule (Breiman, Friedman, Olshen and
// Stone, Classification and Regression Trees, 1984, section 3.4.3): of the models
// whose cross-validated squared error is within one standard error of the least,
// the one with the fewest fitted parameters, the first of equals.
func (r *Result) prefer() {
	best := r.leastError()
	switch {
	case len(r.Fits) == 1:
		r.Preferred, r.Reason = r.Fits[0].Model, "it is the only one fitted"
		return
	case best == nil:
		r.Reason = fmt.Sprintf("%s cannot compare models: too few are left when one is left out", count(r.Points, "point"))
		return
	}
	least, deviation := best.Validation.mean()
	limit := max(least+deviation, negligible*negligible)
	chosen := best
	for i := range r.Fits {
		f := &r.Fits[i]
		if f.Validation == nil {
			continue
		}
		if mean, _ := f.Validation.mean(); mean <= limit && f.Fitted < chosen.Fitted {
			chosen = f
		}
	}
	r.Preferred = chosen.Model
	r.Reason = "least cross-validated error"
	if chosen != best {
		r.Reason = fmt.Sprintf("fewest parameters within one standard error of the least cross-validated error, %s of %s: up to %s",
			percent(best.Validation.RMSError), best.Model, percent(math.Sqrt(limit)))
	}
}

// leastError returns the fit with the least cross-validated error, the first of
// equals; nil unless there are two to compare.
func (r *Result) leastError() *Fit {
	var best *Fit
	n := 0
	for i := range r.Fits {
		f := &r.Fits[i]
		if f.Validation == nil {
			continue
		}
		n++
		if best == nil || f.Validation.RMSError < best.Validation.RMSError {
			best = f
		}
	}
	if n < 2 {
		return nil
	}
	return best
}

// percent writes a relative error.
func percent(v float64) string { return fmt.Sprintf("%.2f %%", 100*v) }
