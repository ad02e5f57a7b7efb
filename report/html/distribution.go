package html

import (
	"slices"

	"rubato/policy"
	"rubato/report"
	"rubato/sim"
	"rubato/simtime"
)

// distribution is one of times over the jobs that completed, those of all seeds
// together, a curve a policy.
type distribution struct {
	Title  string  `json:"title"`
	Curves []curve `json:"curves"`
}

// curve says how many jobs took no longer than a time.
type curve struct {
	// All counts the jobs, completed or not.
	All       int     `json:"all"`
	Completed int     `json:"completed"`
	Times     []int64 `json:"times"`
	Ranks     []int   `json:"ranks"`
}

func distributions(c *report.Comparison, points int) []distribution {
	out := []distribution{{Title: "time to train"}, {Title: "queueing delay"}}
	for _, p := range c.Policies {
		out[0].Curves = append(out[0].Curves, newCurve(p.Runs, (*sim.JobResult).TimeToTrain, points))
		out[1].Curves = append(out[1].Curves, newCurve(p.Runs, func(j *sim.JobResult) simtime.Duration { return j.Queued }, points))
	}
	return out
}

func newCurve(runs []*report.Run, of func(*sim.JobResult) simtime.Duration, points int) curve {
	var c curve
	var times []simtime.Duration
	for _, run := range runs {
		c.All += len(run.Result.Jobs)
		for i := range run.Result.Jobs {
			if j := &run.Result.Jobs[i]; j.Phase == policy.Done {
				times = append(times, of(j))
			}
		}
	}
	slices.Sort(times)
	c.Completed = len(times)
	for _, rank := range ranks(len(times), points) {
		c.Times = append(c.Times, int64(times[rank-1]))
		c.Ranks = append(c.Ranks, rank)
	}
	return c
}

// percents are those that the page tells of a distribution, besides the greatest time.
var percents = []int{10, 25, 50, 75, 90, 95, 99}

// ranks returns ranks of n from the first to the last: all, or if they are more than
// so many that many at even distances, and those of the percents.
func ranks(n, many int) []int {
	var out []int
	if n <= many {
		for i := range n {
			out = append(out, i+1)
		}
		return out
	}
	for i := range many {
		out = append(out, 1+i*(n-1)/(many-1))
	}
	for _, p := range percents {
		out = append(out, (p*n+99)/100)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
