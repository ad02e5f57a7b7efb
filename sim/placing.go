package sim

import (
	"slices"

	"rubato/cluster"
	"rubato/policy"
)

// findPlace places a queued job that a plan starts in a pool, or places it anew at
// another size; it reports whether there is a place.
func (e *engine) findPlace(pj *policy.Job, pool, gpus int) bool {
	j := &e.jobs[pj.Index]
	o := cluster.Owner(j.Index)
	had := sumGPUs(j.active)
	e.cluster.Give(o, j.active)
	placed := e.placeAt(j, pool, gpus)
	j.Unplaced = j.Unplaced || !placed
	if !placed && had > 0 {
		e.placeAt(j, pool, had)
	}
	return placed
}

// placeAt places a job in a pool by the scenario's rule, or by count once it has
// waited for long enough.
func (e *engine) placeAt(j *job, pool, gpus int) bool {
	p := e.sc.Placement
	var ok bool
	if j.active, ok = e.cluster.Place(cluster.Owner(j.Index), pool, gpus, j.ReplicaGPUs, p.Rule, j.active[:0]); ok || p.Relax == 0 {
		return ok
	}
	if until := j.QueuedAt.Add(p.Relax); e.now < until {
		e.plan.Wake(until)
		return false
	}
	j.active, ok = e.cluster.Place(cluster.Owner(j.Index), pool, gpus, j.ReplicaGPUs, cluster.Count, j.active)
	return ok
}

// countFragmented counts the free GPUs that by count would do for a queued job, but
// lie so that none can be placed on them.
func (e *engine) countFragmented() int {
	if e.findsPlace == nil {
		return 0
	}
	sum := 0
	for i, pool := range e.state.Pools {
		e.sizes = e.sizes[:0]
		for j, n := range pool.Queue.Sizes() {
			e.sizes = append(e.sizes, cluster.SizeCount{GPUs: e.policy.Need(j), ReplicaGPUs: j.ReplicaGPUs, Jobs: n})
		}
		sum += e.cluster.Unusable(i, e.sizes, e.sc.Placement.Rule)
	}
	return sum
}

// defragment returns the jobs to move so that one fits on a node.
func (e *engine) defragment(pj *policy.Job) []*policy.Job {
	var out []*policy.Job
	for _, m := range e.cluster.Moves(pj.Pool, e.policy.Need(pj)) {
		if j := &e.jobs[m.Owner].Job; !slices.Contains(out, j) {
			out = append(out, j)
		}
	}
	return out
}
