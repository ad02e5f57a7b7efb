package traces

import (
	"fmt"
	"strings"

	"rubato/internal/words"
	"rubato/simtime"
)

// sacctRow is the row whose cells the reader has.
type sacctRow struct {
	*sacctReader
	line
}

// split cuts a line at its bars; the cells hold until the next line. Slurm does
// not escape the bars in the names of jobs; if JobName is the last column they do
// no harm.
func (r *sacctReader) split(l line) (sacctRow, *Error) {
	rest := l.text
	if strings.HasSuffix(r.header, "|") {
		rest = strings.TrimSuffix(rest, "|")
	}
	r.cells = r.cells[:0]
	nameLast := r.at[sacctJobName] == r.width-1
	for {
		cell, after, more := strings.Cut(rest, "|")
		if more && nameLast && len(r.cells) == r.width-1 {
			cell, more = rest, false
		}
		r.cells, rest = append(r.cells, cell), after
		if !more {
			break
		}
	}
	if len(r.cells) == r.width {
		return sacctRow{r, l}, nil
	}
	return sacctRow{}, &Error{Line: l.num, Col: 1, Got: l.text, reason: "wrong number of fields",
		Want: fmt.Sprintf("%d fields between bars, not %d (names of jobs may hold bars: make JobName the last column)", r.width, len(r.cells))}
}

// has reports whether the file has a column.
func (r *sacctReader) has(c sacctColumn) bool { return r.at[c] >= 0 }

// text returns a cell, "" if the file lacks its column.
func (r sacctRow) text(c sacctColumn) string {
	if !r.has(c) {
		return ""
	}
	return r.cells[r.at[c]]
}

// get returns a cell with its place.
func (r sacctRow) get(c sacctColumn) field {
	f := field{name: sacctNames[c], text: r.text(c), line: r.num, col: 1}
	for i := range max(r.at[c], 0) {
		f.col += len(r.cells[i]) + 1
	}
	return f
}

// sacctRecord is what a row says of one run of a job.
type sacctRecord struct {
	state   string           // the same for all rows of a state
	submit  simtime.Time     // milliseconds of the clock of the file
	start   simtime.Time     // likewise; -1 if it has not started
	length  simtime.Duration // run time; of one that goes on, so far; unknownLength
	going   bool             // it had not ended at the time of the export
	limit   simtime.Duration // that the user set; 0 for none
	gpus    int
	gpuType string // "" if there are several, or none is known
	shares  bool   // it has parts of GPUs
	line    int
	element int // component of a heterogeneous job
}

// unknownLength is the length of a run that goes on in a file without Elapsed.
const unknownLength simtime.Duration = -1

// sacctStates are the states of jobs, of which those that say true are of jobs
// that have not ended.
var sacctStates = map[string]bool{
	"BOOT_FAIL": false, "CANCELLED": false, "COMPLETED": false, "DEADLINE": false, "FAILED": false,
	"LAUNCH_FAILED": false, "NODE_FAIL": false, "OUT_OF_MEMORY": false, "PREEMPTED": false,
	"REQUEUED": false, "RESIZING": false, "REVOKED": false, "SPECIAL_EXIT": false, "TIMEOUT": false,
	"COMPLETING": true, "CONFIGURING": true, "PENDING": true, "REQUEUE_FED": true, "REQUEUE_HOLD": true,
	"RESV_DEL_HOLD": true, "RUNNING": true, "SIGNALING": true, "STAGE_OUT": true, "STOPPED": true, "SUSPENDED": true,
}

// record reads a row that is not of a step.
func (r *sacctReader) record(row sacctRow) (rec sacctRecord, fault *Error) {
	rec.line = row.num
	if rec.state, fault = row.state(); fault != nil {
		return rec, fault
	}
	if rec.limit, fault = row.limit(); fault != nil {
		return rec, fault
	}
	if rec.submit, fault = r.clock.parse(row.get(sacctSubmit)); fault != nil {
		return rec, fault
	}
	rec.start = -1
	if !unknownTime(row.text(sacctStart)) {
		if rec.start, fault = r.clock.parse(row.get(sacctStart)); fault != nil {
			return rec, fault
		}
	}
	rec.going = sacctStates[rec.state] && unknownTime(row.text(sacctEnd))
	if rec.start >= 0 {
		if rec.length, fault = row.length(rec); fault != nil {
			return rec, fault
		}
	}
	tres := sacctAllocTRES
	if row.text(tres) == "" && r.has(sacctReqTRES) {
		tres = sacctReqTRES
	}
	if fault = rec.readTRES(row.get(tres)); fault != nil {
		return rec, fault
	}
	rec.gpuType = r.src.word(rec.gpuType)
	if rec.length == 0 && row.text(sacctAllocTRES) == "" {
		rec.start = -1 // Slurm gives jobs that are cancelled in the queue a start, too
	}
	return rec, nil
}

// state reads the word of a state, such as that of "CANCELLED by 1000".
func (r sacctRow) state() (string, *Error) {
	f := r.get(sacctState)
	state, by, more := strings.Cut(f.text, " ")
	if _, known := sacctStates[state]; known && (!more || strings.HasPrefix(by, "by ")) {
		return r.src.word(state), nil
	}
	names := make([]string, 0, len(sacctStates))
	for name := range sacctStates {
		names = append(names, name)
	}
	best, _ := words.Nearest(state, names)
	return "", f.fault(fmt.Sprintf("a state of Slurm's jobs (the nearest is %q)", best))
}

// limit returns the time limit, 0 if there is none.
func (r sacctRow) limit() (simtime.Duration, *Error) {
	switch r.text(sacctTimelimit) {
	case "", "UNLIMITED", "Partition_Limit":
		return 0, nil
	}
	return r.get(sacctTimelimit).slurmSpan()
}

// length returns the run time.
func (r sacctRow) length(rec sacctRecord) (simtime.Duration, *Error) {
	switch {
	case r.has(sacctElapsedRaw):
		return r.get(sacctElapsedRaw).span(simtime.Second, simtime.Second)
	case r.has(sacctElapsed):
		return r.get(sacctElapsed).slurmSpan()
	case unknownTime(r.text(sacctEnd)) && rec.going:
		return unknownLength, nil
	}
	end, fault := r.clock.parse(r.get(sacctEnd))
	if fault != nil {
		return 0, fault
	}
	d := end.Sub(rec.start)
	if d < 0 || d > simtime.Longest {
		return 0, r.get(sacctEnd).wrong("an end from 0 to 10 years after the start (if the clocks went back in between: add Elapsed to sacct --format)",
			"end before start")
	}
	return d, nil
}
