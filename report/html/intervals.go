package html

import (
	"fmt"

	"rubato/report"
	"rubato/simtime"
)

// intervalsData is the intervals of jobs, those of a job from its submission on.
type intervalsData struct {
	// Count is the number of each job's.
	Count   []int   `json:"count"`
	Lengths []int64 `json:"lengths"`
	Phase   []int   `json:"phase"`
	Cause   []int   `json:"cause"`
	GPUs    []int   `json:"gpus"`
	Held    []int   `json:"held"`
}

// addIntervals adds those of the jobs of runs: all of them or, if there are too
// many, those that last long enough to be seen.
func (d *data) addIntervals(runs []*runData) {
	of := make([][][]report.Interval, len(runs))
	for i, r := range runs {
		of[i] = d.intervals(r)
	}
	shortest := simtime.Duration(0)
	for countAll(of) > d.budget.intervals && shortest <= simtime.Duration(d.End) {
		shortest = max(2*shortest, simtime.Duration(d.End)>>14, 1)
		for i := range of {
			for k := range of[i] {
				of[i][k] = condense(of[i][k], shortest)
			}
		}
	}
	if shortest > 0 {
		d.notices = append(d.notices, fmt.Sprintf("In the chart of jobs, what lasts less than %v is drawn as part of what is beside it; the figures of a job are exact.", shortest))
	}
	for i, r := range runs {
		r.Jobs.Intervals = pack(of[i])
	}
}

// intervals are those of each job of a run's set.
func (d *data) intervals(r *runData) [][]report.Interval {
	set := &d.JobSets[r.Jobs.Set]
	out := make([][]report.Interval, len(set.index))
	place := make(map[int]int, len(set.index))
	for i, job := range set.index {
		place[job] = i
	}
	for v := range r.run.Log.Intervals(r.run.Result.End) {
		if i, shown := place[v.Job]; shown {
			out[i] = append(out[i], v)
		}
	}
	return out
}

func countAll(runs [][][]report.Interval) int {
	n := 0
	for _, jobs := range runs {
		for _, of := range jobs {
			n += len(of)
		}
	}
	return n
}

// condense makes intervals that are shorter than the shortest that may be part of
// the longer one of their neighbours. What remains has no gaps and the same
// ends.
func condense(in []report.Interval, shortest simtime.Duration) []report.Interval {
	out := in[:0]
	for _, v := range in {
		if n := len(out); n > 0 {
			last := &out[n-1]
			if length(v) < shortest && length(v) <= length(*last) || alike(v, *last) {
				last.To = v.To
				continue
			}
			if length(*last) < shortest {
				v.From = last.From
				out = out[:n-1]
				if n > 1 && alike(v, out[n-2]) {
					out[n-2].To = v.To
					continue
				}
			}
		}
		out = append(out, v)
	}
	return out
}

func length(v report.Interval) simtime.Duration { return v.To.Sub(v.From) }

// alike reports whether intervals differ in nothing but time.
func alike(a, b report.Interval) bool {
	a.From, a.To = b.From, b.To
	return a == b
}

func pack(jobs [][]report.Interval) intervalsData {
	var out intervalsData
	for _, of := range jobs {
		out.Count = append(out.Count, len(of))
		for _, v := range of {
			out.Lengths = append(out.Lengths, int64(length(v)))
			out.Phase = append(out.Phase, int(v.Phase))
			out.Cause = append(out.Cause, int(v.Cause))
			out.GPUs = append(out.GPUs, v.GPUs)
			out.Held = append(out.Held, v.Held)
		}
	}
	return out
}
