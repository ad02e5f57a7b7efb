package traces

import "rubato/simtime"

// openbTimes are the columns that lists of pods without times lack.
var openbTimes = []string{"gpu_spec", "qos", "pod_phase", "creation_time", "deletion_time", "scheduled_time"}

// openbSchema is the header of the pods of Alibaba's cluster of shared GPUs (Weng
// et al., USENIX ATC 2023).
var openbSchema = schema{id: "name", gpus: "num_gpu", duration: "deletion_time", cpuJobs: true,
	required: []string{"name", "cpu_milli", "memory_mib", "num_gpu", "gpu_milli"}, optional: openbTimes}

// readOpenb reads pods, each a job that may hold a share of a GPU. A pod runs from
// when it is scheduled until it is deleted; pods that never were are left out and
// counted.
func readOpenb(s *source) ([]Job, error) {
	sc := openbSchema
	if own := (schema{required: openbTimes}); !own.all(s.first.text) {
		s.untimed = "pods without the columns of times"
		sc.duration = ""
	}
	return s.table(sc, func(r *row) (Job, *Error) {
		job := Job{ID: r.label("name"), Line: r.line, GPUType: r.text("gpu_spec"), Group: r.text("qos"), Status: r.text("pod_phase")}
		milli := r.whole("gpu_milli", 0, 1000)
		if n := r.whole("num_gpu", 0, maxUnits); n != 1 {
			milli = 1000 * n
		}
		job.share(milli)
		if s.untimed != "" {
			return job, r.fault
		}
		job.Submit = simtime.Time(r.seconds("creation_time"))
		if r.text("scheduled_time") == "" {
			if r.fault == nil && job.Status == "Pending" {
				return job, leftOut("never scheduled: left out")
			}
			r.note(r.must("scheduled_time").fault("seconds, or nothing for a pod that is Pending"))
		}
		start, end := simtime.Time(r.seconds("scheduled_time")), simtime.Time(r.seconds("deletion_time"))
		job.Duration = r.span(start, end, "deletion_time")
		return job, r.fault
	})
}
