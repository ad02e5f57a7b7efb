package policy

import (
	"slices"
	"strings"
)

// TeamShare is what a team is entitled to.
type TeamShare struct {
	Team string `yaml:"team" json:"team" jsonschema:"required,description=Name of the team."`
	// Weight is its part of the cluster, relative to the other teams'.
	Weight float64 `yaml:"weight" json:"weight" jsonschema:"exclusiveMinimum=0,required,description=Its part of the cluster\\, relative to the other teams'."`
}

// weightOf returns a team's weight; teams that are not listed have 1.
func weightOf(shares []TeamShare, team string) float64 {
	for _, s := range shares {
		if s.Team == team {
			return s.Weight
		}
	}
	return 1
}

// team is a team's jobs in a round.
type team struct {
	name   string
	weight float64
	// running are its jobs that run and may be stopped, in order of submission;
	// they come before those in the queue.
	running []*Job
	queue   *Walk
	queued  int // GPUs that those in the queue need
	next    *Job
	used    Resources
}

// Resources are amounts of what a job needs beside GPUs, too.
type Resources struct {
	GPUs, CPUs, MemoryGiB int
}

func (r *Resources) add(o Resources) {
	r.GPUs, r.CPUs, r.MemoryGiB = r.GPUs+o.GPUs, r.CPUs+o.CPUs, r.MemoryGiB+o.MemoryGiB
}

func (r *Resources) sub(o Resources) {
	r.GPUs, r.CPUs, r.MemoryGiB = r.GPUs-o.GPUs, r.CPUs-o.CPUs, r.MemoryGiB-o.MemoryGiB
}

// fits reports whether r is within o.
func (r Resources) fits(o Resources) bool {
	return r.GPUs <= o.GPUs && r.CPUs <= o.CPUs && r.MemoryGiB <= o.MemoryGiB
}

// dominant returns the greatest part of the capacity that r is of any resource.
func (r Resources) dominant(of Resources) float64 {
	share := 0.0
	for _, p := range [][2]int{{r.GPUs, of.GPUs}, {r.CPUs, of.CPUs}, {r.MemoryGiB, of.MemoryGiB}} {
		if p[1] > 0 {
			share = max(share, float64(p[0])/float64(p[1]))
		}
	}
	return share
}

// needs returns what a job takes at its requested size.
func needs(j *Job) Resources { return needsAt(j, j.Requested) }

// needsAt returns what a job takes at a size.
func needsAt(j *Job, size int) Resources {
	return Resources{j.GPUs(size), size * j.ReplicaCPUs, size * j.ReplicaMemoryGiB}
}

// teamsOf returns the teams that have jobs in a pool, in order of their names,
// and what is left of the pool for those that may run. Jobs that cannot be stopped
// are used up already.
func teamsOf(pool *Pool, shares []TeamShare, p *Plan) (teams []*team, budget Resources) {
	byName := map[string]*team{}
	get := func(name string) *team {
		t := byName[name]
		if t == nil {
			t = &team{name: name, weight: weightOf(shares, name), queue: pool.Queue.walkTeam(name)}
			byName[name] = t
			teams = append(teams, t)
		}
		return t
	}
	budget = pool.Capacity
	gpus := p.Free(pool.Index) + pool.Leaving
	for j := range pool.Running.All() {
		switch t := get(j.Team); {
		case stoppable(j, p):
			t.running = append(t.running, j)
			gpus += j.Active
		case j.Phase != Draining && !p.Planned(j):
			t.used.add(needs(j))
			budget.sub(needs(j))
		}
	}
	budget.GPUs = gpus // those that are there
	for name, queued := range pool.Queue.Demand() {
		get(name).queued = queued
	}
	for _, t := range teams {
		slices.SortFunc(t.running, func(a, b *Job) int { return int(a.Index - b.Index) })
		t.next = t.queue.Next()
	}
	slices.SortFunc(teams, func(a, b *team) int { return strings.Compare(a.name, b.name) })
	return teams, budget
}

// grant hands the budget out: always to the first job that fits of the team that
// rank puts first. Running jobs that are not granted are stopped, queued ones that
// are start as far as their GPUs are free.
func grant(teams []*team, budget Resources, rank func(t *team) float64, p *Plan, stop func(*Job)) {
	for {
		var first *team
		for _, t := range teams {
			t.skip(budget, stop)
			if !t.done() && (first == nil || rank(t) < rank(first)) {
				first = t
			}
		}
		if first == nil {
			return
		}
		j := first.take()
		if j.Phase == Queued && !startOrAwait(j, p) {
			continue
		}
		first.used.add(needs(j))
		budget.sub(needs(j))
	}
}

func (t *team) done() bool { return len(t.running) == 0 && t.next == nil }

// take takes the team's next job.
func (t *team) take() *Job {
	if len(t.running) > 0 {
		j := t.running[0]
		t.running = t.running[1:]
		return j
	}
	j := t.next
	t.next = t.queue.Next()
	return j
}

// skip passes over jobs that do not fit any more.
func (t *team) skip(budget Resources, stop func(*Job)) {
	for len(t.running) > 0 && !needs(t.running[0]).fits(budget) {
		stop(t.running[0])
		t.running = t.running[1:]
	}
	for len(t.running) == 0 && t.next != nil && !needs(t.next).fits(budget) {
		if needs(t.next).GPUs > budget.GPUs {
			t.queue.LeaveOut()
		}
		t.next = t.queue.Next()
	}
}

// startOrAwait starts a job if its GPUs are free, and reports whether it does or
// they are on their way.
func startOrAwait(j *Job, p *Plan) bool {
	if j.GPUs(j.Requested) <= p.Free(j.Pool) {
		return p.Start(j, j.Requested)
	}
	return !j.Unplaced
}
