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
	row  row
}

// readNodeEvents reads rows of time in milliseconds, add or remove, and name.
// Times must not go back, a live node cannot be added and an absent one not
// removed; a removed node may come back.
func readNodeEvents(s *source) (*Availability, error) {
	state := eventState{live: make(map[string]bool), row: row{names: eventColumns}}
	a := &Availability{}
	err := s.each(func(l line) *Error {
		e, fault := state.parse(l)
		if fault != nil {
			return fault
		}
		e.Node = s.word(e.Node)
		state.last, state.live[e.Node] = e.At, e.Up
		a.Events = append(a.Events, e)
		return nil
	})
	a.End = state.last
	return a, err
}

// parse reads one row and checks it against the rows before it.
func (st *eventState) parse(l line) (NodeEvent, *Error) {
	if err := st.row.cut(l); err != nil {
		return NodeEvent{}, err
	}
	time, event, node := st.row.must("time"), st.row.must("event"), st.row.must("node")
	at, err := time.whole(0, int64(simtime.Longest))
	if err != nil {
		err.Want = "time as whole milliseconds from 0 to 10 years"
		return NodeEvent{}, err
	}
	e := NodeEvent{At: simtime.Time(at), Up: event.text == "add", Node: node.text, Line: l.num}
	if !e.Up && event.text != "remove" {
		return e, event.fault("add or remove")
	}
	if e.Node == "" || strings.Trim(e.Node, nodeNameBytes) != "" {
		return e, node.fault("letters, digits, _ and -")
	}
	return e, st.check(e, time, node)
}

// check refuses an event that the rows before it rule out.
func (st *eventState) check(e NodeEvent, time, node field) *Error {
	switch {
	case e.At < st.last:
		return time.wrong("a time not before that of the row above", "time earlier than a row before it")
	case e.Up && st.live[e.Node]:
		return node.wrong("a node that is not there yet", "add of a node that is there already")
	case !e.Up && !st.live[e.Node]:
		return node.wrong("a node that is there", "remove of a node that is not there")
	}
	return nil
}
