package compare

import (
	"maps"
	"math"
	"slices"
)

// Table sets the policies at one point against the metrics.
type Table struct {
	Point string   `json:"point"`
	Seeds []uint64 `json:"seeds"`
	// Metrics are the names of the columns: those that any policy has a figure of.
	Metrics []string `json:"metrics"`
	Rows    []Row    `json:"policies"`
	// Verdicts are those of the policies and the baseline.
	Verdicts []Verdict `json:"verdicts"`
	// Notes say what the figures are of and what keeps the table from telling more.
	Notes []string `json:"notes"`

	columns []int
	axes    []string // along which policies of one label differ
	labels  []string // of the rows
}

// Row is a policy.
type Row struct {
	Policy string `json:"policy"`
	// Variant is where it was run, axis by axis of a sweep: the point, and what makes
	// it differ from others of its label.
	Variant map[string]string `json:"variant"`
	Cells   []Cell            `json:"cells"`
	// Front is set if no policy has both less waste and a shorter p99 time to
	// train, by the means; DominatedBy are those that have.
	Front       bool     `json:"pareto_front"`
	DominatedBy []string `json:"dominated_by"`
}

// Cell is a policy's figure by a metric.
type Cell struct {
	// Mean is that over the seeds; nil where a run has no figure.
	Mean *float64 `json:"mean"`
	// Best is set for the best mean, Tied for one that cannot be told from it.
	Best bool `json:"best"`
	Tied bool `json:"not_distinguishable_from_best"`
}

// Tables returns a table for each point. It fails where runs are not of one scenario
// but have one name, where one run is there twice with different figures, and with a
// [NoPolicy] where no point has the baseline.
func Tables(runs []Run, o Options) ([]Table, error) {
	all, err := pointsWith(runs, o)
	out := []Table{}
	for _, p := range all {
		out = append(out, p.table(o))
	}
	return out, err
}

func (p *point) table(o Options) Table {
	t := Table{Point: p.name, Seeds: append([]uint64{}, p.seeds...), Metrics: []string{}, Verdicts: append([]Verdict{}, p.verdicts(o)...), Notes: p.notes(o)}
	for _, r := range p.rivals {
		variant := maps.Clone(r.axes)
		if variant == nil {
			variant = make(map[string]string)
		}
		for axis := range r.axes {
			if !slices.Contains(t.axes, axis) {
				t.axes = append(t.axes, axis)
			}
		}
		maps.Copy(variant, p.shared)
		t.labels = append(t.labels, r.label)
		t.Rows = append(t.Rows, Row{Policy: r.name, Variant: variant, Cells: []Cell{}, DominatedBy: []string{}})
	}
	slices.Sort(t.axes)
	if len(p.seeds) == 0 {
		return t
	}
	for _, m := range o.columns() {
		if cells := p.column(m); cells != nil {
			t.columns = append(t.columns, m)
			t.Metrics = append(t.Metrics, Metrics[m].Name)
			for i := range t.Rows {
				t.Rows[i].Cells = append(t.Rows[i].Cells, cells[i])
			}
		}
	}
	p.front(t.Rows)
	return t
}

// column returns the cells of a metric, or nil where no policy has a figure.
func (p *point) column(m int) []Cell {
	cells := make([]Cell, len(p.policies))
	best, some := -1, false
	for i, name := range p.policies {
		v := mean(p.values(name, m))
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
	p.mark(cells, best, m)
	return cells
}

func better(m int, a, b float64) bool { return a < b && !Metrics[m].More || a > b && Metrics[m].More }

// mark marks the best figure and those that may be as good: the comparisons with the
// best one are a family of their own.
func (p *point) mark(cells []Cell, best, m int) {
	if !slices.ContainsFunc(cells, func(c Cell) bool { return c.Mean != nil && *c.Mean != *cells[best].Mean }) {
		return
	}
	cells[best].Best = true
	family := p.family(p.policies[best], m)
	p.judge(family, m)
	for i := range family {
		c := &cells[slices.Index(p.policies, family[i].B)]
		switch family[i].Outcome {
		case SeedsAllEqual:
			c.Best = family[i].Comparison.Difference == 0
		case Indistinguishable, TooFewSeeds:
			c.Tied = true
		}
	}
}
