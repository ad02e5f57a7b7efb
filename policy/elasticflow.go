package policy

import (
	"math"
	"slices"

	"rubato/simtime"
)

// ElasticFlow meets deadlines: a job for which that cannot be promised is refused,
// the others get what they need for it, and what is left goes where it costs least.
type ElasticFlow struct {
	sharing
	estimating
	Admission bool             `yaml:"admission" json:"admission" jsonschema:"description=Whether a job whose deadline cannot be met beside those of the others is refused."`
	Margin    simtime.Duration `yaml:"margin" json:"margin" jsonschema:"minimum=0,description=How long before its deadline a job is planned to be done\\, for restarts and what else the plan does not know."`
	Artifact  bool             `yaml:"artifact" json:"artifact" jsonschema:"description=Behave as the published artifact where it differs from the paper."`

	welcome []bool // by index: jobs that are admitted
	flows   []flow // in order of deadlines
	free    profile
}

func init() {
	register(Entry{
		Name: "elasticflow", Summary: "elastic, deadlines: what cannot be promised is refused, what is promised gets its least share",
		Source: "Gu et al., ElasticFlow: An Elastic Serverless Training Platform for Distributed Deep Learning, ASPLOS 2023, sections 4.1 and 4.2",
		New: func() Policy {
			return &ElasticFlow{
				sharing:    sharing{Every: simtime.Minute, Grace: 10 * simtime.Minute},
				estimating: estimating{Source: Oracle, Factor: 1}, Admission: true,
			}
		},
		Doc: `Plans are made anew at the start of each round, in which sizes may change.

Share   In order of deadlines each job gets its minimum satisfactory share: the least
        legal size that, as far as GPUs are free, is enough for its work, by
        estimate, to be done by its deadline less margin. It may be smaller at first,
        where that is enough.
Admit   A job that comes is admitted if the shares of all jobs that are admitted, and
        its own, can still be had. Otherwise it is refused. With admission: false
        nobody is refused, and a job that is too late gets what is free.
Greedy  GPUs that are left in this round go, a legal size at a time, to jobs that
        have none, by deadline, then to the job whose GPU time, over its whole plan,
        that raises least, or lowers most, per GPU. Jobs without a deadline live on
        these.
Only legal sizes at which a job is faster than at all smaller ones count. Guarantees
are kept if capacity stays, estimates are right and restarts cost nothing; leave
margin for what is not so.

artifact: true  does as the published code: if one of the jobs that come in a round
                cannot be admitted none with a deadline is, and GPUs that are left go
                where they raise GPU time most.
` + changeDoc,
	})
}

// Name returns "elasticflow".
func (*ElasticFlow) Name() string { return "elasticflow" }

// Before is the order of submission.
func (*ElasticFlow) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what its least size takes.
func (*ElasticFlow) Need(j *Job) int { return j.MinGPUs() }

// Decide shares out each pool.
func (e *ElasticFlow) Decide(s *State, p *Plan) { e.decide(s, p, e.allot) }

// allot keeps sizes between rounds and plans anew at their starts.
func (e *ElasticFlow) allot(gpus int) {
	e.flows = e.flows[:0]
	if !startsRound(e.state.Now, e.Every) {
		for i := range e.jobs {
			e.jobs[i].size = e.jobs[i].job.Size
		}
		return
	}
	kept := e.admitted[:0]
	for _, s := range e.jobs {
		if s.size > 0 {
			kept = append(kept, s)
			continue
		}
		e.enlist(s)
	}
	e.promise(gpus)
	e.spend()
	for i := range e.flows {
		f := &e.flows[i]
		if l := f.now(e.state.Now); l >= 0 {
			f.size = f.levels[l].size
		}
		if f.size > 0 || f.job.Phase != Queued {
			kept = append(kept, f.share)
		}
		e.wakeFor(f)
	}
	e.jobs, e.admitted = kept, e.jobs
}

// enlist adds a job to those that are planned.
func (e *ElasticFlow) enlist(s share) {
	f := flow{share: s, levels: levelsOf(s.job, nil), work: e.state.workOf(s.job), due: simtime.Never}
	if s.job.Deadline != 0 {
		f.due = s.job.Deadline.Add(-e.Margin)
	}
	i, _ := slices.BinarySearchFunc(e.flows, f, func(a, b flow) int {
		if ByDeadline(a.job, b.job) {
			return -1
		}
		return 1
	})
	e.flows = slices.Insert(e.flows, i, f)
}

