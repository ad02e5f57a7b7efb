package policy

import (
	"fmt"

	"rubato/simtime"
)

// Verb says what an Action does.
type Verb uint8

// The verbs.
const (
	// Start takes a job from the queue and runs it.
	Start Verb = iota
	// Hold changes how many GPUs a job holds for its growth.
	Hold
	// Resize saves, and restarts the job at another size or, after a fault,
	// at the same one.
	Resize
	// Stop saves and puts the job back into the queue.
	Stop
	// Kill ends the job; it fails.
	Kill
	// Refuse ends a queued job that will not be run.
	Refuse
)

var verbNames = [...]string{"start", "hold for", "resize", "stop", "kill", "refuse"}

func (v Verb) String() string { return verbNames[v] }

// Action is one line of a plan.
type Action struct {
	Verb Verb
	Job  *Job
	// Size is the size in replicas to start at, hold for or restart at.
	Size int
	// Pool is where to start.
	Pool int
	// Grace is how long the save may take before the job is killed and loses
	// its work since the last checkpoint; simtime.Longest sets no limit.
	Grace simtime.Duration
}

// Plan collects what a policy wants done in a round. It keeps account of the
// GPUs that are still free in each pool while it is written.
type Plan struct {
	policy  string
	now     simtime.Time
	pools   []*Pool
	free    []int
	actions []Action
	wake    simtime.Time
	err     error
	place   func(j *Job, pool, gpus int) bool
}

// NewPlan returns a plan for the policy of the given name.
func NewPlan(policy string) *Plan { return &Plan{policy: policy} }

// Reset empties the plan for a new round. Free returns the free GPUs of a pool;
// place, which may be nil, finds a place in a pool for a job that is to start, or
// reports that there is none.
func (p *Plan) Reset(s *State, free func(pool int) int, place func(j *Job, pool, gpus int) bool) {
	p.place = place
	for i := range p.actions {
		p.actions[i].Job.planned = 0
	}
	p.now, p.pools, p.actions, p.wake, p.err = s.Now, s.Pools, p.actions[:0], simtime.Never, nil
	p.free = p.free[:0]
	for i := range s.Pools {
		p.free = append(p.free, free(i))
	}
}

// Actions returns what was planned, in order, or the first fault found in it.
func (p *Plan) Actions() ([]Action, error) { return p.actions, p.err }

// NextWake returns when the policy wants a round even if nothing happens.
func (p *Plan) NextWake() simtime.Time { return p.wake }

// Free returns the GPUs of a pool that are free after what is planned so far.
func (p *Plan) Free(pool int) int { return p.free[pool] }

// Wake asks for a round no later than t.
func (p *Plan) Wake(t simtime.Time) {
	if t > p.now {
		p.wake = min(p.wake, t)
	}
}

// Start runs a queued job at the given size and reports whether it fits, by
// count and by the scenario's placement; where it does not, nothing is planned. A
// job started in this round can be started again at a greater size.
func (p *Plan) Start(j *Job, size int) bool {
	return p.start(j, size, j.Pool, false)
}

// StartIn is Start in another of the pools in which the job may run.
func (p *Plan) StartIn(j *Job, size, pool int) bool {
	return p.start(j, size, pool, false)
}

// Claim is Start for a policy that decides by count and leaves placement for
// later: where there is no place for the job, it stays queued, but what it needs
// is spent in this round all the same.
func (p *Plan) Claim(j *Job, size int) bool {
	return p.start(j, size, j.Pool, true)
}

// startRequested is Start at the size that the job requests.
func (p *Plan) startRequested(j *Job) bool { return p.Start(j, j.Requested) }

func (p *Plan) start(j *Job, size, pool int, claim bool) bool {
	if !p.startable(j, size, pool) {
		return false
	}
	had := 0
	if a := p.action(j); a != nil {
		had = j.GPUs(a.Size)
	}
	if j.GPUs(size)-had > p.free[pool] {
		return false
	}
	placed := p.place == nil || p.place(j, pool, j.GPUs(size))
	if !placed && !claim {
		return false
	}
	p.free[pool] -= j.GPUs(size) - had
	if placed {
		p.put(Action{Verb: Start, Job: j, Size: size, Pool: pool})
	}
	return true
}

