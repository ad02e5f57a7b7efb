package experiments

import (
	"fmt"

	"rubato/cluster"
	"rubato/simtime"
	"rubato/traces"
)

// addTrace adds what a trace of availability says.
func (e *Experiment) addTrace(s source) {
	path := s.path + ".trace"
	name, data, ok := e.readSource(s.Trace.traceSource, path)
	if !ok {
		return
	}
	a, err := traces.ReadAvailability(name, data, s.Trace.options())
	if err != nil {
		e.traceFault(err, s.Trace.traceSource, path)
		return
	}
	e.traces = append(e.traces, usedTrace{path, name, a.Format, a.SHA256, len(a.Events) + len(a.Counts), a.Settings, a.Skipped})
	if a.Events != nil {
		e.addNodeEvents(s, a, path)
		return
	}
	e.addCounts(s, a, path)
}

// options returns how the trace is read.
func (t *availabilityTrace) options() traces.Options {
	return traces.Options{
		Format: t.Format, Lenient: t.Lenient, Group: t.Group, Unit: traceUnits[t.Unit], Samples: t.Samples,
		Gap: t.Gap, Invert: t.Invert, Mask: t.Mask, Nodes: t.Nodes,
	}
}

func (e *Experiment) addCounts(s source, a *traces.Availability, path string) {
	counts := a.Counts
	most := counts[0]
	steps := make([]cluster.Step, len(counts))
	for i, c := range counts {
		if c.Units > most.Units {
			most = c
		}
		steps[i] = cluster.Step{At: c.At, GPUs: c.Units * s.pool.GPUsPerNode}
	}
	if !e.enoughNodes(s, most.Units, most.Line, path) {
		return
	}
	if s.Trace.Resample != nil {
		e.addResampled(s, steps, a.End)
		return
	}
	e.addLossSteps(s, steps)
}

// enoughNodes checks the most nodes that a trace has at once.
func (e *Experiment) enoughNodes(s source, most, line int, path string) bool {
	if most <= s.pool.Nodes {
		return true
	}
	e.doc.Problem(fmt.Sprintf("got a trace with %d nodes at once (its line %d), want at most the %d of pool %q: it needs cluster.pools[%d].nodes: %d",
		most, line, s.pool.Nodes, s.pool.Name, s.index, most), path)
	return false
}

// addNodeEvents places the trace's nodes on those of the pool: a node that
// comes takes the lowest-numbered one that is down.
func (e *Experiment) addNodeEvents(s source, a *traces.Availability, path string) {
	most, line := mostAtOnce(a.Events)
	if !e.enoughNodes(s, most, line, path) {
		return
	}
	if s.Trace.Resample != nil {
		e.addResampled(s, countsOf(a.Events, s.pool.GPUsPerNode), a.End)
		return
	}
	e.availability.Initial[s.index] = 0
	e.addChanges(s, newSlots(s).place(a.Events))
}

func mostAtOnce(events []traces.NodeEvent) (most, line int) {
	live := 0
	for _, ev := range events {
		if !ev.Up {
			live--
			continue
		}
		if live++; live > most {
			most, line = live, ev.Line
		}
	}
	return most, line
}

// slots are the nodes of a pool that a trace's nodes take.
type slots struct {
	source
	free  []simtime.Time // of each node: since when it is down; Never if it is up
	of    map[string]int // the node that a trace's node has
	since map[string]int // index of the change by which it came
}

func newSlots(s source) *slots {
	free := make([]simtime.Time, s.pool.Nodes)
	for i := range free {
		free[i] = -1
	}
	return &slots{source: s, free: free, of: make(map[string]int), since: make(map[string]int)}
}

// place returns the changes of the pool's nodes. A node that is left and taken
// at the same instant comes a millisecond later, so that its jobs are
// interrupted; a stay of no time is left out.
func (s *slots) place(events []traces.NodeEvent) []cluster.Change {
	var out []cluster.Change
	for _, ev := range events {
		if ev.Up {
			node, at := s.take(ev.At)
			s.of[ev.Node], s.since[ev.Node] = node, len(out)
			out = append(out, nodeChange(s.source, at, node, true))
			continue
		}
		node := s.of[ev.Node]
		s.free[node] = ev.At
		if came := &out[s.since[ev.Node]]; came.At >= ev.At {
			came.Delta = 0
			continue
		}
		out = append(out, nodeChange(s.source, ev.At, node, false))
	}
	return compact(out)
}

// take takes the lowest-numbered node that was down before an instant or, if
// there is none, one that goes down then.
func (s *slots) take(at simtime.Time) (int, simtime.Time) {
	leaving := -1
	for node, since := range s.free {
		if since < at {
			s.free[node] = simtime.Never
			return node, at
		}
		if since == at && leaving < 0 {
			leaving = node
		}
	}
	s.free[leaving] = simtime.Never
	return leaving, at.Add(simtime.Millisecond)
}

func compact(changes []cluster.Change) []cluster.Change {
	kept := changes[:0]
	for _, c := range changes {
		if c.Delta != 0 {
			kept = append(kept, c)
		}
	}
	return kept
}
