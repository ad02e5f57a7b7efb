package traces

import (
	"strings"

	"rubato/simtime"
)

// eventColumns name the fields of a node-event row, which has no header.
var eventColumns = []string{"time", "event", "node"}

// nodeNameBytes are the characters of node names.
const nodeNameBytes = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-"

// eventState is what the rows so far say: the last time, and which nodes live.
type eventState struct {
	last simtime.Time
	live map[string]bool
}

// readNodeEvents reads rows of time in milliseconds, add or remove, and name.
// Times must not go back, a live node cannot be added and an absent one not
// removed; a removed node may come back.
func readNodeEvents(s *source) (*Availability, error) {
	state := eventState{live: make(map[string]bool)}
	a := &Availability{Events: make([]NodeEvent, 0, len(s.lines))}
	for _, l := range s.lines {
		e, fault := state.parse(l)
		if fault != nil {
			if err := s.reject(fault); err != nil {
				return nil, err
			}
			continue
		}
		state.last, state.live[e.Node] = e.At, e.Up
		a.Events = append(a.Events, e)
	}
	a.End = state.last
	return a, nil
}

// parse reads one row and checks it against the rows before it.
func (st *eventState) parse(l line) (NodeEvent, *Error) {
	cells, err := l.cells(eventColumns)
	if err != nil {
		return NodeEvent{}, err
	}
	at, err := cells[0].whole(0, int64(simtime.Longest))
	if err != nil {
		err.Want = "time as whole milliseconds from 0 to 10 years"
		return NodeEvent{}, err
	}
	e := NodeEvent{At: simtime.Time(at), Up: cells[1].text == "add", Node: cells[2].text, Line: l.num}
	if !e.Up && cells[1].text != "remove" {
		return e, cells[1].fault("add or remove")
	}
	if e.Node == "" || strings.Trim(e.Node, nodeNameBytes) != "" {
		return e, cells[2].fault("letters, digits, _ and -")
	}
	return e, st.check(e, cells)
}

// check refuses an event that the rows before it rule out.
func (st *eventState) check(e NodeEvent, cells []field) *Error {
	switch {
	case e.At < st.last:
		return cells[0].wrong("a time not before that of the row above", "time earlier than a row before it")
	case e.Up && st.live[e.Node]:
		return cells[2].wrong("a node that is not there yet", "add of a node that is there already")
	case !e.Up && !st.live[e.Node]:
		return cells[2].wrong("a node that is there", "remove of a node that is not there")
	}
	return nil
}
