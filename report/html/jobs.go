package html

import (
	"cmp"
	"fmt"
	"slices"

	"rubato/report"
	"rubato/sim"
	"rubato/simtime"
)

// jobSet is the jobs that runs have in common, in order of submission: all of
// them, or those with the most GPU time in the first of the runs.
type jobSet struct {
	IDs       []string `json:"ids"`
	Submitted []int64  `json:"submitted"`
	GPUs      []int    `json:"gpus"`
	Pool      []int    `json:"pool"`
	Priority  []int    `json:"priority"`
	User      []string `json:"user"`
	Team      []string `json:"team"`
	// all are the jobs in the first run, index the places of those that are shown.
	all   []sim.JobResult
	index []int
}

// jobsData is what became of the jobs of a set in a run.
type jobsData struct {
	Set int `json:"set"`
	// Took is the time from submission to the end, -1 for a job that did not end.
	Took        []int64       `json:"took"`
	Phase       []int         `json:"phase"`
	Queued      []int64       `json:"queued"`
	Trained     []int64       `json:"trained"` // less what was lost
	Resizes     []int         `json:"resizes"`
	Preemptions []int         `json:"preemptions"`
	Failures    []int         `json:"failures"` // losses of nodes, and crashes
	Intervals   intervalsData `json:"intervals"`
}

// addJobs adds the jobs of the runs with a log.
func (d *data) addJobs() {
	var runs []*runData
	for i := range d.Runs {
		if d.Runs[i].run.Log != nil && len(d.Runs[i].run.Result.Jobs) > 0 {
			runs = append(runs, &d.Runs[i])
		}
	}
	if len(runs) == 0 {
		return
	}
	for _, r := range runs {
		set := d.setOf(r.run.Result.Jobs, d.budget.rows/len(runs))
		r.Jobs = d.JobSets[set].outcome(r.run)
		r.Jobs.Set = set
	}
	d.addIntervals(runs)
}

// setOf returns the index of the set of the jobs, which it makes, of at most so
// many jobs, if there is none.
func (d *data) setOf(jobs []sim.JobResult, most int) int {
	for i := range d.JobSets {
		if slices.EqualFunc(d.JobSets[i].all, jobs, sameJob) {
			return i
		}
	}
	s := jobSet{all: jobs, index: chosen(jobs, most)}
	for _, i := range s.index {
		j := &jobs[i]
		s.IDs = append(s.IDs, j.ID)
		s.Submitted = append(s.Submitted, int64(j.Submit))
		s.GPUs = append(s.GPUs, j.GPUs)
		s.Pool = append(s.Pool, j.Pool)
		s.Priority = append(s.Priority, j.Priority)
		s.User = append(s.User, j.User)
		s.Team = append(s.Team, j.Team)
	}
	if n := len(jobs); n > most {
		d.notices = append(d.notices, fmt.Sprintf("Of %d jobs the chart of jobs has the %d with the most GPU time.", n, most))
	}
	d.JobSets = append(d.JobSets, s)
	return len(d.JobSets) - 1
}

func sameJob(a, b sim.JobResult) bool {
	return a.ID == b.ID && a.Submit == b.Submit && a.GPUs == b.GPUs && a.Pool == b.Pool && a.Priority == b.Priority && a.User == b.User && a.Team == b.Team
}

// chosen returns the places of the jobs with the most GPU time, in order.
func chosen(jobs []sim.JobResult, most int) []int {
	out := make([]int, len(jobs))
	for i := range out {
		out[i] = i
	}
	if len(jobs) <= most {
		return out
	}
	slices.SortStableFunc(out, func(a, b int) int { return cmp.Compare(gpuTime(&jobs[b]), gpuTime(&jobs[a])) })
	out = out[:most]
	slices.Sort(out)
	return out
}

func gpuTime(j *sim.JobResult) int64 {
	var sum int64
	for _, v := range j.Spent {
		sum += v
	}
	return sum
}

// outcome is what became of the jobs of the set in a run.
func (s *jobSet) outcome(run *report.Run) *jobsData {
	out := &jobsData{}
	for _, i := range s.index {
		j := &run.Result.Jobs[i]
		took := int64(-1)
		if j.End != simtime.Never {
			took = int64(j.TimeToTrain())
		}
		out.Took = append(out.Took, took)
		out.Phase = append(out.Phase, int(j.Phase))
		out.Queued = append(out.Queued, int64(j.Queued))
		out.Trained = append(out.Trained, int64(j.Productive))
		out.Resizes = append(out.Resizes, j.Resizes)
		out.Preemptions = append(out.Preemptions, j.Preemptions)
		out.Failures = append(out.Failures, j.NodeLosses+j.Crashes)
	}
	return out
}
