package compare

import (
	"encoding/csv"
	"io"
	"maps"
	"slices"
	"strconv"
)

var csvColumns = []string{
	"point", "policy", "metric", "seeds", "mean", "best", "not_distinguishable_from_best", "pareto_front",
	"baseline", "outcome", "mean_difference", "mean_difference_ci95_low", "mean_difference_ci95_high",
	"percent_change", "percent_change_ci95_low", "percent_change_ci95_high", "less", "more", "p_sign", "p_wilcoxon", "p_holm",
}

// writeCSV writes a row a point, policy and metric: the mean, what a verdict says of
// it, if there is one, and the values along the axes of a sweep.
func writeCSV(w io.Writer, tables []Table) error {
	out := csv.NewWriter(w)
	axes := axesOf(tables)
	head := slices.Clone(csvColumns)
	for _, axis := range axes {
		head = append(head, "axis."+axis)
	}
	if err := out.Write(head); err != nil {
		return err
	}
	for i := range tables {
		t := &tables[i]
		for _, r := range t.Rows {
			for k, c := range r.Cells {
				row := []string{t.Point, r.Policy, t.Metrics[k], strconv.Itoa(len(t.Seeds)), exact(c.Mean),
					strconv.FormatBool(c.Best), strconv.FormatBool(c.Tied), strconv.FormatBool(r.Front)}
				row = append(row, t.verdict(r.Policy, t.Metrics[k]).cells()...)
				for _, axis := range axes {
					row = append(row, r.Variant[axis])
				}
				if err := out.Write(row); err != nil {
					return err
				}
			}
		}
	}
	out.Flush()
	return out.Error()
}

// axesOf are the axes of all rows, in order of their names.
func axesOf(tables []Table) []string {
	all := make(map[string]bool)
	for i := range tables {
		for _, r := range tables[i].Rows {
			for axis := range r.Variant {
				all[axis] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(all))
}

// verdict is that of a policy by a metric; nil if there is none.
func (t *Table) verdict(policy, metric string) *Verdict {
	for i := range t.Verdicts {
		if v := &t.Verdicts[i]; v.B == policy && v.Metric == metric {
			return v
		}
	}
	return nil
}

// cells are what CSV has of a verdict.
func (v *Verdict) cells() []string {
	out := make([]string, len(csvColumns)-8)
	if v == nil {
		return out
	}
	out[0], out[1] = v.A, v.Outcome
	c := v.Comparison
	if c == nil {
		return out
	}
	out = append(out[:2], exact(&c.Difference), exact(&c.Interval.Low), exact(&c.Interval.High))
	if c.Change != nil {
		out = append(out, exact(c.Change), exact(&c.ChangeInterval.Low), exact(&c.ChangeInterval.High))
	} else {
		out = append(out, "", "", "")
	}
	return append(out, strconv.Itoa(c.Less), strconv.Itoa(c.More), exact(&c.Sign), exact(&c.Wilcoxon), exact(&v.Holm))
}

// exact is the shortest text of a number that reads back as it; "" of none.
func exact(v *float64) string {
	if v == nil {
		return ""
	}
	return strconv.FormatFloat(*v, 'g', -1, 64)
}
