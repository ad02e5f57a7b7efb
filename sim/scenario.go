package sim

import (
	"fmt"
	"slices"

	"rubato/cluster"
	"rubato/simtime"
	"rubato/workload"
)

// Scenario is what a run replays. Runs only read it, so that several may share
// one.
type Scenario struct {
	Pools        []cluster.Pool
	Availability cluster.Availability
	// Jobs are in order of submission; ties are in order of the workload.
	Jobs []workload.Job
	// Horizon is when the run ends at the latest; zero means
	// simtime.Longest.
	Horizon simtime.Time
	// Storage is where all jobs write and read their checkpoints.
	Storage cluster.Storage
	// Placement is how jobs that start get their GPUs.
	Placement Placement
	// Seed decides which nodes changes by count pick.
	Seed uint64
}

// Placement is a rule of placement, cluster.Count if there is none. GPUs that a
// running job takes to grow are taken by count.
type Placement struct {
	Rule cluster.Placement
	// Relax, if it is positive, is how long a job waits for a place by the rule;
	// then it is placed by count.
	Relax simtime.Duration
}

// Check reports the first thing that makes the scenario impossible.
func (s *Scenario) Check() error {
	if len(s.Pools) == 0 {
		return fmt.Errorf("the cluster has no pool")
	}
	for _, p := range s.Pools {
		if err := p.Check(); err != nil {
			return err
		}
	}
	if r := s.Placement.Rule; r != "" && !slices.Contains(cluster.Placements(), r) {
		return fmt.Errorf("no placement %q", r)
	}
	for i := range s.Jobs {
		j := &s.Jobs[i]
		if err := j.Check(); err != nil {
			return err
		}
		pool, missing := s.missing(j)
		switch {
		case missing:
			return fmt.Errorf("job %q asks for pool %d of %d", j.ID, pool, len(s.Pools))
		case i > 0 && j.Submit < s.Jobs[i-1].Submit:
			return fmt.Errorf("job %q is submitted before the one that precedes it", j.ID)
		}
	}
	if s.Storage.Bandwidth < 0 || s.Storage.PerNode < 0 {
		return fmt.Errorf("the storage has a bandwidth of %d and of %d a node", s.Storage.Bandwidth, s.Storage.PerNode)
	}
	return s.checkAvailability()
}

// missing returns a pool that a job asks for and the cluster has not.
func (s *Scenario) missing(j *workload.Job) (pool int, some bool) {
	lacks := func(j workload.Job) bool { return j.Pool < 0 || j.Pool >= len(s.Pools) }
	if lacks(*j) {
		return j.Pool, true
	}
	if i := slices.IndexFunc(j.Elsewhere, lacks); i >= 0 {
		return j.Elsewhere[i].Pool, true
	}
	return 0, false
}

func (s *Scenario) checkAvailability() error {
	for _, c := range s.Availability.Changes {
		switch {
		case c.Pool < 0 || c.Pool >= len(s.Pools):
			return fmt.Errorf("a change at %v is for pool %d of %d", c.At, c.Pool, len(s.Pools))
		case c.Node < cluster.ByCount || c.Node >= s.Pools[c.Pool].Nodes:
			return fmt.Errorf("a change at %v is for node %d of the %d of pool %q", c.At, c.Node, s.Pools[c.Pool].Nodes, s.Pools[c.Pool].Name)
		case c.At < 0 || c.Notice < 0 || c.Detection < 0:
			return fmt.Errorf("a change of pool %q is at %v with %v of notice and %v of detection", s.Pools[c.Pool].Name, c.At, c.Notice, c.Detection)
		}
	}
	for _, i := range s.Availability.Incidents {
		switch {
		case i.Pool < 0 || i.Pool >= len(s.Pools):
			return fmt.Errorf("an incident at %v is in pool %d of %d", i.At, i.Pool, len(s.Pools))
		case i.Node < 0 || i.Node >= s.Pools[i.Pool].Nodes:
			return fmt.Errorf("an incident at %v is on node %d of the %d of pool %q", i.At, i.Node, s.Pools[i.Pool].Nodes, s.Pools[i.Pool].Name)
		case i.At < 0 || i.Detection < 0 || !(i.Speed >= 0 && i.Speed <= 1):
			return fmt.Errorf("an incident in pool %q is at %v, at a speed of %g, with %v of detection", s.Pools[i.Pool].Name, i.At, i.Speed, i.Detection)
		}
	}
	for i := range s.Availability.Failures {
		if err := s.Availability.Failures[i].Check(s.Pools); err != nil {
			return err
		}
	}
	return nil
}

func (s *Scenario) horizon() simtime.Time {
	if s.Horizon > 0 {
		return s.Horizon
	}
	return simtime.Time(simtime.Longest)
}
