package traces

import (
	"strconv"

	"rubato/simtime"
)

// readPhillyLog reads Microsoft's log of the Philly cluster (Jeon et al., USENIX ATC
// 2019). A job may be tried several times: the option Attempts says what its run
// time is. Its GPUs are those of the first attempt. Jobs without attempts, or
// whose last one has no end, are left out and counted.
func readPhillyLog(s *source) ([]Job, error) {
	t := &phillyLog{jobTable: jobTable{src: s, schema: schema{id: "jobid", gpus: "attempts", duration: "attempts", cpuJobs: true}}}
	t.row.names = []string{"jobid", "attempts"}
	text := s.json()
	err := text.array(t.read)
	if err == nil {
		err = text.end()
	}
	return t.jobs.all(), err
}

// phillyLog reads the jobs one by one.
type phillyLog struct{ jobTable }

// attempt is one try of a job.
type attempt struct {
	start, end simtime.Time
	gpus       int
}

// read reads one job.
func (t *phillyLog) read(v jsonValue) *Error {
	o, err := v.object("status", "vc", "jobid", "attempts", "submitted_time", "user")
	if err != nil {
		return err
	}
	status, submitted := o.field("status"), o.field("submitted_time")
	if s := status.text; s != "Pass" && s != "Killed" && s != "Failed" {
		return status.fault("Pass, Killed or Failed")
	}
	job := Job{ID: o.field("jobid").text, Group: o.field("vc").text, User: o.field("user").text, Status: status.text, Line: v.line}
	if job.ID == "" {
		return o.field("jobid").fault("a name")
	}
	for _, key := range []string{"jobid", "vc", "user"} {
		if fault := o.field(key).oneLine(); fault != nil {
			return fault
		}
	}
	if timeless(submitted) {
		return leftOut("submission missing: left out")
	}
	var ok bool
	if job.Submit, ok = parseStamp(submitted.text); !ok {
		return submitted.fault("YYYY-MM-DD HH:MM:SS")
	}
	list, _ := o.get("attempts")
	attempts, err := list.attempts()
	if err != nil {
		return err
	}
	if len(attempts) == 0 {
		return leftOut("no attempt: left out")
	}
	// The row stands for the object where keep points at a fault.
	t.row.line = v.line
	t.row.cells, t.row.cols = []string{job.ID, string(list.raw)}, []int{v.col, v.col}
	return t.keepAttempts(job, attempts)
}

// keepAttempts keeps the job as the option Attempts says.
func (t *phillyLog) keepAttempts(job Job, attempts []attempt) *Error {
	first, last := attempts[0], attempts[len(attempts)-1]
	job.GPUs = first.gpus
	switch t.src.opts.Attempts {
	case AttemptsEach:
		for i, a := range attempts {
			each := job
			each.ID = job.ID + "/" + strconv.Itoa(i+1)
			each.Submit, each.Duration, each.GPUs = a.start, a.end.Sub(a.start), a.gpus
			if fault := t.keep(each); fault != nil {
				return fault
			}
		}
		return nil
	case AttemptsSpan:
		job.Duration = last.end.Sub(first.start)
	default:
		for _, a := range attempts {
			job.Duration += a.end.Sub(a.start)
		}
	}
	return t.keep(job)
}

// attempts reads the tries of a job. The log writes None for a time that is
// missing.
func (v jsonValue) attempts() ([]attempt, *Error) {
	list, err := v.elements()
	if err != nil {
		return nil, err
	}
	var out []attempt
	for _, each := range list {
		o, err := each.object("start_time", "end_time", "detail")
		if err != nil {
			return nil, err
		}
		start, end := o.field("start_time"), o.field("end_time")
		if timeless(start) || timeless(end) {
			return nil, leftOut("attempt without start or end: job left out")
		}
		a := attempt{}
		var ok1, ok2 bool
		if a.start, ok1 = parseStamp(start.text); !ok1 {
			return nil, start.fault("YYYY-MM-DD HH:MM:SS or None")
		}
		if a.end, ok2 = parseStamp(end.text); !ok2 || a.end < a.start || a.end.Sub(a.start) > simtime.Longest {
			return nil, end.fault("YYYY-MM-DD HH:MM:SS, not before the start and at most 10 years after it, or None")
		}
		detail, _ := o.get("detail")
		if a.gpus, err = detail.gpus(); err != nil {
			return nil, err
		}
		out = append(out, a)
	}
	return out, nil
}

// timeless reports whether the log has no time there.
func timeless(f field) bool { return f.text == "None" || f.text == "null" || f.text == "" }

// gpus counts the GPUs in the detail of an attempt.
func (v jsonValue) gpus() (int, *Error) {
	machines, err := v.elements()
	if err != nil {
		return 0, err
	}
	n := 0
	for _, m := range machines {
		o, err := m.object("ip", "gpus")
		if err != nil {
			return 0, err
		}
		list, _ := o.get("gpus")
		gpus, err := list.elements()
		if err != nil {
			return 0, err
		}
		n += len(gpus)
	}
	return n, nil
}
