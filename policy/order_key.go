package policy

import (
	"rubato/internal/words"
	"rubato/simtime"
)

// Order says by what list scheduling sorts jobs; the least comes first. Of jobs
// with equal keys the one that was first before stays first, as in a stable sort
// of the previous order: that is the order of submission, except where a key
// changes while jobs run.
type Order string

// The orders. A job's GPUs are those of its requested size; run times are
// estimates of the run time at that size.
const (
	Submission   Order = "submission"
	ByRank       Order = "priority"      // highest priority first
	Smallest     Order = "gpus"          // fewest GPUs first
	Largest      Order = "most-gpus"     // most GPUs first
	Shortest     Order = "duration"      // run time
	LeastArea    Order = "gpu-time"      // run time × GPUs
	Remaining    Order = "remaining"     // run time that remains
	RemainingGPU Order = "remaining-gpu" // run time that remains × GPUs
	Attained     Order = "attained"      // run time so far
	AttainedGPU  Order = "attained-gpu"  // run time so far × GPUs
)

var orders = []Order{Submission, ByRank, Smallest, Largest, Shortest, LeastArea, Remaining, RemainingGPU, Attained, AttainedGPU}

// UnmarshalText accepts the names of the constants.
func (o *Order) UnmarshalText(text []byte) error {
	return words.Parse(o, text, orders)
}

// usesEstimates reports whether the order depends on run times nobody knows.
func (o Order) usesEstimates() bool {
	switch o {
	case Shortest, LeastArea, Remaining, RemainingGPU:
		return true
	}
	return false
}

// key is what the order sorts by, for a job that has run for progress.
func (o Order) key(j *Job, progress simtime.Duration) int64 {
	gpus := int64(j.GPUs(j.Requested))
	switch o {
	case ByRank:
		return -int64(j.Priority)
	case Smallest:
		return gpus
	case Largest:
		return -gpus
	case Shortest:
		return int64(j.Estimate)
	case LeastArea:
		return int64(j.Estimate) * gpus
	case Remaining:
		return int64(max(0, j.Estimate-progress))
	case RemainingGPU:
		return int64(max(0, j.Estimate-progress)) * gpus
	case Attained:
		return int64(progress)
	case AttainedGPU:
		return int64(progress) * gpus
	}
	return 0
}

// slope is the sign and size of the key's change while a job runs.
func (o Order) slope(j *Job) int {
	switch o {
	case Remaining:
		return -1
	case RemainingGPU:
		return -j.GPUs(j.Requested)
	case Attained:
		return 1
	case AttainedGPU:
		return j.GPUs(j.Requested)
	}
	return 0
}

// before compares two queued jobs. Their keys stand still; of equals, the one
// that entered the queue first was first, unless keys never change.
func (o Order) before(a, b *Job) bool {
	ka, kb := o.key(a, a.Progress), o.key(b, b.Progress)
	switch {
	case ka != kb:
		return ka < kb
	case o.slope(a) != 0:
		return a.Turn < b.Turn
	}
	return a.Index < b.Index
}

// beforeRunning compares two running jobs with their keys. Of equals, the one
// whose key was less a moment ago was first; if both change alike, that is told
// by the one that started last, whose key had stood still.
func (o Order) beforeRunning(a, b ranked) bool {
	sa, sb := o.slope(a.Job), o.slope(b.Job)
	switch {
	case a.key != b.key:
		return a.key < b.key
	case sa != sb:
		return sa > sb
	case sa == 0:
		return a.Index < b.Index
	case a.StartedAt < b.StartedAt:
		return !wasFirst(b, sa)
	case a.StartedAt > b.StartedAt:
		return wasFirst(a, sa)
	}
	return a.Turn < b.Turn
}

// wasFirst reports whether a job that started later than one with the same
// key was first when it did: its key had stood still while the other's came
// down on it. One that had just been queued came last.
func wasFirst(late ranked, slope int) bool {
	return slope < 0 && late.QueuedAt != late.StartedAt
}

// runningBefore compares a running job with a queued one, which comes last
// among equals if it has just been queued.
func (o Order) runningBefore(r ranked, q *Job, now simtime.Time) bool {
	k := o.key(q, q.Progress)
	switch slope := o.slope(r.Job); {
	case r.key != k:
		return r.key < k
	case r.Phase != Training || r.TrainingSince == now:
		return true // it was put first, and its key has not moved yet
	case slope != 0:
		return slope > 0 || q.QueuedAt == now
	}
	return r.Index < q.Index
}
