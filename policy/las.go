package policy

import (
	"slices"

	"rubato/simtime"
)

// LAS is discretised two-dimensional least attained service: queues by the
// GPU-time that jobs have attained, the least first.
type LAS struct {
	Limits         []simtime.Duration `yaml:"limits" json:"limits" jsonschema:"description=Attained GPU-time (in seconds of one GPU) at which a job falls from each queue to the next."`
	Promote        float64            `yaml:"promote" json:"promote" jsonschema:"minimum=0,maximum=1000000,description=A job below the first queue returns to it when it has waited this many times as long as it has run; 0 never."`
	Grace          simtime.Duration   `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a stopped job has to save; then it is killed and loses its work since the last checkpoint."`
	TiresiasCompat bool               `yaml:"tiresias-compat" json:"tiresias-compat" jsonschema:"description=Look for a job to demote at the time that the published simulator computes\\, which can be late."`

	// Promotions counts the jobs that returned to the first queue.
	Promotions int `yaml:"-" json:"-"`

	pools []lasPool
}

// lasPool is what the policy keeps of a pool.
type lasPool struct {
	queues [][]*lasJob
	known  map[int32]*lasJob
	active []*lasJob // in order of arrival
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

func init() {
	const source = "Tiresias (Gu et al., NSDI 2019), section 4.2, and its simulator, policy dlas-gpu"
	register(Entry{
		Name: "las", Summary: "preemptive: discretised 2D least attained service (Tiresias)", Source: source,
		New: func() Policy {
			return &LAS{Limits: []simtime.Duration{3250 * simtime.Second, 7200 * simtime.Second}, Grace: 10 * simtime.Minute}
		},
		Doc: `Jobs stand in queues by attained service, that is run time × GPUs. New jobs enter
the first queue; a job whose attained service reaches a queue's limit falls to the
tail of the next. Queue by queue, in order, jobs take the cluster at the size they
request; one that does not fit is passed over; a running job that does not make
the cut saves within gracePeriod and waits. In each queue those that run stay ahead
of those that wait. No run time needs to be known.

promote is the starvation knob: a job below the first queue that has waited promote
times as long as it has run returns to the tail of the first one with a clean
account. 0, the default, never promotes.

tiresias-compat looks for demotions when the published simulator does: it divides
(limit - run time) by the GPUs where (limit - run time × GPUs) is meant, so that
a demotion can come late; times are in whole seconds.

Lost nodes and notices are handled as by fifo.`,
	})
}

// Name returns "las".
func (*LAS) Name() string { return "las" }

// Before is the order of submission; the queues of the policy are its own.
func (*LAS) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what the size it requests takes.
func (*LAS) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide brings accounts up to date, moves jobs between queues, and lets the
// queues take the cluster in order.
func (l *LAS) Decide(s *State, p *Plan) {
	for len(l.pools) < len(s.Pools) {
		l.pools = append(l.pools, lasPool{queues: make([][]*lasJob, len(l.Limits)+1), known: map[int32]*lasJob{}})
	}
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		lp := &l.pools[i]
		lp.forget()
		lp.admit(pool)
		l.account(s, lp)
		l.allocate(lp, i, pool, p)
		l.wake(s, lp, p)
	}
}

// forget drops jobs that are over.
func (lp *lasPool) forget() {
	over := func(j *lasJob) bool { return j.Phase.Over() }
	lp.active = slices.DeleteFunc(lp.active, func(j *lasJob) bool {
		if over(j) {
			delete(lp.known, j.Index)
		}
		return over(j)
	})
	for i, q := range lp.queues {
		lp.queues[i] = slices.DeleteFunc(q, over)
	}
}

// admit puts new jobs at the tail of the first queue.
func (lp *lasPool) admit(pool *Pool) {
	for j := range pool.Queue.All() {
		if lp.known[j.Index] == nil {
			lj := &lasJob{Job: j, asOf: j.Submit}
			lp.known[j.Index] = lj
			lp.active = append(lp.active, lj)
			lp.queues[0] = append(lp.queues[0], lj)
		}
	}
}

