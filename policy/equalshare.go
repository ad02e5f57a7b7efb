package policy

import (
	"container/heap"
	"slices"

	"rubato/simtime"
)

// EqualShare gives every job the same number of GPUs, as far as legal sizes allow.
type EqualShare struct {
	Every simtime.Duration `yaml:"every" json:"every" jsonschema:"description=Length of a round; shares only change at its start. 0: at every event."`
	Grace simtime.Duration `yaml:"gracefulShutdownTimeout" json:"gracefulShutdownTimeout" jsonschema:"description=Time to save at a change of size; then the job is killed and loses its work since the last checkpoint."`

	round shareRound
}

func init() {
	register(Entry{
		Name: "equal-share", Summary: "elastic: every job has the same number of GPUs, in whole legal sizes",
		Source: "max-min fairness by water filling; Bertsekas and Gallager, Data Networks, section 6.5.2, in steps of legal sizes",
		New:    func() Policy { return &EqualShare{Grace: 10 * simtime.Minute} },
		Doc: `The GPUs of a pool are shared anew whenever a job comes or goes and when capacity
changes; with every, at the start of each round.

Least   First each job that runs gets its least size, in order of submission, then
        those in the queue do until one does not fit: it waits, and those behind it.
Fill    Then the job with the fewest GPUs gets its next legal size, again and again,
        the earliest submitted of equals first; one whose next size does not fit any
        more keeps what it has. With sizes in steps of one GPU this is water filling.
Change  Jobs with less than before save within gracefulShutdownTimeout and restart at
        the smaller size. Jobs with more, and new ones, wait for what those give back
        before they restart or start. Jobs that may not be preempted keep their size.

A job that loses GPUs, or is told that it will, restarts at once at the size of its
share or at the greatest it can have.`,
	})
}

// Name returns "equal-share".
func (*EqualShare) Name() string { return "equal-share" }

// Before is the order of submission.
func (*EqualShare) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what its least size takes.
func (*EqualShare) Need(j *Job) int { return j.MinGPUs() }

// Decide shares out each pool.
func (e *EqualShare) Decide(s *State, p *Plan) {
	starts := startsRound(s.Now, e.Every)
	if !starts {
		p.Wake(s.Now.Add(e.Every - simtime.Duration(s.Now)%e.Every))
	}
	for i, pool := range s.Pools {
		r := &e.round
		r.plan, r.pool, r.now, r.grace = p, pool, s.Now, e.Grace
		r.share(p.Free(i))
		r.answerLosses()
		if starts {
			r.shrink()
			r.start()
			r.grow()
		}
	}
}

// shareRound is one round in one pool.
type shareRound struct {
	plan  *Plan
	pool  *Pool
	now   simtime.Time
	grace simtime.Duration
	jobs  []share // that may be told something, those that run first
	queue shareHeap
	// coming says that GPUs are on their way from jobs that get smaller.
	coming bool
}

// share is what a job is to have.
type share struct {
	job   *Job
	size  int
	fixed bool
}

func (s *share) gpus() int { return s.job.GPUs(s.size) }

// share works out what each job is to have.
func (r *shareRound) share(free int) {
	r.jobs = r.jobs[:0]
	rest := free + r.pool.Leaving
	r.coming = r.pool.Leaving > 0
	for j := range r.pool.Running.All() {
		if j.Phase != Draining {
			rest += j.Active + j.Held - j.Doomed
			r.jobs = append(r.jobs, share{job: j, fixed: j.NonPreemptible || !j.Sizes.Elastic()})
		}
	}
	slices.SortFunc(r.jobs, func(a, b share) int { return int(a.job.Index - b.job.Index) })
	for i := range r.jobs {
		s := &r.jobs[i]
		least := s.job.Sizes.Min()
		if s.job.NonPreemptible && s.job.Doomed == 0 && s.job.Phase != Faulted {
			least = s.job.Size
		}
		if s.job.GPUs(least) <= rest {
			s.size = least
			rest -= s.gpus()
		}
	}
	for j := range r.pool.Queue.All() {
		if j.MinGPUs() > rest {
			break
		}
		rest -= j.MinGPUs()
		r.jobs = append(r.jobs, share{job: j, size: j.Sizes.Min(), fixed: !j.Sizes.Elastic()})
	}
	r.fill(rest)
}

