package traces

import (
	"bytes"
	"cmp"
	"io"
	"math"
	"math/bits"
	"slices"
	"time"

	"rubato/simtime"
)

// Kinds of trace.
const (
	KindJobs         = "jobs"
	KindAvailability = "availability"
)

// Summary describes a trace. Exactly one of Jobs and Availability is set.
type Summary struct {
	Name         string
	Format       string
	Kind         string // KindJobs or KindAvailability
	SHA256       string // as in Jobs
	Rows         int    // jobs, events or samples kept
	First        simtime.Time
	Last         simtime.Time     // of the submissions, events or samples
	Span         simtime.Duration // from First to Last
	Origin       time.Time        // wall clock, as if UTC, of time 0; zero if the trace has none
	Jobs         *JobSummary
	Availability *AvailabilitySummary
	Settings     []Setting // as in Jobs
	Skipped      []Skip
}

// JobSummary describes the jobs of a trace.
type JobSummary struct {
	RunTime       simtime.Duration // sum of the durations
	GPUTime       simtime.Duration // sum of duration × GPUs
	MeanLoad      float64          // GPUTime over the span of submissions, in GPUs; 0 if the span is 0
	Steps         int64            // of training, in formats that give them
	MaxGPUs       int
	MaxDuration   simtime.Duration
	ZeroDuration  int          // jobs of duration 0
	BackwardSteps int          // rows submitted before the row above them in the file
	Sizes         []SizeCount  // by GPUs, ascending
	Groups        []GroupCount // by name; nil if the format has no groups
}

// GPUHours returns the GPU time in hours.
func (j *JobSummary) GPUHours() float64 { return j.GPUTime.Hours() }

// SizeCount counts the jobs of one size.
type SizeCount struct{ GPUs, Jobs int }

// GroupCount counts the jobs of one group.
type GroupCount struct {
	Group string
	Jobs  int
}

// Inspect reads a trace of either kind and sums it up. Jobs of duration 0 are
// kept and counted unless the options say otherwise.
func Inspect(name string, data []byte, o Options) (*Summary, error) {
	return InspectFrom(name, bytes.NewReader(data), o)
}

// InspectFrom is Inspect of a stream.
func InspectFrom(name string, r io.Reader, o Options) (*Summary, error) {
	s, f, err := openFormat(name, r, o)
	if err != nil {
		return nil, err
	}
	sum := &Summary{Name: s.name, Format: f.name, Kind: f.kind()}
	if f.jobs != nil {
		s.opts.ZeroDuration = cmp.Or(o.ZeroDuration, ZeroKeep)
		err = s.inspectJobs(f, sum)
	} else {
		err = s.inspectAvailability(f, sum)
	}
	if err != nil {
		return nil, err
	}
	sum.Settings = o.Settings()
	sum.SHA256 = s.lines.sum()
	sum.Span = sum.Last.Sub(sum.First)
	return sum, nil
}

// inspectJobs fills in the summary of a job trace.
func (s *source) inspectJobs(f format, sum *Summary) error {
	jobs, err := s.readJobs(f)
	if err != nil {
		return err
	}
	rows := jobs.Rows
	sum.Rows, sum.Origin, sum.Skipped = len(rows), jobs.Origin, jobs.Skipped
	sum.First, sum.Last = rows[0].Submit, rows[len(rows)-1].Submit
	j := &JobSummary{BackwardSteps: backwardSteps(rows), Sizes: sizes(rows)}
	sum.Jobs = j
	if f.grouped() {
		j.Groups = groups(rows)
	}
	for _, r := range rows {
		j.MaxGPUs = max(j.MaxGPUs, r.GPUs)
		j.MaxDuration = max(j.MaxDuration, r.Duration)
		if r.Duration == 0 {
			j.ZeroDuration++
		}
		var ok bool
		if j.GPUTime, ok = addProduct(j.GPUTime, r.Duration, r.GPUs); !ok {
			return &Error{File: s.name, Line: r.Line, Col: 1, Got: r.ID,
				Want: "jobs whose GPU time sums to less than 2^63 GPU-milliseconds"}
		}
		j.RunTime += r.Duration
		j.Steps += r.Steps
	}
	if span := sum.Last.Sub(sum.First); span > 0 {
		j.MeanLoad = float64(j.GPUTime) / float64(span)
	}
	return nil
}

// addProduct returns sum + d × n and whether it fits.
func addProduct(sum, d simtime.Duration, n int) (simtime.Duration, bool) {
	high, low := bits.Mul64(uint64(d), uint64(n))
	if high > 0 || low > uint64(math.MaxInt64-sum) {
		return 0, false
	}
	return sum + simtime.Duration(low), true
}

// backwardSteps counts the steps back in time of the rows in file order.
func backwardSteps(rows []Job) int {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b Job) int { return cmp.Compare(a.Line, b.Line) })
	n := 0
	for i := 1; i < len(rows); i++ {
		if rows[i].Submit < rows[i-1].Submit {
			n++
		}
	}
	return n
}

// sizes counts jobs by size.
func sizes(rows []Job) []SizeCount {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b Job) int { return cmp.Compare(a.GPUs, b.GPUs) })
	var out []SizeCount
	for i, r := range rows {
		if i == 0 || r.GPUs != rows[i-1].GPUs {
			out = append(out, SizeCount{GPUs: r.GPUs})
		}
		out[len(out)-1].Jobs++
	}
	return out
}

// groups counts jobs by group.
func groups(rows []Job) []GroupCount {
	rows = slices.Clone(rows)
	slices.SortFunc(rows, func(a, b Job) int { return cmp.Compare(a.Group, b.Group) })
	var out []GroupCount
	for i, r := range rows {
		if i == 0 || r.Group != rows[i-1].Group {
			out = append(out, GroupCount{Group: r.Group})
		}
		out[len(out)-1].Jobs++
	}
	return out
}
