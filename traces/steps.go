package traces

import (
	"rubato/simtime"
)

// readSteps reads the corners of a plot of steps: after the first, every change
// is two rows of one time, with the value before and the one after. The unit of
// the times is not in the file: fractions need the option Unit.
func readSteps(s *source) (*Availability, error) {
	st := &stepState{src: s, row: row{names: []string{"time", "count"}}}
	if err := s.each(st.read); err != nil {
		return nil, err
	}
	if st.half {
		return nil, &Error{File: s.name, Line: st.counts[len(st.counts)-1].Line, Col: 1,
			Want: "two rows at every time after the first: the value before and the one after"}
	}
	a := &Availability{Counts: st.counts}
	if n := len(a.Counts); n > 0 {
		a.End = st.last
	}
	return a, nil
}

// stepState is what the rows so far say.
type stepState struct {
	src    *source
	row    row
	counts []Count
	last   simtime.Time
	before int  // the value that holds
	half   bool // the row above is the first of two
}

// read reads one row.
func (st *stepState) read(l line) *Error {
	if fault := st.row.cut(l); fault != nil {
		return fault
	}
	x, count := st.row.must("time"), st.row.must("count")
	at, fault := st.src.timeOf(x)
	if fault != nil {
		return fault
	}
	units, fault := count.whole(0, maxUnits)
	if fault != nil {
		return fault
	}
	c := Count{At: simtime.Time(at), Units: int(units), Line: l.num}
	if fault := st.check(c, x, count); fault != nil {
		return fault
	}
	st.last = c.At
	if len(st.counts) > 0 && !st.half {
		st.half = true
		return nil
	}
	st.half, st.before = false, c.Units
	st.counts = addLast(st.counts, c)
	return nil
}

// check refuses a row that the one above rules out.
func (st *stepState) check(c Count, x, count field) *Error {
	switch {
	case len(st.counts) == 0:
		return nil
	case st.half && c.At != st.last:
		return x.wrong("the time of the row above: every change has two rows", "single row of a change")
	case c.At < st.last:
		return x.wrong("a time not before that of the row above", "time earlier than a row before it")
	case !st.half && c.Units != st.before:
		return count.wrong("the value of the row above, for a change repeats it", "value before a change that did not hold")
	}
	return nil
}

// addLast adds a count, which replaces one of the same time.
func addLast(counts []Count, c Count) []Count {
	if n := len(counts); n > 0 && counts[n-1].At == c.At {
		counts[n-1] = c
		return counts
	}
	return append(counts, c)
}

// timeOf reads a field in the unit of the options: seconds where it is not set,
// but then without a fraction.
func (s *source) timeOf(f field) (simtime.Duration, *Error) {
	unit := s.opts.Unit
	if unit == 0 {
		unit = simtime.Second
		if _, exact, ok := decimal(f.text, 1, int64(simtime.Longest)); ok && !exact {
			return 0, f.wrong("option Unit as 1s or 1h: the file does not say the unit of its times", "unit not given")
		}
	}
	return f.span(unit, simtime.Millisecond)
}
