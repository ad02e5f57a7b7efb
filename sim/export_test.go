package sim

import (
	"fmt"
	"slices"

	"rubato/policy"
)

// SetAudit makes every run of the tests recount its state after each instant.
func SetAudit() { audit = recount }

// WithoutAudit runs f without the recounts, for tests and benchmarks that are
// large. Tests that run in parallel must not use it.
func WithoutAudit(f func()) {
	defer func(was func(*engine) error) { audit = was }(audit)
	audit = nil
	f()
}

// recount compares what the engine keeps incrementally with what the jobs and
// the cluster say: every GPU is held once, sizes are legal, sets are right.
func recount(e *engine) error {
	byJobs := make(map[int]int)
	var counts Counts
	ended := 0
	jobs := make([]demand, len(e.sc.Pools))
	leaving := make([]int, len(e.sc.Pools))
	surplus := make([]int, len(e.sc.Pools))
	members := make([][6]int, len(e.sc.Pools))
	for i := range e.jobs {
		j := &e.jobs[i]
		active, held, doomed := sumGPUs(j.active), sumGPUs(j.held), e.doomedOf(j)
		if active != j.Active || held != j.Held {
			return fmt.Errorf("at %v job %s has %d+%d GPUs in pieces, %d+%d in its account", e.now, j.ID, active, held, j.Active, j.Held)
		}
		if j.Phase != policy.Draining && doomed != j.Doomed && len(e.noticed) == 0 {
			return fmt.Errorf("at %v job %s has %d doomed GPUs, not %d", e.now, j.ID, doomed, j.Doomed)
		}
		byJobs[j.Pool] += active + held
		leaving[j.Pool] += j.Leaving
		surplus[j.Pool] += j.Surplus()
		counts[gpuState[j.Phase]] += active
		counts[Holding] += held
		if err := legal(j); err != nil {
			return fmt.Errorf("at %v job %s: %w", e.now, j.ID, err)
		}
		if err := checkpointed(e, j); err != nil {
			return fmt.Errorf("at %v job %s (%v): %w", e.now, j.ID, j.Phase, err)
		}
		switch {
		case j.Phase == policy.Queued:
			countDemand(jobs, j, demand{queued: 1})
		case j.Phase.Over():
			ended++
		}
		if i < e.arrived && !j.Phase.Over() {
			countDemand(jobs, j, demand{unfinished: 1})
		}
		if want := belongs(j); want != j.sets {
			return fmt.Errorf("at %v job %s is in sets %06b, not %06b", e.now, j.ID, j.sets, want)
		}
		for b := range 6 {
			if j.sets&(1<<b) != 0 {
				members[j.Pool][b]++
			}
		}
	}
	for i := range jobs {
		jobs[i].rented = e.sc.Pools[i].Rented
	}
	if !slices.Equal(jobs, e.demand) || ended != e.ended {
		return fmt.Errorf("at %v the pools' jobs are %v and %d ended, counted %v and %d", e.now, jobs, ended, e.demand, e.ended)
	}
	for i, spec := range e.sc.Pools {
		p := e.state.Pools[i]
		lost, external := e.cluster.Missing(i)
		if got := byJobs[i] + lost + external + e.cluster.Idle(i); got != spec.GPUs() {
			return fmt.Errorf("at %v pool %s accounts for %d of %d GPUs", e.now, p.Name, got, spec.GPUs())
		}
		if p.Leaving != leaving[i] || p.Surplus != surplus[i] {
			return fmt.Errorf("at %v pool %s has %d GPUs leaving and %d surplus, counted %d and %d", e.now, p.Name, leaving[i], surplus[i], p.Leaving, p.Surplus)
		}
		for b, set := range []interface{ Len() int }{p.Queue, p.Running, p.Growable, p.Holding, p.Faulted, p.Noticed} {
			if set.Len() != members[i][b] {
				return fmt.Errorf("at %v set %d of pool %s has %d jobs, not %d", e.now, b, p.Name, set.Len(), members[i][b])
			}
		}
	}
	for s := Starting; s <= Training; s++ {
		if counts[s] != e.ledger.total()[s] {
			return fmt.Errorf("at %v %d GPUs are %v, counted %d", e.now, counts[s], s, e.ledger.total()[s])
		}
	}
	if err := e.storage.check(); err != nil {
		return fmt.Errorf("at %v storage: %w", e.now, err)
	}
	return e.cluster.Audit()
}

