package report

import (
	"cmp"
	"slices"

	"rubato/policy"
	"rubato/simtime"
)

// interval is a span in which a job's phase, GPUs and their cause are the same.
type interval struct {
	job      int32
	from, to simtime.Time
	phase    policy.Phase
	cause    policy.Cause
	// gpus are in the job's gang, held for its next growth.
	gpus, held int32
}

// intervals returns those of a log that ends at an instant, by job, each job's
// following each other without gaps from its submission to its end, or to that
// instant. What takes no time has none.
func (l *Log) intervals(end simtime.Time) []interval {
	open := make([]interval, len(l.jobs))
	out := make([]interval, 0, l.n)
	shut := func(job int32, at simtime.Time) {
		if o := &open[job]; at > o.from && o.phase != policy.Pending && !o.phase.Over() {
			o.to = at
			out = append(out, *o)
		}
	}
	l.each(func(e logEntry) {
		next := interval{e.job, e.at, 0, e.phase, e.cause, e.gpus, e.held}
		if o := open[e.job]; o.phase == next.phase && o.cause == next.cause && o.gpus == next.gpus && o.held == next.held {
			return // only its doomed GPUs changed
		}
		shut(e.job, e.at)
		open[e.job] = next
	})
	for job := range open {
		shut(int32(job), end)
	}
	slices.SortStableFunc(out, func(a, b interval) int { return cmp.Or(cmp.Compare(a.job, b.job), cmp.Compare(a.from, b.from)) })
	return merged(out)
}

// merged joins neighbours that differ in nothing but time: between them was only
// what took no time.
func merged(in []interval) []interval {
	out := in[:0]
	for _, v := range in {
		if n := len(out); n > 0 {
			last := out[n-1]
			joined := last
			joined.from, joined.to = v.from, v.to
			if joined == v && last.to == v.from {
				out[n-1].to = v.to
				continue
			}
		}
		out = append(out, v)
	}
	return out
}
