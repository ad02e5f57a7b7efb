package traces

import (
	"strings"

	"rubato/simtime"
)

// countColumns name the fields of a sample, which has no header.
var countColumns = []string{"date", "time", "count"}

// Reasons under which samples that break the time order are counted.
const (
	sampleEarlier = "time earlier than a row before it: left out"
	sampleEqual   = "time equal to the row before it: value replaced"
)

// readCounts reads samples of date, time and count. Published files step back
// in time, so the rule is: a sample earlier than one before it is left out,
// and one at the same time replaces the value. Both are counted, even in a
// strict reading.
func readCounts(s *source) (*Availability, error) {
	a := &Availability{}
	row := row{names: countColumns}
	err := s.each(func(l line) *Error {
		if fault := row.cut(l); fault != nil {
			return fault
		}
		c, fault := parseCount(&row, a.Counts)
		if fault == nil {
			a.Counts = s.place(a.Counts, c)
		}
		return fault
	})
	return fromWallClock(a.Counts), err
}

// place adds a sample to those before it by the running maximum of time.
func (s *source) place(counts []Count, c Count) []Count {
	n := len(counts)
	switch {
	case n == 0 || c.At > counts[n-1].At:
		return append(counts, c)
	case c.At == counts[n-1].At:
		s.skipped.add(sampleEqual)
		counts[n-1] = c
	default:
		s.skipped.add(sampleEarlier)
	}
	return counts
}

// parseCount reads one row; At is milliseconds since 1970.
func parseCount(r *row, before []Count) (c Count, err *Error) {
	date, time, count := r.must("date"), r.must("time").trimmed(), r.must("count").trimmed()
	stamp := field{"date and time", date.text + " " + time.text, r.line, 1}
	at, ok := parseStamp(stamp.text)
	if !ok {
		return c, stamp.fault("YYYY-MM-DD, HH:MM:SS")
	}
	if len(before) > 0 && at.Sub(before[0].At) > simtime.Longest {
		return c, stamp.fault("a time at most 10 years after the first")
	}
	units, err := count.whole(0, maxUnits)
	return Count{At: at, Units: int(units), Line: r.line}, err
}

// trimmed returns the field without the spaces before it.
func (f field) trimmed() field {
	text := strings.TrimLeft(f.text, " ")
	f.col += len(f.text) - len(text)
	f.text = text
	return f
}
