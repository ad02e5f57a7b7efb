package sim

import (
	"rubato/cluster"
	"rubato/policy"
)

// findPlace places a queued job that a plan starts, or places it anew at another
// size; it reports whether there is a place.
func (e *engine) findPlace(pj *policy.Job, gpus int) bool {
	j := &e.jobs[pj.Index]
	o := cluster.Owner(j.Index)
	had := sumGPUs(j.active)
	e.cluster.Give(o, j.active)
	placed := e.placeAt(j, gpus)
	j.Unplaced = j.Unplaced || !placed
	if !placed && had > 0 {
		e.placeAt(j, had)
	}
	return placed
}

// placeAt places a job by the scenario's rule, or by count once it has waited for
// long enough.
func (e *engine) placeAt(j *job, gpus int) bool {
	p := e.sc.Placement
	var ok bool
	if j.active, ok = e.cluster.Place(cluster.Owner(j.Index), j.Pool, gpus, j.ReplicaGPUs, p.Rule, j.active[:0]); ok || p.Relax == 0 {
		return ok
	}
	if until := j.QueuedAt.Add(p.Relax); e.now < until {
		e.plan.Wake(until)
		return false
	}
	j.active, ok = e.cluster.Place(cluster.Owner(j.Index), j.Pool, gpus, j.ReplicaGPUs, cluster.Count, j.active)
	return ok
}

// countFragmented counts the free GPUs of pools in which a queued job would fit
// by count but none can be placed.
func (e *engine) countFragmented() int {
	if e.findsPlace == nil {
		return 0
	}
	sum := 0
	for i, pool := range e.state.Pools {
		free := e.cluster.Free(i)
		enough := false
		w := pool.Queue.Walk()
		for j := w.Next(); j != nil; j = w.Next() {
			w.LeaveOut()
			switch need := e.policy.Need(j); {
			case need > free:
			case e.cluster.Fits(i, need, j.ReplicaGPUs, e.sc.Placement.Rule):
				enough = false
				free = 0
			default:
				enough = true
			}
		}
		if enough {
			sum += free
		}
	}
	return sum
}

// defragment returns the jobs to move so that one fits on a node.
func (e *engine) defragment(pj *policy.Job) []*policy.Job {
	var out []*policy.Job
	for _, o := range e.cluster.Defragment(pj.Pool, e.policy.Need(pj)) {
		out = append(out, &e.jobs[o].Job)
	}
	return out
}
