package traces

import (
	"math/big"
	"slices"

	"rubato/simtime"
)

// fold sets size and run time of a job from its runs. The fault says why a job
// is left out.
//
// The size is that of the last run. The run time is that for which this size has
// the GPU time of all runs: sums over requeues and changes of size keep the load
// of the cluster as it was.
func (j *sacctJob) fold(s *source) *Error {
	if len(j.runs) == 0 {
		return j.foldWaiting(s)
	}
	if slices.ContainsFunc(j.runs, func(r sacctRecord) bool { return r.length == unknownLength }) {
		return leftOut("still running, and no column Elapsed: left out")
	}
	if j.setSize(); j.GPUs == 0 {
		return j.noGPUs()
	}
	if fault := j.setDuration(); fault != nil {
		return fault
	}
	if j.Duration == 0 {
		return s.zero(j.place(sacctElapsed), &j.Job)
	}
	if j.starts() > 1 {
		s.skipped.add("requeued or resized: one job with the GPU time of all runs")
	}
	if j.running() {
		s.skipped.add("still running or to run again: run time up to the export")
	}
	return nil
}

// foldWaiting is fold for a job that never ran.
func (j *sacctJob) foldWaiting(s *source) *Error {
	switch {
	case !j.waits:
		return leftOut("ended before it started: left out")
	case j.GPUs == 0:
		return j.noGPUs()
	case j.Estimate == 0:
		return leftOut("waiting, without a Timelimit: left out")
	}
	j.Duration = j.Estimate
	s.skipped.add("waiting: run time taken from Timelimit")
	return nil
}

// noGPUs is the reason for which a job without whole GPUs is left out.
func (j *sacctJob) noGPUs() *Error {
	if j.shares {
		return leftOut("only parts of GPUs (MIG, shard, mps): left out")
	}
	return leftOut("no GPUs: left out")
}

// place is where a fault of the job as a whole is shown.
func (j *sacctJob) place(c sacctColumn) field {
	return field{sacctNames[c], j.Duration.String(), j.Line, 1}
}

// running reports whether the job had not ended at the time of the export.
func (j *sacctJob) running() bool {
	return j.waits || slices.ContainsFunc(j.runs, func(r sacctRecord) bool { return r.going })
}

// setSize sets the GPUs to those of all components at the last start with any.
func (j *sacctJob) setSize() {
	last := simtime.Time(-1)
	j.GPUs = 0
	for _, r := range j.runs {
		switch {
		case r.gpus == 0 || r.start < last:
		case r.start > last:
			last, j.GPUs, j.GPUType = r.start, r.gpus, r.gpuType
		default:
			j.GPUs = min(j.GPUs+r.gpus, maxUnits)
			if r.gpuType != j.GPUType {
				j.GPUType = ""
			}
		}
	}
}

// starts counts the instants at which the job started.
func (j *sacctJob) starts() int {
	n := 0
	for i, r := range j.runs {
		if !slices.ContainsFunc(j.runs[:i], func(o sacctRecord) bool { return o.start == r.start }) {
			n++
		}
	}
	return n
}

// setDuration sets the run time.
func (j *sacctJob) setDuration() *Error {
	if len(j.runs) == 1 {
		j.Duration = j.runs[0].length
		return nil
	}
	total := new(big.Int)
	for _, r := range j.runs {
		total.Add(total, new(big.Int).Mul(big.NewInt(int64(r.length)), big.NewInt(int64(r.gpus))))
	}
	half := big.NewInt(int64(j.GPUs) / 2)
	d := total.Add(total, half).Div(total, big.NewInt(int64(j.GPUs)))
	if !d.IsInt64() || simtime.Duration(d.Int64()) > simtime.Longest {
		return &Error{Line: j.Line, Col: 1, Got: j.ID, Want: "runs that add up to at most 10 years", reason: "runs over 10 years"}
	}
	j.Duration = simtime.Duration(d.Int64())
	return nil
}