func countDemand(pools []demand, j *job, d demand) {
	for i := range pools {
		if j.Home.In(i) != nil {
			pools[i].queued += d.queued
			pools[i].unfinished += d.unfinished
		}
	}
}

// checkpointed checks the marks of a job and what it waits for.
func checkpointed(e *engine, j *job) error {
	var err error
	j.eachMark(func(m *mark) {
		if m.ok && (m.left.Less(j.left) || m.trained < 0 || m.unsaved < 0) {
			err = fmt.Errorf("mark %+v with %v left", *m, j.left)
		}
	})
	copying := j.tiers != nil && j.tiers.copied.ok
	waits := j.Phase == policy.Draining && j.event == 0
	active := j.Phase > policy.Queued && j.Phase != policy.Faulted && !j.Phase.Over()
	switch {
	case err != nil:
	case j.stored.trained < 0 || j.stored.unsaved < 0:
		err = fmt.Errorf("mark %+v", j.stored)
	case copying && (j.tiers.copying == 0 || !active):
		err = fmt.Errorf("a copy that does not go on")
	case waits && !copying:
		err = fmt.Errorf("drains for nothing")
	case !waits && active != (j.event != 0):
		err = fmt.Errorf("its phase has an end: %v", j.event != 0)
	case j.Phase != policy.Draining && (j.grace != 0 || j.saves || j.live || j.evading):
		err = fmt.Errorf("drains in part")
	case j.Phase == policy.Queued && (j.Job.Job != j.Home || j.stored.trained != 0):
		err = fmt.Errorf("is queued away from home, or with %v to roll back", j.stored.trained)
	case !active && (j.bytes != 0 || j.rest != 0 || j.transfer != nil):
		err = fmt.Errorf("has parts of a phase to come")
	case j.result.Productive < 0:
		err = fmt.Errorf("was productive for %v", j.result.Productive)
	}
	return err
}

// check checks that the transfers share the storage and use all of it.
func (s *storage) check() error {
	sum, asked := int64(0), int64(0)
	for _, t := range s.active {
		if t.job.transfer != t || *t.handle == 0 || t.rate > t.most || t.rate < 1 {
			return fmt.Errorf("transfer %+v", *t)
		}
		sum, asked = sum+t.rate, asked+t.most
	}
	most := s.Bandwidth
	if most == 0 {
		most = asked
	}
	n := int64(len(s.active))
	if asked != s.asked || sum > max(most, n) || sum < min(most, asked)-n {
		return fmt.Errorf("%d transfers take %d of %d, and asked for %d (%d)", n, sum, most, asked, s.asked)
	}
	return nil
}

func legal(j *job) error {
	switch {
	case j.Phase == policy.Queued || j.Phase == policy.Pending || j.Phase.Over():
		if j.Active+j.Held != 0 {
			return fmt.Errorf("holds %d GPUs while %v", j.Active+j.Held, j.Phase)
		}
	case j.Phase == policy.Faulted || j.Phase == policy.Hung:
		if j.Active > j.GPUs(j.Size) || j.Active == 0 {
			return fmt.Errorf("faulted with %d GPUs at size %d", j.Active, j.Size)
		}
	default:
		if j.Active != j.GPUs(j.Size) || !j.Sizes.Legal(j.Size) {
			return fmt.Errorf("has %d GPUs at size %d of %v", j.Active, j.Size, j.Sizes)
		}
		if n := j.Target(); j.Phase != policy.Draining && j.Held > 0 && (!j.Sizes.Legal(n) || j.GPUs(n) != j.Active+j.Held) {
			return fmt.Errorf("holds %d GPUs beside %d", j.Held, j.Active)
		}
	}
	return nil
}
