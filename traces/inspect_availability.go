package traces

import "rubato/simtime"

// AvailabilitySummary describes a trace of capacity over [First, Last].
type AvailabilitySummary struct {
	// Min and Max are taken over the values that hold after all events of an
	// instant; the empty cluster before the first event does not count.
	Min, Max   int
	UnitTime   simtime.Duration // units integrated over time
	Mean       float64          // UnitTime over the span; 0 if the span is 0
	Points     int              // distinct instants
	NetChanges int              // instants, after the first, that changed the value
	NodesSeen  int              // distinct names; 0 if the trace names no nodes
	MostLive   int              // most nodes there at once, between any two events; 0 as above
}

// inspectAvailability fills in the summary of a trace of capacity.
func (s *source) inspectAvailability(f format, sum *Summary) error {
	a, err := s.readAvailability(f)
	if err != nil {
		return err
	}
	points := a.Counts
	out := &AvailabilitySummary{}
	if len(a.Events) > 0 {
		points = steps(a.Events)
		out.NodesSeen, out.MostLive = nodes(a.Events)
	}
	sum.Rows, sum.Origin, sum.Skipped = len(a.Events)+len(a.Counts), a.Origin, a.Skipped
	sum.First, sum.Last, sum.Availability = points[0].At, a.End, out
	return s.integrate(points, a.End, out)
}

// steps turns events into the number of nodes after each instant.
func steps(events []NodeEvent) []Count {
	var points []Count
	live := 0
	for _, e := range events {
		live += delta(e)
		if n := len(points); n > 0 && points[n-1].At == e.At {
			points[n-1] = Count{e.At, live, e.Line}
		} else {
			points = append(points, Count{e.At, live, e.Line})
		}
	}
	return points
}

// delta is the change in nodes by an event.
func delta(e NodeEvent) int {
	if e.Up {
		return 1
	}
	return -1
}

// nodes counts the distinct nodes and the most live at once.
func nodes(events []NodeEvent) (seen, most int) {
	names := make(map[string]bool)
	live := 0
	for _, e := range events {
		names[e.Node] = true
		live += delta(e)
		most = max(most, live)
	}
	return len(names), most
}

// integrate fills in what follows from the steps of capacity.
func (s *source) integrate(points []Count, end simtime.Time, out *AvailabilitySummary) error {
	out.Points, out.Min, out.Max = len(points), points[0].Units, points[0].Units
	for i, p := range points {
		out.Min, out.Max = min(out.Min, p.Units), max(out.Max, p.Units)
		if i > 0 && p.Units != points[i-1].Units {
			out.NetChanges++
		}
		until := end
		if i+1 < len(points) {
			until = points[i+1].At
		}
		var ok bool
		if out.UnitTime, ok = addProduct(out.UnitTime, until.Sub(p.At), p.Units); !ok {
			return &Error{File: s.name, Line: p.Line, Col: 1,
				Want: "units that integrate to less than 2^63 unit-milliseconds"}
		}
	}
	if span := end.Sub(points[0].At); span > 0 {
		out.Mean = float64(out.UnitTime) / float64(span)
	}
	return nil
}
