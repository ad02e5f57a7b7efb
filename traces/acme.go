package traces

import (
	"rubato/simtime"
)

// acmeSchema is the header of the job logs of Shanghai AI Lab's Seren and Kalos
// clusters (Hu et al., NSDI 2024); Kalos has the optional columns.
var acmeSchema = schema{id: "job_id", gpus: "gpu_num", duration: "duration", cpuJobs: true,
	required: []string{"job_id", "user", "node_num", "gpu_num", "cpu_num", "type", "state", "submit_time", "start_time",
		"end_time", "duration", "queue", "gpu_time"},
	optional: []string{"mem_per_pod_GB", "shared_mem_per_pod", "fail_time", "stop_time"}}

// readAcme reads jobs whose times have a zone. The run time is that from start to
// end: the column duration counts from the submission in Kalos.
func readAcme(s *source) ([]Job, error) {
	return s.table(acmeSchema, func(r *row) (Job, *Error) {
		job := Job{
			ID: r.label("job_id"), Line: r.line, User: r.text("user"), Group: r.text("type"), Status: r.label("state"),
			GPUs: r.gpus("gpu_num"), Submit: r.zonedStamp("submit_time"),
		}
		if job.GPUs == 0 || r.fault != nil {
			return job, r.fault
		}
		if r.text("start_time") == "" {
			return job, leftOut("never started: left out")
		}
		job.Duration = r.span(r.zonedStamp("start_time"), r.zonedStamp("end_time"), "end_time")
		return job, r.fault
	})
}

// zonedStamp reads a cell such as 2023-03-01 00:18:22+08:00, in milliseconds since
// 1970.
func (r *row) zonedStamp(name string) simtime.Time {
	f := r.must(name)
	t, ok := parseZoned(f.text)
	if !ok {
		r.note(f.fault("YYYY-MM-DD HH:MM:SS+HH:MM"))
	}
	return t
}

// parseZoned reads a time with its offset from UTC.
func parseZoned(text string) (simtime.Time, bool) {
	if len(text) != len(stampLayout)+len("+08:00") || text[22] != ':' {
		return 0, false
	}
	t, ok := parseStamp(text[:19])
	hours, ok1 := small(text[20:22], 14)
	minutes, ok2 := small(text[23:25], 59)
	offset := simtime.Duration(hours)*simtime.Hour + simtime.Duration(minutes)*simtime.Minute
	switch text[19] {
	case '+':
		t = t.Add(-offset)
	case '-':
		t = t.Add(offset)
	default:
		ok = false
	}
	return t, ok && ok1 && ok2
}
