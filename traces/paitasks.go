package traces

import (
	"fmt"
	"slices"
	"strings"

	"rubato/simtime"
)

// paiColumns name the fields of a task of Alibaba's PAI cluster, 2020 (Weng et al.,
// NSDI 2022), whose table has no header.
var paiColumns = []string{"job_name", "task_name", "inst_num", "status", "start_time", "end_time", "plan_cpu", "plan_mem",
	"plan_gpu", "gpu_type"}

// paiStatuses are how tasks end; of these only Terminated is a success.
var paiStatuses = []string{"Terminated", "Failed", "Running", "Waiting"}

// looksLikePAITasks reports whether the line has ten fields with a status fourth.
func looksLikePAITasks(h head) bool {
	cells := strings.Split(h.first, ",")
	return len(cells) == len(paiColumns) && slices.Contains(paiStatuses, cells[3])
}

// paiTasks folds tasks into jobs.
type paiTasks struct {
	row  row
	jobs []paiJob
	at   map[string]int // index in jobs of each name
}

// paiJob is a job with the tasks so far.
type paiJob struct {
	Job
	milli int64
	end   simtime.Time
}

// readPAITasks reads tasks with times in seconds and GPUs in percent, and folds
// those of one job into one: it holds the GPUs of them all from the first start to
// the last end. The table does not say when a job was submitted: that it started
// at once is assumed. Tasks that wait or run still, and those without GPUs, are left
// out and counted.
func readPAITasks(s *source) ([]Job, error) {
	p := &paiTasks{at: make(map[string]int), row: row{names: paiColumns}}
	err := s.each(func(l line) *Error {
		if fault := p.row.cut(l); fault != nil {
			return fault
		}
		return p.add(s)
	})
	if err != nil {
		return nil, err
	}
	t := &jobTable{schema: schema{gpus: "plan_gpu", duration: "end_time"}, src: s}
	for _, j := range p.jobs {
		j.Duration = j.end.Sub(j.Submit)
		j.share(j.milli)
		t.row.line = j.Line
		fault := t.keep(j.Job)
		if j.milli > 1000*maxUnits {
			fault = &Error{Line: j.Line, Col: 1, Got: j.ID, Want: fmt.Sprintf("tasks of at most %d GPUs in all", maxUnits), reason: "too many GPUs"}
		}
		if fault != nil {
			if err := s.reject(fault); err != nil {
				return nil, err
			}
		}
	}
	return t.jobs.all(), nil
}

// add reads a task.
func (p *paiTasks) add(s *source) *Error {
	r := &p.row
	status := r.must("status")
	instances := workers(r.must("inst_num"), r)
	switch {
	case !slices.Contains(paiStatuses, status.text):
		r.note(status.fault(either(paiStatuses)))
	case r.text("start_time") == "":
		return leftOut("task that never started: left out")
	case r.text("end_time") == "":
		return leftOut("task that runs still: left out")
	case r.text("plan_gpu") == "" || r.text("plan_gpu") == "0.0":
		return leftOut("0 GPUs: left out")
	}
	start, end := simtime.Time(r.seconds("start_time")), simtime.Time(r.seconds("end_time"))
	r.span(start, end, "end_time")
	percent := r.must("plan_gpu")
	milli, exact, ok := decimal(percent.text, 10, 1000*maxUnits)
	if !ok || !exact || milli*instances > 1000*maxUnits {
		r.note(percent.fault("percent of a GPU"))
	}
	if r.fault == nil {
		p.fold(s, Job{ID: r.label("job_name"), Line: r.line, GPUType: r.text("gpu_type"), Status: status.text, Submit: start}, end, milli*instances)
	}
	return r.fault
}

// fold adds a task to its job.
func (p *paiTasks) fold(s *source, task Job, end simtime.Time, milli int64) {
	i, seen := p.at[task.ID]
	if !seen {
		task.ID = strings.Clone(task.ID)
		p.at[task.ID] = len(p.jobs)
		s.own(&task)
		p.jobs = append(p.jobs, paiJob{task, milli, end})
		return
	}
	j := &p.jobs[i]
	j.Submit, j.end = min(j.Submit, task.Submit), max(j.end, end)
	j.milli += milli
	if task.Status != "Terminated" {
		j.Status = s.word(task.Status)
	}
}
