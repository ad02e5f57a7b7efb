package traces

import (
	"fmt"

	"rubato/simtime"
)

// readCountEvents reads the nodes there are after each event, a row a node: the
// first row counts 1, and every other differs by 1 from the row above. Of the rows
// of one instant the last holds.
func readCountEvents(s *source) (*Availability, error) {
	a := &Availability{}
	row := row{names: []string{"time", "count"}}
	last := Count{}
	err := s.each(func(l line) *Error {
		if fault := row.cut(l); fault != nil {
			return fault
		}
		c, fault := parseCountEvent(&row, last)
		if fault == nil {
			last = c
			a.Counts = addLast(a.Counts, c)
		}
		return fault
	})
	a.End = last.At
	return a, err
}

// parseCountEvent reads one row.
func parseCountEvent(r *row, last Count) (c Count, err *Error) {
	time, count := r.must("time"), r.must("count")
	at, err := time.whole(0, int64(simtime.Longest))
	if err != nil {
		err.Want = "time as whole milliseconds from 0 to 10 years"
		return c, err
	}
	units, err := count.whole(0, maxUnits)
	if err != nil {
		return c, err
	}
	c = Count{At: simtime.Time(at), Units: int(units), Line: r.line}
	if c.At < last.At {
		return c, time.wrong("a time not before that of the row above", "time earlier than a row before it")
	}
	if step := c.Units - last.Units; step != 1 && (step != -1 || last.Line == 0) {
		want := fmt.Sprintf("a count that is 1 more or less than the %d of the row above", last.Units)
		if last.Line == 0 {
			want = "a count of 1 in the first row"
		}
		return c, count.wrong(want, "count that changes by other than 1")
	}
	return c, nil
}
