package policy

import "rubato/simtime"

// Fair shares the cluster between teams, and stops jobs of those that have more
// than their share for those that have less.
type Fair struct {
	Teams []TeamShare      `yaml:"teams" json:"teams" jsonschema:"description=Weights of teams; one that is not listed has weight 1."`
	Every simtime.Duration `yaml:"every" json:"every" jsonschema:"description=Length of a round; jobs are only stopped at its start. 0: at every event."`
	Grace simtime.Duration `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a stopped job has to save; then it is killed and loses its work since the last checkpoint."`

	dominant bool
}

const fairDoc = `
A job runs at the size it requests. Of a team's jobs those that run come first,
then the others in order of submission; one that does not fit is passed over. At
the start of each round, every so long from the scenario's start, running jobs
that get no GPUs save within gracePeriod and wait; between rounds nothing is
stopped, and what comes free goes to waiting jobs by the same rule.

Lost nodes and notices are handled as by fifo, at once.`

func init() {
	add := func(name, summary, source, doc string, dominant bool) {
		register(Entry{Name: name, Summary: summary, Source: source, Doc: doc + fairDoc, New: func() Policy {
			return &Fair{Every: 10 * simtime.Minute, Grace: 10 * simtime.Minute, dominant: dominant}
		}})
	}
	add("max-min", "fair: weighted max-min shares of the GPUs between teams, in whole jobs",
		"max-min fairness; Bertsekas and Gallager, Data Networks, section 6.5.2",
		`Each team is entitled to its weighted max-min share of the GPUs, by what its jobs
ask for: shares rise together, in proportion to the weights, until demands are met
or the pool is used up. The next job to get GPUs is always one of the team that has
the least part of its share: filling in steps of whole jobs.
`, false)
	add("drf", "fair: dominant resource fairness between teams over GPUs, CPUs and memory",
		"Ghodsi et al., Dominant Resource Fairness, NSDI 2011, algorithm 1",
		`The next job to get resources is always one of the team whose dominant share is
least: the greatest of its parts of the GPUs, CPUs and memory of the pool, divided
by its weight. Jobs take CPUs and memory only under this policy.
`, true)
}

// Name returns "max-min" or "drf".
func (f *Fair) Name() string {
	if f.dominant {
		return "drf"
	}
	return "max-min"
}

// Before is the order of submission.
func (*Fair) Before(a, b *Job) bool { return BySubmission(a, b) }

// ByTeam keeps the teams' jobs apart in the queue.
func (*Fair) ByTeam() {}

// Need is what the size it requests takes.
func (*Fair) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide hands out the pools between the teams.
func (f *Fair) Decide(s *State, p *Plan) {
	for _, pool := range s.Pools {
		requeueHit(pool, p)
		if pool.Queue.Len() == 0 {
			continue
		}
		stop := func(j *Job) { p.Stop(j, f.Grace) }
		if !startsRound(s.Now, f.Every) {
			stop = nil
		}
		teams, budget := teamsOf(pool, f.Teams, p)
		if stop == nil {
			keepRunning(teams, &budget)
		}
		grant(teams, budget, f.rank(teams, pool.Capacity), p, stop)
		wakeNextRound(s.Now, pool, p, f.Every)
	}
}

// rank returns what puts the team first that is to get the next job.
func (f *Fair) rank(teams []*team, capacity Resources) func(*team) float64 {
	if f.dominant {
		return func(t *team) float64 { return t.used.dominant(capacity) / t.weight }
	}
	shares := maxMinShares(teams, capacity.GPUs)
	return func(t *team) float64 { return float64(t.used.GPUs) / shares[t] }
}

// maxMinShares returns the GPUs that each team is entitled to, going by what its
// jobs ask for.
func maxMinShares(teams []*team, gpus int) map[*team]float64 {
	demands, weights := make([]float64, len(teams)), make([]float64, len(teams))
	for i, t := range teams {
		demands[i], weights[i] = float64(t.used.GPUs+t.queued), t.weight
		for _, j := range t.running {
			demands[i] += float64(j.Active)
		}
	}
	shares := make(map[*team]float64, len(teams))
	for i, s := range WaterFill(float64(gpus), demands, weights) {
		shares[teams[i]] = s
	}
	return shares
}

// keepRunning counts all running jobs as granted.
func keepRunning(teams []*team, budget *Resources) {
	for _, t := range teams {
		for _, j := range t.running {
			t.used.add(needs(j))
			budget.sub(needs(j))
		}
		t.running = nil
	}
}
