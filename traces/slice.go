package traces

import (
	"fmt"
	"math"

	"rubato/internal/stream"
	"rubato/simtime"
)

// Slice says which part of a trace to take, and how to bend it.
type Slice struct {
	// From and To bound the submissions, or the capacity, that is kept: from From on
	// and before To. From becomes time 0.
	From, To simtime.Time
	// Sample is the share of the jobs to keep; each is drawn by itself, whatever the
	// bounds, so that a job of a sample is in every larger sample of the same seed.
	Sample float64
	Seed   uint64
	// Load is the factor by which jobs come faster: times between submissions are
	// divided by it, run times stay. It counts to the millionth.
	Load float64
}

// Everything is the slice that keeps all of a trace as it is.
func Everything() Slice { return Slice{To: simtime.Never, Sample: 1, Load: 1} }

// Why Slice leaves jobs out.
const (
	sliceOutside = "submitted outside the window: left out"
	sliceSampled = "not in the sample: left out"
)

// maxLoad bounds Load, on both sides.
const maxLoad = 1000

// Slice returns the slice of the jobs, with what was left out added to Skipped.
func (j *Jobs) Slice(o Slice) (*Jobs, error) {
	switch {
	case o.From < 0:
		return nil, beforeStart(o.From)
	case !(o.Sample > 0 && o.Sample <= 1):
		return nil, fmt.Errorf("got a sample of %v, want a share over 0, up to 1", o.Sample)
	case !(o.Load >= 1.0/maxLoad && o.Load <= maxLoad):
		return nil, fmt.Errorf("got a load scaled by %v, want a factor from %v to %v", o.Load, 1.0/maxLoad, maxLoad)
	}
	out := *j
	out.Rows = nil
	left := skips(append([]Skip(nil), j.Skipped...))
	r := stream.New(o.Seed, "traces/sample")
	for _, job := range j.Rows {
		switch drawn := r.Float64() < o.Sample; {
		case job.Submit < o.From || job.Submit >= o.To:
			left.add(sliceOutside)
		case !drawn:
			left.add(sliceSampled)
		default:
			out.Rows = append(out.Rows, job.moved(o))
		}
	}
	out.Skipped = left
	if len(out.Rows) == 0 {
		return nil, fmt.Errorf("no job is left of %d, submitted from %v to %v: want a wider window or a larger sample",
			len(j.Rows), j.Rows[0].Submit, j.Rows[len(j.Rows)-1].Submit)
	}
	if last := out.Rows[len(out.Rows)-1].Submit; last > simtime.Time(simtime.Longest) {
		return nil, fmt.Errorf("got a last submission at %v, want a load that leaves all within ten years", last)
	}
	if !j.Origin.IsZero() {
		out.Origin = wallClock(simtime.Time(j.Origin.UnixMilli()) + o.From)
	}
	return &out, nil
}

func beforeStart(from simtime.Time) error {
	return fmt.Errorf("got a window from %v before time 0 of the trace on, want one from time 0 on, or later", -from)
}

// moved is the job in the slice. A deadline stays as far from the submission.
func (j Job) moved(o Slice) Job {
	const millionths = 1_000_000
	load := int64(math.Round(o.Load * millionths))
	before := j.Submit
	j.Submit = simtime.Time((int64(j.Submit-o.From)*millionths + load/2) / load)
	if j.Deadline > 0 {
		j.Deadline += j.Submit - before
	}
	return j
}

// Slice returns the capacity from From on and before To: what is there at From is
// there at the slice's time 0.
func (a *Availability) Slice(o Slice) (*Availability, error) {
	if o.Sample != 1 || o.Load != 1 {
		return nil, fmt.Errorf("a sample or a scaled load is of jobs; this is a trace of availability (%s)", a.Format)
	}
	if o.From < 0 {
		return nil, beforeStart(o.From)
	}
	end := min(a.End, o.To)
	if o.From >= end {
		return nil, fmt.Errorf("nothing is left from %v to %v: want a window before %v, the end of the trace", o.From, o.To, a.End)
	}
	out := *a
	out.Events, out.Counts = eventsWithin(a.Events, o.From, end), countsWithin(a.Counts, o.From, end)
	if len(out.Events)+len(out.Counts) == 0 {
		return nil, fmt.Errorf("nothing is there from %v to %v: want a wider window", o.From, end)
	}
	out.End = end - o.From
	if !a.Origin.IsZero() {
		out.Origin = wallClock(simtime.Time(a.Origin.UnixMilli()) + o.From)
	}
	return &out, nil
}

// eventsWithin are the events of a window, after those that add the nodes that are
// there at its start, the longest there first.
func eventsWithin(events []NodeEvent, from, to simtime.Time) []NodeEvent {
	var out []NodeEvent
	first := 0
	for ; first < len(events) && events[first].At <= from; first++ {
		e := events[first]
		e.At = 0
		if e.Up {
			out = append(out, e)
			continue
		}
		for i := range out {
			if out[i].Node == e.Node {
				out = append(out[:i], out[i+1:]...)
				break
			}
		}
	}
	for _, e := range events[first:] {
		if e.At < to {
			e.At -= from
			out = append(out, e)
		}
	}
	return out
}

// countsWithin are the samples of a window, the first that which holds at its start.
func countsWithin(counts []Count, from, to simtime.Time) []Count {
	var out []Count
	for _, c := range counts {
		switch {
		case c.At <= from:
			c.At = 0
			out = append(out[:0], c)
		case c.At < to:
			c.At -= from
			out = append(out, c)
		}
	}
	return out
}
