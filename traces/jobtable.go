package traces

import (
	"fmt"

	"rubato/simtime"
)

// jobTable reads the rows of a table of jobs one by one.
type jobTable struct {
	schema
	src    *source
	names  []string                // of the columns, in file order
	parse  func(row) (Job, *Error) // reads a row, whatever its duration
	lineOf map[string]int          // where each id was seen
}

// table reads the lines after the header as jobs, each by parse.
func (s *source) table(sc schema, parse func(row) (Job, *Error)) ([]Job, error) {
	names, err := s.header(sc)
	if err != nil {
		return nil, err
	}
	t := &jobTable{schema: sc, src: s, names: names, parse: parse, lineOf: make(map[string]int)}
	jobs := make([]Job, 0, len(s.lines))
	for _, l := range s.lines[1:] {
		job, keep, fault := t.read(l)
		if fault != nil {
			if err := s.reject(fault); err != nil {
				return nil, err
			}
		} else if keep {
			jobs = append(jobs, job)
		}
	}
	return jobs, nil
}

// read reads one line and reports whether the job is kept.
func (t *jobTable) read(l line) (job Job, keep bool, fault *Error) {
	cells, fault := l.cells(t.names)
	if fault != nil {
		return job, false, fault
	}
	r := row{l.num, cells}
	if job, fault = t.parse(r); fault != nil {
		return job, false, fault
	}
	if job.Duration == 0 {
		if keep, fault := t.zero(r, &job); !keep {
			return job, false, fault
		}
	}
	if t.id != "" {
		if first := t.lineOf[job.ID]; first > 0 {
			want := fmt.Sprintf("an id other than that of line %d", first)
			return job, false, r.must(t.id).wrong(want, "id used twice")
		}
		t.lineOf[job.ID] = l.num
	}
	return job, true, nil
}

// zero treats a job of duration 0 as the options say, and reports whether it
// is kept.
func (t *jobTable) zero(r row, job *Job) (keep bool, fault *Error) {
	switch t.src.opts.ZeroDuration {
	case ZeroKeep:
		return true, nil
	case ZeroDrop:
		t.src.skipped.add("duration 0: left out")
		return false, nil
	case ZeroMin1s:
		t.src.skipped.add("duration 0: read as 1 s")
		job.Duration = simtime.Second
		return true, nil
	}
	return false, r.must(t.duration).wrong(
		"a duration over 0 (option ZeroDuration: drop, min-1s or keep)", "duration 0")
}
