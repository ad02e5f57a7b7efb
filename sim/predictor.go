package sim

import (
	"fmt"
	"math"
	"slices"

	"rubato/internal/stream"
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// predictor estimates run times for a policy that uses estimates.
type predictor struct {
	policy.Estimates
	seed    uint64
	history map[historyKey]meanTime
}

// historyKey groups completed jobs; zero fields stand for all.
type historyKey struct {
	user, name string
	size       int
}

type meanTime struct {
	sum simtime.Duration
	n   int
}

func newPredictor(sc *Scenario, p policy.Policy) predictor {
	r := predictor{Estimates: policy.Estimates{Source: policy.NoEstimates}, seed: sc.Seed}
	if e, ok := p.(policy.Estimator); ok {
		r.Estimates = e.Estimates()
	}
	if r.Source == policy.History {
		r.history = make(map[historyKey]meanTime)
	}
	return r
}

// check reports a job without the estimate that the policy wants.
func (r *predictor) check(sc *Scenario) error {
	if r.Source != policy.User {
		return nil
	}
	for i := range sc.Jobs {
		if sc.Jobs[i].Estimate == 0 {
			return fmt.Errorf("it uses the users' estimates of run time and job %q has none", sc.Jobs[i].ID)
		}
	}
	return nil
}

func trueTime(j *workload.Job) simtime.Duration { return j.Work.Time(j.Rate(j.Requested)) }

// estimate returns the run time a policy expects of a job that arrives.
func (r *predictor) estimate(j *workload.Job) simtime.Duration {
	var d float64
	switch r.Source {
	case policy.Oracle:
		d = float64(trueTime(j))
	case policy.Noisy:
		z := stream.New(r.seed, "estimate/"+j.ID).NormFloat64()
		d = float64(trueTime(j)) * math.Exp(r.Sigma*z)
	case policy.User:
		d = float64(j.Estimate)
	case policy.History:
		d = r.remember(j)
	default:
		return 0
	}
	if r.Factor != 0 {
		d *= r.Factor
	}
	return simtime.Duration(math.Round(min(d, float64(simtime.Longest))))
}

// historyKeys are the groups a job belongs to, the narrowest first.
func historyKeys(j *workload.Job) []historyKey {
	keys := []historyKey{{j.User, j.Name, j.Requested}, {j.User, j.Name, 0}, {j.User, "", 0}, {}}
	return slices.Compact(keys)
}

func (r *predictor) remember(j *workload.Job) float64 {
	for _, k := range historyKeys(j) {
		if m := r.history[k]; m.n > 0 {
			return float64(m.sum) / float64(m.n)
		}
	}
	return float64(simtime.Hour)
}

// learn takes note of a completed job.
func (r *predictor) learn(j *workload.Job) {
	if r.history == nil {
		return
	}
	for _, k := range historyKeys(j) {
		m := r.history[k]
		r.history[k] = meanTime{m.sum + trueTime(j), m.n + 1}
	}
}
