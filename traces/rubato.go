package traces

import (
	"slices"
	"strings"
	"time"

	"rubato/report/table"
	"rubato/simtime"
)

// Marks of Rubato's own tables, which start the line above the header.
const (
	jobsMark         = "#rubato jobs"
	availabilityMark = "#rubato availability"
)

// mark is what the line above the header says.
type mark struct {
	origin time.Time    // zero for none
	end    simtime.Time // -1 for none
}

// originLayout is how a mark has the wall clock of time 0.
const originLayout = "2006-01-02T15:04:05.000Z"

// String is the line, but for its start.
func (m mark) String() string {
	out := ""
	if !m.origin.IsZero() {
		out += " origin=" + m.origin.UTC().Format(originLayout)
	}
	if m.end >= 0 {
		out += " end_s=" + table.SecondsText(int64(m.end))
	}
	return out
}

// mark reads the line above the header, if there is one.
func (s *source) mark(start string) (mark, error) {
	m := mark{end: -1}
	if !strings.HasPrefix(s.first.text, start) {
		return m, nil
	}
	l, _, err := s.next()
	if err != nil {
		return m, err
	}
	col := len(start) + 1
	for word := range strings.SplitSeq(l.text[len(start):], " ") {
		f := field{line: l.num, col: col, text: word}
		if fault := m.read(f); fault != nil {
			return m, s.located(fault)
		}
		col += len(word) + 1
	}
	return m, nil
}

// read reads a word of the line.
func (m *mark) read(f field) *Error {
	key, value, _ := strings.Cut(f.text, "=")
	var err error
	switch key {
	case "":
	case "origin":
		m.origin, err = time.Parse(originLayout, value)
	case "end_s":
		d, fault := field{key, value, f.line, f.col + len("end_s=")}.span(simtime.Second, simtime.Millisecond)
		m.end = simtime.Time(d)
		return fault
	default:
		return f.wrong("origin= or end_s=", "")
	}
	if err != nil {
		return f.wrong("origin= and a time such as "+originLayout, "")
	}
	return nil
}

// rubatoSchema is the header of Rubato's own table of jobs.
var rubatoSchema = func() schema {
	sc := schema{id: "job", gpus: "gpus", duration: "duration_s"}
	for _, c := range jobColumns {
		if c.Optional {
			sc.optional = append(sc.optional, c.Name)
		} else {
			sc.required = append(sc.required, c.Name)
		}
	}
	return sc
}()

// readRubato reads Rubato's own table of jobs.
func readRubato(s *source) ([]Job, error) {
	m, err := s.mark(jobsMark)
	if err != nil {
		return nil, err
	}
	s.origin = m.origin
	var columns []*jobColumn
	return s.table(rubatoSchema, func(r *row) (Job, *Error) {
		if columns == nil {
			columns = columnsOf(r.names)
		}
		job := Job{Line: r.line}
		for i, text := range r.cells {
			c := columns[i]
			if c == nil || text == "" && c.Optional {
				continue
			}
			if fault := c.read(field{c.Name, text, r.line, r.cols[i]}, &job); fault != nil {
				return job, fault
			}
		}
		return job, nil
	})
}

// columnsOf are the columns of a header, nil for those that a lenient reading
// leaves out.
func columnsOf(names []string) []*jobColumn {
	out := make([]*jobColumn, len(names))
	for i, name := range names {
		if at := slices.IndexFunc(jobColumns, func(c jobColumn) bool { return c.Name == name }); at >= 0 {
			out[i] = &jobColumns[at]
		}
	}
	return out
}
