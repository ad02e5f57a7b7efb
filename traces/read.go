package traces

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rubato/internal/words"
	"rubato/simtime"
)

// ReadJobs reads a job trace. The name is used in messages only.
func ReadJobs(name string, data []byte, o Options) (*Jobs, error) {
	s, err := open(name, data, o)
	if err != nil {
		return nil, err
	}
	f, err := s.format()
	if err != nil {
		return nil, err
	}
	return s.readJobs(f)
}

// ReadAvailability reads a trace of capacity. The name is used in messages
// only.
func ReadAvailability(name string, data []byte, o Options) (*Availability, error) {
	s, err := open(name, data, o)
	if err != nil {
		return nil, err
	}
	f, err := s.format()
	if err != nil {
		return nil, err
	}
	return s.readAvailability(f)
}

// readJobs reads the rows, selects the group, sorts, and sets the zero point.
func (s *source) readJobs(f format) (*Jobs, error) {
	if f.jobs == nil {
		return nil, s.fail(f.name, "a job trace; this format is of availability")
	}
	rows, err := f.jobs(s)
	if err != nil {
		return nil, err
	}
	if rows, err = s.selectGroup(f, rows); err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, s.fail("", "at least one job, but no row is left")
	}
	slices.SortStableFunc(rows, func(a, b Job) int { return cmp.Compare(a.Submit, b.Submit) })
	jobs := &Jobs{Format: f.name, SHA256: s.sha256, Rows: rows, Skipped: s.skipped}
	if f.wallClock {
		jobs.countFrom(rows[0].Submit)
	}
	if last := rows[len(rows)-1]; simtime.Duration(last.Submit) > simtime.Longest {
		return nil, &Error{File: s.name, Line: last.Line, Col: 1, Got: last.Submit.String(),
			Want: "a submission at most 10 years after the first"}
	}
	return jobs, nil
}

// countFrom shifts the submissions, read as wall clock, to count from zero.
func (j *Jobs) countFrom(zero simtime.Time) {
	j.Origin = wallClock(zero)
	for i := range j.Rows {
		j.Rows[i].Submit -= zero
	}
}

// selectGroup keeps the jobs of the group that the options name.
func (s *source) selectGroup(f format, rows []Job) ([]Job, error) {
	group := s.opts.Group
	if group == "" {
		return rows, nil
	}
	if !f.grouped {
		return nil, s.fail(group, fmt.Sprintf("no option Group: the format %s has no groups", f.name))
	}
	var kept []Job
	seen := make(map[string]bool)
	var names []string
	for _, r := range rows {
		if !seen[r.Group] {
			seen[r.Group] = true
			names = append(names, r.Group)
		}
		if r.Group == group {
			kept = append(kept, r)
		}
	}
	if len(kept) > 0 {
		return kept, nil
	}
	slices.Sort(names)
	best, _ := words.Nearest(group, names)
	return nil, s.fail(group, fmt.Sprintf("option Group as one of %s (the nearest is %q)",
		strings.Join(names, ", "), best))
}

// readAvailability reads the events or counts.
func (s *source) readAvailability(f format) (*Availability, error) {
	if f.availability == nil {
		return nil, s.fail(f.name, "a trace of availability; this format is of jobs")
	}
	if s.opts.Group != "" {
		return nil, s.fail(s.opts.Group, fmt.Sprintf("no option Group: the format %s has no groups", f.name))
	}
	a, err := f.availability(s)
	if err != nil {
		return nil, err
	}
	if len(a.Events)+len(a.Counts) == 0 {
		return nil, s.fail("", "at least one row, but none is left")
	}
	a.Format, a.SHA256, a.Skipped = f.name, s.sha256, s.skipped
	return a, nil
}
