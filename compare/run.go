package compare

import (
	"math"
	"slices"
)

// Run is a run's figures.
type Run struct {
	// Policy is the policy's label, Seed the run's seed.
	Policy string
	Seed   uint64
	// Point is that of the sweep, as axis=value; "" without one.
	Point string
	// Values are by metric; NaN where there is none.
	Values [NumMetrics]float64
	// Window is the time that GPU-hours are over, in hours.
	Window float64
}

// group is the runs at one point: by policy, in order of seeds.
type group struct {
	point    string
	policies []string
	runs     map[string]map[uint64]*Run
	seeds    []uint64 // that every policy has, in order
}

// groups sorts runs by point, in the order in which points, policies and seeds
// first occur.
func groups(runs []Run) []*group {
	var out []*group
	at := make(map[string]*group)
	for i := range runs {
		r := &runs[i]
		g := at[r.Point]
		if g == nil {
			g = &group{point: r.Point, runs: make(map[string]map[uint64]*Run)}
			at[r.Point] = g
			out = append(out, g)
		}
		if g.runs[r.Policy] == nil {
			g.runs[r.Policy] = make(map[uint64]*Run)
			g.policies = append(g.policies, r.Policy)
		}
		if !slices.Contains(g.seeds, r.Seed) {
			g.seeds = append(g.seeds, r.Seed)
		}
		g.runs[r.Policy][r.Seed] = r
	}
	for _, g := range out {
		g.seeds = slices.DeleteFunc(g.seeds, func(s uint64) bool {
			return slices.ContainsFunc(g.policies, func(p string) bool { return g.runs[p][s] == nil })
		})
	}
	return out
}

// values returns a policy's figures by seed.
func (g *group) values(policy string, metric int) []float64 {
	out := make([]float64, len(g.seeds))
	for i, s := range g.seeds {
		out[i] = g.runs[policy][s].Values[metric]
	}
	return out
}

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(len(v))
}

func finite(v []float64) bool {
	return !slices.ContainsFunc(v, func(x float64) bool { return math.IsNaN(x) || math.IsInf(x, 0) })
}
