package traces

import (
	"cmp"
	"slices"

	"rubato/simtime"
)

// titanSchema is the header of the lives of the GPUs of ORNL's Titan (Ostrouchov et
// al., SC 2020).
var titanSchema = schema{required: []string{"SN", "location", "insert", "remove", "duration", "out", "event"}}

// titanEnd is when the records end: a GPU that is removed then is there still.
const titanEnd = "2019-08-01 20:07:33"

// titanLife is a GPU in a place.
type titanLife struct {
	serial      string
	from, until simtime.Time
	line        int
}

// readTitan reads the lives of GPUs: each is a node, named by its serial number,
// from its insertion on until its removal. Rows that only record an error have no
// insertion; they are left out and counted.
func readTitan(s *source) (*Availability, error) {
	names, err := s.header(titanSchema)
	if err != nil {
		return nil, err
	}
	r := row{names: names}
	var lives []titanLife
	err = s.each(func(l line) *Error {
		if fault := r.cut(l); fault != nil {
			return fault
		}
		life, fault := parseTitan(&r)
		if fault == nil {
			life.serial = s.word(life.serial)
			lives = append(lives, life)
		}
		return fault
	})
	if err != nil {
		return nil, err
	}
	return s.titanEvents(lives)
}

// parseTitan reads one row; times are milliseconds since 1970.
func parseTitan(r *row) (titanLife, *Error) {
	if event := r.must("event"); event.text != "" && event.text != "DBE" && event.text != "OTB" {
		r.note(event.fault("DBE, OTB or nothing"))
	}
	if r.text("insert") == "" && r.text("event") != "" {
		return titanLife{}, leftOut("record of an error, not of a life: left out")
	}
	life := titanLife{serial: r.label("SN"), from: r.stamp("insert"), until: r.stamp("remove"), line: r.line}
	r.span(life.from, life.until, "remove")
	return life, r.fault
}

// titanEvents returns the events of the lives in time order.
func (s *source) titanEvents(lives []titanLife) (*Availability, error) {
	if len(lives) == 0 {
		return &Availability{}, nil
	}
	slices.SortFunc(lives, func(a, b titanLife) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.until, b.until), cmp.Compare(a.line, b.line))
	})
	end, _ := parseStamp(titanEnd)
	origin := lives[0].from
	until := make(map[string]simtime.Time)
	a := &Availability{Origin: wallClock(origin)}
	for _, l := range lives {
		if last, seen := until[l.serial]; seen && l.from < last {
			fault := &Error{Line: l.line, Col: 1, Got: l.serial, Want: "a GPU that was removed before it is inserted", reason: "GPU in two places"}
			if err := s.reject(fault); err != nil {
				return nil, err
			}
			continue
		}
		until[l.serial] = l.until
		a.Events = append(a.Events, NodeEvent{At: l.from - origin, Up: true, Node: l.serial, Line: l.line})
		if l.until != end {
			a.Events = append(a.Events, NodeEvent{At: l.until - origin, Node: l.serial, Line: l.line})
		}
		a.End = max(a.End, l.until-origin)
	}
	slices.SortStableFunc(a.Events, func(x, y NodeEvent) int { return cmp.Compare(x.At, y.At) })
	return a, nil
}
