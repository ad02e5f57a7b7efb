package report

import (
	"encoding/binary"
	"math/bits"

	"rubato/sim"
	"rubato/simtime"
)

// Timeline is what the GPUs did over time: an exact step function from time 0
// on. Equal neighbours are one step. A step is kept as its difference from the
// one before it, in some eight bytes, for runs of millions of jobs have millions
// of steps.
type Timeline struct {
	// done is the steps before the last one: for each its length, the set of
	// states of which the count changed, and by how much each did.
	done []byte
	// n counts the steps, the last one included.
	n int
	// before are the counts of the step before the last one, and from is its
	// end.
	before counts
	from   simtime.Time
	last   step
}

// counts is the number of GPUs by state, as a Timeline keeps it.
type counts [sim.NumStates]int32

// step is the GPUs by state from the end of the step before it to an instant.
type step struct {
	to     simtime.Time
	counts counts
}

// Observe adds a step; use it as the Advance of a sim.Observer. A span of no
// length adds nothing. From where the timeline ends to a later from, no GPU is
// in any state.
func (t *Timeline) Observe(from, to simtime.Time, c *sim.Counts) {
	if from > t.last.to {
		t.add(step{to: from})
	}
	s := step{to: to}
	for i, n := range c {
		s.counts[i] = int32(n)
	}
	t.add(s)
}

func (t *Timeline) add(s step) {
	switch {
	case s.to <= t.last.to:
		return
	case t.n > 0 && s.counts == t.last.counts:
		t.last.to = s.to
		return
	case t.n > 0:
		t.done = appendStep(t.done, t.last.to.Sub(t.from), &t.before, &t.last.counts)
		t.before, t.from = t.last.counts, t.last.to
	}
	t.last = s
	t.n++
}

func appendStep(b []byte, d simtime.Duration, before, now *counts) []byte {
	changed := uint64(0)
	for s := range now {
		if now[s] != before[s] {
			changed |= 1 << s
		}
	}
	b = binary.AppendUvarint(b, uint64(d))
	b = binary.AppendUvarint(b, changed)
	for s := range now {
		if now[s] != before[s] {
			b = binary.AppendVarint(b, int64(now[s])-int64(before[s]))
		}
	}
	return b
}

// end is where the timeline ends.
func (t *Timeline) end() simtime.Time { return t.last.to }

// each calls f for every step in order. f must not keep the pointer.
func (t *Timeline) each(f func(from, to simtime.Time, c *counts)) {
	var from simtime.Time
	var c counts
	for rest := t.done; len(rest) > 0; {
		d, n := binary.Uvarint(rest)
		changed, m := binary.Uvarint(rest[n:])
		rest = rest[n+m:]
		for ; changed != 0; changed &= changed - 1 {
			by, n := binary.Varint(rest)
			c[bits.TrailingZeros64(changed)] += int32(by)
			rest = rest[n:]
		}
		to := from.Add(simtime.Duration(d))
		f(from, to, &c)
		from = to
	}
	if t.n > 0 {
		c = t.last.counts
		f(from, t.last.to, &c)
	}
}
