package traces

import (
	"fmt"
	"slices"
	"strings"

	"rubato/internal/words"
)

// schema is the header of a format with named columns.
type schema struct {
	mark     string // what the header line starts with, such as #
	id       string // column of the job's id, "" if there is none
	gpus     string // column of the job's size
	duration string // column of the job's duration, "" if it has none
	required []string
	optional []string
	cpuJobs  bool // rows without GPUs are jobs of other machines, left out and counted
}

// known lists every column of the schema.
func (sc schema) known() []string {
	return slices.Concat(sc.required, sc.optional)
}

// all reports whether a header line names every required column.
func (sc schema) all(header string) bool { return sc.found(header) == len(sc.required) }

// found counts the required columns that a header line names.
func (sc schema) found(header string) int {
	names := strings.Split(strings.TrimPrefix(header, sc.mark), ",")
	n := 0
	for _, c := range sc.required {
		if slices.Contains(names, c) {
			n++
		}
	}
	return n
}

// header reads the next line as column names and checks them.
func (s *source) header(sc schema) ([]string, error) {
	first, _, err := s.next()
	if err != nil {
		return nil, err
	}
	names := strings.Split(strings.TrimPrefix(strings.Clone(first.text), sc.mark), ",")
	var extra []field
	col := 1 + len(first.text) - len(strings.TrimPrefix(first.text, sc.mark))
	for i, name := range names {
		f := field{name: "header", text: name, line: first.num, col: col}
		if slices.Contains(names[:i], name) {
			return nil, s.located(f.wrong("a column that is not there already", ""))
		}
		if !slices.Contains(sc.known(), name) {
			extra = append(extra, f)
		}
		col += len(name) + 1
	}
	for _, name := range sc.required {
		if !slices.Contains(names, name) {
			return nil, s.located(missing(name, first, extra))
		}
	}
	return names, s.unknown(sc, extra)
}

// missing is the fault of a header without the column name. It points at the
// extra column that looks like a misspelling, if there is one.
func missing(name string, header line, extra []field) *Error {
	var texts []string
	for _, f := range extra {
		texts = append(texts, f.text)
	}
	best, edits := words.Nearest(name, texts)
	if edits < 0 || edits > len(name)/2 {
		return &Error{Line: header.num, Col: 1, Got: header.text,
			Want: fmt.Sprintf("a header with the column %q", name)}
	}
	f := extra[slices.Index(texts, best)]
	return &Error{Line: f.line, Col: f.col, Got: f.text, Want: fmt.Sprintf("the column %q", name)}
}

// unknown rejects columns that the format does not have.
func (s *source) unknown(sc schema, extra []field) error {
	for _, f := range extra {
		best, _ := words.Nearest(f.text, sc.known())
		err := s.reject(&Error{Line: f.line, Col: f.col, Got: f.text,
			Want: fmt.Sprintf("one of the columns %s (the nearest is %q)",
				strings.Join(sc.known(), ", "), best),
			reason: fmt.Sprintf("unknown column %q", shorten(f.text))})
		if err != nil {
			return err
		}
	}
	return nil
}

// located returns err with the file's name.
func (s *source) located(err *Error) error {
	err.File = s.name
	return err
}
