package sim

import (
	"fmt"
	"math"

	"rubato/policy"
	"rubato/simtime"
)

// finish settles all accounts and returns the result.
func (e *engine) finish() (*Result, error) {
	r := e.result
	r.End = e.now
	for i := range e.jobs {
		e.settle(&e.jobs[i])
		e.chargeOverhead(&e.jobs[i])
		p := &e.jobs[i].result.Productive
		*p -= simtime.Duration(math.Round(e.jobs[i].Operator.Overhead * float64(*p)))
	}
	for i := range e.ledger.pools {
		spent := e.ledger.pools[i].spent
		r.Pools = append(r.Pools, spent)
		for s, v := range spent {
			r.Spent[s] += v
		}
	}
	var jobs GPUMillis
	for i := range e.jobs {
		j := &e.jobs[i]
		j.result.Phase = j.Phase
		done := j.Work.Sub(j.left)
		j.result.ScalingLoss = float64(j.result.Spent[Training]) - done.ReplicaMillis()*float64(j.ReplicaGPUs)
		r.ScalingLoss += j.result.ScalingLoss
		r.Resizes += j.result.Resizes
		r.Preemptions += j.result.Preemptions
		r.NodeLosses += j.result.NodeLosses
		r.Crashes += j.result.Crashes
		for c, v := range j.result.LostBy {
			r.LostBy[c] += v
		}
		for s, v := range j.result.Spent {
			jobs[s] += v
		}
	}
	for s := Starting; s < NumStates; s++ {
		if jobs[s] != r.Spent[s] {
			return nil, fmt.Errorf("ledger: jobs account for %d GPU-milliseconds of %v, the cluster for %d", jobs[s], s, r.Spent[s])
		}
	}
	return r, e.checkJobs()
}

// chargeOverhead takes the part that the operator's own work had of a job's training
// in the pool that it leaves, to the nearest GPU-millisecond, out of what was trained.
func (e *engine) chargeOverhead(j *job) {
	part := j.Operator.Overhead
	if part == 0 {
		return
	}
	charged := j.result.LostBy[ByOverhead]
	n := int64(math.Round(part*float64(j.result.Spent[Training]+charged))) - charged
	for _, spent := range []*GPUMillis{&j.result.Spent, &e.ledger.pools[j.Pool].spent} {
		spent[Training] -= n
		spent[Lost] += n
	}
	j.result.LostBy[ByOverhead] += n
}

// checkJobs returns an error if the engine lost track of a job.
func (e *engine) checkJobs() error {
	over := 0
	for i := range e.jobs {
		if e.jobs[i].Phase.Over() {
			over++
		}
		if j := &e.jobs[i]; j.Phase == policy.Pending && j.Submit < e.now {
			return fmt.Errorf("job %q was never submitted", j.ID)
		}
	}
	if over != e.ended {
		return fmt.Errorf("%d jobs are over, %d were counted", over, e.ended)
	}
	return nil
}
