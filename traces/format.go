package traces

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"rubato/internal/words"
)

// Names of the formats.
const (
	FormatRubatoUnits = "rubato-units"
	FormatRubatoNodes = "rubato-nodes"
	FormatRubato      = "rubato"
	FormatNodeEvents  = "node-events"
	FormatCountEvents = "count-events"
	FormatReplay      = "parcae-replay"
	FormatCounts      = "counts"
	FormatSteps       = "steps"
	FormatFaults      = "faults"
	FormatSpotLog     = "spot-log"
	FormatVCCapacity  = "vc-capacity"
	FormatNodeSeries  = "node-series"
	FormatTicks       = "ticks"
	FormatTitan       = "titan"
	FormatPollux      = "pollux-philly"
	FormatRFold       = "rfold"
	FormatElasticFlow = "elasticflow"
	FormatChronus     = "chronus"
	FormatTiresias    = "tiresias"
	FormatGavel       = "gavel"
	FormatWorkload    = "pollux-workload"
	FormatFleetsim    = "fleetsim"
	FormatOpenb       = "openb"
	FormatSWF         = "swf"
	FormatPhillyLog   = "philly-log"
	FormatHelios      = "helios"
	FormatAcme        = "acme"
	FormatSpot2026    = "spot-2026"
	FormatPAITasks    = "pai-tasks"
)

// format is a kind of trace file. Exactly one of jobs and availability is set.
type format struct {
	name         string
	looks        string // what its first line looks like
	match        func(head) bool
	jobs         func(*source) ([]Job, error)
	availability func(*source) (*Availability, error)
	options      []string // that it has a use for, beside those of all
	wallClock    bool     // Submit is read as milliseconds since 1970
}

