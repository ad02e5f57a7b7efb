package policy

import (
	"iter"
	"slices"
)

// Queue holds the queued jobs of a pool in the policy's order. It also keeps
// them by the GPUs that the policy needs to start them, so that a policy that
// skips jobs that do not fit looks at one job a size, not at all.
type Queue struct {
	all     *Set
	before  func(a, b *Job) bool
	need    func(j *Job) int
	classes []sizeClass // in order of size
	walk    Walk
}

// sizeClass holds the jobs that need one number of GPUs.
type sizeClass struct {
	gpus int
	jobs *Set
}

// NewQueue returns an empty queue in a policy's order.
func NewQueue(p Policy) *Queue {
	return &Queue{all: NewSet(p.Before), before: p.Before, need: p.Need}
}

// Len returns the number of jobs.
func (q *Queue) Len() int { return q.all.Len() }

// All yields the jobs in order.
func (q *Queue) All() iter.Seq[*Job] { return q.all.All() }

// Insert adds a job.
func (q *Queue) Insert(j *Job) {
	q.all.Insert(j)
	i, found := q.class(j)
	if !found {
		q.classes = slices.Insert(q.classes, i, sizeClass{gpus: q.need(j), jobs: NewSet(q.before)})
	}
	q.classes[i].jobs.Insert(j)
}

// Remove takes a job out.
func (q *Queue) Remove(j *Job) {
	q.all.Remove(j)
	i, _ := q.class(j)
	q.classes[i].jobs.Remove(j)
}

func (q *Queue) class(j *Job) (int, bool) {
	return slices.BinarySearchFunc(q.classes, q.need(j), func(c sizeClass, gpus int) int { return c.gpus - gpus })
}

// Walk is a walk through a queue in order that can leave out, from some job
// on, all jobs that need as many GPUs.
type Walk struct {
	queue   *Queue
	places  []int // of each class: the next job, or -1 where it is left out
	current int   // class of the job returned last
}

// Walk starts a walk from the head. There is one walk of a queue at a time, and
// the queue must not change meanwhile.
func (q *Queue) Walk() *Walk {
	w := &q.walk
	w.queue = q
	w.places = w.places[:0]
	for range q.classes {
		w.places = append(w.places, 0)
	}
	return w
}

// Next returns the next job, or nil.
func (w *Walk) Next() *Job {
	var next *Job
	for i, at := range w.places {
		jobs := w.queue.classes[i].jobs
		if at < 0 || at >= jobs.Len() {
			continue
		}
		if j := jobs.At(at); next == nil || w.queue.before(j, next) {
			next, w.current = j, i
		}
	}
	if next != nil {
		w.places[w.current]++
	}
	return next
}

// LeaveOut leaves out all further jobs that need as many GPUs as the one
// returned last.
func (w *Walk) LeaveOut() { w.places[w.current] = -1 }
