package policy

// FIFO is strict first-in-first-out gang scheduling: jobs run at their
// requested size in order of submission, and the first that does not fit
// blocks the rest.
type FIFO struct{}

func init() {
	register(Entry{
		Name:    "fifo",
		Summary: "static: gang scheduling in strict order of submission, at the requested size",
		Source:  "the fifo policy of the Tiresias simulator (Gu et al., NSDI 2019)",
		New:     func() Policy { return &FIFO{} },
		Doc: `Jobs start in order of submission, at the size they request, all GPUs or none.
The first job that does not fit blocks every job behind it (head-of-line
blocking). Nothing is preempted for another job.

A job that loses a node goes back to its place in the queue and restarts from
its last checkpoint. A job told that it will lose a node saves its state, goes
back to the queue, and loses nothing if the save ends in time.`,
	})
}

// Name returns "fifo".
func (*FIFO) Name() string { return "fifo" }

// Before is the order of submission.
func (*FIFO) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what the size it requests takes.
func (*FIFO) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide starts jobs from the head of each queue until one does not fit.
func (*FIFO) Decide(s *State, p *Plan) {
	for _, pool := range s.Pools {
		requeueHit(pool, p)
		for j := range pool.Queue.All() {
			if !p.Start(j, j.Requested) {
				break
			}
		}
	}
}
