package policy

import "rubato/simtime"

// Backfill is first-in-first-out scheduling that lets later jobs start early
// where, by estimates of run times, that delays no job with a reservation.
type Backfill struct {
	Source Source  `yaml:"estimates" json:"estimates" jsonschema:"description=Where run times come from: oracle\\, noisy\\, user or history."`
	Sigma  float64 `yaml:"sigma" json:"sigma" jsonschema:"minimum=0,maximum=10,description=Log-normal error of noisy estimates."`
	Factor float64 `yaml:"factor" json:"factor" jsonschema:"exclusiveMinimum=0,maximum=1000,description=What every estimate is multiplied by\\, such as 2 for users who ask for twice the time."`
	Kill   bool    `yaml:"killOverrun" json:"killOverrun" jsonschema:"description=Whether a job that outruns its estimate is killed; it fails."`
	Depth  int     `yaml:"depth" json:"depth" jsonschema:"minimum=0,description=How many queued jobs are looked at in a round; 0 means all."`

	name         string
	conservative bool
	profile      profile
}

func init() {
	add := func(name, summary, source, doc string, depth int, conservative bool) {
		register(Entry{Name: name, Summary: summary, Source: source, Doc: doc + backfillDoc, New: func() Policy {
			return &Backfill{Source: Oracle, Factor: 1, Depth: depth, name: name, conservative: conservative}
		}})
	}
	add("easy", "static: fifo with EASY backfill: only the head of the queue has a reservation",
		"Lifka, The ANL/IBM SP scheduling system, JSSPP 1995; Mu'alem and Feitelson, TPDS 2001",
		`Jobs start in order of submission. When the head does not fit it is given a
reservation at the shadow time, the earliest at which enough GPUs are expected to
be free. A job behind it starts now if it fits and either is expected to end by
the shadow time or takes no more than the extra GPUs that are free then beside
what the head needs.
`, 1000, false)
	add("conservative", "static: fifo with conservative backfill: every queued job has a reservation",
		"Mu'alem and Feitelson, TPDS 2001, section 2",
		`Every queued job, in order of submission, is given a reservation at the earliest
time at which it is expected to fit without delaying those before it; those whose
time is now start. Reservations are made anew at each round, in the same order, so
that jobs that end early let all others move up.
`, 200, true)
}

const backfillDoc = `
Run times are estimates: oracle (the truth), noisy, user or history, times factor.
A job that outruns its estimate is expected to end at any moment; with killOverrun
it is killed when it does, and fails. Costs of starting are not estimated. At most
depth queued jobs are looked at in a round, so that a long queue does not make rounds
slow, as in production schedulers; 0 looks at all.

Lost nodes and notices are handled as by fifo.`

// Name returns "easy" or "conservative".
func (b *Backfill) Name() string { return b.name }

// Estimates says where run times come from.
func (b *Backfill) Estimates() Estimates { return Estimates{b.Source, b.Sigma, b.Factor} }

// Before is the order of submission.
func (*Backfill) Before(x, y *Job) bool { return BySubmission(x, y) }

// Need is what the size it requests takes.
func (*Backfill) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide starts jobs in order and fills the gaps before reservations.
func (b *Backfill) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		if b.Kill {
			b.killOverrun(s, pool, p)
		}
		switch {
		case pool.Queue.Len() == 0:
		case b.conservative:
			b.reserveAll(s, i, p)
		default:
			b.backfill(s, i, p)
		}
		if b.Kill {
			wakeAtEnds(s, p)
		}
	}
}

// killOverrun kills jobs whose estimated run time is over, and asks for a round
// when that of the next one is.
func (b *Backfill) killOverrun(s *State, pool *Pool, p *Plan) {
	for j := range pool.Running.All() {
		switch left := s.Remaining(j); {
		case left > 0:
			p.Wake(s.Now.Add(left))
		case j.Phase == Training && !p.Planned(j):
			p.Kill(j)
		}
	}
}

// wakeAtEnds asks for a round when the first job that starts now is expected to
// end.
func wakeAtEnds(s *State, p *Plan) {
	for _, a := range p.actions {
		if a.Verb == Start {
			p.Wake(s.Now.Add(max(1, a.Job.Estimate-a.Job.Progress)))
		}
	}
}

// backfill is EASY: the first job that does not fit has the only reservation.
func (b *Backfill) backfill(s *State, index int, p *Plan) {
	w := s.Pools[index].Queue.Walk()
	head := w.Next()
	for head != nil && p.Start(head, head.Requested) {
		head = w.Next()
	}
	if head == nil {
		return
	}
	need := b.Need(head)
	expected := expect(s, index, p, &b.profile)
	b.addStarted(s, index, p)
	shadow := expected.earliest(need, 0)
	extra := 0
	if shadow < simtime.Never {
		extra = expected.freeAt(shadow) - need
	}
	w.LeaveOut()
	for n := 1; p.Free(index) > 0 && (b.Depth == 0 || n <= b.Depth); n++ {
		j := w.Next()
		if j == nil {
			return
		}
		if b.Need(j) > p.Free(index) {
			w.LeaveOut()
			continue
		}
		inTime := s.Now.Add(j.Estimate-j.Progress) <= shadow
		if !inTime && b.Need(j) > extra {
			continue
		}
		p.Start(j, j.Requested)
		if !inTime {
			extra -= b.Need(j)
		}
	}
}

// addStarted puts the jobs that this plan starts into the profile: what they
// take is not free now, and is free again when they are expected to end.
func (b *Backfill) addStarted(s *State, index int, p *Plan) {
	for _, a := range p.actions {
		if a.Verb == Start && a.Job.Pool == index {
			end := s.Now.Add(max(1, a.Job.Estimate-a.Job.Progress))
			i := b.profile.split(end)
			for k := i; k < len(b.profile.steps); k++ {
				b.profile.steps[k].free += b.Need(a.Job)
			}
		}
	}
}

// reserveAll is conservative backfill.
func (b *Backfill) reserveAll(s *State, index int, p *Plan) {
	expected := expect(s, index, p, &b.profile)
	n := 0
	for j := range s.Pools[index].Queue.All() {
		if b.Depth > 0 && n > b.Depth {
			return
		}
		n++
		d := max(1, j.Estimate-j.Progress)
		at := expected.earliest(b.Need(j), d)
		if at == simtime.Never {
			continue
		}
		expected.reserve(at, b.Need(j), d)
		if at == s.Now {
			p.Start(j, j.Requested)
		}
	}
}
