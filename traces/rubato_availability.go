package traces

import (
	"rubato/report/table"
	"rubato/simtime"
)

// unitsSchema and nodesSchema are the headers of Rubato's own tables of
// availability.
var (
	unitsSchema = schema{required: []string{"time_s", "units"}}
	nodesSchema = schema{required: []string{"time_s", "event", "node"}}
)

// readUnits reads Rubato's own table of samples.
func readUnits(s *source) (*Availability, error) {
	a := &Availability{}
	err := s.availabilityTable(unitsSchema, a, func(r *row, at simtime.Time) *Error {
		c := Count{At: at, Units: r.gpus("units"), Line: r.line}
		if n := len(a.Counts); n > 0 && at <= a.Counts[n-1].At {
			r.note(r.must("time_s").wrong("a time after that of the row above", "time not after that of the row before it"))
		}
		if r.fault == nil {
			a.Counts = append(a.Counts, c)
		}
		return r.fault
	})
	return a, err
}

// readNodes reads Rubato's own table of events.
func readNodes(s *source) (*Availability, error) {
	a, st := &Availability{}, eventState{live: make(map[string]bool)}
	err := s.availabilityTable(nodesSchema, a, func(r *row, at simtime.Time) *Error {
		event := r.must("event")
		e := NodeEvent{At: at, Up: event.text == "add", Node: r.label("node"), Line: r.line}
		if !e.Up && event.text != "remove" {
			r.note(event.fault("add or remove"))
		}
		r.note(st.check(e, r.must("time_s"), r.must("node")))
		if r.fault != nil {
			return r.fault
		}
		e.Node = s.word(e.Node)
		st.last, st.live[e.Node] = at, e.Up
		a.Events = append(a.Events, e)
		return nil
	})
	return a, err
}

// availabilityTable reads the lines after the header, and the mark above it.
func (s *source) availabilityTable(sc schema, a *Availability, read func(*row, simtime.Time) *Error) error {
	m, err := s.mark(availabilityMark)
	if err != nil {
		return err
	}
	names, err := s.header(sc)
	if err != nil {
		return err
	}
	r := row{names: names}
	err = s.each(func(l line) *Error {
		if fault := r.cut(l); fault != nil {
			return fault
		}
		at := simtime.Time(r.seconds("time_s"))
		fault := read(&r, at)
		if fault == nil {
			a.End = at
		}
		return fault
	})
	a.Origin = m.origin
	if m.end < 0 || err != nil {
		return err
	}
	if m.end < a.End {
		return s.fail(table.SecondsText(int64(m.end)), "end_s= at the last row, or later")
	}
	a.End = m.end
	return nil
}
