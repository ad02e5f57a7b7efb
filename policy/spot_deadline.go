package policy

import (
	"math"

	"rubato/simtime"
	"rubato/workload"
)

// bound reports whether a job has a deadline and somewhere else to meet it.
func bound(j *Job) bool { return j.Deadline > 0 && len(j.Home.Elsewhere) > 0 }

// urgent reports whether a queued job must start elsewhere now for its deadline.
func (r *spot) urgent(j *Job) bool { return bound(j) && r.due(r.slack(j, 0)) }

// leavesInTime reports whether a job at home must save now, so that it can meet its
// deadline elsewhere even if it were lost before it has.
func (r *spot) leavesInTime(j *Job) bool {
	if !bound(j) || !r.due(r.slack(j, r.atRisk(j))) {
		return false
	}
	for i := range j.Elsewhere {
		if fitting(j, r.free(j.Elsewhere[i].Pool), j.Requested) > 0 {
			return true
		}
	}
	return false
}

// due reports whether a slack is used up, and comes back when it will be.
func (r *spot) due(slack simtime.Duration) bool {
	if slack <= 0 {
		return true
	}
	r.plan.Wake(r.state.Now.Add(slack))
	return false
}

// slack returns R − C − 2d, if so much work of a job has to be done again.
func (r *spot) slack(j *Job, again float64) simtime.Duration {
	left := j.Deadline.Sub(r.state.Now) - r.toTrain(j, r.workLeft(j)+again)
	return left - 2*r.change(j) - rounding
}

// rounding covers the whole milliseconds in which progress, estimates and ends of
// training are told.
const rounding = 5

// workLeft returns what a job still has to do, by the policy's estimate, in ms of one
// replica at reference speed.
func (r *spot) workLeft(j *Job) float64 {
	return float64(r.state.Remaining(j)) * rate(j.Home, j.Requested)
}

// atRisk is the work of a job since its last checkpoint.
func (r *spot) atRisk(j *Job) float64 {
	return float64(r.state.Unsaved(j)) / float64(max(1, j.Active)) * rate(j.Job, j.Size)
}

func rate(j *workload.Job, size int) float64 { return float64(j.Rate(size)) / 1e9 }

// toTrain returns how long work takes elsewhere at the requested size of a job, with
// the pauses for periodic saves.
func (r *spot) toTrain(j *Job, work float64) simtime.Duration {
	in := &j.Home.Elsewhere[0]
	t := work / rate(in, j.Requested)
	if every := savesEvery(in, j.Requested); every > 0 {
		t += math.Floor(t/every) * float64(in.Checkpoint.Save)
	}
	return simtime.Duration(math.Ceil(min(t, float64(simtime.Longest))))
}

// savesEvery is how long a job trains at a size between periodic saves, in ms; 0 where
// it has none.
func savesEvery(j *workload.Job, size int) float64 {
	switch c := &j.Checkpoint; {
	case !c.Interval.Periodic():
		return 0
	case c.Interval.Rule == workload.ByWork:
		return c.Interval.Work.ReplicaMillis() / rate(j, size)
	default:
		return float64(c.Interval.For(j.Compact(size).Nodes, c.Save))
	}
}

// change is what a change of pool takes: d.
func (r *spot) change(j *Job) simtime.Duration {
	if r.Changeover > 0 {
		return r.Changeover
	}
	return changeIn(&j.Home.Elsewhere[0], j.Requested)
}

// changeIn is how long a save and a restart take.
func changeIn(j *workload.Job, size int) simtime.Duration {
	gpus, nodes := j.GPUs(size), j.Compact(size).Nodes
	d := j.Checkpoint.Save + j.Checkpoint.Background
	for stage := range workload.NumStages {
		d += j.Restart.Time(stage, workload.FromQueue, gpus, nodes)
	}
	if first := j.Restart.First; first != nil {
		d = max(d, *first)
	}
	return d + j.Operator.LastCall
}

// canReturn reports whether a job may go home without its deadline being at risk.
func (r *spot) canReturn(j *Job) bool { return !bound(j) || r.slack(j, 0) >= r.change(j) }
