package traces

// heliosSchema is the header of the job logs of SenseTime's Helios clusters (Hu et
// al., SC 2021).
var heliosSchema = schema{id: "job_id", gpus: "gpu_num", duration: "duration", cpuJobs: true,
	required: []string{"job_id", "user", "vc", "gpu_num", "cpu_num", "node_num", "state", "submit_time", "start_time",
		"end_time", "duration", "queue"}}

// readHelios reads jobs with naive local times. The run time is that from start to
// end. Jobs without GPUs, half of them all, are left out and counted, as are those
// that never started.
func readHelios(s *source) ([]Job, error) {
	return s.table(heliosSchema, func(r *row) (Job, *Error) {
		job := Job{
			ID: r.label("job_id"), Line: r.line, User: r.text("user"), Group: r.text("vc"), Status: r.label("state"),
			GPUs: r.gpus("gpu_num"), Submit: r.stamp("submit_time"),
		}
		if job.GPUs == 0 || r.fault != nil {
			return job, r.fault
		}
		if t := r.text("start_time"); t == "" || t == "None" {
			return job, leftOut("never started: left out")
		}
		job.Duration = r.span(r.stamp("start_time"), r.stamp("end_time"), "end_time")
		return job, r.fault
	})
}
