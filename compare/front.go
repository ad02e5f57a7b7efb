package compare

import "math"

// front finds the policies that no other one dominates, by the means over the seeds.
func (p *point) front(rows []Row) {
	value := func(i, m int) float64 { return mean(p.values(rows[i].Policy, m)) }
	for i := range rows {
		waste, p99 := value(i, Wasted), value(i, P99Train)
		if math.IsNaN(waste) || math.IsNaN(p99) {
			continue
		}
		for k := range rows {
			w, t := value(k, Wasted), value(k, P99Train)
			if w <= waste && t <= p99 && (w < waste || t < p99) {
				rows[i].DominatedBy = append(rows[i].DominatedBy, rows[k].Policy)
			}
		}
		rows[i].Front = len(rows[i].DominatedBy) == 0
	}
}
