package policy

import "slices"

// admit gives jobs, those that run and those in the queue alike, their least sizes
// in an order, and sorts them by it. A job that does not fit is passed over; unless
// skip is set, none of the queue is admitted after one of the queue.
func (r *sharing) admit(before func(a, b *Job) bool, gpus int, skip bool) int {
	l, out := r.line(before), r.admitted[:0]
	for s, some := l.head(); some; s, some = l.head() {
		if s.size == 0 {
			gpus -= s.give(s.job.Sizes.Min(), gpus)
		}
		switch {
		case s.size > 0 || s.job.Phase != Queued:
			out = append(out, s)
			l.advance()
		case skip:
			l.leaveOut()
		default:
			l.close()
		}
	}
	r.jobs, r.admitted = out, r.jobs
	return gpus
}

// line is the jobs that run and those in the queue in one order.
type line struct {
	before  func(a, b *Job) bool
	running []share
	walk    *Walk
	queued  *Job
}

// line lines the jobs of the pool up.
func (r *sharing) line(before func(a, b *Job) bool) line {
	slices.SortFunc(r.jobs, func(a, b share) int {
		if before(a.job, b.job) {
			return -1
		}
		return 1
	})
	w := r.pool.Queue.Walk()
	return line{before, r.jobs, w, w.Next()}
}

// head returns the first in the line.
func (l *line) head() (s share, some bool) {
	switch {
	case len(l.running) > 0 && (l.queued == nil || l.before(l.running[0].job, l.queued)):
		return l.running[0], true
	case l.queued != nil:
		return share{job: l.queued, fixed: !l.queued.Sizes.Elastic()}, true
	}
	return share{}, false
}

// advance takes the head out of the line.
func (l *line) advance() {
	if s, _ := l.head(); s.job == l.queued {
		l.queued = l.walk.Next()
		return
	}
	l.running = l.running[1:]
}

// leaveOut takes the head, which is in the queue, out of the line, and with it all
// in the queue that need as many GPUs.
func (l *line) leaveOut() {
	l.walk.LeaveOut()
	l.queued = l.walk.Next()
}

// close takes all in the queue out of the line.
func (l *line) close() { l.queued = nil }

// runningFirst is the order of submission, of jobs that run before those that wait.
func runningFirst(a, b *Job) bool {
	if (a.Phase == Queued) != (b.Phase == Queued) {
		return b.Phase == Queued
	}
	return BySubmission(a, b)
}
