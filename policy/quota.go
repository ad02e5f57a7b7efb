package policy

// Quota is a static partition of the cluster between teams.
type Quota struct {
	Quotas []TeamQuota `yaml:"quotas" json:"quotas" jsonschema:"description=GPUs of each team; teams that are not listed share the rest."`
}

// TeamQuota is the part of a team.
type TeamQuota struct {
	Team string `yaml:"team" json:"team" jsonschema:"required,description=Name of the team."`
	GPUs int    `yaml:"gpus" json:"gpus" jsonschema:"required,minimum=0,description=GPUs its jobs may hold at once in a pool."`
}

func init() {
	register(Entry{
		Name: "quota", Summary: "fair: a static partition by team, strict fifo in each part, no borrowing",
		Source: "hard quotas of shared clusters, such as Kueue's nominal quota without a cohort",
		New:    func() Policy { return &Quota{} },
		Doc: `Each team may hold as many GPUs of a pool as its quota says; teams that are not
listed share what is left of the pool. Within its part a team's jobs start in order
of submission, at the size they request, and the first that does not fit blocks the
team's others. Idle GPUs of one team are not lent to another. A job larger than its
team's quota never starts.

Lost nodes and notices are handled as by fifo; when GPUs are lost, parts can add up to
more than is there, and then the order of submission decides.`,
	})
}

// Name returns "quota".
func (*Quota) Name() string { return "quota" }

// Before is the order of submission.
func (*Quota) Before(a, b *Job) bool { return BySubmission(a, b) }

// ByTeam keeps the teams' jobs apart in the queue.
func (*Quota) ByTeam() {}

// Need is what the size it requests takes.
func (*Quota) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide starts each team's jobs within its part.
func (q *Quota) Decide(s *State, p *Plan) {
	for _, pool := range s.Pools {
		requeueHit(pool, p)
		left := q.parts(pool)
		w := pool.Queue.Walk()
		for j := w.Next(); j != nil; j = w.Next() {
			part := q.part(j.Team)
			need := q.Need(j)
			if need > left[part] || !p.Start(j, j.Requested) {
				left[part] = 0
				w.LeaveOutTeam()
				continue
			}
			left[part] -= need
		}
	}
}

// part returns the index of a team's part; the last is that of all unlisted teams.
func (q *Quota) part(team string) int {
	for i, t := range q.Quotas {
		if t.Team == team {
			return i
		}
	}
	return len(q.Quotas)
}

// parts returns what is left of each part of a pool.
func (q *Quota) parts(pool *Pool) []int {
	left := make([]int, len(q.Quotas)+1)
	rest := pool.Capacity.GPUs
	for i, t := range q.Quotas {
		left[i] = t.GPUs
		rest -= t.GPUs
	}
	left[len(q.Quotas)] = rest
	for j := range pool.Running.All() {
		left[q.part(j.Team)] -= j.Active
	}
	return left
}