func (p *Plan) startable(j *Job, size, pool int) bool {
	a := p.action(j)
	switch {
	case j.Phase != Queued:
		p.fail(j, Start, size, fmt.Sprintf("it is %v, not queued", j.Phase))
	case pool != j.Pool && j.In(pool) == nil:
		p.fail(j, Start, size, fmt.Sprintf("it may not run in pool %q", p.pools[pool].Name))
	case a != nil && a.Pool != pool:
		p.fail(j, Start, size, fmt.Sprintf("it starts in pool %q already", p.pools[a.Pool].Name))
	default:
		return p.legal(j, Start, size)
	}
	return false
}

// Hold makes a running job hold the GPUs it will need at a size; it goes on
// training at its present one. A size at or below the present one gives back
// what it holds.
func (p *Plan) Hold(j *Job, size int) {
	more := j.Lacks(size)
	if !p.running(j, Hold, size) || !p.legal(j, Hold, size) || !p.spend(j, Hold, size, more) {
		return
	}
	p.put(Action{Verb: Hold, Job: j, Size: size})
}

// Resize makes a running job save, within grace, and restart at a size. GPUs it
// lacks for that are taken at once and held meanwhile; held ones that it will
// not need are free at once.
func (p *Plan) Resize(j *Job, size int, grace simtime.Duration) {
	more := j.Lacks(size)
	if !p.running(j, Resize, size) || !p.legal(j, Resize, size) || !p.spend(j, Resize, size, more) {
		return
	}
	p.put(Action{Verb: Resize, Job: j, Size: size, Grace: grace})
}

// Stop makes a running job save, within grace, and go back into the queue. What
// it holds for a growth is free at once.
func (p *Plan) Stop(j *Job, grace simtime.Duration) {
	if !p.running(j, Stop, 0) {
		return
	}
	p.free[j.Pool] += j.Held
	p.put(Action{Verb: Stop, Job: j, Grace: grace})
}

// Kill makes a running job fail at once. Its GPUs are free in the next round.
func (p *Plan) Kill(j *Job) {
	if p.running(j, Kill, 0) {
		p.put(Action{Verb: Kill, Job: j})
	}
}

// Refuse ends a queued job.
func (p *Plan) Refuse(j *Job) {
	if j.Phase != Queued || j.planned != 0 {
		p.fail(j, Refuse, 0, fmt.Sprintf("it is %v, or planned already", j.Phase))
		return
	}
	p.put(Action{Verb: Refuse, Job: j})
}

// Planned reports whether the plan says something of a job.
func (p *Plan) Planned(j *Job) bool { return j.planned != 0 }

func (p *Plan) action(j *Job) *Action {
	if j.planned == 0 {
		return nil
	}
	return &p.actions[j.planned-1]
}

// put adds an action, or replaces the one that the job has.
func (p *Plan) put(a Action) {
	if old := p.action(a.Job); old != nil {
		*old = a
		return
	}
	p.actions = append(p.actions, a)
	a.Job.planned = int32(len(p.actions))
}

func (p *Plan) running(j *Job, v Verb, size int) bool {
	switch {
	case j.Phase == Queued || j.Phase == Pending || j.Phase.Over():
		p.fail(j, v, size, fmt.Sprintf("it is %v, so it does not run", j.Phase))
	case j.Phase == Draining:
		p.fail(j, v, size, "it is draining already")
	case j.planned != 0:
		p.fail(j, v, size, "the plan has another action for it")
	case v == Hold && j.Phase == Faulted:
		p.fail(j, v, size, "it is faulted; resize or stop it")
	default:
		return true
	}
	return false
}

func (p *Plan) legal(j *Job, v Verb, size int) bool {
	if !j.Sizes.Legal(size) {
		p.fail(j, v, size, fmt.Sprintf("its legal sizes are %v", j.Sizes))
		return false
	}
	return true
}

func (p *Plan) spend(j *Job, v Verb, size, gpus int) bool {
	if gpus > p.free[j.Pool] {
		p.fail(j, v, size, fmt.Sprintf("needs %d more GPUs and %d are free in pool %q", gpus, p.free[j.Pool], p.pools[j.Pool].Name))
		return false
	}
	p.free[j.Pool] -= gpus
	return true
}

func (p *Plan) fail(j *Job, v Verb, size int, rule string) {
	if p.err == nil {
		p.err = fmt.Errorf("policy %s at %v: cannot %v job %q (size %d): %s", p.policy, p.now, v, j.ID, size, rule)
	}
}
