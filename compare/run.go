package compare

import "math"

// Run is a run's figures.
type Run struct {
	// Policy is the policy's label, Seed the run's seed.
	Policy string
	Seed   uint64
	// Variant is the point of a sweep, axis by axis; empty without one.
	Variant map[string]string
	// Scenario is the hash of what happens to the run, but for the seed. Only runs
	// of one scenario are compared. "" stands for one scenario a variant.
	Scenario string
	// Parameters is the hash of what makes the policy do what it does.
	Parameters string
	// Clairvoyant is set if the policy was told true run times.
	Clairvoyant bool
	// Source names the result that the run is from.
	Source string
	// Values are by metric; NaN where there is none.
	Values [NumMetrics]float64
	// Window is the span that GPU-hours are over, in hours; 0 if they would be the
	// same over any longer one.
	Window float64
	// Jobs were submitted; the times are of Measured of them, less those that did
	// not complete.
	Jobs, Measured int
}

// scenario is what the run shares with those that it may be compared with.
func (r *Run) scenario() string {
	if r.Scenario == "" {
		return "variant " + text(r.Variant)
	}
	return r.Scenario
}

// sameAs reports whether two runs came to the same. Waste and cost are left out: over
// what span waste is depends on the run's company, and prices may vary.
func (r *Run) sameAs(o *Run) bool {
	for m := range Metrics {
		a, b := r.Values[m], o.Values[m]
		if m != Wasted && m != WastePercent && m != Cost && a != b && !(math.IsNaN(a) && math.IsNaN(b)) {
			return false
		}
	}
	return r.Jobs == o.Jobs
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

// allThere reports whether each run has a figure.
func allThere(v []float64) bool { s := mean(v); return !math.IsNaN(s) && !math.IsInf(s, 0) }
