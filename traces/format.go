package traces

import (
	"bytes"
	"fmt"
	"strings"

	"rubato/internal/words"
)

// Names of the formats.
const (
	FormatNodeEvents = "node-events"
	FormatCounts     = "counts"
	FormatPollux     = "pollux-philly"
	FormatRFold      = "rfold"
	FormatTiresias   = "tiresias"
)

// format is a kind of trace file. Exactly one of jobs and availability is set.
type format struct {
	name         string
	looks        string // what its first line looks like
	match        func(first string) bool
	jobs         func(*source) ([]Job, error)
	availability func(*source) (*Availability, error)
	grouped      bool // its jobs have groups
	wallClock    bool // Submit is read as milliseconds since 1970
}

// formats lists the formats in the order in which they are tried.
func formats() []format {
	return []format{
		{name: FormatNodeEvents, looks: "rows such as 480000,add,node1 (milliseconds, add or remove, name)",
			match: looksLikeEvents, availability: readNodeEvents},
		{name: FormatCounts, looks: "rows such as 2021-12-11, 11:11:30, 55 (date, time, count)",
			match: looksLikeCounts, availability: readCounts},
		{name: FormatPollux, looks: "a header " + strings.Join(polluxSchema.required, ","),
			match: func(first string) bool { return polluxSchema.found(first) >= 3 },
			jobs:  readPollux, grouped: true, wallClock: true},
		{name: FormatRFold, looks: "a header #" + strings.Join(rfoldSchema.required, ","),
			match: func(first string) bool {
				return strings.HasPrefix(first, rfoldSchema.mark) && rfoldSchema.found(first) >= 3
			},
			jobs: readRFold},
		{name: FormatTiresias, looks: "a header with " + strings.Join(tiresiasSchema.required, ","),
			match: func(first string) bool { return tiresiasSchema.found(first) >= 3 },
			jobs:  readTiresias},
		{name: FormatSacct, looks: "a header of sacct --parsable2 with " + strings.Join(sacctNames[:5], "|") + "|…",
			match: looksLikeSacct, jobs: readSacct, grouped: true, wallClock: true},
	}
}

// kind is the word for what the format's rows are.
func (f format) kind() string {
	if f.jobs != nil {
		return KindJobs
	}
	return KindAvailability
}

// looksLikeEvents reports whether the line is a number, a word and more.
func looksLikeEvents(first string) bool {
	cells := strings.Split(first, ",")
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	return len(cells) == 3 && digits(cells[0]) && cells[1] != "" && strings.Trim(cells[1], letters) == ""
}

// looksLikeCounts reports whether the line is a date and two more fields.
func looksLikeCounts(first string) bool {
	cells := strings.Split(first, ",")
	return len(cells) == 3 && len(cells[0]) == len("2006-01-02") &&
		cells[0][4] == '-' && cells[0][7] == '-' && digits(cells[0][:4])
}

// Detect finds the format of a trace by its content, gzipped or not. It
// reports false for formats that the package does not read.
func Detect(data []byte) (format string, ok bool) {
	s, err := open("", bytes.NewReader(data), Options{})
	if err != nil {
		return "", false
	}
	f, ok := s.detect()
	return f.name, ok
}

// detect finds the format by the first line.
func (s *source) detect() (format, bool) {
	first := s.first.text
	if foreign(first) != "" {
		return format{}, false
	}
	for _, f := range formats() {
		if f.match(first) {
			return f, true
		}
	}
	return format{}, false
}

// format returns the format that the options name, or else finds it.
func (s *source) format() (format, error) {
	if s.opts.Format == "" {
		f, ok := s.detect()
		if !ok {
			return f, s.unrecognised()
		}
		return f, nil
	}
	var names []string
	for _, f := range formats() {
		if f.name == s.opts.Format {
			return f, nil
		}
		names = append(names, f.name)
	}
	best, _ := words.Nearest(s.opts.Format, names)
	return format{}, s.fail(s.opts.Format, fmt.Sprintf("option Format as one of %s (the nearest is %q)",
		strings.Join(names, ", "), best))
}

// unrecognised is the error of a file in no known format.
func (s *source) unrecognised() error {
	var b strings.Builder
	b.WriteString("a trace in one of these formats:")
	for _, f := range formats() {
		fmt.Fprintf(&b, "\n  %-13s  %s", f.name, f.looks)
	}
	if hint := foreign(s.first.text); hint != "" {
		fmt.Fprintf(&b, "\nthe file looks like %s, which is not read yet", hint)
	}
	return &Error{File: s.name, Line: s.first.num, Col: 1, Got: s.first.text, Want: b.String()}
}