// promise decides who of the queue is admitted and plans the shares of all who are.
func (e *ElasticFlow) promise(gpus int) {
	var newcomers []*Job
	for j := range e.pool.Queue.All() {
		if e.Admission && j.Deadline != 0 && !e.isWelcome(j) {
			newcomers = append(newcomers, j)
			continue
		}
		e.enlist(share{job: j, fixed: !j.Sizes.Elastic()})
	}
	late := e.planAll(gpus)
	if e.Artifact {
		e.promiseTogether(gpus, newcomers, late)
		return
	}
	for _, j := range newcomers {
		before := slices.Clone(e.flows)
		e.enlist(share{job: j, fixed: !j.Sizes.Elastic()})
		if now := e.planAll(gpus); now > late {
			e.flows = before
			e.plan.Refuse(j)
			continue
		}
		e.welcomeIn(j)
	}
	e.planAll(gpus)
}

// promiseTogether admits all newcomers or none.
func (e *ElasticFlow) promiseTogether(gpus int, newcomers []*Job, late int) {
	before := slices.Clone(e.flows)
	for _, j := range newcomers {
		e.enlist(share{job: j, fixed: !j.Sizes.Elastic()})
	}
	refused := e.planAll(gpus) > late
	for _, j := range newcomers {
		if refused {
			e.plan.Refuse(j)
		} else {
			e.welcomeIn(j)
		}
	}
	if refused {
		e.flows = before
		e.planAll(gpus)
	}
}

func (e *ElasticFlow) isWelcome(j *Job) bool {
	return int(j.Index) < len(e.welcome) && e.welcome[j.Index]
}

func (e *ElasticFlow) welcomeIn(j *Job) {
	for len(e.welcome) <= int(j.Index) {
		e.welcome = append(e.welcome, false)
	}
	e.welcome[j.Index] = true
}

// planAll plans the jobs that have a deadline and returns how many will be late.
func (e *ElasticFlow) planAll(gpus int) int {
	e.free.steps = append(e.free.steps[:0], profileStep{e.state.Now, gpus})
	late := 0
	for i := range e.flows {
		f := &e.flows[i]
		f.plan = nil
		if f.due == simtime.Never {
			continue
		}
		if !f.satisfy(&e.free, e.state.Now, e.Every) {
			late++
		}
		f.book(&e.free, 1)
	}
	return late
}

// spend hands out what is left now, a level at a time.
func (e *ElasticFlow) spend() {
	now := e.state.Now
	for {
		var best *flow
		least := math.Inf(1)
		for i := range e.flows {
			f := &e.flows[i]
			next := f.now(now) + 1
			if next == len(f.levels) || f.levels[next].gpus-f.gpusNow(now) > e.free.freeAt(now) {
				continue
			}
			cost := e.cost(f, next)
			if e.Artifact && !math.IsInf(cost, -1) {
				cost = -cost
			}
			if best == nil || cost < least {
				best, least = f, cost
			}
		}
		if best == nil {
			return
		}
		e.raise(best, best.now(now)+1)
	}
}

// cost is by how much a job's GPU time would rise, per GPU, if it had a level in
// this round, to the millisecond, so that equals are equal; negative infinity for one
// that has none.
func (e *ElasticFlow) cost(f *flow, level int) float64 {
	if f.now(e.state.Now) < 0 {
		return math.Inf(-1)
	}
	more := float64(f.levels[level].gpus - f.gpusNow(e.state.Now))
	if f.due == simtime.Never {
		return math.Round(f.work * (f.perWork(level) - f.perWork(level-1)) / more)
	}
	plan, usage := f.plan, f.usage
	e.raise(f, level)
	rise := f.usage - usage
	f.book(&e.free, -1)
	f.plan, f.usage = plan, usage
	f.book(&e.free, 1)
	return math.Round(rise / more)
}

// raise gives a job a level in this round, and plans the rest of its work anew.
func (e *ElasticFlow) raise(f *flow, level int) {
	now, round := e.state.Now, e.Every
	if round == 0 {
		round = simtime.Minute
	}
	f.book(&e.free, -1)
	l := f.levels[level]
	length := min(float64(round), f.work/l.speed)
	first := stretch{now, now.Add(round), level}
	rest := *f
	rest.plan, rest.usage = nil, 0
	if rest.work -= length * l.speed; rest.work > f.work*tolerance && f.due != simtime.Never {
		rest.satisfy(&e.free, first.to, e.Every)
	}
	f.plan = append([]stretch{first}, rest.plan...)
	f.usage = length*float64(l.gpus) + rest.usage
	f.book(&e.free, 1)
}

func (f *flow) perWork(level int) float64 {
	return float64(f.levels[level].gpus) / f.levels[level].speed
}

func (f *flow) gpusNow(t simtime.Time) int {
	if l := f.now(t); l >= 0 {
		return f.levels[l].gpus
	}
	return 0
}

// wakeFor asks for a round when a job's plan changes next.
func (e *ElasticFlow) wakeFor(f *flow) {
	switch {
	case len(f.plan) == 0:
	case f.plan[0].from > e.state.Now:
		e.plan.Wake(f.plan[0].from)
	case f.plan[0].to != simtime.Never:
		e.plan.Wake(f.plan[0].to)
	}
}
