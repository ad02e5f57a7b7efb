package policy

import (
	"rubato/simtime"
	"rubato/workload"
)

// Phase is where a job is in its life.
type Phase uint8

// The phases.
const (
	// Pending jobs are not submitted yet.
	Pending Phase = iota
	// Queued jobs hold no GPU.
	Queued
	// Starting jobs start processes and meet.
	Starting
	// Restoring jobs read their checkpoint.
	Restoring
	// Training jobs compute.
	Training
	// Saving jobs pause for a periodic checkpoint.
	Saving
	// Draining jobs save on demand, then change size or leave.
	Draining
	// Faulted jobs lost GPUs without notice and wait with those that are left.
	Faulted
	// Hung jobs lost GPUs or a process, and nobody has noticed yet.
	Hung
	// Done, Failed, Cancelled and Refused jobs are over; a policy refuses a job that
	// it will not run.
	Done
	Failed
	Cancelled
	Refused
)

var phaseNames = [...]string{"pending", "queued", "starting", "restoring", "training", "saving", "draining", "faulted", "hung", "done", "failed", "cancelled", "refused"}

func (p Phase) String() string { return phaseNames[p] }

// Over reports whether the job has ended.
func (p Phase) Over() bool { return p >= Done }

// Job is what a policy may know of a job. The engine changes it; a policy only
// reads it.
type Job struct {
	*workload.Job
	// Home is the job in its first pool, in the queue of which it waits; it differs
	// from Job while the job runs elsewhere.
	Home *workload.Job
	// Index is the job's place in order of submission; ties between jobs are
	// broken by it.
	Index int32
	Phase Phase
	Cause Cause // why it is in its phase, or about to leave it
	// Size is the number of replicas at which the job runs or last ran.
	Size int
	// Active is the number of GPUs in the job's gang. It is GPUs(Size), less
	// what a faulted job lost.
	Active int
	// Held is the number of GPUs the job holds for its next growth.
	Held int
	// Doomed is how many of its active GPUs are announced to go.
	Doomed int
	// Leaving is how many of its GPUs a draining job will give back.
	Leaving int
	// QueuedAt is when the job last entered the queue.
	QueuedAt simtime.Time
	// Unplaced reports that, since it was last queued, enough GPUs were free for
	// the job but the placement found no place.
	Unplaced bool
	// StartedAt is when the job last left the queue.
	StartedAt simtime.Time
	// RestartedAt is when it last restarted, at whatever size; it is StartedAt
	// for a job that has not restarted since.
	RestartedAt simtime.Time
	// Restarted reports whether it has restarted since it left the queue.
	Restarted bool
	// TrainingSince is when it last began to train after a start.
	TrainingSince simtime.Time
	// HeldSince is when the first of the held GPUs joined.
	HeldSince simtime.Time
	// FaultedAt is when a faulted job lost its GPUs.
	FaultedAt simtime.Time

	// Estimate is the run time that the policy's source of estimates gives for
	// the job at its requested size; 0 where the policy uses none.
	Estimate simtime.Duration
	// Progress is what it had done when it was last queued, as run time at its
	// requested size.
	Progress simtime.Duration

	// Turn numbers, over all jobs, the entries into the queue and the starts:
	// it is the number of the job's last one.
	Turn int64

	planned int32 // 1 + index of the round's action for it
}

// Target is the size the job will have after the growth it holds GPUs for.
func (j *Job) Target() int { return (j.Active + j.Held) / j.ReplicaGPUs }

// Lacks returns how many GPUs the job has to take to run at a size, beside those
// it holds and without those announced to go; negative, how many of the held
// ones it can give back.
func (j *Job) Lacks(size int) int {
	return max(j.GPUs(size)-(j.Active-j.Doomed), 0) - j.Held
}

// MinGPUs returns the GPUs of the least legal size.
func (j *Job) MinGPUs() int { return j.GPUs(j.Sizes.Min()) }

// SurgesAt is the priority of the job's GPUs beyond its least size.
func (j *Job) SurgesAt() int {
	if j.SurgePriority != nil {
		return *j.SurgePriority
	}
	return j.Priority
}

// Surplus returns the GPUs that the job has, and holds, beyond its least size.
func (j *Job) Surplus() int { return max(0, j.Active+j.Held-j.MinGPUs()) }

// GrowsAt returns when, at or after now, the job's operator can make it grow: it
// may look for GPUs only every so often, and rest after a restart.
func (j *Job) GrowsAt(now simtime.Time) simtime.Time {
	at, o := now, &j.Operator
	if o.Cooldown > 0 && j.Restarted {
		at = max(at, j.RestartedAt.Add(o.Cooldown))
	}
	if o.Poll > 0 {
		polls := (at.Sub(j.RestartedAt) + o.Poll - 1) / o.Poll
		at = j.RestartedAt.Add(polls * o.Poll)
	}
	return at
}

// Computing reports whether the job is in its training loop, where it can be
// told to save.
func (j *Job) Computing() bool { return j.Phase == Training || j.Phase == Saving }
