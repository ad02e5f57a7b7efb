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
		l.allocate(s, lp, i, pool, p)
		l.wake(s, lp, p)
	}
}

// account demotes and promotes jobs.
func (l *LAS) account(s *State, lp *lasPool) {
	for _, j := range l.accounted(lp) {
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

// accounted are the jobs whose accounts can change what happens to them.
func (l *LAS) accounted(lp *lasPool) []*lasJob {
	if l.Promote > 0 {
		return lp.begun
	}
	return lp.running
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

// allocate lets the queues take the cluster in order.
func (l *LAS) allocate(s *State, lp *lasPool, index int, pool *Pool, p *Plan) {
	budget := p.Free(index) + pool.Leaving
	for j := range pool.Running.All() {
		if j.Phase != Draining && !p.Planned(j) && !j.NonPreemptible {
			budget += j.Active
		}
	}
	least := pool.Queue.LeastNeed()
	left := make([]int, len(lp.queues)) // running jobs to come to in each queue
	for _, j := range lp.running {
		left[j.level]++
	}
	lp.running = lp.running[:0]
	for level := range lp.queues {
		budget -= l.serveQueue(lp, level, left[level], budget, least, s, p)
	}
	slices.SortFunc(lp.running, byArrival)
}

func byArrival(a, b *lasJob) int { return int(a.Index - b.Index) }

// serveQueue lets a queue's jobs take the cluster in order, as far as there is
// something for them, and returns what they take of the budget. running is how many
// of them run, of which one that has just been demoted is at the tail; least is the
// least that a queued job needs.
func (l *LAS) serveQueue(lp *lasPool, level, running, budget, least int, s *State, p *Plan) int {
	q := lp.queues[level]
	taken, seen, kept := 0, 0, 0
	for ; seen < len(q); seen++ {
		j := q[seen]
		if running == 0 && budget-taken < least {
			break // nobody here runs, and nobody can start
		}
		if j.running {
			running--
		}
		if j.Phase.Over() {
			delete(lp.known, j.Index)
			continue
		}
		q[kept] = j
		kept++
		taken += l.serve(lp, j, budget-taken, s, p)
		if j.running {
			lp.running = append(lp.running, j)
		}
	}
	// Those that run stay ahead of those that wait.
	slices.SortStableFunc(q[:kept], func(a, b *lasJob) int {
		switch {
		case a.running == b.running:
			return 0
		case a.running:
			return -1
		}
		return 1
	})
	lp.queues[level] = cutOut(q, kept, seen)
	return taken
}

// serve runs, keeps or stops a job and returns what it takes of the budget.
func (l *LAS) serve(lp *lasPool, j *lasJob, budget int, s *State, p *Plan) int {
	need := l.Need(j.Job)
	fits := need <= budget
	j.running = fits
	switch {
	case j.Phase == Queued:
		if j.running = fits && startOrAwait(j.Job, p); j.running {
			l.begin(lp, j, s.Now)
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

// begin notes that a job has run.
func (l *LAS) begin(lp *lasPool, j *lasJob, now simtime.Time) {
	if l.Promote == 0 {
		return
	}
	if i, found := slices.BinarySearchFunc(lp.begun, j, byArrival); !found {
		j.asOf = now
		lp.begun = slices.Insert(lp.begun, i, j)
	}
}

// wake asks for a round at the next demotion or promotion.
func (l *LAS) wake(s *State, lp *lasPool, p *Plan) {
	for _, j := range l.accounted(lp) {
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
