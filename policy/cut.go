package policy

import (
	"slices"

	"rubato/simtime"
)

// ranked is a running job with its key in an order.
type ranked struct {
	*Job
	key int64
}

// order is how a preemptive policy sorts jobs: the least key first.
type order struct {
	// key of a running job that has done progress.
	key func(j *Job, progress simtime.Duration) int64
	// running and mixed compare two running jobs, and a running one with a
	// queued one; the queue is in order already.
	running func(a, b ranked) bool
	mixed   func(r ranked, q *Job) bool
	// start is Plan.Start or Plan.Claim.
	start func(p *Plan, j *Job) bool
	// block ends the starts with the first queued job that does not fit.
	block bool
}

// cut lets running and queued jobs take a pool in order, at the size they
// request: it stops the running ones that do not make the cut and starts the
// queued ones that do, as far as their GPUs are free already. It returns the
// scratch it sorted the running jobs in.
func cut(s *State, index int, p *Plan, scratch []ranked, grace simtime.Duration, o order) []ranked {
	pool := s.Pools[index]
	budget := p.Free(index) + pool.Leaving
	running := scratch[:0]
	for j := range pool.Running.All() {
		if j.Phase != Draining && !p.Planned(j) && !j.NonPreemptible {
			budget += j.Active
			running = append(running, ranked{j, o.key(j, s.Progress(j))})
		}
	}
	c := cutting{plan: p, order: o, grace: grace, budget: budget, walk: pool.Queue.Walk()}
	c.next = c.walk.Next()
	rest := running
	if o.allBefore(running, c.next) {
		c.budget, rest = p.Free(index)+pool.Leaving, nil
	} else {
		slices.SortFunc(running, func(a, b ranked) int {
			if o.running(a, b) {
				return -1
			}
			return 1
		})
	}
	for c.next != nil || len(rest) > 0 {
		if c.next == nil || len(rest) > 0 && o.mixed(rest[0], c.next) {
			c.keep(rest[0].Job)
			rest = rest[1:]
			continue
		}
		c.start()
	}
	return running
}

// allBefore reports whether all running jobs come before the first queued one, so
// that all of them go on.
func (o *order) allBefore(running []ranked, head *Job) bool {
	if head == nil || len(running) == 0 {
		return true
	}
	last := running[0]
	for _, r := range running[1:] {
		if o.running(last, r) {
			last = r
		}
	}
	return o.mixed(last, head)
}

// cutting is the state of a cut.
type cutting struct {
	plan   *Plan
	order  order
	grace  simtime.Duration
	budget int
	walk   *Walk
	next   *Job
}

// keep lets a running job go on if it fits.
func (c *cutting) keep(j *Job) {
	if j.Active > c.budget {
		c.plan.Stop(j, c.grace)
		return
	}
	c.budget -= j.Active
}

// fits starts a job if its GPUs are free. If they have yet to come free it fits
// too, unless they once were and there was no place for it: it would be in vain to
// stop others for it again.
func (c *cutting) fits(j *Job, need int) bool {
	switch {
	case need > c.budget:
		return false
	case need <= c.plan.Free(j.Pool):
		return c.order.start(c.plan, j)
	}
	return !j.Unplaced
}

// start starts the next queued job if it fits and goes to the one after it.
func (c *cutting) start() {
	j := c.next
	need := j.GPUs(j.Requested)
	switch {
	case c.fits(j, need):
		c.budget -= need
	case c.order.block:
		c.next = nil
		return
	default:
		c.walk.LeaveOut()
	}
	c.next = c.walk.Next()
}
