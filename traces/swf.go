package traces

import (
	"fmt"
	"strings"

	"rubato/simtime"
)

// swfColumns name the fields of a row of the Standard Workload Format 2.2
// (Feitelson, Tsafrir, Krakov, JPDC 2014), which stand between spaces.
var swfColumns = []string{"job", "submit", "wait", "run", "processors", "cpu", "memory", "requested", "limit",
	"requested_memory", "status", "user", "group", "application", "queue", "partition", "preceding", "think"}

// swfStatuses are the words for the status; 2 to 4 are parts of a job that was
// checkpointed and has a row of its own as well.
var swfStatuses = map[string]string{"0": "failed", "1": "completed", "5": "cancelled", "-1": ""}

// looksLikeSWF reports whether the line is a comment or eighteen numbers.
func looksLikeSWF(h head) bool {
	return h.first[0] == ';' || len(strings.Fields(h.first)) == len(swfColumns) && strings.Trim(h.first, "-0123456789. \t") == ""
}

// readSWF reads jobs in seconds. A job's GPUs are the processors it asked for, or
// else those it got. The header's UnixStartTime is time 0.
func readSWF(s *source) ([]Job, error) {
	t := &jobTable{schema: schema{id: "job", gpus: "requested", duration: "run", cpuJobs: true}, src: s}
	t.row.names = swfColumns
	err := s.each(func(l line) *Error {
		if l.text[0] == ';' {
			return s.swfHeader(l)
		}
		if fault := t.row.cutAtSpaces(l); fault != nil {
			return fault
		}
		job, fault := parseSWF(&t.row)
		if fault != nil {
			return fault
		}
		return t.keep(job)
	})
	return t.jobs.all(), err
}

// swfHeader reads the start of the log, if the line has it.
func (s *source) swfHeader(l line) *Error {
	key, value, _ := strings.Cut(strings.TrimLeft(l.text, "; \t"), ":")
	if key != "UnixStartTime" {
		return nil
	}
	value = strings.TrimSpace(value)
	f := field{key, value, l.num, strings.Index(l.text, value) + 1}
	const year9999 = 253_402_300_799
	seconds, err := f.whole(0, year9999)
	if err == nil && seconds > 0 {
		s.origin = wallClock(simtime.Time(seconds * 1000))
	}
	return err
}

// parseSWF reads one row.
func parseSWF(r *row) (Job, *Error) {
	status := r.must("status")
	word, known := swfStatuses[status.text]
	switch {
	case status.text == "2" || status.text == "3" || status.text == "4":
		return Job{}, leftOut("part of a checkpointed job: left out")
	case !known:
		r.note(status.fault("-1 to 5"))
	case r.text("run") == "-1":
		return Job{}, leftOut("run time missing: left out")
	}
	job := Job{
		ID: r.label("job"), Line: r.line, Status: word, Submit: simtime.Time(r.seconds("submit")), Duration: r.seconds("run"),
		User: r.optional("user"), Group: r.optional("group"), Model: r.optional("application"),
	}
	if r.text("limit") != "-1" {
		job.Estimate = r.seconds("limit")
	}
	if job.GPUs = r.processors("requested"); job.GPUs == 0 {
		job.GPUs = r.processors("processors")
	}
	return job, r.fault
}

// processors returns a number of processors, 0 if it is missing.
func (r *row) processors(name string) int {
	if r.text(name) == "-1" {
		return 0
	}
	return r.gpus(name)
}

// optional returns a cell in which -1 stands for nothing.
func (r *row) optional(name string) string {
	if text := r.text(name); text != "-1" {
		return text
	}
	return ""
}

// cutAtSpaces makes the line's fields between spaces the row's cells.
func (r *row) cutAtSpaces(l line) *Error {
	r.reset(l)
	for col := 0; col < len(l.text); {
		start := col + len(l.text[col:]) - len(strings.TrimLeft(l.text[col:], " \t"))
		if start == len(l.text) {
			break
		}
		size := strings.IndexAny(l.text[start:], " \t")
		if size < 0 {
			size = len(l.text) - start
		}
		r.cells, r.cols = append(r.cells, l.text[start:start+size]), append(r.cols, start+1)
		col = start + size
	}
	if len(r.cells) != len(r.names) {
		return &Error{Line: l.num, Col: 1, Got: l.text, reason: "wrong number of fields",
			Want: fmt.Sprintf("%d fields between spaces, not %d", len(r.names), len(r.cells))}
	}
	return nil
}
