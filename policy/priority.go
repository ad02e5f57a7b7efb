package policy

import (
	"cmp"
	"slices"

	"rubato/internal/words"
	"rubato/simtime"
)

// Priority runs jobs at their requested size in order of priority and stops
// running jobs of lower priority when one does not fit.
type Priority struct {
	// Grace is the time a preempted job has to save its state.
	Grace simtime.Duration `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a preempted job has to save; then it is killed and loses its work since the last checkpoint."`
	// Victims orders the running jobs of one priority as victims.
	Victims Victims `yaml:"victims" json:"victims" jsonschema:"description=Which of the running jobs of one priority is stopped first: the latest to start\\, or the one with the least work since its last checkpoint.,enum=latest-start,enum=least-lost"`
}

// Victims is an order of victims of one priority.
type Victims string

// The orders of victims.
const (
	LatestStart Victims = "latest-start"
	LeastLost   Victims = "least-lost"
)

// UnmarshalText accepts the names of the constants.
func (v *Victims) UnmarshalText(text []byte) error {
	return words.Parse(v, text, []Victims{LatestStart, LeastLost})
}

func init() {
	register(Entry{
		Name:    "priority",
		Summary: "preemptive: order of priority; stops lower-priority jobs by checkpoint and requeue",
		Source:  "Kubernetes/Kueue preemption within a queue, policy LowerPriority, strict FIFO within a priority",
		New:     func() Policy { return &Priority{Grace: 10 * simtime.Minute, Victims: LatestStart} },
		Doc: `Jobs start at the size they request, highest priority first, then in order of
submission; the first that does not fit blocks the rest. When it does not fit,
running jobs of lower priority are stopped to make room, if that is enough: the
lowest priority first, of those the latest to start (or, with victims: least-lost,
the one with the least GPU time since its last checkpoint), and no more than needed. A
stopped job saves its state within gracePeriod (default 10m), gives back all its
GPUs, goes back to its place in the queue and later restarts from that
checkpoint. A save that does not fit is cut off, and the work since the last
checkpoint is lost. Jobs marked as not preemptible are left alone.

Lost nodes and notices are handled as by fifo.`,
	})
}

// Name returns "priority".
func (*Priority) Name() string { return "priority" }

// Before is the order of priority, then of submission.
func (*Priority) Before(a, b *Job) bool { return ByPriority(a, b) }

// Need is what the size it requests takes.
func (*Priority) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide starts jobs from the head of each queue and makes room for the first
// that does not fit.
func (pr *Priority) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		for j := range pool.Queue.All() {
			if p.Start(j, j.Requested) {
				continue
			}
			need := j.GPUs(j.Requested) - p.Free(i) - pool.Leaving
			for _, v := range pr.stopVictims(s, pool, p, j, need) {
				p.Stop(v, pr.Grace)
			}
			break
		}
	}
}

// stopVictims returns the jobs of lower priority than j to stop so that need
// GPUs become free, or none where that cannot be done.
func (pr *Priority) stopVictims(s *State, pool *Pool, p *Plan, j *Job, need int) []*Job {
	if need <= 0 || j.Unplaced {
		return nil
	}
	var able []*Job
	for v := range pool.Running.All() {
		if v.Priority >= j.Priority || pr.Victims == LatestStart && need <= 0 {
			break
		}
		if stoppable(v, p) {
			able = append(able, v)
			need -= v.Active + v.Held
		}
	}
	if need > 0 {
		return nil
	}
	if pr.Victims == LeastLost {
		slices.SortStableFunc(able, func(a, b *Job) int {
			return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(s.Unsaved(a), s.Unsaved(b)))
		})
	}
	return spare(able, -need)
}

// stoppable reports whether a running job can be stopped for another one.
func stoppable(v *Job, p *Plan) bool {
	return !v.NonPreemptible && v.Phase != Draining && !p.Planned(v)
}

// spare gives back victims, the last chosen first, that turn out not to be
// needed: they fit in what is over.
func spare(victims []*Job, over int) []*Job {
	for i := len(victims) - 1; i >= 0; i-- {
		if g := victims[i].Active + victims[i].Held; g <= over {
			over -= g
			victims = append(victims[:i], victims[i+1:]...)
		}
	}
	return victims
}
