package traces

import "rubato/simtime"

// spot2026Schema is the header of Alibaba's jobs on spot and reserved GPUs, 2026
// (GFS: Duan et al., ASPLOS 2026).
var spot2026Schema = schema{id: "job_name", gpus: "gpu_request", duration: "duration", cpuJobs: true,
	required: []string{"job_name", "organization", "gpu_model", "cpu_request", "gpu_request", "worker_num", "submit_time", "duration", "job_type"}}

// readSpot2026 reads jobs in seconds from the first. A job's GPUs are those of a
// worker, perhaps a fraction, times the workers. Its type, HP for high priority or
// Spot, is its group.
func readSpot2026(s *source) ([]Job, error) {
	return s.table(spot2026Schema, func(r *row) (Job, *Error) {
		job := Job{
			ID: r.label("job_name"), Line: r.line, User: r.text("organization"), GPUType: r.text("gpu_model"), Group: r.text("job_type"),
			Submit: simtime.Time(r.seconds("submit_time")), Duration: r.seconds("duration"),
		}
		if job.Group != "HP" && job.Group != "Spot" {
			r.note(r.must("job_type").fault("HP or Spot"))
		}
		request := r.must("gpu_request")
		milli, exact, ok := decimal(request.text, 1000, 1000*maxUnits)
		workers := workers(r.must("worker_num"), r)
		if !ok || !exact || milli*workers > 1000*maxUnits {
			r.note(request.fault("GPUs of a worker, in thousandths at the finest"))
			return job, r.fault
		}
		job.share(milli * workers)
		return job, r.fault
	})
}

// workers reads a number that pandas may have written with a fraction, as 4.0.
func workers(f field, r *row) int64 {
	v, exact, ok := decimal(f.text, 1, maxUnits)
	if !ok || !exact {
		r.note(f.fault("a whole number of workers"))
	}
	return v
}
