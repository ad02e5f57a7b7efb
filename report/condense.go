package report

import (
	"encoding/hex"
	"slices"

	"rubato/sim"
)

// Condense sums up the jobs of a run and lets go of them: they are what takes room
// when there are many runs. The report must be the one that the run is for. A
// condensed run has no rows in jobs.csv and no curve in time-to-train.png.
func (r *Run) Condense(of *Report) error {
	s, err := summarise(r.Result, of.Statistics)
	if err != nil {
		return err
	}
	left := make([]bool, len(r.Result.Pools))
	for p := range left {
		left[p] = r.leftJobs(p)
	}
	light := *r.Result
	light.Jobs = nil
	r.summed, r.left, r.digest, r.Result = s, left, r.Digest(), &light
	return nil
}

// Repeat takes the outcome of another run, which is the same.
func (r *Run) Repeat(other *Run) {
	r.Result, r.Timeline, r.Log, r.summed, r.left, r.digest = other.Result, other.Timeline, other.Log, other.summed, other.left, other.digest
}

// Digest is that of the run's result, in hexadecimal digits, also of a run that has
// let go of its jobs.
func (r *Run) Digest() string {
	if r.summed != nil {
		return r.digest
	}
	d := r.Result.Digest()
	return hex.EncodeToString(d[:])
}

// condensed reports whether a run has let go of its jobs: what is of jobs one by one
// cannot be shown.
func (r *Report) condensed() bool {
	return slices.ContainsFunc(r.Runs, func(run Run) bool { return run.summed != nil })
}

const noJobs = nothing("the jobs of the runs were not kept: run the experiment with --write jobs.csv")

// summary sums up a run.
func (r *Run) summary(of *Report) (*summary, error) {
	if r.summed == nil {
		return summarise(r.Result, of.Statistics)
	}
	s := *r.summed
	return &s, nil
}

// leftJobs reports whether the run ended with jobs in a pool that had not.
func (r *Run) leftJobs(pool int) bool {
	if r.summed != nil {
		return r.left[pool]
	}
	return slices.ContainsFunc(r.Result.Jobs, func(j sim.JobResult) bool { return j.Pool == pool && !j.Phase.Over() })
}
