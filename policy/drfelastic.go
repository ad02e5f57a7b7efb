package policy

import (
	"slices"
	"strings"

	"rubato/simtime"
)

// ElasticDRF raises the dominant shares of teams together, in steps of legal sizes.
type ElasticDRF struct {
	sharing
	Teams []TeamShare `yaml:"teams" json:"teams" jsonschema:"description=Weights of teams; one that is not listed has weight 1."`

	teams []*elasticTeam
}

func init() {
	register(Entry{
		Name: "drf-elastic", Summary: "elastic and fair: dominant shares of teams rise together, in steps of legal sizes",
		Source: "Ghodsi et al., Dominant Resource Fairness, NSDI 2011, algorithm 1, with a step of a job's size as the task",
		New: func() Policy {
			return &ElasticDRF{sharing: sharing{Grace: 10 * simtime.Minute}}
		},
		Doc: `The GPUs, CPUs and memory of a pool are handed out anew whenever a job comes or goes
and when capacity changes; with every, at the start of each round.

Fill    The next step is always one of the team whose dominant share is least: the
        greatest of its parts of the pool's GPUs, CPUs and memory, divided by its
        weight; of equals the first by name.
Step    A team's step gives its next job, in order of submission, its least size; if
        all have theirs or do not fit, it gives the next legal size to that of its
        jobs which has the fewest GPUs. A job of the queue that does not fit holds
        back those of its team behind it.
A running job that does not get its least size is stopped. Jobs take CPUs and memory
only under this policy and drf.
` + changeDoc,
	})
}

// Name returns "drf-elastic".
func (*ElasticDRF) Name() string { return "drf-elastic" }

// Before is the order of submission.
func (*ElasticDRF) Before(a, b *Job) bool { return BySubmission(a, b) }

// ByTeam keeps the teams' jobs apart in the queue.
func (*ElasticDRF) ByTeam() {}

// Need is what its least size takes.
func (*ElasticDRF) Need(j *Job) int { return j.MinGPUs() }

// Decide shares out each pool.
func (d *ElasticDRF) Decide(s *State, p *Plan) { d.decide(s, p, d.allot) }

// elasticTeam is a team in a round.
type elasticTeam struct {
	name    string
	weight  float64
	used    Resources
	waiting []share // in order of submission
	queue   *Walk   // after those
	next    *Job    // of the queue
	running []share // that have their least size
}

func (d *ElasticDRF) allot(gpus int) {
	budget := d.line(gpus)
	out := d.admitted[:0]
	for {
		t := d.neediest()
		if t == nil {
			break
		}
		if !t.step(&budget) {
			d.teams = slices.DeleteFunc(d.teams, func(o *elasticTeam) bool { return o == t })
			out = append(append(out, t.running...), t.waiting...)
		}
	}
	d.jobs, d.admitted = out, d.jobs
}

// line sorts the jobs into teams and returns what there is for them.
func (d *ElasticDRF) line(gpus int) Resources {
	byName := map[string]*elasticTeam{}
	d.teams = d.teams[:0]
	get := func(name string) *elasticTeam {
		t := byName[name]
		if t == nil {
			t = &elasticTeam{name: name, weight: weightOf(d.Teams, name), queue: d.pool.Queue.walkTeam(name)}
			t.next = t.queue.Next()
			byName[name] = t
			d.teams = append(d.teams, t)
		}
		return t
	}
	budget := d.pool.Capacity
	for _, s := range d.jobs {
		t := get(s.job.Team)
		if s.size == 0 {
			t.waiting = append(t.waiting, s)
			continue
		}
		t.running = append(t.running, s)
		t.used.add(needsAt(s.job, s.size))
		budget.sub(needsAt(s.job, s.size))
	}
	for name := range d.pool.Queue.Demand() {
		get(name)
	}
	slices.SortFunc(d.teams, func(a, b *elasticTeam) int { return strings.Compare(a.name, b.name) })
	budget.GPUs = gpus
	return budget
}

// neediest returns the team with the least dominant share, nil if none is left.
func (d *ElasticDRF) neediest() *elasticTeam {
	var least *elasticTeam
	share := 0.0
	for _, t := range d.teams {
		if own := t.used.dominant(d.pool.Capacity) / t.weight; least == nil || own < share {
			least, share = t, own
		}
	}
	return least
}

// step gives a team one more step, and reports whether there was one that fits.
func (t *elasticTeam) step(budget *Resources) bool {
	for i := range t.waiting {
		if s := &t.waiting[i]; s.size == 0 && t.take(s, s.job.Sizes.Min(), budget) {
			t.running = append(t.running, *s)
			t.waiting = slices.Delete(t.waiting, i, i+1)
			return true
		}
	}
	if t.next != nil {
		s := share{job: t.next, fixed: !t.next.Sizes.Elastic()}
		if t.take(&s, s.job.Sizes.Min(), budget) {
			t.running = append(t.running, s)
			t.next = t.queue.Next()
			return true
		}
	}
	var least *share
	for i := range t.running {
		s := &t.running[i]
		if size, _ := s.next(); size > 0 && (least == nil || s.gpus() < least.gpus()) && t.fits(s, size, budget) {
			least = s
		}
	}
	if least == nil {
		return false
	}
	size, _ := least.next()
	return t.take(least, size, budget)
}

func (t *elasticTeam) fits(s *share, size int, budget *Resources) bool {
	return needsAt(s.job, size-s.size).fits(*budget)
}

// take gives a job a size if there is enough for it.
func (t *elasticTeam) take(s *share, size int, budget *Resources) bool {
	if !t.fits(s, size, budget) {
		return false
	}
	more := needsAt(s.job, size-s.size)
	t.used.add(more)
	budget.sub(more)
	s.size = size
	return true
}