// account demotes and promotes jobs.
func (l *LAS) account(s *State, lp *lasPool) {
	for _, j := range lp.active {
		ran := l.ran(s, j)
		if !j.running && ran > 0 {
			j.waited += s.Now.Sub(j.asOf)
		}
		j.asOf = s.Now
		switch {
		case j.running && j.level < len(l.Limits) && ran*simtime.Duration(l.Need(j.Job)) >= l.Limits[j.level]:
			lp.move(j, j.level+1)
		case !j.running && l.Promote > 0 && j.level > 0 && ran > 0 && j.waited >= l.patience(ran):
			lp.move(j, 0)
			j.forgiven, j.waited = j.forgiven+ran, 0
			l.Promotions++
		}
	}
}

// ran is the run time on a job's account.
func (l *LAS) ran(s *State, j *lasJob) simtime.Duration { return s.Progress(j.Job) - j.forgiven }

// patience is how long a job that has run for d waits before it is promoted.
func (l *LAS) patience(d simtime.Duration) simtime.Duration {
	if l.TiresiasCompat {
		return simtime.Duration(l.Promote*float64(d/simtime.Second)) * simtime.Second
	}
	return simtime.Duration(l.Promote * float64(d))
}

func (lp *lasPool) move(j *lasJob, level int) {
	q := &lp.queues[j.level]
	*q = slices.DeleteFunc(*q, func(o *lasJob) bool { return o == j })
	j.level = level
	lp.queues[level] = append(lp.queues[level], j)
}

// allocate lets the queues take the cluster in order.
func (l *LAS) allocate(lp *lasPool, index int, pool *Pool, p *Plan) {
	budget := p.Free(index) + pool.Leaving
	for j := range pool.Running.All() {
		if j.Phase != Draining && !p.Planned(j) && !j.NonPreemptible {
			budget += j.Active
		}
	}
	for _, q := range lp.queues {
		for _, j := range q {
			budget -= l.serve(j, budget, p)
		}
		// Those that run stay ahead of those that wait.
		slices.SortStableFunc(q, func(a, b *lasJob) int {
			switch {
			case a.running == b.running:
				return 0
			case a.running:
				return -1
			}
			return 1
		})
	}
}

// serve runs, keeps or stops a job and returns what it takes of the budget.
func (l *LAS) serve(j *lasJob, budget int, p *Plan) int {
	need := l.Need(j.Job)
	fits := need <= budget
	j.running = fits
	switch {
	case j.Phase == Queued:
		if j.running = fits && startOrAwait(j.Job, p); j.running {
			return need
		}
	case j.Phase == Draining || p.Planned(j.Job):
		j.running = false
	case j.NonPreemptible:
		j.running = true
	case fits:
		return need
	default:
		p.Stop(j.Job, l.Grace)
	}
	return 0
}

// wake asks for a round at the next demotion or promotion.
func (l *LAS) wake(s *State, lp *lasPool, p *Plan) {
	for _, j := range lp.active {
		ran := l.ran(s, j)
		switch {
		case j.running && j.level < len(l.Limits):
			p.Wake(s.Now.Add(l.untilDemotion(j, ran)))
		case !j.running && l.Promote > 0 && j.level > 0 && ran > 0:
			p.Wake(s.Now.Add(l.patience(ran) - j.waited))
		}
	}
}

// untilDemotion is how long a running job stays in its queue.
func (l *LAS) untilDemotion(j *lasJob, ran simtime.Duration) simtime.Duration {
	gpus := simtime.Duration(l.Need(j.Job))
	limit := l.Limits[j.level]
	if l.TiresiasCompat {
		return (limit - ran) / simtime.Second / gpus * simtime.Second
	}
	return (limit - ran*gpus + gpus - 1) / gpus
}
