package policy

import (
	"cmp"
	"slices"
)

// concession is what a victim is left with.
type concession struct {
	job  *Job
	size int // 0: stopped
}

// gpus is what the victim is left with, in GPUs.
func (c concession) gpus() int { return c.job.GPUs(c.size) }

// roomEstimate bounds what jobs could give up for a queued job of a priority.
type roomEstimate struct {
	known    bool
	priority int
	gpus     int
}

// makeRoom plans that running jobs give up GPUs for j, no more than needed, and
// reports whether that is enough; otherwise it plans nothing.
func (r *hyperPodRound) makeRoom(j *Job, need int) bool {
	if r.mostRoom(j) < need {
		return false
	}
	var given []concession
	// Held GPUs cost nothing, so they go first; then jobs shrink; then those
	// of lower priority stop.
	need = r.shrinkFor(j.Priority, r.SurgeYieldsTo, need, &given)
	for v := range r.pool.Running.All() {
		if v.Priority >= j.Priority || need <= 0 {
			break
		}
		if r.available(v) {
			need -= concede(&given, v, 0)
		}
	}
	if need > 0 {
		return false
	}
	r.carryOut(takeBack(given, -need))
	return true
}

// shrinkFor lets jobs concede what they have beyond their least sizes to a priority,
// and returns what is still needed.
func (r *hyperPodRound) shrinkFor(priority int, to Precedence, need int, given *[]concession) int {
	victims := r.victims(priority, to)
	for _, floor := range []func(v *Job) int{
		func(v *Job) int { return v.Size },
		func(v *Job) int { return v.Sizes.Min() },
	} {
		for _, v := range victims {
			if need <= 0 {
				return need
			}
			need -= concede(given, v, max(floor(v), v.Sizes.Floor((have(*given, v)-need)/v.ReplicaGPUs)))
		}
	}
	return need
}

// victims lists the jobs that yield GPUs beyond their least size to a priority, the
// first to do so first.
func (r *hyperPodRound) victims(priority int, to Precedence) []*Job {
	out := r.pool.victims[:0]
	for v := range r.pool.Running.All() {
		if v.Priority > priority && !r.pool.Surging {
			break
		}
		if r.available(v) && v.Sizes.Elastic() && yields(v, priority, to) {
			out = append(out, v)
		}
	}
	if r.pool.Surging {
		slices.SortStableFunc(out, func(a, b *Job) int { return cmp.Compare(a.SurgesAt(), b.SurgesAt()) })
	}
	r.pool.victims = out
	return out
}

// mostRoom bounds what running jobs could give up for j. The queue is in order
// of priority, so that one estimate serves many jobs.
func (r *hyperPodRound) mostRoom(j *Job) int {
	e := &r.room
	if e.known && e.priority == j.Priority {
		return e.gpus
	}
	*e = roomEstimate{known: true, priority: j.Priority}
	if r.pool.Surplus == 0 && (r.pool.Running.Len() == 0 || r.pool.Running.At(0).Priority >= j.Priority) {
		return 0
	}
	for v := range r.pool.Running.All() {
		if v.Priority > j.Priority && !r.pool.Surging {
			break
		}
		switch {
		case !r.available(v):
		case v.Priority < j.Priority:
			e.gpus += v.Active + v.Held
		case yields(v, j.Priority, r.SurgeYieldsTo):
			e.gpus += v.Active + v.Held - v.MinGPUs()
		}
	}
	return e.gpus
}

// available reports whether a running job can give up anything this round.
func (r *hyperPodRound) available(v *Job) bool {
	return !v.NonPreemptible && v.Phase != Draining && v.Phase != Faulted && v.Phase != Hung && v.Doomed == 0 && !r.plan.Planned(v)
}

// yields reports whether a running job gives up GPUs beyond its least size to a
// priority.
func yields(v *Job, priority int, to Precedence) bool {
	return v.SurgesAt() < priority || v.SurgesAt() == priority && to == SamePriority
}

// have returns the GPUs a job has after what it gave up already.
func have(given []concession, v *Job) int {
	for _, c := range given {
		if c.job == v {
			return c.gpus()
		}
	}
	return v.Active + v.Held
}

// concede leaves a job with a size, if that is less than it has, and returns the
// GPUs that frees.
func concede(given *[]concession, v *Job, size int) int {
	freed := have(*given, v) - v.GPUs(size)
	if freed <= 0 {
		return 0
	}
	for i := range *given {
		if c := &(*given)[i]; c.job == v {
			c.size = size
			return freed
		}
	}
	*given = append(*given, concession{job: v, size: size})
	return freed
}

// takeBack returns to victims, the last first, what turned out to be too much.
func takeBack(given []concession, over int) []concession {
	for i := len(given) - 1; i >= 0; i-- {
		c := &given[i]
		size := c.job.Sizes.Floor(min(c.gpus()+over, c.job.Active+c.job.Held) / c.job.ReplicaGPUs)
		if size > c.size {
			over -= c.job.GPUs(size) - c.gpus()
			c.size = size
		}
	}
	return given
}

// carryOut plans the concessions.
func (r *hyperPodRound) carryOut(given []concession) {
	for _, c := range given {
		switch {
		case c.size == 0:
			r.stop(c.job)
		case c.size < c.job.Size:
			r.resize(c.job, c.size)
		case c.size < c.job.Target():
			r.plan.Hold(c.job, c.size)
		}
	}
	r.room.known = false
}
