package traces

import (
	"fmt"
	"strings"

	"rubato/simtime"
)

// jobTable reads the rows of a table of jobs one by one.
type jobTable struct {
	schema
	src   *source
	row   row
	parse func(*row) (Job, *Error) // reads a row, whatever its duration and GPUs
	ids   ids
	jobs  jobList
}

// table reads the lines after the header as jobs, each by parse.
func (s *source) table(sc schema, parse func(*row) (Job, *Error)) ([]Job, error) {
	names, err := s.header(sc)
	if err != nil {
		return nil, err
	}
	t := &jobTable{schema: sc, src: s, parse: parse}
	t.row.names = names
	err = s.each(t.read)
	return t.jobs.all(), err
}

// read reads one line.
func (t *jobTable) read(l line) *Error {
	if fault := t.row.cut(l); fault != nil {
		return fault
	}
	job, fault := t.parse(&t.row)
	if fault != nil {
		return fault
	}
	return t.keep(job)
}

// keep adds a job, unless the options or its id rule it out.
func (t *jobTable) keep(job Job) *Error {
	if job.GPUs == 0 {
		if t.cpuJobs || t.src.opts.ZeroGPUs == ZeroDrop {
			return leftOut("0 GPUs: left out")
		}
		return t.row.must(t.gpus).wrong("at least 1 GPU (option ZeroGPUs: drop)", "0 GPUs")
	}
	if t.duration != "" && job.Duration == 0 {
		if fault := t.src.zero(t.row.must(t.duration), &job); fault != nil {
			return fault
		}
	}
	if t.id != "" {
		job.ID = strings.Clone(job.ID)
		if first := t.ids.first(job.ID, job.Line, &t.jobs); first > 0 {
			want := fmt.Sprintf("an id other than that of line %d", first)
			return t.row.must(t.id).wrong(want, "id used twice")
		}
	}
	t.src.own(&job)
	t.jobs.add(job)
	return nil
}

// own replaces the words of a job, which are part of a chunk of the text.
func (s *source) own(job *Job) {
	for _, w := range [...]*string{&job.Group, &job.User, &job.Model, &job.GPUType, &job.Status} {
		if *w != "" {
			*w = s.word(*w)
		}
	}
}

// zero treats a job of duration 0, read from a field, as the options say.
func (s *source) zero(duration field, job *Job) *Error {
	switch s.opts.ZeroDuration {
	case ZeroKeep:
		return nil
	case ZeroDrop:
		return leftOut("duration 0: left out")
	case ZeroMin1s:
		s.skipped.add("duration 0: read as 1 s")
		job.Duration = simtime.Second
		return nil
	}
	return duration.wrong(
		"a duration over 0 (option ZeroDuration: drop, min-1s or keep)", "duration 0")
}
