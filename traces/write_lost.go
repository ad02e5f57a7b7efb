package traces

import (
	"slices"

	"rubato/simtime"
)

// What a job may have that not every format holds.
const (
	hasFraction = "parts of a GPU: rounded up to whole GPUs"
	hasBounds   = "least and most GPUs of an elastic job: left out"
	hasEstimate = "estimate of the run time: left out"
	hasDeadline = "deadline: left out"
	hasSteps    = "steps of training: left out"
	hasBatch    = "batch: left out"
	hasTeam     = "team: left out"
	hasUser     = "user: left out"
	hasName     = "name: left out"
	hasGPUType  = "GPU type: left out"
	hasStatus   = "status: left out"
	hasPriority = "priority: left out"
)

// extras are how to find out whether a job has it.
var extras = []struct {
	name string
	has  func(*Job) bool
}{
	{hasFraction, func(j *Job) bool { return j.MilliGPUs > 0 }},
	{hasBounds, func(j *Job) bool { return j.MinGPUs > 0 || j.MaxGPUs > 0 }},
	{hasEstimate, func(j *Job) bool { return j.Estimate > 0 }},
	{hasDeadline, func(j *Job) bool { return j.Deadline > 0 }},
	{hasSteps, func(j *Job) bool { return j.Steps > 0 }},
	{hasBatch, func(j *Job) bool { return j.Batch > 0 }},
	{hasTeam, func(j *Job) bool { return j.Group != "" }},
	{hasUser, func(j *Job) bool { return j.User != "" }},
	{hasName, func(j *Job) bool { return j.Model != "" }},
	{hasGPUType, func(j *Job) bool { return j.GPUType != "" }},
	{hasStatus, func(j *Job) bool { return j.Status != "" }},
	{hasPriority, func(j *Job) bool { return j.Priority != 0 }},
}

// countLost counts the jobs that have what a format does not hold.
func (j *Jobs) countLost(holds []string, lost *skips) {
	for _, e := range extras {
		if slices.Contains(holds, e.name) {
			continue
		}
		n := 0
		for i := range j.Rows {
			if e.has(&j.Rows[i]) {
				n++
			}
		}
		lost.addN(e.name, n)
	}
}

// wholeSecond is a time to the nearest second, up from the half on.
func wholeSecond[T ~int64](t T) T { return (t + 500) / T(simtime.Second) }

// wholeSpan is wholeSecond of a span that does not become 0 unless it is.
func wholeSpan(d simtime.Duration) simtime.Duration {
	if d == 0 {
		return 0
	}
	return max(1, wholeSecond(d))
}

// countRounded counts the jobs with times that are not whole seconds.
func (j *Jobs) countRounded(lost *skips) {
	const second = int64(simtime.Second)
	n := 0
	for i := range j.Rows {
		if r := &j.Rows[i]; int64(r.Submit)%second != 0 || int64(r.Duration)%second != 0 {
			n++
		}
	}
	lost.addN("times with parts of a second: rounded to whole seconds, a run time to at least one", n)
}
