package policy

import (
	"slices"

	"rubato/simtime"
)

// Tiresias is discretised two-dimensional least attained service in fixed rounds, with
// queues that are first come, first served.
type Tiresias struct {
	Every  simtime.Duration   `yaml:"every" json:"every" jsonschema:"description=Length of a round; jobs start and stop only at its start. 0: at every event."`
	Limits []simtime.Duration `yaml:"limits" json:"limits" jsonschema:"description=GPU-time held (in seconds of one GPU) at which a job falls from each queue to the next."`
	Grace  simtime.Duration   `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a stopped job has to save; then it is killed and loses its work since the last checkpoint."`

	pools []tiresiasPool
}

func init() {
	register(Entry{
		Name: "tiresias", Summary: "preemptive: least attained service in fixed rounds, as in the evaluation of Pollux",
		Source: "Tiresias (Gu et al., NSDI 2019), section 4.2, as the simulator of Pollux (Qiao et al., OSDI 2021) runs it",
		New: func() Policy {
			return &Tiresias{Every: simtime.Minute, Limits: []simtime.Duration{16 * simtime.Hour}, Grace: 10 * simtime.Minute}
		},
		Doc: `Queues by attained service, as las, with these differences. Jobs start and stop at the
start of a round only. Service is the time for which a job has held its GPUs, starting
included, times their number. A queue is in the order in which jobs fell into it,
whether they run or not. GPUs that a round takes from jobs are handed out when all of
them are free. There is no promotion.

At the start of a round a job that runs and whose service has reached its queue's limit
goes to the tail of the next queue. Then the jobs, queue by queue, take the cluster at
the size they request; one that does not fit is passed over, and stops if it runs.

Lost nodes and notices are handled as by fifo.`,
	})
}

// tiresiasPool is what the policy keeps of a pool.
type tiresiasPool struct {
	queues [][]*attaining
	known  map[int32]*attaining
	all    []*attaining // in order of submission
	decision
}

// attaining is a job in its queue.
type attaining struct {
	*Job
	level   int
	service simtime.Duration // for which it held its GPUs
	asOf    simtime.Time
}

// Name returns "tiresias".
func (*Tiresias) Name() string { return "tiresias" }

// Before is the order of submission; the queues of the policy are its own.
func (*Tiresias) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what the size it requests takes.
func (*Tiresias) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide lets the queues of each pool take it in order, at the start of a round.
func (t *Tiresias) Decide(s *State, p *Plan) {
	for len(t.pools) < len(s.Pools) {
		t.pools = append(t.pools, tiresiasPool{queues: make([][]*attaining, len(t.Limits)+1), known: map[int32]*attaining{}})
	}
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		tp := &t.pools[i]
		if tp.due(s.Now, t.Every) {
			tp.forget()
			tp.admit(pool)
			t.account(tp, s.Now)
			t.allocate(tp, pool, p)
		}
		tp.carryOut(pool, p)
		t.wake(tp, s.Now, pool, p)
	}
}

// forget drops jobs that are over.
func (tp *tiresiasPool) forget() {
	over := func(a *attaining) bool { return a.Phase.Over() }
	for _, a := range tp.all {
		if over(a) {
			delete(tp.known, a.Index)
		}
	}
	tp.all = slices.DeleteFunc(tp.all, over)
	for l := range tp.queues {
		tp.queues[l] = slices.DeleteFunc(tp.queues[l], over)
	}
}

// admit puts new jobs at the tail of the first queue. The queue is in order of
// submission, so they are its last.
func (tp *tiresiasPool) admit(pool *Pool) {
	first := pool.Queue.Len()
	for first > 0 && tp.known[pool.Queue.At(first-1).Index] == nil {
		first--
	}
	for i := first; i < pool.Queue.Len(); i++ {
		a := &attaining{Job: pool.Queue.At(i)}
		tp.known[a.Index] = a
		tp.all = append(tp.all, a)
		tp.queues[0] = append(tp.queues[0], a)
	}
}

// account demotes jobs.
func (t *Tiresias) account(tp *tiresiasPool, now simtime.Time) {
	for _, a := range tp.all {
		if a.Phase == Queued {
			continue
		}
		a.service += now.Sub(max(a.asOf, a.StartedAt))
		a.asOf = now
		if a.level < len(t.Limits) && a.service*simtime.Duration(t.Need(a.Job)) >= t.Limits[a.level] {
			q := &tp.queues[a.level]
			*q = slices.DeleteFunc(*q, func(b *attaining) bool { return a == b })
			a.level++
			tp.queues[a.level] = append(tp.queues[a.level], a)
		}
	}
}

// allocate stops the jobs for which nothing is left and decides which start.
func (t *Tiresias) allocate(tp *tiresiasPool, pool *Pool, p *Plan) {
	budget := p.Free(pool.Index) + pool.Leaving
	for j := range pool.Running.All() {
		if j.Phase != Draining && !p.Planned(j) {
			budget += j.Active
		}
	}
	for _, q := range tp.queues {
		for _, a := range q {
			need := t.Need(a.Job)
			switch fits := need <= budget; {
			case a.Phase == Draining || p.Planned(a.Job):
			case a.Phase == Queued && fits:
				tp.starts = append(tp.starts, start{a.Job, a.Requested})
				budget -= need
			case a.Phase == Queued:
			case fits || a.NonPreemptible:
				budget -= need
			default:
				p.Stop(a.Job, t.Grace)
			}
		}
	}
}

// wake asks for the next round: one in which a job may start, or else the first in
// which one may fall.
func (t *Tiresias) wake(tp *tiresiasPool, now simtime.Time, pool *Pool, p *Plan) {
	if t.Every > 0 {
		if pool.Queue.Len() > 0 || pool.Running.Len() > 0 {
			p.Wake(nextRound(now, t.Every))
		}
		return
	}
	for _, a := range tp.all {
		if a.Phase != Queued && a.level < len(t.Limits) {
			gpus := simtime.Duration(t.Need(a.Job))
			p.Wake(now.Add((t.Limits[a.level] - a.service*gpus + gpus - 1) / gpus))
		}
	}
}
