package policy

import (
	"slices"

	"rubato/simtime"
)

// lasPool is what the policy keeps of a pool. A round costs what runs, has run or
// may start, not what is queued.
type lasPool struct {
	queues [][]*lasJob
	known  map[int32]*lasJob
	// running are the jobs that run, begun those that have run, each in order of
	// arrival; begun is only kept where jobs can be promoted.
	running, begun []*lasJob
}

// lasJob is a job in its queue.
type lasJob struct {
	*Job
	level int
	// forgiven is the progress that promotions took off the account, waited the
	// time since the last one that the job was stopped, over all its spells.
	forgiven, waited simtime.Duration
	asOf             simtime.Time
	running          bool
}

// forget drops jobs that are over; those that are over without having run are
// dropped when a queue comes to them.
func (lp *lasPool) forget() {
	lp.running = slices.DeleteFunc(lp.running, func(j *lasJob) bool {
		if j.Phase.Over() {
			delete(lp.known, j.Index)
			lp.drop(j)
		}
		return j.Phase.Over()
	})
	lp.begun = slices.DeleteFunc(lp.begun, func(j *lasJob) bool { return j.Phase.Over() })
}

// admit puts new jobs at the tail of the first queue. The queue is in order of
// submission, so they are its last.
func (lp *lasPool) admit(pool *Pool) {
	first := pool.Queue.Len()
	for first > 0 && lp.known[pool.Queue.At(first-1).Index] == nil {
		first--
	}
	for i := first; i < pool.Queue.Len(); i++ {
		j := &lasJob{Job: pool.Queue.At(i)}
		lp.known[j.Index] = j
		lp.queues[0] = append(lp.queues[0], j)
	}
}

func (lp *lasPool) move(j *lasJob, level int) {
	lp.drop(j)
	j.level = level
	lp.queues[level] = append(lp.queues[level], j)
}

// drop takes a job out of its queue.
func (lp *lasPool) drop(j *lasJob) {
	q := &lp.queues[j.level]
	if i := slices.Index(*q, j); i >= 0 {
		*q = cutOut(*q, i, i+1)
	}
}

// cutOut takes q[from:to] out of a queue by moving what is before it, which is
// short where jobs that run leave a long queue.
func cutOut(q []*lasJob, from, to int) []*lasJob {
	copy(q[to-from:to], q[:from])
	clear(q[:to-from])
	return q[to-from:]
}
