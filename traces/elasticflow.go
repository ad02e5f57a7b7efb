package traces

import "rubato/simtime"

// elasticFlowSchema is the header of the traces published with ElasticFlow (Gu et
// al., ASPLOS 2023); columns come in any order.
var elasticFlowSchema = schema{id: "job_id", gpus: "num_gpu", duration: "duration",
	required: []string{"job_id", "submit_time", "num_gpu", "duration"},
	optional: []string{"real_iteration", "model_name", "ddl", "batch_size", "real_duration", "iteration", "best_effort"},
}

// looksLikeElasticFlow tells it from the Tiresias family by a column of its own.
func looksLikeElasticFlow(h head) bool {
	own := schema{required: []string{"ddl", "real_iteration", "iteration", "best_effort"}}
	return elasticFlowSchema.found(h.first) >= 3 && own.found(h.first) > 0
}

// readElasticFlow reads jobs in whole seconds, with a deadline.
func readElasticFlow(s *source) ([]Job, error) {
	return s.table(elasticFlowSchema, func(r *row) (Job, *Error) {
		job := Job{
			ID: r.label("job_id"), GPUs: r.gpus("num_gpu"), Line: r.line, Model: r.text("model_name"),
			Submit: simtime.Time(r.wholeSeconds("submit_time")), Duration: r.wholeSeconds("duration"),
		}
		if r.text("ddl") != "" {
			job.Deadline = simtime.Time(r.wholeSeconds("ddl"))
			if job.Deadline < job.Submit {
				r.note(r.must("ddl").wrong("a deadline not before the submission", "deadline before the submission"))
			}
		}
		if r.text("batch_size") != "" {
			job.Batch = r.units("batch_size")
		}
		if r.text("iteration") != "" {
			job.Steps = r.whole("iteration", 0, maxSteps)
		}
		return job, r.fault
	})
}
