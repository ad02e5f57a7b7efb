package policy

import (
	"rubato/internal/words"
	"rubato/simtime"
)

// List is list scheduling: jobs in an order, all GPUs of their requested size or
// none. Its fields are the bits in which published queue policies differ.
type List struct {
	Order      Order            `yaml:"order" json:"order" jsonschema:"description=What jobs are sorted by; the least first\\, ties by submission."`
	Misfit     Misfit           `yaml:"onMisfit" json:"onMisfit" jsonschema:"description=Whether the first job that does not fit blocks those behind it or is skipped.,enum=block,enum=skip"`
	Place      Decision         `yaml:"place" json:"place" jsonschema:"description=Where placement is decided: direct (a job for which there is no place does not fit) or quota (it counts as started and waits for a place)."`
	Preempt    bool             `yaml:"preempt" json:"preempt" jsonschema:"description=Whether running jobs are sorted with the queued ones and stopped when they do not make the cut."`
	Defragment bool             `yaml:"defragment" json:"defragment" jsonschema:"description=Whether\\, with onMisfit block\\, running jobs are moved when a job does not fit only because free GPUs lie apart."`
	Grace      simtime.Duration `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a stopped job has to save; then it is killed and loses its work since the last checkpoint."`
	Source     Source           `yaml:"estimates" json:"estimates" jsonschema:"description=Where run times come from\\, for the orders that use them: oracle\\, noisy\\, user or history."`
	Sigma      float64          `yaml:"sigma" json:"sigma" jsonschema:"minimum=0,maximum=10,description=Log-normal error of noisy estimates."`
	Factor     float64          `yaml:"factor" json:"factor" jsonschema:"exclusiveMinimum=0,maximum=1000,description=What every estimate is multiplied by."`

	name    string
	running []ranked
}

// Misfit is what a job that does not fit does to those behind it.
type Misfit string

// The ways.
const (
	Block Misfit = "block"
	Skip  Misfit = "skip"
)

// UnmarshalText accepts the names of the constants.
func (m *Misfit) UnmarshalText(text []byte) error { return words.Parse(m, text, []Misfit{Block, Skip}) }

// Decision is where placement is decided.
type Decision string

// The places.
const (
	Direct  Decision = "direct"
	ByQuota Decision = "quota"
)

// UnmarshalText accepts the names of the constants.
func (d *Decision) UnmarshalText(text []byte) error {
	return words.Parse(d, text, []Decision{Direct, ByQuota})
}

const listDoc = `Jobs are sorted by order, the least first, and run at the size they request, all
GPUs or none. Of equals the one that was first stays first: the order of
submission, then of the workload, except where keys change while jobs run. The
bits:

order     submission, priority, gpus, most-gpus, duration, gpu-time, remaining,
          remaining-gpu, attained or attained-gpu.
onMisfit  block: the first job that does not fit blocks those behind it;
          skip: it is passed over, without a reservation.
place     direct: a job for which the placement finds no place does not fit; quota:
          jobs are chosen by count and placed afterwards, and one for which there
          is no place stays queued while what it needs counts as taken.
preempt   false: running jobs run to their end. true: at each round running and
          queued jobs are sorted together and take the cluster in order; a
          running job that does not make the cut saves within gracePeriod and
          goes back to the queue.

defragment true: when the first job in the queue does not fit only because free GPUs
lie on different nodes, the jobs of the node that is emptied most cheaply are moved:
they save, go to the queue, and start again after it or beside it.

Orders by run time use estimates: oracle (the truth), noisy (times a log-normal
error of sigma), user (from the workload) or history (the mean of the user's
completed jobs, those of the same name and size if there are any), each times factor. A job that outruns its estimate counts as
about to end.

Lost nodes and notices are handled as by fifo.`

// registerList registers list scheduling with some bits set.
func registerList(name, summary, source string, l List) {
	l.name = name
	if l.Order.usesEstimates() {
		l.Source = Oracle
	} else {
		l.Source = NoEstimates
	}
	l.Grace, l.Factor, l.Place = 10*simtime.Minute, 1, Direct
	register(Entry{Name: name, Summary: summary, Source: source, Doc: listDoc, New: func() Policy {
		own := l
		return &own
	}})
}

func init() {
	const tiresias = "the Tiresias simulator (Gu et al., NSDI 2019), policy "
	registerList("list", "static or preemptive: list scheduling by bits you choose", "Graham, 1966; the bits tell published policies apart",
		List{Order: Submission, Misfit: Block})
	registerList("first-fit", "static: order of submission, whoever fits, no reservation", tiresias+"fjf",
		List{Order: Submission, Misfit: Skip})
	registerList("priority-fifo", "static: order of priority, then of submission; no preemption", "Slurm's priority queue without backfill",
		List{Order: ByRank, Misfit: Block})
	registerList("sjf", "static: shortest job first, by estimated run time", "Helios (Hu et al., SC 2021), policy SJF",
		List{Order: Shortest, Misfit: Block})
	registerList("sjf-gpu", "static: shortest job first, by estimated run time × GPUs", "Helios (Hu et al., SC 2021), the order of QSSF",
		List{Order: LeastArea, Misfit: Block})
	registerList("largest-first", "static: most GPUs first, packing the cluster with what fits", "first fit decreasing",
		List{Order: Largest, Misfit: Skip})
	registerList("srtf", "preemptive: shortest remaining time first", tiresias+"shortest",
		List{Order: Remaining, Misfit: Skip, Preempt: true})
	registerList("srtf-gpu", "preemptive: least remaining time × GPUs first", tiresias+"shortest-gpu",
		List{Order: RemainingGPU, Misfit: Skip, Preempt: true})
}

// Name returns the name it is registered under.
func (l *List) Name() string { return l.name }

// Estimates says where the order's run times come from.
func (l *List) Estimates() Estimates { return Estimates{l.Source, l.Sigma, l.Factor} }

// Before is the order, then that of submission.
func (l *List) Before(a, b *Job) bool { return l.Order.before(a, b) }

// Need is what the size it requests takes.
func (*List) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide lets jobs take the cluster in order.
func (l *List) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		if pool.Queue.Len() == 0 {
			continue
		}
		if l.Preempt {
			l.running = cut(s, i, p, l.running, l.Grace, order{
				key:     l.Order.key,
				running: l.Order.beforeRunning,
				mixed:   func(r ranked, q *Job) bool { return l.Order.runningBefore(r, q, s.Now) },
				start:   l.start,
				block:   l.Misfit == Block,
			})
		} else {
			l.fill(s, pool, p)
		}
	}
}

// fill starts queued jobs in order.
func (l *List) fill(s *State, pool *Pool, p *Plan) {
	w := pool.Queue.Walk()
	for j := w.Next(); j != nil; j = w.Next() {
		if l.start(p, j) {
			continue
		}
		if l.Misfit == Block {
			l.makePlace(s, pool, p, j)
			return
		}
		w.LeaveOut()
	}
}

// start starts a job, or claims what it needs, and reports whether it fits.
func (l *List) start(p *Plan, j *Job) bool {
	if l.Place == ByQuota {
		return p.Claim(j, j.Requested)
	}
	return p.Start(j, j.Requested)
}

// makePlace moves running jobs out of the way of one for which enough GPUs are
// free but not together: they save, and start again where there is room.
func (l *List) makePlace(s *State, pool *Pool, p *Plan, j *Job) {
	if !l.Defragment || l.Need(j) > p.Free(pool.Index) || pool.Leaving > 0 {
		return
	}
	for _, v := range s.Defragment(j) {
		if stoppable(v, p) {
			p.Stop(v, l.Grace)
		}
	}
}