// fill hands out what is left, a step at a time, to the job with the least.
func (r *shareRound) fill(rest int) {
	q := &r.queue
	q.shares = q.shares[:0]
	for i := range r.jobs {
		if s := &r.jobs[i]; s.size > 0 && !s.fixed {
			q.shares = append(q.shares, s)
		}
	}
	heap.Init(q)
	for len(q.shares) > 0 {
		s := q.shares[0]
		next := s.job.Sizes.Above(s.size)
		if more := s.job.GPUs(next - s.size); next > 0 && more <= rest {
			rest -= more
			s.size = next
			heap.Fix(q, 0)
			continue
		}
		heap.Pop(q)
	}
}

// answerLosses restarts jobs that lost GPUs, or are about to, with what they can
// have at once.
func (r *shareRound) answerLosses() {
	for i := range r.jobs {
		s := &r.jobs[i]
		j := s.job
		if j.Phase != Faulted && (j.Doomed == 0 || j.Phase == Queued) {
			continue
		}
		size := j.Sizes.Floor((j.Active - j.Doomed + j.Held + r.plan.Free(j.Pool)) / j.ReplicaGPUs)
		r.resize(j, min(size, s.size))
	}
}

func (r *shareRound) resize(j *Job, size int) {
	if size == 0 {
		r.plan.Stop(j, r.grace)
	} else {
		r.plan.Resize(j, size, r.grace)
	}
	r.coming = r.coming || j.GPUs(size) < j.Active+j.Held
}

// shrink makes jobs smaller that have more than their share.
func (r *shareRound) shrink() {
	for i := range r.jobs {
		s := &r.jobs[i]
		if s.job.Phase != Queued && s.size < s.job.Size && !r.plan.Planned(s.job) {
			r.resize(s.job, s.size)
		}
	}
}

// start starts queued jobs at their share or, if nothing more is to come, at what
// there is.
func (r *shareRound) start() {
	for i := range r.jobs {
		s := &r.jobs[i]
		if s.job.Phase != Queued {
			continue
		}
		if size := r.affordable(s, 0); size > 0 {
			r.plan.Start(s.job, size)
		}
	}
}

// grow makes jobs larger that have less than their share.
func (r *shareRound) grow() {
	for i := range r.jobs {
		s := &r.jobs[i]
		j := s.job
		if !j.Computing() || s.size <= j.Size || j.Doomed > 0 || r.plan.Planned(j) {
			continue
		}
		if at := j.GrowsAt(r.now); at > r.now {
			r.plan.Wake(at)
			continue
		}
		if size := r.affordable(s, j.Active+j.Held); size > j.Size {
			r.plan.Resize(j, size, r.grace)
		}
	}
}

// affordable returns the size at which a job that has some GPUs can be now, 0 if it
// had better wait.
func (r *shareRound) affordable(s *share, have int) int {
	have += r.plan.Free(s.job.Pool)
	if s.gpus() <= have {
		return s.size
	}
	if r.coming {
		return 0
	}
	return s.job.Sizes.Floor(have / s.job.ReplicaGPUs)
}

// shareHeap orders shares by their GPUs, then by submission.
type shareHeap struct{ shares []*share }

// Len is for package heap.
func (h *shareHeap) Len() int { return len(h.shares) }

// Less puts the job with the fewest GPUs first.
func (h *shareHeap) Less(i, j int) bool {
	a, b := h.shares[i], h.shares[j]
	if a.gpus() != b.gpus() {
		return a.gpus() < b.gpus()
	}
	return BySubmission(a.job, b.job)
}

// Swap is for package heap.
func (h *shareHeap) Swap(i, j int) { h.shares[i], h.shares[j] = h.shares[j], h.shares[i] }

// Push is for package heap.
func (h *shareHeap) Push(x any) { h.shares = append(h.shares, x.(*share)) }

// Pop is for package heap.
func (h *shareHeap) Pop() any {
	last := h.shares[len(h.shares)-1]
	h.shares = h.shares[:len(h.shares)-1]
	return last
}
