package policy

import "rubato/simtime"

// EDF gives GPUs in the order of deadlines, to each job as many as it can use.
type EDF struct{ sharing }

func init() {
	register(Entry{
		Name: "edf-elastic", Summary: "elastic, deadlines: earliest deadline first, each job as large as can be",
		Source: "earliest deadline first; Gu et al., ElasticFlow, ASPLOS 2023, baseline EDF",
		New:    func() Policy { return &EDF{sharing{Grace: 10 * simtime.Minute}} },
		Doc: `The GPUs of a pool are handed out anew whenever a job comes or goes and when
capacity changes; with every, at the start of each round. In order of deadlines (of
equals the first submitted, those without one last) each job gets the greatest size
that fits, whether it runs or waits; a job that does not fit is passed over. Larger
is not always faster: a job gets no size at which it would be slower than at a
smaller one. A job that is late keeps its place.
` + changeDoc,
	})
}

// Name returns "edf-elastic".
func (*EDF) Name() string { return "edf-elastic" }

// Before is the order of deadlines.
func (*EDF) Before(a, b *Job) bool { return ByDeadline(a, b) }

// ByDeadline orders jobs by deadline, those without one last, then by submission.
func ByDeadline(a, b *Job) bool {
	if da, db := deadlineOf(a), deadlineOf(b); da != db {
		return da < db
	}
	return BySubmission(a, b)
}

func deadlineOf(j *Job) simtime.Time {
	if j.Deadline == 0 {
		return simtime.Never
	}
	return j.Deadline
}

// Need is what its least size takes.
func (*EDF) Need(j *Job) int { return j.MinGPUs() }

// Decide shares out each pool.
func (e *EDF) Decide(s *State, p *Plan) { e.decide(s, p, e.allot) }

func (e *EDF) allot(gpus int) {
	l, out := e.line(ByDeadline), e.admitted[:0]
	for s, some := l.head(); some; s, some = l.head() {
		if s.size == 0 {
			size := fastest(s.job, gpus)
			gpus -= s.give(size, gpus)
		}
		if s.size > 0 || s.job.Phase != Queued {
			out = append(out, s)
			l.advance()
		} else {
			l.leaveOut()
		}
	}
	e.jobs, e.admitted = out, e.jobs
}

// fastest returns the legal size within some GPUs at which a job is fastest, the
// least of equals; 0 if none fits.
func fastest(j *Job, gpus int) int {
	best := 0
	for n := j.Sizes.Above(0); n > 0 && j.GPUs(n) <= gpus; n = j.Sizes.Above(n) {
		if best == 0 || speedAt(j, n) > speedAt(j, best) {
			best = n
		}
	}
	return best
}
