package traces

import (
	"fmt"
	"strings"

	"rubato/simtime"
)

// rfoldSchema is the header of the traces published with RFold.
var rfoldSchema = schema{mark: "#", id: "job id", gpus: "size", duration: "duration (sec)",
	required: []string{
		"job id", "arrival time (sec)", "topology", "shape", "size", "duration (sec)"}}

// readRFold reads jobs with relative arrival times. Durations are rounded to
// whole seconds, because thousands of them carry float dust such as
// 4045909.9999999995.
func readRFold(s *source) ([]Job, error) {
	return s.table(rfoldSchema, parseRFold)
}

// parseRFold reads one row.
func parseRFold(r *row) (job Job, err *Error) {
	id := r.must("job id")
	if !digits(id.text) {
		return job, id.fault("digits")
	}
	job.ID, job.Line = id.text, r.line
	arrival, err := r.must("arrival time (sec)").span(simtime.Second, simtime.Millisecond)
	if err != nil {
		return job, err
	}
	job.Submit = simtime.Time(arrival)
	if f := r.must("topology"); f.text != "CLOS" {
		return job, f.fault("CLOS")
	}
	if job.GPUs, err = r.must("size").gpus(); err != nil {
		return job, err
	}
	if err := checkShape(r.must("shape"), job.GPUs); err != nil {
		return job, err
	}
	job.Duration, err = r.must("duration (sec)").span(simtime.Second, simtime.Second)
	return job, err
}

// checkShape checks that the split over nodes, such as 8+8, sums to size.
func checkShape(f field, size int) *Error {
	sum := int64(0)
	for part := range strings.SplitSeq(f.text, "+") {
		v, _, ok := decimal(part, 1, maxUnits)
		if sum += v; !ok || v == 0 || !digits(part) || sum > maxUnits {
			return f.fault("GPUs by node joined by +, such as 8+8")
		}
	}
	if sum != int64(size) {
		return f.fault(fmt.Sprintf("a split whose sum is the size %d", size))
	}
	return nil
}
