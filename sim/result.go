package sim

import (
	"rubato/policy"
	"rubato/simtime"
)

// Result is the outcome of one run.
type Result struct {
	Policy string
	Seed   uint64
	// End is when the run ended: with its last job, at its horizon, or when
	// nothing more could happen.
	End simtime.Time
	// GPUs is the size of the cluster.
	GPUs  int
	Spent GPUMillis
	// Fragmented is the part of the idle-blocked GPU time, in GPU-milliseconds,
	// in which the free GPUs would have done for a queued job by count, but none
	// could be placed.
	Fragmented int64
	// Pools is Spent by pool.
	Pools []GPUMillis
	// LostBy is Spent[Lost] by cause.
	LostBy [NumLossCauses]int64
	// ScalingLoss is the GPU time, in GPU-milliseconds, by which retained
	// training exceeds what it would have taken at linear scaling.
	ScalingLoss float64
	// Jobs are the jobs in order of submission.
	Jobs []JobResult
	// Resizes counts restarts at another size, Preemptions jobs stopped for
	// another job, NodeLosses interruptions of jobs by GPUs that went, with
	// or without notice.
	Resizes, Preemptions, NodeLosses int
	// Crashes counts interruptions of jobs by processes that died.
	Crashes int
	// Rounds and Events count what the engine did.
	Rounds, Events int64
}

// JobResult is the outcome of one job.
type JobResult struct {
	ID, User, Team string
	Pool           int
	Priority       int
	// GPUs is the requested number.
	GPUs   int
	Submit simtime.Time
	// Deadline is when it should be done, zero if it has none.
	Deadline simtime.Time
	// RunTime is what it takes at its requested size if nothing interrupts it.
	RunTime simtime.Duration
	// FirstStart is when the job first got GPUs, Never if it did not.
	FirstStart simtime.Time
	// End is when it ended, Never if it did not.
	End simtime.Time
	// Phase is Done, Failed, Cancelled or Refused, or the phase at the run's end.
	Phase policy.Phase
	// Queued is the time it spent in the queue, over all its spells.
	Queued simtime.Duration
	// Spent is its GPU time by state.
	Spent GPUMillis
	// Productive is the time for which it trained, less what was lost.
	Productive simtime.Duration
	// LostBy, ScalingLoss and the counts are as in Result.
	LostBy                                    [NumLossCauses]int64
	ScalingLoss                               float64
	Resizes, Preemptions, NodeLosses, Crashes int
}

// LossCause is why training was rolled back, or came to nothing.
type LossCause uint8

// The causes.
const (
	// ByNodeLoss: GPUs went without notice.
	ByNodeLoss LossCause = iota
	// ByShortNotice: GPUs went before the save that their notice had started was
	// complete.
	ByShortNotice
	// ByCrash: a process died.
	ByCrash
	// ByShortGrace: the grace of a scale event or a preemption was too short for
	// the save.
	ByShortGrace
	// ByOperator: the job's operator does not save at scale events, or throws the
	// last steps away.
	ByOperator
	// ByOverhead: the operator's own work, beside training, took part of the GPUs'
	// speed.
	ByOverhead
	NumLossCauses
)

var lossCauseNames = [NumLossCauses]string{"node_loss", "short_notice", "crash", "short_grace", "operator", "overhead"}

func (c LossCause) String() string { return lossCauseNames[c] }

// TimeToTrain is the time from submission to the end; the job must have ended.
func (j *JobResult) TimeToTrain() simtime.Duration { return j.End.Sub(j.Submit) }

// Observer watches a run. Each function may be nil; one that is nil costs
// nothing.
type Observer struct {
	// Advance is told the GPUs by state between two instants at which
	// something happened. It must not keep the pointer.
	Advance func(from, to simtime.Time, c *Counts)
	// Transition is told that a job changed phase, cause, size or held GPUs. It
	// may be told more often, and of several changes at one instant.
	Transition func(now simtime.Time, j *policy.Job)
	// Progress is told the time now and then.
	Progress func(now simtime.Time, ended, jobs int)
}
