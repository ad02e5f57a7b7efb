package traces

import (
	"time"

	"rubato/simtime"
)

// Job is one row of a job trace.
type Job struct {
	ID       string           // unique in the trace; "line<N>" where the format has no ids
	Submit   simtime.Time     // submission, from the zero point that Jobs.Origin explains
	GPUs     int              // GPUs held from start to end, at least 1
	Duration simtime.Duration // run time on those GPUs
	Group    string           // virtual cluster or team, "" if the format has none
	User     string           // "" if the format has none
	Model    string           // what is trained, "" if the format does not say
	Priority int              // as written in the trace, 0 if it has none
	Line     int              // line of the decompressed file, from 1
}

// Jobs is a job trace.
type Jobs struct {
	Format string // one of the Format constants
	// SHA256 is the hash in hex of the decompressed text without byte order
	// mark and with \n line ends, so a gzipped or CRLF twin has the same one.
	SHA256 string
	// Rows are sorted by Submit; rows of one instant keep their file order.
	Rows []Job
	// Origin is the wall clock, as if UTC, of Submit 0. Formats with wall-clock
	// times count from the first row kept. It is zero in formats with relative
	// times, which stay as in the file.
	Origin  time.Time
	Skipped []Skip // rows left out or altered, in order of first occurrence
}

// NodeEvent is a machine that joins or leaves the cluster.
type NodeEvent struct {
	At   simtime.Time // as in the file; the cluster is empty before the first event
	Up   bool         // true if the node joins
	Node string
	Line int
}

// Count is a sample of the number of machines or GPUs available, which holds
// until the next sample.
type Count struct {
	At    simtime.Time // since the first sample
	Units int
	Line  int
}

// Availability is a trace of capacity over time. It holds Events or Counts,
// never both.
type Availability struct {
	Format  string
	SHA256  string       // as in Jobs
	Events  []NodeEvent  // in time order; events of one instant keep their file order
	Counts  []Count      // at strictly increasing times
	Origin  time.Time    // wall clock, as if UTC, of time 0; zero if the trace has none
	End     simtime.Time // of the last event or sample, whose value holds up to here
	Skipped []Skip
}

// Skip counts the rows that were left out or altered for one reason. A header
// column that a lenient reading ignores counts as one.
type Skip struct {
	Reason string
	Count  int
}

// Treatments of jobs whose duration is zero.
const (
	ZeroError = "error"  // the row is a fault (the default)
	ZeroDrop  = "drop"   // left out and counted in Skipped
	ZeroMin1s = "min-1s" // given one second and counted in Skipped
	ZeroKeep  = "keep"   // left at zero (the default of Inspect)
)

// Options select and bend the reading of a trace. The zero value reads
// strictly and finds the format by content.
type Options struct {
	Format       string           // one of the Format constants; "" finds it by content
	Lenient      bool             // leave faulty rows out and count them
	Unit         simtime.Duration // tiresias: Second (the default) or Millisecond
	Group        string           // keep only the jobs of this group; "" keeps all
	ZeroDuration string           // one of the Zero constants
}

// validate reports the first option that has no meaning.
func (o Options) validate(file string) *Error {
	switch o.ZeroDuration {
	case "", ZeroError, ZeroDrop, ZeroMin1s, ZeroKeep:
	default:
		return &Error{File: file, Got: o.ZeroDuration,
			Want: "option ZeroDuration as error, drop, min-1s or keep"}
	}
	switch o.Unit {
	case 0, simtime.Second, simtime.Millisecond:
	default:
		return &Error{File: file, Got: o.Unit.String(), Want: "option Unit as 1s or 1ms"}
	}
	return nil
}
