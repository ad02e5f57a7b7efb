package experiments

import (
	"fmt"
	"strconv"

	"rubato/internal/stream"
	"rubato/simtime"
	"rubato/traces"
)

// blocksOf returns the blocks of a series of some length, which the experiment's
// resample asks for, or records what is wrong with that.
func (e *Experiment) blocksOf(r *resampleSpec, length simtime.Duration, path string) (stream.Blocks, bool) {
	b := stream.Blocks{Source: length, Block: r.Block, Cycle: r.cycle(), Span: r.Span}
	if b.Cycle > 0 {
		b.Source = length / b.Cycle * b.Cycle
	}
	if b.Source == 0 {
		e.doc.Wrong(fmt.Sprintf("nothing: the trace lasts %v, not a whole %s", length, r.Keep), path+".keep", path)
		return b, false
	}
	if b.Span == 0 {
		b.Span = b.Source
	}
	if b.Block > b.Source {
		e.doc.Wrong(fmt.Sprintf("at most %v, which is what there is to draw from", b.Source), path+".block")
		return b, false
	}
	if b.Span/b.Block > maxChanges {
		e.doc.Wrong(fmt.Sprintf("blocks of which %d make up %v", maxChanges, b.Span), path+".block")
		return b, false
	}
	return b, true
}

// resampling is a trace of jobs that is put together anew for each seed.
type resampling struct {
	stream.Blocks
	rows []traces.Job // in order of submission, within Source
}

// checkResample keeps of the rows what can be drawn.
func (e *Experiment) checkResample(t *jobTrace, path string) {
	r := t.Resample
	path += ".resample"
	last := e.rows[len(e.rows)-1].Submit
	length := simtime.Duration(last) + 1
	if t.Until > 0 && t.SubmitFactor.Rat == nil {
		length = t.Until - t.From
	}
	if r.cycle() > 0 && t.SubmitFactor.Rat != nil {
		e.doc.Problem("want no keep with submitFactor, which moves the times of day", path+".keep")
		return
	}
	b, ok := e.blocksOf(r, length, path)
	if !ok {
		return
	}
	rows := e.rows
	for len(rows) > 0 && simtime.Duration(rows[len(rows)-1].Submit) >= b.Source {
		rows = rows[:len(rows)-1]
	}
	if out := len(e.rows) - len(rows); out > 0 {
		used := &e.traces[len(e.traces)-1]
		used.skipped = append(used.skipped, traces.Skip{Reason: "after the last whole " + r.Keep + ": not drawn", Count: out})
	}
	e.resampled = &resampling{b, rows}
	if n := e.resampled.expected(); n > maxChanges {
		e.doc.Problem(fmt.Sprintf("got about %.0f jobs, want at most %d: a shorter span", n, maxChanges), path)
	}
}

// expected is the mean number of jobs.
func (s *resampling) expected() float64 {
	return float64(len(s.rows)) * float64(s.Span) / float64(s.Source)
}

// draw returns the jobs for a seed. Those of a row after the first have its id with
// a number.
func (s *resampling) draw(seed uint64) []traces.Job {
	var out []traces.Job
	times := make(map[int]int)
	s.Each(stream.New(seed, "resample"), func(b stream.Block) {
		for i := s.first(b.From); i < len(s.rows) && simtime.Duration(s.rows[i].Submit) < b.From+b.Length; i++ {
			row := s.rows[i]
			move := b.At - b.From
			if row.Submit = row.Submit.Add(move); row.Deadline > 0 {
				row.Deadline = row.Deadline.Add(move)
			}
			if times[i]++; times[i] > 1 {
				row.ID += "#" + strconv.Itoa(times[i])
			}
			out = append(out, row)
		}
	})
	return out
}

// first is the place of the first row that is submitted at an instant or later.
func (s *resampling) first(at simtime.Duration) int {
	low, high := 0, len(s.rows)
	for low < high {
		if mid := (low + high) / 2; simtime.Duration(s.rows[mid].Submit) < at {
			low = mid + 1
		} else {
			high = mid
		}
	}
	return low
}
