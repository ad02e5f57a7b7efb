package policy

import (
	"slices"

	"rubato/simtime"
)

// FinishTimeFair serves the jobs that are treated worst, by the ratio of their
// time to train to what it would be on a cluster of their own.
type FinishTimeFair struct {
	Every  simtime.Duration `yaml:"every" json:"every" jsonschema:"exclusiveMinimum=0,description=Length of a round (lease)."`
	Source Source           `yaml:"estimates" json:"estimates" jsonschema:"description=Where run times come from: oracle\\, noisy\\, user or history."`
	Sigma  float64          `yaml:"sigma" json:"sigma" jsonschema:"minimum=0,maximum=10,description=Log-normal error of noisy estimates."`
	Grace  simtime.Duration `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a stopped job has to save; then it is killed and loses its work since the last checkpoint."`
}

func init() {
	register(Entry{
		Name: "finish-time-fair", Summary: "fair: rounds for the jobs with the worst finish-time fairness (Themis)",
		Source: "Themis (Mahajan et al., NSDI 2020), section 3.1, in the form of a sort (Synergy, OSDI 2022)",
		New: func() Policy {
			return &FinishTimeFair{Every: 10 * simtime.Minute, Source: Oracle, Grace: 10 * simtime.Minute}
		},
		Doc: `A job's finish-time fairness is rho = T_shared / T_isolated: the time since it was
submitted plus the run time that remains, over the run time it would have had alone
on 1/n of the pool, n being the number of jobs there now (at full speed if that is
as much as it requests). At the start of each round jobs take the pool at the size
they request in order of rho, the greatest first, ties in order of submission; one
that does not fit is passed over; a running one that does not make the cut saves
within gracePeriod and waits. Between rounds nothing changes.

The paper's auction, with bids of several sizes, is not modelled. Lost nodes and
notices are handled as by fifo, at once.`,
	})
}

// Name returns "finish-time-fair".
func (*FinishTimeFair) Name() string { return "finish-time-fair" }

// Estimates says where run times come from.
func (f *FinishTimeFair) Estimates() Estimates { return Estimates{Source: f.Source, Sigma: f.Sigma} }

// Before is the order of submission.
func (*FinishTimeFair) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what the size it requests takes.
func (*FinishTimeFair) Need(j *Job) int { return j.GPUs(j.Requested) }

// treated is a job with its finish-time fairness.
type treated struct {
	*Job
	rho float64
}

// Decide assigns the pools anew at the start of a round.
func (f *FinishTimeFair) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		if pool.Queue.Len() > 0 && startsRound(s.Now, f.Every) {
			f.assign(s, i, p)
		}
		wakeNextRound(s.Now, pool, p, f.Every)
	}
}

// assign lets jobs take a pool, the worst treated first.
func (f *FinishTimeFair) assign(s *State, index int, p *Plan) {
	all, budget := f.worstFirst(s, s.Pools[index], p)
	budget += p.Free(index) + s.Pools[index].Leaving
	for _, t := range all {
		switch need := f.Need(t.Job); {
		case need > budget && t.Phase != Queued:
			p.Stop(t.Job, f.Grace)
		case need <= budget && (t.Phase != Queued || startOrAwait(t.Job, p)):
			budget -= need
		}
	}
}

// worstFirst sorts the jobs that may run or be stopped by rho, and returns with
// them the GPUs that they have.
func (f *FinishTimeFair) worstFirst(s *State, pool *Pool, p *Plan) (all []treated, gpus int) {
	n := pool.Running.Len() + pool.Queue.Len()
	add := func(j *Job) { all = append(all, treated{j, f.rho(s, j, pool.Capacity.GPUs, n)}) }
	for j := range pool.Running.All() {
		if stoppable(j, p) {
			add(j)
			gpus += j.Active
		}
	}
	for j := range pool.Queue.All() {
		add(j)
	}
	slices.SortFunc(all, func(a, b treated) int {
		if a.rho > b.rho || a.rho == b.rho && a.Index < b.Index {
			return -1
		}
		return 1
	})
	return all, gpus
}

// rho is the finish-time fairness of a job among n.
func (f *FinishTimeFair) rho(s *State, j *Job, gpus, n int) float64 {
	slowdown := max(1, float64(n*f.Need(j))/float64(gpus))
	shared := s.Now.Sub(j.Submit) + s.Remaining(j)
	return float64(shared) / float64(max(1, simtime.Duration(float64(j.Estimate)*slowdown)))
}