// FormatNames lists the names of the formats, in the order in which they are tried.
func FormatNames() []string {
	var names []string
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// grouped reports whether the format's jobs have groups.
func (f format) grouped() bool { return slices.Contains(f.options, "Group") }

// head is the start of a trace, by which its format is known.
type head struct {
	first string // line that is not blank
	text  string // from that line on
}

// has reports whether the text has all the parts.
func (h head) has(parts ...string) bool {
	for _, p := range parts {
		if !strings.Contains(h.text, p) {
			return false
		}
	}
	return true
}

// columns reports whether the first line names every column that the schema
// requires.
func columns(sc schema) func(head) bool {
	return func(h head) bool { return strings.HasPrefix(h.first, sc.mark) && sc.all(h.first) }
}

// mostColumns reports whether it names three of them, so that a misspelt one is
// explained.
func mostColumns(sc schema) func(head) bool {
	return func(h head) bool { return strings.HasPrefix(h.first, sc.mark) && sc.found(h.first) >= 3 }
}

// below reports whether the first line, or the one below that with the mark, names
// every column that the schema requires.
func below(mark string, sc schema) func(head) bool {
	return func(h head) bool {
		header := h.first
		if strings.HasPrefix(header, mark) {
			_, header, _ = strings.Cut(h.text, "\n")
			header, _, _ = strings.Cut(header, "\n")
		}
		return sc.all(header)
	}
}

// formats lists the formats in the order in which they are tried.
func formats() []format {
	return append(availabilityFormats(), jobFormats()...)
}

func availabilityFormats() []format {
	return []format{
		{name: FormatRubatoUnits, looks: "a header " + strings.Join(unitsSchema.required, ",") + ", perhaps below " + availabilityMark,
			match: below(availabilityMark, unitsSchema), availability: readUnits},
		{name: FormatRubatoNodes, looks: "a header " + strings.Join(nodesSchema.required, ",") + ", perhaps below " + availabilityMark,
			match: below(availabilityMark, nodesSchema), availability: readNodes},
		{name: FormatNodeEvents, looks: "rows such as 480000,add,node1 (milliseconds, add or remove, name)",
			match: looksLikeEvents, availability: readNodeEvents},
		{name: FormatCounts, looks: "rows such as 2021-12-11, 11:11:30, 55 (date, time, count)",
			match: looksLikeCounts, availability: readCounts, options: []string{"Samples"}},
		{name: FormatCountEvents, looks: "rows such as 480000,5 (milliseconds, count), one more or less than the row above",
			match: looksLikeCountEvents, availability: readCountEvents},
		{name: FormatSteps, looks: "rows such as 25435,2 (time, count), two for each change",
			match: looksLikeSteps, availability: readSteps, options: []string{"Unit"}},
		{name: FormatReplay, looks: `lines such as [60000, "add", {"nodes": ["node-1"], "duration": 60000, …}]`,
			match:        func(h head) bool { return strings.HasPrefix(h.first, "[") && h.has(`"nodes"`, `"duration"`) },
			availability: readReplay},
		{name: FormatFaults, looks: "a JSON array of objects with node_id, event_time, event_type, fault_type",
			match:        func(h head) bool { return strings.HasPrefix(h.first, "[") && h.has(`"node_id"`, `"event_time"`) },
			availability: readFaults, options: []string{"Nodes"}},
		{name: FormatTicks, looks: `a JSON object {"metadata": {"gap_seconds": 300}, "data": [1, 0, …]}`,
			match: looksLikeTicks, availability: readTicks, options: []string{"Gap", "Invert", "Mask"}},
		{name: FormatSpotLog, looks: "lines such as [2020-03-15T10:07:33.000Z] Created instance i-1 with 8 GPU(s) of type v100 in zone z",
			match: func(h head) bool {
				return len(h.first) > 27 && h.first[0] == '[' && strings.HasPrefix(h.first[24:], "Z] ")
			},
			availability: readSpotLog, options: []string{"Group"}},
		{name: FormatVCCapacity, looks: "a header date,<virtual clusters>,total",
			match:        func(h head) bool { return strings.HasPrefix(h.first, "date,") && strings.HasSuffix(h.first, ",total") },
			availability: readVCCapacity, options: []string{"Group"}},
		{name: FormatNodeSeries, looks: "a header " + strings.Join(nodeSeriesSchema.required, ","),
			match: columns(nodeSeriesSchema), availability: readNodeSeries, options: []string{"Group"}},
		{name: FormatTitan, looks: "a header " + strings.Join(titanSchema.required, ","),
			match: columns(titanSchema), availability: readTitan},
	}
}

func jobFormats() []format {
	return []format{
		{name: FormatRubato, looks: "a header with " + strings.Join(rubatoSchema.required, ",") + ", perhaps below " + jobsMark,
			match: func(h head) bool { return strings.HasPrefix(h.first, jobsMark) || columns(rubatoSchema)(h) },
			jobs:  readRubato, options: []string{"Group"}},
		{name: FormatPollux, looks: "a header " + strings.Join(polluxSchema.required, ","),
			match: mostColumns(polluxSchema), jobs: readPollux, options: []string{"Group"}, wallClock: true},
		{name: FormatRFold, looks: "a header #" + strings.Join(rfoldSchema.required, ","),
			match: mostColumns(rfoldSchema), jobs: readRFold},
		{name: FormatChronus, looks: "a header with " + strings.Join(chronusSchema.required, ","),
			match: columns(chronusSchema), jobs: readChronus, options: []string{"Group"}},
		{name: FormatElasticFlow, looks: "a header with " + strings.Join(elasticFlowSchema.required, ",") + " and ddl or iteration",
			match: looksLikeElasticFlow, jobs: readElasticFlow},
		{name: FormatGavel, looks: "seven fields between tabs: job type, command, …, steps, arrival, GPUs",
			match: looksLikeGavel, jobs: readGavel, options: []string{"Throughputs"}},
		{name: FormatWorkload, looks: "a header " + strings.Join(polluxWorkloadSchema.required, ","),
			match: columns(polluxWorkloadSchema), jobs: readPolluxWorkload},
		{name: FormatFleetsim, looks: "a header " + strings.Join(fleetsimSchema.required, ",") + " below comments",
			match: looksLikeFleetsim, jobs: readFleetsim, options: []string{"Group"}},
		{name: FormatOpenb, looks: "a header with " + strings.Join(openbSchema.required, ","),
			match: columns(openbSchema), jobs: readOpenb, options: []string{"Group"}},
		{name: FormatHelios, looks: "a header with " + strings.Join(heliosSchema.required, ","),
			match: columns(heliosSchema), jobs: readHelios, options: []string{"Group"}, wallClock: true},
		{name: FormatAcme, looks: "a header with " + strings.Join(acmeSchema.required, ","),
			match: columns(acmeSchema), jobs: readAcme, options: []string{"Group"}, wallClock: true},
		{name: FormatSpot2026, looks: "a header with " + strings.Join(spot2026Schema.required, ","),
			match: columns(spot2026Schema), jobs: readSpot2026, options: []string{"Group"}},
		{name: FormatPhillyLog, looks: `a JSON array of objects with status, vc, jobid, attempts, submitted_time, user`,
			match: func(h head) bool { return strings.HasPrefix(h.first, "[") && h.has(`"jobid"`, `"attempts"`) },
			jobs:  readPhillyLog, options: []string{"Group", "Attempts"}, wallClock: true},
		{name: FormatSWF, looks: "comments after ; and rows of eighteen numbers between spaces (Standard Workload Format)",
			match: looksLikeSWF, jobs: readSWF, options: []string{"Group"}},
		{name: FormatPAITasks, looks: "ten fields without a header: " + strings.Join(paiColumns, ","),
			match: looksLikePAITasks, jobs: readPAITasks},
		{name: FormatTiresias, looks: "a header with " + strings.Join(tiresiasSchema.required, ","),
			match: mostColumns(tiresiasSchema), jobs: readTiresias, options: []string{"Unit"}},
		{name: FormatSacct, looks: "a header of sacct --parsable2 with " + strings.Join(sacctNames[:5], "|") + "|…",
			match: func(h head) bool { return looksLikeSacct(h.first) }, jobs: readSacct, options: []string{"Group"}, wallClock: true},
	}
}

// kind is the word for what the format's rows are.
func (f format) kind() string {
	if f.jobs != nil {
		return KindJobs
	}
	return KindAvailability
}

// looksLikeEvents reports whether the first line is a number, a word and more.
func looksLikeEvents(h head) bool {
	cells := strings.Split(h.first, ",")
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	return len(cells) == 3 && digits(cells[0]) && cells[1] != "" && strings.Trim(cells[1], letters) == ""
}

// looksLikeCounts reports whether it is a date and two more fields.
func looksLikeCounts(h head) bool {
	cells := strings.Split(h.first, ",")
	return len(cells) == 3 && len(cells[0]) == len("2006-01-02") &&
		cells[0][4] == '-' && cells[0][7] == '-' && digits(cells[0][:4])
}

// looksLikeCountEvents reports whether it is a number and a 1, and the next a
// number and a 2 or a 0.
func looksLikeCountEvents(h head) bool {
	first, second := numberPair(h.first), []string(nil)
	if _, rest, ok := strings.Cut(h.text, "\n"); ok {
		next, _, _ := strings.Cut(rest, "\n")
		second = numberPair(next)
	}
	return first != nil && first[1] == "1" && digits(first[0]) &&
		second != nil && (second[1] == "2" || second[1] == "0")
}

// looksLikeSteps reports whether it is a number, perhaps with a fraction, and a
// whole one.
func looksLikeSteps(h head) bool { return numberPair(h.first) != nil }

// numberPair returns the two numbers of a line, or nil.
func numberPair(line string) []string {
	cells := strings.Split(line, ",")
	if len(cells) != 2 || !digits(strings.Replace(cells[0], ".", "", 1)) || !digits(cells[1]) {
		return nil
	}
	return cells
}

// looksLikeTicks reports whether the text is an object with data in ticks.
func looksLikeTicks(h head) bool {
	if !strings.HasPrefix(h.first, "{") || !h.has(`"data"`) {
		return false
	}
	_, after, _ := strings.Cut(h.text, `"data"`)
	return h.has(`"gap_seconds"`) || strings.HasPrefix(strings.TrimLeft(after, ": \n"), "[")
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
	h := head{first: s.first.text, text: s.head}
	for _, f := range formats() {
		if f.match(h) {
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
	names := FormatNames()
	if i := slices.Index(names, s.opts.Format); i >= 0 {
		return formats()[i], nil
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
		fmt.Fprintf(&b, "\n  %-15s  %s", f.name, f.looks)
	}
	if hint := foreign(s.first.text); hint != "" {
		fmt.Fprintf(&b, "\nthe file looks like %s, which is not read", hint)
	}
	return &Error{File: s.name, Line: s.first.num, Col: 1, Got: s.first.text, Want: b.String()}
}
