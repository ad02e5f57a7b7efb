package policy

import "rubato/simtime"

// Lease gives jobs the cluster for rounds of a fixed length.
type Lease struct {
	Every  simtime.Duration `yaml:"every" json:"every" jsonschema:"exclusiveMinimum=0,description=Length of a round."`
	Order  Order            `yaml:"order" json:"order" jsonschema:"description=What jobs are sorted by at the start of each round."`
	Source Source           `yaml:"estimates" json:"estimates" jsonschema:"description=Where run times come from\\, for the orders that use them."`
	Grace  simtime.Duration `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a stopped job has to save; then it is killed and loses its work since the last checkpoint."`

	running []ranked
}

func init() {
	register(Entry{
		Name: "lease", Summary: "preemptive: rounds of a fixed length (Gavel, Shockwave)",
		Source: "round-based scheduling of Gavel (Narayanan et al., OSDI 2020), section 5",
		New: func() Policy {
			return &Lease{Every: 6 * simtime.Minute, Order: AttainedGPU, Source: NoEstimates, Grace: 10 * simtime.Minute}
		},
		Doc: `At the start of each round, every so long from the scenario's start, running and
queued jobs are sorted by order and take the cluster at the size they request; one
that does not fit is passed over. A job that makes the cut again goes on; one that
does not saves within gracePeriod and waits. What ends within a round leaves its
GPUs idle until the next, and what arrives waits for it: that is the price of
rounds.

Lost nodes and notices are handled as by fifo, at once.`,
	})
}

// Name returns "lease".
func (*Lease) Name() string { return "lease" }

// Estimates says where the order's run times come from.
func (l *Lease) Estimates() Estimates { return Estimates{Source: l.Source} }

// Before is the order, then that of submission.
func (l *Lease) Before(a, b *Job) bool { return l.Order.before(a, b) }

// Need is what the size it requests takes.
func (*Lease) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide assigns the cluster anew at the start of a round.
func (l *Lease) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		if pool.Queue.Len() > 0 && startsRound(s.Now, l.Every) {
			l.running = cut(s, i, p, l.running, l.Grace, order{
				start:   (*Plan).startRequested,
				key:     l.Order.key,
				running: l.Order.beforeRunning,
				mixed:   func(r ranked, q *Job) bool { return l.Order.runningBefore(r, q, s.Now) },
			})
		}
		wakeNextRound(s.Now, pool, p, l.Every)
	}
}
