package traces

import (
	"fmt"
	"slices"

	"rubato/simtime"
)

// fleetsimSchema is the header of the canonical job traces of fleetsim.
var fleetsimSchema = schema{id: "job_id", gpus: "num_chips", duration: "duration_s", cpuJobs: true,
	required: []string{"job_id", "user", "tenant", "class", "submit_time", "num_chips", "chip_type", "num_nodes",
		"duration_s", "walltime_limit_s", "final_status"}}

var fleetsimStatuses = []string{"COMPLETED", "CANCELED", "CANCELLED", "FAILED", "NODE_FAIL", "TIMEOUT"}

// looksLikeFleetsim finds the header below the comments.
func looksLikeFleetsim(h head) bool {
	return h.has("submit_time,num_chips,chip_type", "walltime_limit_s") && (h.first[0] == '#' || fleetsimSchema.all(h.first))
}

// readFleetsim reads jobs submitted at microseconds from the start of a window and
// that run for seconds. The time limit is a copy of the run time, not a user's
// estimate, and is not read.
func readFleetsim(s *source) ([]Job, error) {
	if err := s.comments('#'); err != nil {
		return nil, err
	}
	return s.table(fleetsimSchema, func(r *row) (Job, *Error) {
		job := Job{
			ID: r.label("job_id"), Line: r.line, User: r.text("user"), Group: r.text("tenant"), GPUs: r.gpus("num_chips"),
			GPUType: r.text("chip_type"), Duration: r.seconds("duration_s"),
		}
		micros := r.whole("submit_time", 0, 1000*int64(simtime.Longest))
		job.Submit = simtime.Time(micros / 1000)
		if rest := micros % 1000; rest > 500 || rest == 500 && job.Submit%2 == 1 {
			job.Submit++
		}
		if nodes := r.whole("num_nodes", 0, maxUnits); int64(job.GPUs) > 8*nodes {
			r.note(r.must("num_chips").wrong(fmt.Sprintf("at most 8 chips on each of the %d nodes", nodes), "more than 8 chips a node"))
		}
		status := r.must("final_status")
		job.Status = status.text
		if !slices.Contains(fleetsimStatuses, status.text) {
			r.note(status.fault(either(fleetsimStatuses)))
		}
		return job, r.fault
	})
}

// comments reads the lines that start with a mark.
func (s *source) comments(mark byte) error {
	for {
		l, ok, err := s.next()
		if err != nil || !ok {
			return err
		}
		if l.text[0] != mark {
			s.lines.unread(l)
			return nil
		}
	}
}
