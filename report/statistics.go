package report

import (
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// Statistics says which jobs the times to train and queueing delays are of: those
// submitted at least Warmup after the first one and at least Cooldown before the
// last one. A cluster that fills up or runs dry says little of one that runs on.
// The choice goes by submission, so that it is the same under each policy.
type Statistics struct {
	Warmup, Cooldown simtime.Duration
}

func (s Statistics) all() bool { return s == Statistics{} }

// measured returns the jobs that count, and how many of them came to what end; the
// counts are nil where all jobs count.
func (s Statistics) measured(r *sim.Result) ([]sim.JobResult, *jobCount, error) {
	if s.all() || len(r.Jobs) == 0 {
		return r.Jobs, nil, nil
	}
	from := r.Jobs[0].Submit.Add(s.Warmup)
	to := r.Jobs[len(r.Jobs)-1].Submit.Add(-s.Cooldown)
	var out []sim.JobResult
	var c jobCount
	for i := range r.Jobs {
		j := &r.Jobs[i]
		if j.Submit < from || j.Submit > to {
			continue
		}
		if err := c.count(j); err != nil {
			return nil, nil, err
		}
		out = append(out, *j)
	}
	return out, &c, nil
}

// completed returns a span of each job that completed.
func completed(jobs []sim.JobResult, span func(*sim.JobResult) simtime.Duration) []simtime.Duration {
	out := make([]simtime.Duration, 0, len(jobs))
	for i := range jobs {
		if j := &jobs[i]; j.Phase == policy.Done {
			out = append(out, span(j))
		}
	}
	return out
}
