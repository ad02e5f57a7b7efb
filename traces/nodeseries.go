package traces

import (
	"rubato/simtime"
)

// nodeSeriesSchema is the header of nodes by minute, as published with Helios for
// Philly.
var nodeSeriesSchema = schema{required: []string{"time", "active", "total"}}

// readNodeSeries reads the nodes there are each minute: those in the column total,
// or, by the option Group, the active ones. Minutes that are missing are counted,
// and the value before them holds.
func readNodeSeries(s *source) (*Availability, error) {
	if _, err := s.header(nodeSeriesSchema); err != nil {
		return nil, err
	}
	column := vcTotal
	if s.opts.Group != "" {
		if column = s.opts.Group; column != vcTotal && column != "active" {
			return nil, s.fail(column, "option Group as active or total, the columns of the file")
		}
	}
	var counts []Count
	row := row{names: nodeSeriesSchema.required}
	err := s.each(func(l line) *Error {
		if fault := row.cut(l); fault != nil {
			return fault
		}
		c, fault := parseNodeMinute(&row, column, counts)
		if fault != nil {
			return fault
		}
		if n := len(counts); n > 0 {
			s.skipped.addN("minute without a row: the value before it holds", int(c.At.Sub(counts[n-1].At)/simtime.Minute)-1)
		}
		counts = append(counts, c)
		return nil
	})
	return fromWallClock(counts), err
}

// parseNodeMinute reads one row; At is milliseconds since 1970.
func parseNodeMinute(r *row, column string, before []Count) (c Count, err *Error) {
	stamp := r.must("time")
	at, ok := parseStamp(stamp.text)
	if !ok {
		return c, stamp.fault("YYYY-MM-DD HH:MM:SS")
	}
	if n := len(before); n > 0 {
		switch step := at.Sub(before[n-1].At); {
		case step <= 0 || step%simtime.Minute != 0:
			return c, stamp.wrong("a whole number of minutes after the row above", "time off the minutes")
		case at.Sub(before[0].At) > simtime.Longest:
			return c, stamp.fault("a time at most 10 years after the first")
		}
	}
	active, err := r.must("active").whole(0, maxUnits)
	if err != nil {
		return c, err
	}
	total, err := r.must("total").whole(0, maxUnits)
	if err != nil {
		return c, err
	}
	if active > total {
		return c, r.must("active").wrong("at most the total of the row", "more active than in all")
	}
	c = Count{At: at, Units: int(total), Line: r.line}
	if column == "active" {
		c.Units = int(active)
	}
	return c, nil
}
