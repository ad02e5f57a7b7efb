package report

import (
	"math"

	"rubato/policy"
	"rubato/sim"
)

// deadlines says how many of the jobs that have a deadline completed by it. A job
// that was refused, or failed, missed it.
type deadlines struct {
	Jobs int `json:"jobs"`
	Met  int `json:"met"`
}

// deadlinesOf returns nil where no job has a deadline.
func deadlinesOf(r *sim.Result) *deadlines {
	var d deadlines
	for i := range r.Jobs {
		j := &r.Jobs[i]
		if j.Deadline == 0 {
			continue
		}
		d.Jobs++
		if j.Phase == policy.Done && j.End <= j.Deadline {
			d.Met++
		}
	}
	if d.Jobs == 0 {
		return nil
	}
	return &d
}

// deadlineColumns are there where jobs have deadlines.
var deadlineColumns = []column{
	{"dead-", "lines %", deadlinesMet, 1, theMost, "deadlines met, %"},
	{"re-", "fused", func(s *summary) float64 { return float64(s.Jobs.Refused) }, 0, unranked, "jobs refused"},
}

func deadlinesMet(s *summary) float64 {
	if s.Deadlines == nil {
		return math.NaN()
	}
	return 100 * float64(s.Deadlines.Met) / float64(s.Deadlines.Jobs)
}

// due reports whether any job has a deadline.
func (r *Report) due() bool {
	for i := range r.Runs {
		if deadlinesOf(r.Runs[i].Result) != nil {
			return true
		}
	}
	return false
}
