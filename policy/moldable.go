package policy

// Moldable chooses a job's size when it starts and keeps it.
type Moldable struct{}

func init() {
	register(Entry{
		Name: "moldable", Summary: "static: order of submission; each job starts at the greatest legal size that fits",
		Source: "greedy moldable scheduling (Cirne and Berman, JPDC 2002)",
		New:    func() Policy { return &Moldable{} },
		Doc: `Jobs start in order of submission. The first in the queue starts at its greatest
legal size that fits, at least its least one; if not even that fits it blocks those
behind it. A job keeps its size until it ends. Rigid jobs run as under fifo.

Lost nodes and notices are handled as by fifo; a job that starts again may do so at
another size.`,
	})
}

// Name returns "moldable".
func (*Moldable) Name() string { return "moldable" }

// Before is the order of submission.
func (*Moldable) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what its least size takes.
func (*Moldable) Need(j *Job) int { return j.MinGPUs() }

// Decide starts jobs from the head of each queue until one does not fit.
func (*Moldable) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		for j := range pool.Queue.All() {
			n := j.Sizes.Floor(p.Free(i) / j.ReplicaGPUs)
			if n == 0 || !p.Start(j, n) {
				break
			}
		}
	}
}
