package traces

import (
	"fmt"
	"strconv"
	"strings"

	"rubato/simtime"
)

// polluxSchema is the header of the Philly jobs published with Pollux.
var polluxSchema = schema{duration: "duration", gpus: "num_gpus",
	required: []string{"timestamp", "duration", "num_gpus", "gpu_time", "cluster"}}

// readPollux reads Philly jobs with wall-clock submission, duration in whole
// seconds and virtual cluster. Submit is milliseconds since 1970; ReadJobs
// shifts it. Time zones are left alone: the night the clocks went back would
// otherwise fold an hour.
func readPollux(s *source) ([]Job, error) {
	return s.table(polluxSchema, parsePollux)
}

// parsePollux reads one row; it has no id, so the line number serves.
func parsePollux(r *row) (job Job, err *Error) {
	job.ID, job.Line = lineID(r.line), r.line
	var ok bool
	stamp := r.must("timestamp")
	if job.Submit, ok = parseStamp(stamp.text); !ok {
		return job, stamp.fault("YYYY-MM-DD HH:MM:SS")
	}
	seconds, err := r.must("duration").wholeSeconds(simtime.Longest)
	if err != nil {
		return job, err
	}
	job.Duration = simtime.Duration(seconds) * simtime.Second
	if job.GPUs, err = r.must("num_gpus").gpus(); err != nil {
		return job, err
	}
	if err := checkGPUTime(r.must("gpu_time"), seconds*int64(job.GPUs)); err != nil {
		return job, err
	}
	vc := r.must("cluster")
	if len(vc.text) != 6 || strings.Trim(vc.text, "0123456789abcdef") != "" {
		return job, vc.fault("six hexadecimal digits")
	}
	job.Group = vc.text
	return job, nil
}

// lineID is the id of a job in a format without ids.
func lineID(line int) string { return "line" + strconv.Itoa(line) }

// wholeSeconds reads the field as a whole number of seconds, such as 66.0.
func (f field) wholeSeconds(longest simtime.Duration) (int64, *Error) {
	v, exact, ok := decimal(f.text, 1, int64(longest/simtime.Second))
	if !ok || !exact {
		return 0, f.fault("whole seconds from 0 to 10 years, such as 66.0")
	}
	return v, nil
}

// checkGPUTime checks the column that repeats duration times GPUs.
func checkGPUTime(f field, product int64) *Error {
	v, exact, ok := decimal(f.text, 1, int64(simtime.Longest/simtime.Second)*maxUnits)
	if !ok || !exact || v != product {
		return f.fault(fmt.Sprintf("duration × num_gpus = %d.0", product))
	}
	return nil
}
