package policy

import (
	"rubato/internal/words"
	"rubato/simtime"
)

// HyperPod is elastic training as SageMaker HyperPod does it: jobs start at
// their least size, grow onto idle GPUs and shrink, instead of being stopped,
// for a more important job.
type HyperPod struct {
	// ScalingTimeout is how long GPUs that join a job are held so that more
	// can join the same scale event, counted from the first.
	ScalingTimeout simtime.Duration `yaml:"scalingTimeout" json:"scalingTimeout" jsonschema:"description=How long GPUs that join a job are held\\, from the first on\\, so that more can join the same scale event."`
	// Graceful is how long the save of an elastic event may take.
	Graceful simtime.Duration `yaml:"gracefulShutdownTimeout" json:"gracefulShutdownTimeout" jsonschema:"description=Time to save at an elastic event; then the job is killed and loses its work since the last checkpoint."`
	// Faulty is how long a job that lost GPUs waits for others before it
	// shrinks.
	Faulty simtime.Duration `yaml:"faultyScaleDownTimeout" json:"faultyScaleDownTimeout" jsonschema:"description=How long a job that lost GPUs waits for others before it shrinks."`
	// Snooze is how long a job does not grow after a restart.
	Snooze simtime.Duration `yaml:"scaleUpSnoozeTime" json:"scaleUpSnoozeTime" jsonschema:"description=How long a job does not grow after a restart."`
	// Queueing says whether a job that does not fit blocks those behind it.
	Queueing Queueing `yaml:"queueing" json:"queueing" jsonschema:"description=best-effort: jobs behind one that does not fit may start; strict: they may not.,enum=best-effort,enum=strict"`
	// MinStable is how long a job does not grow after its last change of size.
	MinStable simtime.Duration `yaml:"minStableTime" json:"minStableTime" jsonschema:"minimum=0,description=How long a job does not grow after it has changed its size. Documented by the vendor\\, without a value: 0 is assumed."`
	// Backoff doubles that time with each change of size that follows the last one
	// within BackoffReset.
	Backoff      simtime.Duration `yaml:"backoff" json:"backoff" jsonschema:"minimum=0,description=Time without growth after a change of size\\, doubled with each further one that comes before backoffReset is over. Documented by the vendor\\, without values: 0 is assumed."`
	BackoffReset simtime.Duration `yaml:"backoffReset" json:"backoffReset" jsonschema:"exclusiveMinimum=0,description=How long a job must keep its size for its backoff to start anew; the longest backoff\\, too."`
	// GrowthTakes says whether a job's growth takes surge GPUs of others.
	GrowthTakes Takings `yaml:"growthTakes" json:"growthTakes" jsonschema:"description=What a job grows onto: idle GPUs only\\, or also what jobs of lower priority have beyond their least sizes.,enum=idle,enum=lower-priority"`
	// Governance says whether a queue decides who starts.
	Governance bool `yaml:"governance" json:"governance" jsonschema:"description=With task governance (Kueue) queued jobs go before growth and make others yield; without it pods wait for free GPUs in order of creation\\, and nobody yields."`
	// SurgeYieldsTo says which queued jobs may take GPUs that a job has beyond
	// its least size.
	SurgeYieldsTo Precedence `yaml:"surgeYieldsTo" json:"surgeYieldsTo" jsonschema:"description=Whose start may take the GPUs that a job has beyond its least size: same-priority jobs too or only higher-priority ones.,enum=same-priority,enum=higher-priority"`

	unrest map[int32]unrest // by index of the job
}

// Queueing is what a job that does not fit does to those behind it.
type Queueing string

// The ways of queueing, named as Kueue's strategies.
const (
	BestEffort Queueing = "best-effort"
	Strict     Queueing = "strict"
)

// UnmarshalText accepts the names of the constants.
func (q *Queueing) UnmarshalText(text []byte) error {
	return words.Parse(q, text, []Queueing{BestEffort, Strict})
}

// Precedence is the least priority, relative to its own, to which a job yields.
type Precedence string

// The precedences.
const (
	SamePriority   Precedence = "same-priority"
	HigherPriority Precedence = "higher-priority"
)

// UnmarshalText accepts the names of the constants.
func (p *Precedence) UnmarshalText(text []byte) error {
	return words.Parse(p, text, []Precedence{SamePriority, HigherPriority})
}

// Takings says what a job grows onto.
type Takings string

// The takings.
const (
	Idle          Takings = "idle"
	LowerPriority Takings = "lower-priority"
)

// UnmarshalText accepts the names of the constants.
func (t *Takings) UnmarshalText(text []byte) error {
	return words.Parse(t, text, []Takings{Idle, LowerPriority})
}

