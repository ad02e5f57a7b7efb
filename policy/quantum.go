package policy

import (
	"slices"

	"rubato/simtime"
)

// RoundRobin shares the cluster in time: jobs take turns of one quantum.
type RoundRobin struct {
	Quantum simtime.Duration `yaml:"quantum" json:"quantum" jsonschema:"exclusiveMinimum=0,description=How long a job runs before it makes way for one that waits."`
	Grace   simtime.Duration `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a stopped job has to save; then it is killed and loses its work since the last checkpoint."`
}

func init() {
	register(Entry{
		Name: "round-robin", Summary: "preemptive: gang time-slicing with a quantum (Gandiva-like)",
		Source: "gang time-slicing of Gandiva (Xiao et al., OSDI 2018), section 3",
		New:    func() Policy { return &RoundRobin{Quantum: simtime.Minute, Grace: 10 * simtime.Minute} },
		Doc: `Jobs start in the order in which they entered the queue, at the size they request,
one that does not fit being passed over. While jobs wait, a job that has run for
quantum, starting and loading aside, makes way: the longest running first, and no more than the first waiting
job needs. A job that makes way saves within gracePeriod and goes to the end of the
queue.

Lost nodes and notices are handled as by fifo.`,
	})
}

// Name returns "round-robin".
func (*RoundRobin) Name() string { return "round-robin" }

// Before is the order of entry into the queue.
func (*RoundRobin) Before(a, b *Job) bool { return a.Turn < b.Turn }

// Need is what the size it requests takes.
func (*RoundRobin) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide starts what fits and makes room for the first job that does not.
func (rr *RoundRobin) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		var head *Job
		w := pool.Queue.Walk()
		for j := w.Next(); j != nil; j = w.Next() {
			if p.Start(j, j.Requested) {
				continue
			}
			if head == nil {
				head = j
			}
			w.LeaveOut()
		}
		if head == nil {
			continue
		}
		rr.makeWay(s, pool, p, rr.Need(head)-p.Free(i)-pool.Leaving)
		if len(p.actions) > 0 {
			p.Wake(s.Now.Add(rr.Quantum)) // for those that start now
		}
	}
}

// makeWay stops jobs whose quantum is over until need GPUs come free, and asks
// for a round when the next quantum ends.
func (rr *RoundRobin) makeWay(s *State, pool *Pool, p *Plan, need int) {
	var over []*Job
	for j := range pool.Running.All() {
		switch {
		case !stoppable(j, p):
		case !j.Computing():
			// It has not begun; a look a quantum from now is soon enough.
			p.Wake(s.Now.Add(rr.Quantum))
		case s.Now.Sub(j.TrainingSince) >= rr.Quantum:
			over = append(over, j)
		default:
			p.Wake(j.TrainingSince.Add(rr.Quantum))
		}
	}
	slices.SortFunc(over, func(a, b *Job) int { return int(a.Turn - b.Turn) })
	for _, j := range over {
		if need <= 0 {
			return
		}
		need -= j.Active
		p.Stop(j, rr.Grace)
	}
}

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
