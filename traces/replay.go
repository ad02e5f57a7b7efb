package traces

import (
	"fmt"
	"strings"

	"rubato/simtime"
)

// replayKeys are those of the third element of a line; but for nodes they are what
// the original tool decided, which is not read.
var replayKeys = []string{"nodes", "duration", "throughput_opt_strategy?", "liveput_truth_strategy?", "liveput_predict_strategy?"}

// readReplay reads the lines of a replay by Parcae: time in milliseconds, what
// happened, and the nodes to which it did, a JSON array a line. Only add and remove
// change the nodes. The last line's duration ends the trace.
func readReplay(s *source) (*Availability, error) {
	st := eventState{live: make(map[string]bool)}
	a := &Availability{}
	err := s.each(func(l line) *Error {
		end, events, fault := st.parseReplay(l)
		if fault != nil {
			return fault
		}
		for _, e := range events {
			e.Node = s.word(e.Node)
			st.live[e.Node] = e.Up
			a.Events = append(a.Events, e)
		}
		a.End = end
		return nil
	})
	return a, err
}

// parseReplay reads one line.
func (st *eventState) parseReplay(l line) (end simtime.Time, events []NodeEvent, err *Error) {
	v, err := parseJSON(l)
	if err != nil {
		return 0, nil, err
	}
	parts, err := v.elements()
	if err != nil || len(parts) != 3 {
		return 0, nil, v.fault("[milliseconds, event, {nodes, …}]", "not a replayed event")
	}
	detail, err := parts[2].object(replayKeys...)
	if err != nil {
		return 0, nil, err
	}
	at, err := parts[0].field("time").whole(0, int64(simtime.Longest))
	if err != nil {
		return 0, nil, err
	}
	if simtime.Time(at) < st.last {
		return 0, nil, parts[0].fault("a time not before that of the line above", "time earlier than a row before it")
	}
	span, err := detail.field("duration").whole(0, int64(simtime.Longest))
	if err != nil {
		return 0, nil, err
	}
	list, _ := detail.get("nodes")
	events, err = st.replayed(parts[1].field("event"), list, simtime.Time(at))
	if err == nil {
		st.last = simtime.Time(at)
	}
	return simtime.Time(at + span), events, err
}

// replayed returns the events of one line's nodes.
func (st *eventState) replayed(event field, list jsonValue, at simtime.Time) ([]NodeEvent, *Error) {
	names, err := list.elements()
	if err != nil {
		return nil, err
	}
	switch event.text {
	case "add", "remove":
	case "no-op", "migration":
		if len(names) > 0 {
			return nil, list.fault("no nodes with "+event.text, "nodes where none change")
		}
	default:
		return nil, event.fault("add, remove, no-op or migration")
	}
	var out []NodeEvent
	seen := make(map[string]bool)
	for _, n := range names {
		node := n.field("node")
		e := NodeEvent{At: at, Up: event.text == "add", Node: node.text, Line: node.line}
		if e.Node == "" || strings.Trim(e.Node, nodeNameBytes) != "" {
			return nil, node.fault("letters, digits, _ and -")
		}
		if seen[e.Node] {
			return nil, node.wrong("each node once", fmt.Sprintf("node %s twice", event.text))
		}
		seen[e.Node] = true
		if err := st.check(e, event, node); err != nil {
			return nil, err
		}
		out = append(out, e)
	}
	return out, nil
}
