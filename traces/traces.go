package traces

import (
	"time"

	"rubato/simtime"
)

// Job is one row of a job trace. What a format does not say is left at its zero
// value.
type Job struct {
	ID     string       // unique in the trace; "line<N>" where the format has no ids
	Submit simtime.Time // submission, from the zero point that Jobs.Origin explains
	GPUs   int          // GPUs held from start to end, at least 1
	// MilliGPUs are thousandths of a GPU, set if the job holds no whole number of
	// GPUs; GPUs is then rounded up.
	MilliGPUs int
	// MinGPUs and MaxGPUs bound the sizes of an elastic job.
	MinGPUs, MaxGPUs int
	Duration         simtime.Duration // run time on GPUs
	Estimate         simtime.Duration // of the run time, by the user
	Deadline         simtime.Time     // from the zero point of Submit
	Steps            int64            // of training, in formats that give work instead of run time
	Batch            int              // samples a step, of all GPUs together
	Group            string           // virtual cluster, queue or team
	User             string
	Model            string // what is trained, or the name of the job
	GPUType          string // as written; several that would do are joined by |
	Status           string // how it ended, as written
	Priority         int    // as written
	Line             int    // line of the decompressed file, from 1
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
	Origin   time.Time
	Settings []Setting // the options that bent the reading
	Skipped  []Skip    // rows left out or altered, in order of first occurrence
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
	Format   string
	SHA256   string       // as in Jobs
	Events   []NodeEvent  // in time order; events of one instant keep their file order
	Counts   []Count      // at strictly increasing times
	Origin   time.Time    // wall clock, as if UTC, of time 0; zero if the trace has none
	End      simtime.Time // up to which the value of the last event or sample holds
	Settings []Setting    // as in Jobs
	Skipped  []Skip
}

// Skip counts the rows that were left out or altered for one reason. A header
// column that a lenient reading ignores counts as one.
type Skip struct {
	Reason string
	Count  int
}
