package traces

import (
	"fmt"
	"slices"
	"strings"

	"rubato/internal/words"
)

// FormatSacct is the accounting of a Slurm cluster: the output of sacct with the
// option --parsable2 (or --parsable) and its header.
const FormatSacct = "sacct"

// sacctColumn is a column of sacct that is read; all others are ignored.
type sacctColumn int

const (
	sacctJobID sacctColumn = iota
	sacctState
	sacctSubmit
	sacctStart
	sacctEnd
	sacctElapsed
	sacctElapsedRaw
	sacctAllocTRES
	sacctReqTRES
	sacctTimelimit
	sacctUser
	sacctAccount
	sacctCluster
	sacctJobName
	sacctColumns int = iota
)

// sacctNames are the names of the columns in a header.
var sacctNames = [...]string{"JobID", "State", "Submit", "Start", "End", "Elapsed", "ElapsedRaw",
	"AllocTRES", "ReqTRES", "Timelimit", "User", "Account", "Cluster", "JobName"}

// sacctRequired are the columns without which there are no jobs. The length of a
// run is that of ElapsedRaw, else of Elapsed, else End - Start.
var sacctRequired = []sacctColumn{sacctJobID, sacctState, sacctSubmit, sacctStart, sacctEnd, sacctAllocTRES}

// sacctReader reads the rows of one file.
type sacctReader struct {
	src    *source
	header string
	cells  []string             // of the line at hand
	width  int                  // columns of the file
	at     [sacctColumns]int    // index of each column that is read, or -1
	clock  sacctClock           // the form of the times so far
	jobs   []*sacctJob          // in order of first rows
	byID   map[string]*sacctJob // the job that has an id at present
	steps  map[string]int       // line of the first step of each job whose own row has not come yet
	order  []string             // the keys of steps, in order
	tasks  int                  // of waiting arrays, in all
}

// looksLikeSacct reports whether a line is a header of sacct.
func looksLikeSacct(first string) bool {
	names := strings.Split(first, "|")
	return len(names) > 1 && slices.Contains(names, sacctNames[sacctJobID])
}

// readSacct reads the accounting records of Slurm and folds them into jobs.
func readSacct(s *source) ([]Job, error) {
	r := &sacctReader{src: s, byID: make(map[string]*sacctJob), steps: make(map[string]int)}
	first, _, err := s.next()
	if err != nil {
		return nil, err
	}
	if fault := r.readHeader(first); fault != nil {
		return nil, s.located(fault)
	}
	if err := s.each(r.read); err != nil {
		return nil, err
	}
	return r.finish()
}

// readHeader finds the columns.
func (r *sacctReader) readHeader(l line) *Error {
	r.header = strings.Clone(l.text)
	names := strings.Split(strings.TrimSuffix(l.text, "|"), "|")
	r.width = len(names)
	for c, name := range sacctNames {
		r.at[c] = slices.Index(names, name)
	}
	col := 1
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return &Error{Line: l.num, Col: col, Got: name, Want: "a column that is not there already"}
		}
		col += len(name) + 1
	}
	for _, c := range sacctRequired {
		if r.at[c] < 0 {
			best, _ := words.Nearest(sacctNames[c], names)
			return &Error{Line: l.num, Col: 1, Got: l.text,
				Want: fmt.Sprintf("a header with the column %q (the nearest is %q); add it to sacct --format", sacctNames[c], best)}
		}
	}
	return nil
}

// read adds what one row says.
func (r *sacctReader) read(l line) *Error {
	if l.text == r.header {
		return leftOut("header again")
	}
	row, fault := r.split(l)
	if fault != nil {
		return fault
	}
	id, fault := parseSacctID(row.get(sacctJobID))
	if fault != nil {
		return fault
	}
	if id.step {
		return r.addStep(id.job, l.num)
	}
	rec, fault := r.record(row)
	if fault != nil {
		return fault
	}
	if id.waiting != nil {
		return r.addArray(id, rec, row)
	}
	rec.element = id.element
	return r.job(id.job, rec, row).addRun(r, rec, row)
}
