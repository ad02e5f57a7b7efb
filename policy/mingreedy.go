package policy

import "rubato/simtime"

// MinThenGreedy gives all jobs their least sizes, then what is left by priority.
type MinThenGreedy struct {
	sharing
	Queueing Queueing `yaml:"queueing" json:"queueing" jsonschema:"description=best-effort: jobs behind one that does not fit may start; strict: they may not.,enum=best-effort,enum=strict"`
}

func init() {
	register(Entry{
		Name: "min-then-greedy", Summary: "elastic: all minimums first, then as much as can be by priority",
		Source: "list scheduling of malleable jobs; the order in which Kueue and HyperPod admit base replicas before surge replicas",
		New:    func() Policy { return &MinThenGreedy{sharing{Grace: 10 * simtime.Minute}, Strict} },
		Doc: `The GPUs of a pool are handed out anew whenever a job comes or goes and when
capacity changes; with every, at the start of each round.

Least   Jobs, those that run and those in the queue alike, get their least sizes in
        order of priority, then of submission. Who runs and does not get it is
        stopped. With queueing: strict no job starts that is behind one that does not
        fit; with best-effort it may.
Greedy  Then each job in the same order gets the greatest size that fits.
` + changeDoc,
	})
}

// Name returns "min-then-greedy".
func (*MinThenGreedy) Name() string { return "min-then-greedy" }

// Before is the order of priority, then of submission.
func (*MinThenGreedy) Before(a, b *Job) bool { return ByPriority(a, b) }

// Need is what its least size takes.
func (*MinThenGreedy) Need(j *Job) int { return j.MinGPUs() }

// Decide shares out each pool.
func (m *MinThenGreedy) Decide(s *State, p *Plan) { m.decide(s, p, m.allot) }

func (m *MinThenGreedy) allot(gpus int) {
	gpus = m.admit(ByPriority, gpus, m.Queueing == BestEffort)
	for i := range m.jobs {
		gpus -= m.jobs[i].raise(gpus)
	}
}