func init() {
	register(Entry{
		Name:    "hyperpod",
		Summary: "elastic: jobs start small, grow onto idle GPUs, shrink for more important jobs",
		Source:  "Amazon SageMaker HyperPod elastic training and the HyperPodPyTorchJob schema of its CLI v3.5.0; behaviour inferred from the documentation, the operator being closed",
		New: func() Policy {
			return &HyperPod{
				ScalingTimeout: simtime.Minute, Graceful: 10 * simtime.Minute, Faulty: 30 * simtime.Second,
				BackoffReset: simtime.Hour, Queueing: BestEffort, SurgeYieldsTo: SamePriority, GrowthTakes: Idle, Governance: true,
			}
		},
		Doc: `HyperPod-style elastic training. The published schema has no defaults; those
here are the values of the vendor's examples.

Start   A job starts at its least size. With scalingTimeout 0 it starts at the
        greatest that fits, since all that is free joins its start.
Grow    A running job below its greatest size takes idle GPUs, as many as make
        a legal size. They are held for scalingTimeout, counted from the first,
        so that more can join; the job trains on at its old size. Then comes the
        scale event: save, restart at the new size, load. More important jobs
        grow first. After a restart a job does not grow for scaleUpSnoozeTime.
Shrink  When a queued job does not fit at its least size, running jobs give up
        GPUs beyond their own least size: held ones at once, others by a scale
        event in which they save within gracefulShutdownTimeout. The lowest
        priority yields first, then the latest to start, and no more than
        needed. Jobs of lower priority yield; with surgeYieldsTo: same-priority
        those of the same priority do too (the recommended layout, in which the
        GPUs beyond the minimum run at a lower priority of their own).
Stop    Only if that is not enough, jobs of lower priority are stopped: they
        save and go back to the queue. If even that is not enough nobody yields.
Fault   A job that lost GPUs without notice goes back to its last checkpoint
        and waits with those that are left. As soon as there are enough GPUs it
        restarts at its size; after faultyScaleDownTimeout it restarts at the
        greatest legal size that it can have, or goes back to the queue.
Notice  A job told that GPUs will go saves and restarts at the greatest legal
        size without them, or goes back to the queue.

Rest    After a change of size a job does not grow for minStableTime, nor for
        backoff, which doubles with each change that follows within backoffReset, up
        to that. The vendor documents both, without values: they are 0 unless you set
        them.

A job may have a priority of its own for its GPUs beyond the least size
(surgePriority): by it they yield to others and, with growthTakes: lower-priority,
take what others have beyond their least sizes. It may have its own times (timeouts).

governance: false is HyperPod without Kueue: pods wait for free GPUs in order of their
creation, those of running jobs that want to grow first; nobody yields.

queueing: best-effort lets jobs start that are behind one that does not fit, as
Kueue does by default; strict does not. While GPUs are on their way to a queued
job, from jobs that yield, nobody behind it starts and nobody grows.`,
	})
}

// Name returns "hyperpod".
func (*HyperPod) Name() string { return "hyperpod" }

// Before is the order of priority, then of submission.
func (*HyperPod) Before(a, b *Job) bool { return ByPriority(a, b) }

// Need is what its least size takes.
func (*HyperPod) Need(j *Job) int { return j.MinGPUs() }

// Decide answers faults and notices, starts queued jobs, makes room for those
// that do not fit, and lets the others grow.
func (h *HyperPod) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		r := hyperPodRound{HyperPod: h, plan: p, pool: pool, index: i, now: s.Now}
		r.recover()
		r.evade()
		if !h.Governance {
			r.grow()
		}
		r.admit()
		r.grow()
		r.fire()
	}
}

// hyperPodRound is one round in one pool.
type hyperPodRound struct {
	*HyperPod
	plan  *Plan
	pool  *Pool
	index int
	now   simtime.Time

	started  []*Job // elastic jobs that may start at a greater size
	blocked  *Job   // the first job that does not fit
	awaiting bool   // GPUs are on their way to it
	room     roomEstimate
}

func (r *hyperPodRound) free() int { return r.plan.Free(r.index) }

// recover answers faults.
func (r *hyperPodRound) recover() {
	for j := range r.pool.Faulted.All() {
		if j.Lacks(j.Size) <= r.free() {
			r.resize(j, j.Size)
			continue
		}
		if due := j.FaultedAt.Add(or(j.Timeouts.Faulty, r.Faulty)); r.now < due {
			r.plan.Wake(due)
			continue
		}
		r.resizeOrStop(j, j.Sizes.Floor((j.Active-j.Doomed+r.free())/j.ReplicaGPUs))
	}
}

// evade answers notices.
func (r *hyperPodRound) evade() {
	for j := range r.pool.Noticed.All() {
		r.resizeOrStop(j, j.Sizes.Floor((j.Active-j.Doomed+j.Held)/j.ReplicaGPUs))
	}
}

func (r *hyperPodRound) resizeOrStop(j *Job, size int) {
	if size == 0 {
		r.stop(j)
		return
	}
	r.resize(j, min(size, j.Size))
}

// resize tells a job to change its size, and remembers that for its backoff.
func (r *hyperPodRound) resize(j *Job, size int) {
	if size != j.Size {
		r.remember(j)
	}
	r.plan.Resize(j, size, or(j.Timeouts.Graceful, r.Graceful))
}

