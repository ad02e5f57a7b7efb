package traces

import "rubato/simtime"

// polluxWorkloadSchema is the header of the workloads published with Pollux and
// Sia (Qiao et al., OSDI 2021; Jayaram Subramanya et al., SOSP 2023).
var polluxWorkloadSchema = schema{id: "name", gpus: "num_replicas",
	required: []string{"name", "time", "application", "num_replicas", "batch_size"}}

// readPolluxWorkload reads jobs that name an application, whose profile says how
// long it trains. The sizes were tuned to be efficient; no user asked for them.
func readPolluxWorkload(s *source) ([]Job, error) {
	s.untimed = "the application of each job, not its run time, which needs the application's profile"
	return s.table(polluxWorkloadSchema, func(r *row) (Job, *Error) {
		return Job{
			Batch: r.units("batch_size"),
			ID:    r.label("name"), Line: r.line, Model: r.label("application"), GPUs: r.gpus("num_replicas"),
			Submit: simtime.Time(r.seconds("time")),
		}, r.fault
	})
}
