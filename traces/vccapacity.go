package traces

import (
	"fmt"
	"slices"
	"strings"

	"rubato/internal/words"
	"rubato/simtime"
)

// vcTotal is the column that sums the others up.
const vcTotal = "total"

// readVCCapacity reads GPUs by virtual cluster and day, as published with Helios,
// each for the whole of its day. The option Group selects a cluster; otherwise
// the total counts.
func readVCCapacity(s *source) (*Availability, error) {
	names, err := s.anyHeader()
	if err != nil {
		return nil, err
	}
	column := vcTotal
	if s.opts.Group != "" {
		column = s.opts.Group
	}
	if clusters := names[1:]; !slices.Contains(clusters, column) {
		best, _ := words.Nearest(column, clusters)
		return nil, s.fail(column, fmt.Sprintf("option Group as one of %s (the nearest is %q)", strings.Join(clusters, ", "), best))
	}
	var counts []Count
	row := row{names: names}
	err = s.each(func(l line) *Error {
		if fault := row.cut(l); fault != nil {
			return fault
		}
		c, fault := parseVCDay(&row, column, counts)
		if fault == nil {
			counts = append(counts, c)
		}
		return fault
	})
	a := fromWallClock(counts)
	a.End = a.End.Add(simtime.Day)
	return a, err
}

// parseVCDay reads one day; At is milliseconds since 1970.
func parseVCDay(r *row, column string, before []Count) (c Count, err *Error) {
	date := r.must("date")
	at, ok := parseDate(date.text)
	if !ok {
		return c, date.fault("YYYY-MM-DD")
	}
	if n := len(before); n > 0 && at != before[n-1].At.Add(simtime.Day) {
		return c, date.wrong("the day after that of the row above", "day missing or out of order")
	}
	if len(before) > 0 && at.Sub(before[0].At) > simtime.Longest {
		return c, date.fault("a day at most 10 years after the first")
	}
	c, sum := Count{At: at, Line: r.line}, int64(0)
	for _, name := range r.names[1:] {
		v, err := r.must(name).whole(0, maxUnits)
		if err != nil {
			return c, err
		}
		if name == column {
			c.Units = int(v)
		}
		if name != vcTotal {
			sum += v
		}
	}
	if total := r.must(vcTotal); total.text != fmt.Sprint(sum) {
		return c, total.wrong(fmt.Sprintf("the sum of the virtual clusters, %d", sum), "total that is not the sum")
	}
	return c, nil
}

// anyHeader reads the first line as column names that the format leaves open.
func (s *source) anyHeader() ([]string, error) {
	first, _, err := s.next()
	if err != nil {
		return nil, err
	}
	names := strings.Split(strings.Clone(first.text), ",")
	col := 1
	for i, n := range names {
		f := field{name: "header", text: n, line: first.num, col: col}
		if n == "" || slices.Contains(names[:i], n) {
			return nil, s.located(f.wrong("a column that has a name and is not there already", ""))
		}
		col += len(n) + 1
	}
	return names, nil
}

// fromWallClock is the availability of counts at milliseconds since 1970: it
// counts time from the first.
func fromWallClock(counts []Count) *Availability {
	a := &Availability{Counts: counts}
	if n := len(counts); n > 0 {
		first := counts[0].At
		a.Origin = wallClock(first)
		for i := range counts {
			counts[i].At -= first
		}
		a.End = counts[n-1].At
	}
	return a
}
