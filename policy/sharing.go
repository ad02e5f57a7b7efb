package policy

import (
	"slices"

	"rubato/simtime"
)

// sharing is the part that policies have in common which work out, from nothing,
// what size each job of a pool is to have: they differ in how they allot.
type sharing struct {
	Every simtime.Duration `yaml:"every" json:"every" jsonschema:"description=Length of a round; sizes only change at its start. 0: at every event."`
	Grace simtime.Duration `yaml:"gracefulShutdownTimeout" json:"gracefulShutdownTimeout" jsonschema:"description=Time to save at a change of size; then the job is killed and loses its work since the last checkpoint."`

	state    *State
	plan     *Plan
	pool     *Pool
	jobs     []share // that may be told something
	admitted []share // scratch
	heap     shareHeap
	// coming says that GPUs are on their way from jobs that get smaller.
	coming bool
}

// changeDoc is how sizes change, for the pages of the policies.
const changeDoc = `Change  Jobs with less than before save within gracefulShutdownTimeout and restart at
        the smaller size, or go back to the queue. Jobs with more, and new ones, wait
        for what those give back before they restart or start. Jobs that may not be
        preempted keep their size.

A job that loses GPUs, or is told that it will, restarts at once at the size of its
share or at the greatest it can have.`

// share is the size that a job is to have.
type share struct {
	job   *Job
	size  int
	fixed bool    // its size does not grow
	key   float64 // by which it is compared with the others
}

func (s *share) gpus() int { return s.job.GPUs(s.size) }

// next returns the legal size above the share, 0 if there is none, and how many
// GPUs more it takes.
func (s *share) next() (size, more int) {
	size = s.job.Sizes.Above(s.size)
	if s.fixed || size == 0 {
		return 0, 0
	}
	return size, s.job.GPUs(size - s.size)
}

// decide shares out each pool. allot sets the sizes of the jobs, given the GPUs
// that there are for them; it may add queued ones.
func (r *sharing) decide(s *State, p *Plan, allot func(gpus int)) {
	starts := startsRound(s.Now, r.Every)
	if !starts {
		p.Wake(s.Now.Add(r.Every - simtime.Duration(s.Now)%r.Every))
	}
	r.state, r.plan = s, p
	for _, pool := range s.Pools {
		r.pool = pool
		allot(r.collect())
		r.answerLosses()
		if starts {
			r.shrink()
			r.start()
			r.grow()
		}
	}
}

// collect lists the jobs that run, in order of submission, those that must not be
// preempted with what they have, and returns the GPUs that are left.
func (r *sharing) collect() int {
	r.jobs = r.jobs[:0]
	gpus := r.plan.Free(r.pool.Index) + r.pool.Leaving
	r.coming = r.pool.Leaving > 0
	for j := range r.pool.Running.All() {
		if j.Phase == Draining {
			continue
		}
		gpus += j.Active + j.Held - j.Doomed
		r.jobs = append(r.jobs, share{job: j, fixed: j.NonPreemptible || !j.Sizes.Elastic()})
	}
	slices.SortFunc(r.jobs, func(a, b share) int { return int(a.job.Index - b.job.Index) })
	for i := range r.jobs {
		if s := &r.jobs[i]; s.job.NonPreemptible {
			size := s.job.Size
			if s.job.Doomed > 0 || s.job.Phase == Faulted {
				size = s.job.Sizes.Min()
			}
			gpus -= s.give(size, gpus)
		}
	}
	return gpus
}

// raise gives a job the greatest size that the GPUs there are allow, and returns
// what it takes.
func (s *share) raise(gpus int) int {
	if s.size == 0 || s.fixed {
		return 0
	}
	before := s.size
	s.size = s.job.Sizes.Floor((s.gpus() + gpus) / s.job.ReplicaGPUs)
	return s.job.GPUs(s.size - before)
}

// give sets a size if it takes no more than the GPUs there are, and returns what
// it takes.
func (s *share) give(size, gpus int) int {
	more := s.job.GPUs(size - s.size)
	if more > gpus {
		return 0
	}
	s.size = size
	return more
}
