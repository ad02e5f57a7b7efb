package policy

import (
	"rubato/simtime"
	"rubato/workload"
)

// State is what a policy sees at one instant.
type State struct {
	Now   simtime.Time
	Pools []*Pool
	// Progress returns what a job has done by now, and can restart from or is
	// about to save, as run time at its requested size.
	Progress func(j *Job) simtime.Duration
	// Left returns the work that a job has left, for policies that know the course of
	// its training.
	Left func(j *Job) workload.Work
	// Unsaved returns the GPU time, in GPU-milliseconds, that a job has trained
	// since its last checkpoint.
	Unsaved func(j *Job) int64
	// Defragment returns running jobs that would have to move so that a queued
	// one fits on one node; none if that cannot be.
	Defragment func(j *Job) []*Job
}

// Pool is one pool of the cluster and its jobs. A job runs in one pool.
type Pool struct {
	Name string
	// Index is its place in the State.
	Index int
	// Capacity is what all its nodes but the spares have, there or not.
	Capacity Resources
	// Leaving is the number of GPUs that jobs now draining will give back.
	Leaving int
	// Surplus is the number of GPUs that jobs have, and hold, beyond their
	// least sizes.
	Surplus int
	// Surging says that some jobs have a priority of their own for GPUs beyond their
	// least size.
	Surging bool
	// Queue holds the queued jobs.
	Queue *Queue
	// Running holds the jobs that hold GPUs, most expendable first.
	Running *Set
	// Growable holds the elastic jobs that run, or hold GPUs, for less than
	// their greatest size and may be told to grow, in order of BySurge.
	Growable *Set
	// Holding holds the jobs that hold GPUs for a growth.
	Holding *Set
	// Faulted holds the faulted jobs.
	Faulted *Set
	victims []*Job // scratch
	// Noticed holds the jobs of which some active GPUs are announced to go
	// and that do not drain yet.
	Noticed *Set
}

// Remaining returns the run time that a job still needs, by the policy's
// estimate; 0 for one that has outrun it.
func (s *State) Remaining(j *Job) simtime.Duration {
	return max(0, j.Estimate-s.Progress(j))
}
