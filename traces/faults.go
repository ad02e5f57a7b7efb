package traces

import (
	"cmp"
	"fmt"
	"slices"

	"rubato/simtime"
)

// fault is a fault of a node that has begun and not ended.
type openFault struct{ node, level, class, desc string }

// faultState is what the events so far say: how often each fault of each node is
// open, and the nodes that are down for it.
type faultState struct {
	last   simtime.Time
	open   map[openFault]int
	down   map[string]int // open faults of each node
	nodes  []string       // in order of first occurrence
	events []NodeEvent
}

// readFaults reads the beginnings and ends of faults published with
// InfiniteHBD, with times in days. A node is down while any fault of it is open.
// The file names only the nodes with faults: the option Nodes says how many there
// are.
func readFaults(s *source) (*Availability, error) {
	st := &faultState{open: make(map[openFault]int), down: make(map[string]int)}
	text := s.json()
	err := text.array(func(v jsonValue) *Error { return st.read(s, v) })
	if err == nil {
		err = text.end()
	}
	if err != nil {
		return nil, err
	}
	for _, n := range st.nodes {
		if st.down[n] > 0 {
			return nil, s.fail(n, "an end of every fault of the node")
		}
	}
	events, err := st.cluster(s)
	return &Availability{Events: events, End: st.last}, err
}

// read reads one event.
func (st *faultState) read(s *source, v jsonValue) *Error {
	o, err := v.object("node_id", "event_time", "event_type", "fault_type")
	if err != nil {
		return err
	}
	kind, _ := o.get("fault_type")
	k, err := kind.object("Level", "Class", "Desc")
	if err != nil {
		return err
	}
	time, event := o.field("event_time"), o.field("event_type")
	at, err := time.span(simtime.Day, simtime.Millisecond)
	if err != nil {
		return err
	}
	if simtime.Time(at) < st.last {
		return time.wrong("a time not before that of the event above", "time earlier than an event before it")
	}
	f := openFault{s.word(o.field("node_id").text), s.word(k.field("Level").text), s.word(k.field("Class").text), s.word(k.field("Desc").text)}
	if f.node == "" {
		return o.field("node_id").fault("a name")
	}
	if fault := o.field("node_id").oneLine(); fault != nil {
		return fault
	}
	return st.apply(f, simtime.Time(at), event)
}

// apply opens or closes a fault.
func (st *faultState) apply(f openFault, at simtime.Time, event field) *Error {
	before := st.down[f.node]
	switch event.text {
	case "fault_start":
		if _, seen := st.down[f.node]; !seen {
			st.nodes = append(st.nodes, f.node)
		}
		st.open[f]++
		st.down[f.node]++
	case "fault_end":
		if st.open[f] == 0 {
			return event.wrong("an end of a fault of this node and type that has started", "end of a fault that did not start")
		}
		st.open[f]--
		st.down[f.node]--
	default:
		return event.fault("fault_start or fault_end")
	}
	st.last = at
	if after := st.down[f.node]; (before == 0) != (after == 0) {
		st.events = append(st.events, NodeEvent{At: at, Up: after == 0, Node: f.node, Line: event.line})
	}
	return nil
}

// cluster returns the events of all nodes, which are up at time 0.
func (st *faultState) cluster(s *source) ([]NodeEvent, error) {
	total := cmp.Or(s.opts.Nodes, len(st.nodes))
	if total < len(st.nodes) {
		return nil, s.fail(fmt.Sprint(total), fmt.Sprintf("option Nodes as at least the %d that the file names", len(st.nodes)))
	}
	if s.opts.Nodes == 0 {
		s.skipped.add("nodes without faults: not counted, for the option Nodes is not given")
	}
	names := slices.Clone(st.nodes)
	for i := 1; len(names) < total; i++ {
		if name := fmt.Sprintf("unnamed%d", i); !slices.Contains(st.nodes, name) {
			names = append(names, name)
		}
	}
	events := make([]NodeEvent, 0, total+len(st.events))
	for _, n := range names {
		events = append(events, NodeEvent{Up: true, Node: n, Line: 1})
	}
	return append(events, st.events...), nil
}
