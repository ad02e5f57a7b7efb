package compare

import (
	"math"
	"slices"

	"rubato/stats"
)

// Table sets the policies at one point against the metrics.
type Table struct {
	Point string   `json:"point"`
	Seeds []uint64 `json:"seeds"`
	// Metrics are the names of the columns: those that any policy has a figure of.
	Metrics []string `json:"metrics"`
	Rows    []Row    `json:"policies"`
	// Notes say what keeps the table from telling more.
	Notes []string `json:"notes"`

	columns []int
}

// Row is a policy.
type Row struct {
	Policy string `json:"policy"`
	Cells  []Cell `json:"cells"`
	// Front is set if no policy has both less waste and a shorter p99 time to
	// train, by the means.
	Front bool `json:"pareto_front"`
}

// Cell is a policy's figure by a metric.
type Cell struct {
	// Mean is that over the seeds; nil where a run has no figure.
	Mean *float64 `json:"mean"`
	// Best is set for the best mean, Tied for one that cannot be told from it.
	Best bool `json:"best"`
	Tied bool `json:"not_distinguishable_from_best"`
}

// Tables returns a table for each point.
func Tables(runs []Run) []Table {
	out := []Table{}
	for _, g := range groups(runs) {
		out = append(out, g.table())
	}
	return out
}

func (g *group) table() Table {
	t := Table{Point: g.point, Seeds: append([]uint64{}, g.seeds...), Metrics: []string{}, Notes: g.notes()}
	for _, p := range g.policies {
		t.Rows = append(t.Rows, Row{Policy: p, Cells: []Cell{}})
	}
	if len(g.seeds) == 0 {
		return t
	}
	for m := range Metrics {
		if cells := g.column(m); cells != nil {
			t.columns = append(t.columns, m)
			t.Metrics = append(t.Metrics, Metrics[m].Name)
			for i := range t.Rows {
				t.Rows[i].Cells = append(t.Rows[i].Cells, cells[i])
			}
		}
	}
	g.front(t.Rows)
	return t
}

// column returns the cells of a metric, or nil where no policy has a figure.
func (g *group) column(m int) []Cell {
	cells := make([]Cell, len(g.policies))
	best, some := -1, false
	for i, p := range g.policies {
		v := mean(g.values(p, m))
		if math.IsNaN(v) {
			continue
		}
		cells[i].Mean, some = &v, true
		if best < 0 || better(m, v, *cells[best].Mean) {
			best = i
		}
	}
	if !some {
		return nil
	}
	g.mark(cells, best, m)
	return cells
}

func better(m int, a, b float64) bool { return a < b && !Metrics[m].More || a > b && Metrics[m].More }

// mark marks the best figure and those that may be as good: the comparisons with the
// best one are a family of their own.
func (g *group) mark(cells []Cell, best, m int) {
	if !slices.ContainsFunc(cells, func(c Cell) bool { return c.Mean != nil && *c.Mean != *cells[best].Mean }) {
		return
	}
	var family []Verdict
	var rows []int
	for i, p := range g.policies {
		if i != best && cells[i].Mean != nil {
			v := Verdict{Metric: Metrics[m].Name, Point: g.point, A: g.policies[best], B: p, metric: &Metrics[m]}
			family, rows = append(family, v), append(rows, i)
		}
	}
	cells[best].Best = true
	each(family, func(v *Verdict) { v.Comparison = compare(g.values(v.A, m), g.values(v.B, m), v.purpose()) })
	judge(family)
	for k, v := range family {
		switch v.Outcome {
		case SeedsAllEqual:
			cells[rows[k]].Best = v.Comparison.Difference == 0
		case Indistinguishable, TooFewSeeds:
			cells[rows[k]].Tied = true
		}
	}
}

// front marks the policies that no other one dominates.
func (g *group) front(rows []Row) {
	value := func(p string, m int) float64 { return mean(g.values(p, m)) }
	for i := range rows {
		w, t := value(rows[i].Policy, Wasted), value(rows[i].Policy, P99Train)
		rows[i].Front = !math.IsNaN(w) && !math.IsNaN(t) && !slices.ContainsFunc(g.policies, func(p string) bool {
			w2, t2 := value(p, Wasted), value(p, P99Train)
			return w2 <= w && t2 <= t && (w2 < w || t2 < t)
		})
	}
}

// notes are what a reader must know of the figures at a point.
func (g *group) notes() []string {
	out := []string{}
	switch n := len(g.seeds); {
	case n == 0:
		return append(out, "the policies have no seed in common")
	case n == 1:
		out = append(out, "one seed: nothing can be told from chance; run with several, such as --seed 1..30")
	case n < stats.MinPairs:
		out = append(out, "fewer than six seeds: nothing can be told from chance")
	}
	if g.windowsDiffer() {
		out = append(out, "GPU-hours are over spans that differ between policies: compare waste in percent")
	}
	if len(g.seeds) > 1 && g.repeated() {
		out = append(out, "all seeds give the same: they are one observation, and differences are exact")
	}
	return out
}

func (g *group) windowsDiffer() bool {
	for _, s := range g.seeds {
		for _, p := range g.policies {
			if g.runs[p][s].Window != g.runs[g.policies[0]][s].Window {
				return true
			}
		}
	}
	return false
}

// repeated reports whether no seed changes any figure.
func (g *group) repeated() bool {
	for _, p := range g.policies {
		for m := range Metrics {
			v := g.values(p, m)
			if slices.ContainsFunc(v, func(x float64) bool { return x != v[0] && !(math.IsNaN(x) && math.IsNaN(v[0])) }) {
				return false
			}
		}
	}
	return true
}
