package workload

import (
	"fmt"

	"rubato/simtime"
)

// Job is one job as submitted. It never changes during a run, and jobs of one
// class share their Profile.
type Job struct {
	// ID is unique in the workload.
	ID   string
	User string
	Team string
	// Name says what is trained, such as the model; jobs of one user and name
	// are taken to be alike.
	Name string
	// Submit is when the job enters the queue.
	Submit simtime.Time
	// Priority orders jobs where a policy looks at it: higher goes first.
	Priority int
	// Pool is the index of the cluster's pool in which the job runs.
	Pool int
	// Requested is the size in replicas at which a rigid policy runs the job.
	Requested int
	// Sizes are the legal sizes; they hold Requested.
	Sizes Sizes
	// Work is what there is to do.
	Work Work
	// Estimate is the user's estimate of the run time at the requested size;
	// zero means none was given.
	Estimate simtime.Duration
	// Deadline is when the job should be done; zero means that it has none.
	Deadline simtime.Time
	// Cancel is when its user cancels the job; zero means never.
	Cancel simtime.Time
	// Elsewhere is the job as it is in the other pools in which it may run instead, in
	// order of preference: with a Pool, and a Profile for it, of their own. All else is
	// the same.
	Elsewhere []Job
	*Profile
}

// InPool returns the job as it is in another pool, with a profile for that.
func (j *Job) InPool(pool int, p *Profile) Job {
	o := *j
	o.Pool, o.Profile, o.Elsewhere = pool, p, nil
	return o
}

// In returns the job as it is in a pool, nil where it may not run in it.
func (j *Job) In(pool int) *Job {
	if j.Pool == pool {
		return j
	}
	for i := range j.Elsewhere {
		if j.Elsewhere[i].Pool == pool {
			return &j.Elsewhere[i]
		}
	}
	return nil
}

// Profile is what jobs of one class have in common.
type Profile struct {
	// ReplicaGPUs is the number of GPUs of a replica.
	ReplicaGPUs int
	// ReplicaCPUs and ReplicaMemoryGiB are what a replica needs beside them;
	// only policies that share those resources look at them.
	ReplicaCPUs, ReplicaMemoryGiB int
	Scaling                       Scaling
	// Room is that of the job's pool; Work is given for a job that lies compactly
	// in it.
	Room Room
	// Speed is the factor by which the pool's GPUs are faster than those that Work
	// is given for; zero stands for 1.
	Speed float64
	// Spread is what it costs to lie wider than compactly.
	Spread     Spread
	Checkpoint Checkpoint
	Restart    Restart
	Operator   Operator
	Ladder     Ladder
	// NonPreemptible jobs are never stopped or shrunk for another job.
	NonPreemptible bool
	// SurgePriority is the priority of the GPUs beyond the least size; nil, where it
	// is that of the job.
	SurgePriority *int
	Timeouts      Timeouts
	Limits        Limits
	// MaxLosses is how many times a job may be hit by a failure before it fails;
	// zero means it never fails.
	MaxLosses int
}

// Compact returns the shape of n replicas on as few nodes as can be.
func (p *Profile) Compact(n int) Shape { return p.Room.Compact(n, p.ReplicaGPUs) }

// Rate returns the job's speed at n replicas that lie compactly.
func (p *Profile) Rate(n int) Rate { return p.RateIn(p.Compact(n), 1) }

// RateIn returns the job's speed in a shape in which its slowest node runs at some
// share of its speed.
func (p *Profile) RateIn(s Shape, slowest float64) Rate {
	speed := p.Scaling.Speedup(s) * slowest * p.Spread.Factor(s, p.Compact(s.Replicas)) * (1 - p.Operator.Overhead)
	if p.Speed > 0 {
		speed *= p.Speed
	}
	return RateOf(speed)
}

