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
	// Cancel is when its user cancels the job; zero means never.
	Cancel simtime.Time
	*Profile
}

// Profile is what jobs of one class have in common.
type Profile struct {
	// ReplicaGPUs is the number of GPUs of a replica.
	ReplicaGPUs int
	// ReplicaCPUs and ReplicaMemoryGiB are what a replica needs beside them;
	// only policies that share those resources look at them.
	ReplicaCPUs, ReplicaMemoryGiB int
	Scaling                       Scaling
	Checkpoint                    Checkpoint
	Restart                       Restart
	// NonPreemptible jobs are never stopped or shrunk for another job.
	NonPreemptible bool
	// MaxLosses is how many times a job may lose GPUs without notice before
	// it fails; zero means it never fails.
	MaxLosses int
}

// Checkpoint says when a job saves its state and what that costs.
type Checkpoint struct {
	// Interval is the training time between the end of a save and the next
	// one; zero means no periodic saves.
	Interval simtime.Duration
	// Save is how long training pauses for a save, periodic or on demand.
	Save simtime.Duration
}

// Restart says what a job pays before it trains.
type Restart struct {
	// FirstStart is the time from first allocation to training.
	FirstStart simtime.Duration
	// Start is the same for every later start: process start, rendezvous.
	Start simtime.Duration
	// BySize, if it is set, replaces Start by a table: the first entry whose
	// GPUs are enough counts, the last for all larger jobs.
	BySize []StartCost
	// Load is the time to read and reshard a checkpoint, where there is one.
	Load simtime.Duration
}

// StartCost is the time to start a job of at most so many GPUs again.
type StartCost struct {
	GPUs  int
	Start simtime.Duration
}

// StartTime is the time for a start, other than the first, on some GPUs.
func (r *Restart) StartTime(gpus int) simtime.Duration {
	for i, c := range r.BySize {
		if gpus <= c.GPUs || i == len(r.BySize)-1 {
			return c.Start
		}
	}
	return r.Start
}

// Rate returns the job's speed at n replicas.
func (j *Job) Rate(n int) Rate { return RateOf(j.Scaling.Speedup(n)) }

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
	case j.Checkpoint.Interval < 0 || j.Checkpoint.Save < 0 || j.Restart.FirstStart < 0 || j.Restart.Start < 0 || j.Restart.Load < 0:
		return fmt.Errorf("job %q: a negative duration", j.ID)
	case j.Rate(j.Sizes.Min()) == 0:
		return fmt.Errorf("job %q: no speed at its least size %d", j.ID, j.Sizes.Min())
	}
	return nil
}
