package traces

import (
	"strings"

	"rubato/simtime"
)

// chronusSchema is the header of the traces published with Chronus (Gao et al.,
// SoCC 2021).
var chronusSchema = schema{id: "job_id", gpus: "num_gpu", duration: "duration",
	required: []string{"job_id", "user", "num_gpu", "submit_time", "duration", "expect_time_list", "job_type"},
	optional: []string{"iterations", "model_name", "interval", "expect_value_list", "best_effort"},
}

// readChronus reads jobs in seconds. The deadline is the first expected time, which
// counts from the submission; jobs of the type best have none. Jobs with 0 GPUs
// occur: option ZeroGPUs.
func readChronus(s *source) ([]Job, error) {
	return s.table(chronusSchema, func(r *row) (Job, *Error) {
		job := Job{
			ID: r.label("job_id"), GPUs: r.gpus("num_gpu"), Line: r.line, Model: r.text("model_name"), Group: r.text("user"),
			Submit: simtime.Time(r.seconds("submit_time")), Duration: r.seconds("duration"),
		}
		kind := r.must("job_type")
		switch kind.text {
		case "best":
		case "strict", "soft":
			job.Deadline = job.Submit.Add(firstExpected(r))
		default:
			r.note(kind.fault("strict, soft or best"))
		}
		if r.text("iterations") != "" {
			job.Steps = r.whole("iterations", 0, maxSteps)
		}
		return job, r.fault
	})
}

// firstExpected reads the first of the times joined by -.
func firstExpected(r *row) simtime.Duration {
	f := r.must("expect_time_list")
	f.text, _, _ = strings.Cut(f.text, "-")
	v, err := f.whole(0, int64(simtime.Longest/simtime.Second))
	if err != nil {
		err.Want = "expect_time_list as seconds joined by -, such as 1105-2000"
	}
	r.note(err)
	return simtime.Duration(v) * simtime.Second
}
