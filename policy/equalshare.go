package policy

import "rubato/simtime"

// EqualShare gives every job the same number of GPUs, as far as legal sizes allow.
type EqualShare struct{ sharing }

func init() {
	register(Entry{
		Name: "equal-share", Summary: "elastic: every job has the same number of GPUs, in whole legal sizes",
		Source: "max-min fairness by water filling; Bertsekas and Gallager, Data Networks, section 6.5.2, in steps of legal sizes",
		New:    func() Policy { return &EqualShare{sharing{Grace: 10 * simtime.Minute}} },
		Doc: `The GPUs of a pool are shared anew whenever a job comes or goes and when capacity
changes; with every, at the start of each round.

Least   First each job that runs gets its least size, in order of submission, then
        those in the queue do until one does not fit: it waits, and those behind it.
Fill    Then the job with the fewest GPUs gets its next legal size, again and again,
        the earliest submitted of equals first; one whose next size does not fit any
        more keeps what it has. With sizes in steps of one GPU this is water filling.
` + changeDoc,
	})
}

// Name returns "equal-share".
func (*EqualShare) Name() string { return "equal-share" }

// Before is the order of submission.
func (*EqualShare) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what its least size takes.
func (*EqualShare) Need(j *Job) int { return j.MinGPUs() }

// Decide shares out each pool.
func (e *EqualShare) Decide(s *State, p *Plan) { e.decide(s, p, e.allot) }

// allot fills the shares of all that run, and of those that fit, up together.
func (e *EqualShare) allot(gpus int) {
	gpus = e.admit(runningFirst, gpus, false)
	e.fill(gpus, func(s *share) float64 { return float64(s.gpus()) })
}