// SegmentIn returns the speed of a job that follows a course, with so many GPUs on
// each node and some work left, when its slowest node runs at some share of its speed,
// and the work that is left when that speed changes.
func (p *Profile) SegmentIn(c Course, gpus []int, slowest float64, left Work) (Rate, Work) {
	s := c.Segment(gpus, left)
	speed := s.Speedup * slowest * (1 - p.Operator.Overhead)
	if p.Speed > 0 {
		speed *= p.Speed
	}
	return RateOf(speed), s.Until
}

// WorkIn returns what the job does in d at n replicas that lie compactly, on GPUs
// of the speed that Work is given for and without its operator's overhead.
func (p *Profile) WorkIn(d simtime.Duration, n int) Work {
	return WorkOf(RateOf(p.Scaling.Speedup(p.Compact(n))), d)
}

// GPUs returns the GPUs of n replicas.
func (j *Job) GPUs(n int) int { return n * j.ReplicaGPUs }

// Check reports what makes the job impossible to simulate.
func (j *Job) Check() error {
	switch {
	case j.Profile == nil || j.Scaling == nil:
		return fmt.Errorf("job %q has no scaling model", j.ID)
	case j.ReplicaGPUs < 1:
		return fmt.Errorf("job %q: a replica of %d GPUs", j.ID, j.ReplicaGPUs)
	case !j.Sizes.Legal(j.Requested):
		return fmt.Errorf("job %q: requested size %d is not one of its sizes %v", j.ID, j.Requested, j.Sizes)
	case j.Submit < 0:
		return fmt.Errorf("job %q: submitted before the scenario starts, at %v", j.ID, j.Submit)
	case j.negative():
		return fmt.Errorf("job %q: a negative duration", j.ID)
	case j.Checkpoint.Bytes > MaxBytes:
		return fmt.Errorf("job %q: a checkpoint of %d bytes, want at most %d", j.ID, j.Checkpoint.Bytes, int64(MaxBytes))
	case j.Rate(j.Sizes.Min()) == 0:
		return fmt.Errorf("job %q: no speed at its least size %d", j.ID, j.Sizes.Min())
	}
	for i := range j.Elsewhere {
		if err := j.checkElsewhere(i); err != nil {
			return err
		}
	}
	return nil
}

// checkElsewhere checks that the job is the same in another pool.
func (j *Job) checkElsewhere(i int) error {
	o := &j.Elsewhere[i]
	switch {
	case o.Profile == nil || o.ID != j.ID || o.ReplicaGPUs != j.ReplicaGPUs || !j.sameElsewhere(o) || len(o.Elsewhere) > 0:
		return fmt.Errorf("job %q is another one in pool %d", j.ID, o.Pool)
	case j.In(o.Pool) != o:
		return fmt.Errorf("job %q names pool %d twice", j.ID, o.Pool)
	}
	return o.Check()
}

// sameElsewhere reports whether what was submitted is the same.
func (j *Job) sameElsewhere(o *Job) bool {
	return o.Work == j.Work && o.Submit == j.Submit && o.Deadline == j.Deadline && o.Cancel == j.Cancel && o.Estimate == j.Estimate &&
		o.Priority == j.Priority && o.Requested == j.Requested && o.Team == j.Team && o.User == j.User && o.Sizes.String() == j.Sizes.String()
}

// negative reports whether one of its times is below zero.
func (p *Profile) negative() bool {
	for i := range p.Restart.Costs {
		if p.Restart.Costs[i].negative() {
			return true
		}
	}
	c, o := &p.Checkpoint, &p.Operator
	first := or(p.Restart.First, 0)
	return min(c.Interval.Time, c.Interval.NodeMTBF, c.Save, c.Background, c.Memory.Interval, c.Memory.Save, c.Memory.Load,
		first, p.Limits.Active, p.Limits.Startup, p.Limits.Fault, o.LastCall, o.ShrinkWait, o.Poll, o.Cooldown, p.Ladder.Period) < 0 || c.Bytes < 0
}

func or[T any](p *T, missing T) T {
	if p == nil {
		return missing
	}
	return *p
}
