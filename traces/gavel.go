package traces

import (
	"fmt"
	"strings"

	"rubato/simtime"
)

// gavelColumns name the fields of a row of a trace published with Gavel
// (Narayanan et al., OSDI 2020), which has no header.
var gavelColumns = []string{"job_type", "command", "num_steps_arg", "needs_data_dir", "total_steps", "arrival", "scale_factor"}

// maxSteps bounds the steps of training of a job.
const maxSteps = 1e15

// looksLikeGavel reports whether the line has seven fields between tabs.
func looksLikeGavel(h head) bool { return strings.Count(h.first, "\t") == len(gavelColumns)-1 }

// readGavel reads jobs that give steps of training instead of a run time, which
// follows from the option Throughputs.
func readGavel(s *source) ([]Job, error) {
	t := &jobTable{schema: schema{gpus: "scale_factor"}, src: s}
	if t.duration = "total_steps"; s.opts.Throughputs == nil {
		t.duration = ""
		s.untimed = "the steps of each job, not its run time: set the option Throughputs"
	}
	t.row.names = gavelColumns
	err := s.each(func(l line) *Error {
		if fault := t.row.cutAtTabs(l); fault != nil {
			return fault
		}
		job, fault := parseGavel(&t.row)
		if fault == nil && s.opts.Throughputs != nil {
			var ok bool
			if job.Duration, ok = s.opts.Throughputs.runTime(job); !ok {
				fault = t.row.must("job_type").wrong(
					fmt.Sprintf("a job type whose rate on %d GPUs is known, and a run time of at most 10 years", job.GPUs), "no known rate")
			}
		}
		if fault != nil {
			return fault
		}
		return t.keep(job)
	})
	return t.jobs.all(), err
}

// parseGavel reads one row.
func parseGavel(r *row) (Job, *Error) {
	r.whole("needs_data_dir", 0, 1)
	if f := r.must("command"); !strings.Contains(f.text, "%s") {
		r.note(f.fault("a command with %s for the folder"))
	}
	return Job{
		ID: lineID(r.line), Line: r.line, Model: r.label("job_type"), GPUs: r.gpus("scale_factor"),
		Steps: r.whole("total_steps", 1, maxSteps), Submit: simtime.Time(r.seconds("arrival")),
	}, r.fault
}