func (r *hyperPodRound) stop(j *Job) { r.plan.Stop(j, or(j.Timeouts.Graceful, r.Graceful)) }

// or returns what p points to, or a default.
func or[T any](p *T, missing T) T {
	if p == nil {
		return missing
	}
	return *p
}

// admit starts queued jobs at their least size and makes room for the first
// that can be helped.
func (r *hyperPodRound) admit() {
	w := r.pool.Queue.Walk()
	for j := w.Next(); j != nil; j = w.Next() {
		if r.start(j) {
			continue
		}
		need := j.MinGPUs() - r.free()
		// If enough GPUs are free, or were, but not where the placement wants them,
		// it is in vain to make room.
		helpable := need > 0 && !j.Unplaced && r.Governance
		if helpable && need <= r.pool.Leaving {
			r.awaiting = true
			return
		}
		if helpable && r.makeRoom(j, need-r.pool.Leaving) {
			if r.pool.Leaving == 0 && r.start(j) {
				continue
			}
			r.awaiting = true
			return
		}
		if r.blocked == nil {
			r.blocked = j
		}
		if r.Queueing == Strict {
			return
		}
		// Nor can the others of this size: they are of no higher priority.
		w.LeaveOut()
	}
}

// start starts a job at its least size and reports whether it fits.
func (r *hyperPodRound) start(j *Job) bool {
	if !r.plan.Start(j, j.Sizes.Min()) {
		return false
	}
	if r.window(j) == 0 && j.Sizes.Elastic() {
		r.started = append(r.started, j)
	}
	return true
}

// grow hands free GPUs to jobs below their greatest size.
func (r *hyperPodRound) grow() {
	if r.awaiting {
		return
	}
	for j := range r.pool.Growable.All() {
		if r.free() == 0 && r.GrowthTakes == Idle {
			return
		}
		if !r.plan.Planned(j) && j.Doomed == 0 && r.mayGrow(j) {
			size := j.Sizes.Floor((j.Active + j.Held + r.free()) / j.ReplicaGPUs)
			if size <= j.Target() && r.GrowthTakes == LowerPriority {
				r.takeForGrowth(j)
			}
			r.growTo(j, size)
		}
	}
	for _, j := range r.started {
		if n := j.Sizes.Floor((j.MinGPUs() + r.free()) / j.ReplicaGPUs); n > j.Sizes.Min() && r.mayGrow(j) {
			r.plan.Start(j, n)
		}
	}
}

// takeForGrowth makes jobs of lower priority give up what the next size of a job
// needs, if they have enough beyond their least sizes.
func (r *hyperPodRound) takeForGrowth(j *Job) {
	next := j.Sizes.Above(j.Target())
	if next == 0 || r.pool.Leaving > 0 {
		return
	}
	var given []concession
	need := r.shrinkFor(j.SurgesAt(), HigherPriority, j.Lacks(next)-r.free(), &given)
	if need <= 0 {
		r.carryOut(takeBack(given, -need))
	}
}

// mayGrow reports whether a job may grow now: it does not snooze, its operator can
// make it grow, and it does not take what a blocked job could not get back.
func (r *hyperPodRound) mayGrow(j *Job) bool {
	if j.Phase != Queued {
		at := r.now
		if j.Restarted {
			at = max(at, j.RestartedAt.Add(or(j.Timeouts.Snooze, r.Snooze)), r.restsUntil(j))
		}
		if at = j.GrowsAt(at); r.now < at {
			r.plan.Wake(at)
			return false
		}
	}
	return r.blocked == nil || j.SurgesAt() > r.blocked.Priority || yields(j, r.blocked.Priority, r.SurgeYieldsTo)
}

// growTo makes a job hold GPUs for a size, or restart at it if its hold is over.
func (r *hyperPodRound) growTo(j *Job, size int) {
	switch {
	case size <= j.Target():
	case j.Computing() && r.held(j):
		r.resize(j, size)
	default:
		if j.Held == 0 {
			r.plan.Wake(r.now.Add(r.window(j)))
		} else {
			r.plan.Wake(j.HeldSince.Add(r.window(j)))
		}
		r.plan.Hold(j, size)
	}
}

// held reports whether a job has held GPUs for long enough.
func (r *hyperPodRound) held(j *Job) bool {
	return r.window(j) == 0 || j.Held > 0 && r.now >= j.HeldSince.Add(r.window(j))
}

// window is how long a job holds GPUs before a scale event.
func (r *hyperPodRound) window(j *Job) simtime.Duration {
	return or(j.Timeouts.Scaling, r.ScalingTimeout)
}

// fire starts the scale events whose hold is over.
func (r *hyperPodRound) fire() {
	for j := range r.pool.Holding.All() {
		switch {
		case r.plan.Planned(j):
		case !r.held(j):
			r.plan.Wake(j.HeldSince.Add(r.window(j)))
		case j.Computing():
			r.resize(j, j.Target())
		}
	}
}
