package policy

import (
	"cmp"
	"iter"
	"slices"
	"strings"
)

// Queue holds the queued jobs of a pool in the policy's order. It also keeps
// them by team and by the GPUs that the policy needs to start them, so that a
// policy that skips jobs that do not fit looks at one job a size, not at all.
type Queue struct {
	all     *Set
	before  func(a, b *Job) bool
	need    func(j *Job) int
	teamed  bool
	classes []class // in order of team, then of size
	walk    Walk
}

// class holds the jobs of one team that need one number of GPUs.
type class struct {
	team string
	gpus int
	jobs *Set
}

// Teamed is a policy that treats teams apart; only for such a policy does a queue
// keep their jobs apart.
type Teamed interface {
	ByTeam()
}

// NewQueue returns an empty queue in a policy's order.
func NewQueue(p Policy) *Queue {
	_, teamed := p.(Teamed)
	return &Queue{all: NewSet(p.Before), before: p.Before, need: p.Need, teamed: teamed}
}

// Demand returns the teams that have jobs in the queue, in order of their names,
// with the GPUs that these jobs need together.
func (q *Queue) Demand() iter.Seq2[string, int] {
	return func(yield func(string, int) bool) {
		for i := 0; i < len(q.classes); {
			team, sum := q.classes[i].team, 0
			for ; i < len(q.classes) && q.classes[i].team == team; i++ {
				sum += q.classes[i].gpus * q.classes[i].jobs.Len()
			}
			if sum > 0 && !yield(team, sum) {
				return
			}
		}
	}
}

// Len returns the number of jobs.
func (q *Queue) Len() int { return q.all.Len() }

// At returns the i-th job.
func (q *Queue) At(i int) *Job { return q.all.At(i) }

// Sizes yields the first job of each team and size, with how many there are of it.
func (q *Queue) Sizes() iter.Seq2[*Job, int] {
	return func(yield func(*Job, int) bool) {
		for _, c := range q.classes {
			if n := c.jobs.Len(); n > 0 && !yield(c.jobs.At(0), n) {
				return
			}
		}
	}
}

// LeastNeed returns the least number of GPUs that a job in the queue needs, 0 if
// the queue is empty.
func (q *Queue) LeastNeed() int {
	least := 0
	for _, c := range q.classes {
		if c.jobs.Len() > 0 && (least == 0 || c.gpus < least) {
			least = c.gpus
		}
	}
	return least
}

// All yields the jobs in order.
func (q *Queue) All() iter.Seq[*Job] { return q.all.All() }

// Insert adds a job.
func (q *Queue) Insert(j *Job) {
	q.all.Insert(j)
	i, found := q.class(j)
	if !found {
		q.classes = slices.Insert(q.classes, i, class{team: q.team(j), gpus: q.need(j), jobs: NewSet(q.before)})
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
	team, gpus := q.team(j), q.need(j)
	return slices.BinarySearchFunc(q.classes, team, func(c class, team string) int {
		return cmp.Or(strings.Compare(c.team, team), c.gpus-gpus)
	})
}

func (q *Queue) team(j *Job) string {
	if q.teamed {
		return j.Team
	}
	return ""
}

// Walk is a walk through a queue in order that can leave out, from some job on, all
// jobs that need as many GPUs, or all of a team.
type Walk struct {
	queue   *Queue
	places  []int // of each class: the next job, or -1 where it is left out
	current int   // class of the job returned last
}

// Walk starts a walk from the head. There is one walk of a queue at a time, and
// the queue must not change meanwhile.
func (q *Queue) Walk() *Walk {
	w := &q.walk
	w.start(q)
	return w
}

func (w *Walk) start(q *Queue) {
	w.queue = q
	w.places = w.places[:0]
	for range q.classes {
		w.places = append(w.places, 0)
	}
}

// walkTeam starts a walk through the jobs of one team, of which there may be one
// a team at a time.
func (q *Queue) walkTeam(team string) *Walk {
	w := &Walk{}
	w.start(q)
	for i := range q.classes {
		if q.classes[i].team != team {
			w.places[i] = -1
		}
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

// LeaveOutTeam leaves out all further jobs of the team of the one returned last.
func (w *Walk) LeaveOutTeam() {
	team := w.queue.classes[w.current].team
	for i := range w.places {
		if w.queue.classes[i].team == team {
			w.places[i] = -1
		}
	}
}

// LeaveOut leaves out all further jobs that need as many GPUs as the one
// returned last.
// It is of the same team, for a policy that treats teams apart.
func (w *Walk) LeaveOut() { w.places[w.current] = -1 }
