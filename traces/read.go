package traces

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"rubato/internal/words"
	"rubato/simtime"
)

// ReadJobs reads a job trace. The name is used in messages only.
func ReadJobs(name string, data []byte, o Options) (*Jobs, error) {
	return ReadJobsFrom(name, bytes.NewReader(data), o)
}

// ReadJobsFrom is ReadJobs of a stream: memory grows with the jobs kept, not with
// the rows read.
func ReadJobsFrom(name string, r io.Reader, o Options) (*Jobs, error) {
	s, f, err := openFormat(name, r, o)
	if err != nil {
		return nil, err
	}
	return s.readTimedJobs(f)
}

// ReadAvailability reads a trace of capacity. The name is used in messages
// only.
func ReadAvailability(name string, data []byte, o Options) (*Availability, error) {
	return ReadAvailabilityFrom(name, bytes.NewReader(data), o)
}

// ReadAvailabilityFrom is ReadAvailability of a stream.
func ReadAvailabilityFrom(name string, r io.Reader, o Options) (*Availability, error) {
	s, f, err := openFormat(name, r, o)
	if err != nil {
		return nil, err
	}
	return s.readAvailability(f)
}

// ReadFrom reads a trace of either kind: one of the two that it returns is nil. Jobs
// of duration 0 are kept unless the options say otherwise.
func ReadFrom(name string, r io.Reader, o Options) (*Jobs, *Availability, error) {
	s, f, err := openFormat(name, r, o)
	if err != nil {
		return nil, nil, err
	}
	if f.availability != nil {
		a, err := s.readAvailability(f)
		return nil, a, err
	}
	s.opts.ZeroDuration = cmp.Or(o.ZeroDuration, ZeroKeep)
	jobs, err := s.readTimedJobs(f)
	return jobs, nil, err
}

// openFormat starts to read a trace and finds its format.
func openFormat(name string, r io.Reader, o Options) (*source, format, error) {
	s, err := open(name, r, o)
	if err != nil {
		return nil, format{}, err
	}
	f, err := s.format()
	if err != nil {
		return nil, f, err
	}
	return s, f, s.usable(f)
}

// readTimedJobs reads jobs that have run times.
func (s *source) readTimedJobs(f format) (*Jobs, error) {
	jobs, err := s.readJobs(f)
	if err == nil && s.untimed != "" && !s.opts.Profiled {
		return nil, s.fail(f.name, "a trace with run times; this one gives "+s.untimed)
	}
	return jobs, err
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
	if rows, err = s.selectGroup(rows); err != nil {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, s.fail("", "at least one job, but no row is left")
	}
	sortBySubmission(rows)
	jobs := &Jobs{Format: f.name, SHA256: s.lines.sum(), Rows: rows,
		Settings: s.opts.Settings(), Skipped: s.skipped}
	jobs.Origin = s.origin
	if f.wallClock {
		jobs.countFrom(rows[0].Submit)
	}
	if last := rows[len(rows)-1]; simtime.Duration(last.Submit) > simtime.Longest {
		return nil, &Error{File: s.name, Line: last.Line, Col: 1, Got: last.Submit.String(),
			Want: "a submission at most 10 years after the first"}
	}
	return jobs, nil
}

// sortBySubmission sorts jobs that are in file order by submission; those of one
// instant stay in that order.
func sortBySubmission(rows []Job) {
	bySubmission := func(a, b Job) int { return cmp.Compare(a.Submit, b.Submit) }
	if slices.IsSortedFunc(rows, bySubmission) {
		return
	}
	type place struct {
		submit simtime.Time
		row    int
	}
	places := make([]place, len(rows))
	for i, r := range rows {
		places[i] = place{r.Submit, i}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.submit, b.submit), cmp.Compare(a.row, b.row))
	})
	sorted := make([]Job, len(rows))
	for i, p := range places {
		sorted[i] = rows[p.row]
	}
	copy(rows, sorted)
}

// countFrom shifts the submissions, read as wall clock, to count from zero.
func (j *Jobs) countFrom(zero simtime.Time) {
	j.Origin = wallClock(zero)
	for i := range j.Rows {
		r := &j.Rows[i]
		r.Submit -= zero
		if r.Deadline > 0 {
			r.Deadline -= zero
		}
	}
}

// selectGroup keeps the jobs of the group that the options name.
func (s *source) selectGroup(rows []Job) ([]Job, error) {
	group := s.opts.Group
	if group == "" {
		return rows, nil
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
	a, err := f.availability(s)
	if err != nil {
		return nil, err
	}
	if len(a.Events)+len(a.Counts) == 0 {
		return nil, s.fail("", "at least one row, but none is left")
	}
	if o := s.opts.End; o > 0 {
		if simtime.Time(o) < a.End {
			return nil, s.fail(o.String(), fmt.Sprintf("option End at %v, the last row, or later", a.End))
		}
		a.End = simtime.Time(o)
	}
	a.Format, a.SHA256 = f.name, s.lines.sum()
	a.Settings, a.Skipped = s.opts.Settings(), s.skipped
	return a, nil
}
