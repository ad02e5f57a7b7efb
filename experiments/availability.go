package experiments

import (
	"cmp"
	"fmt"
	"slices"

	"rubato/cluster"
	"rubato/experiments/internal/strict"
	"rubato/simtime"
)

// source is one entry of the availability.
type source struct {
	availabilitySpec
	path  string
	index int // of the pool
	pool  cluster.Pool
}

// compileAvailability turns the entries into changes of capacity.
func (e *Experiment) compileAvailability() {
	for _, p := range e.pools {
		e.availability.Initial = append(e.availability.Initial, p.GPUs())
	}
	e.processes, e.failureRate = make([]int, len(e.pools)), make([]float64, len(e.pools))
	lossOf, calendarOf := make(map[int]string), make(map[int]string)
	for i, a := range e.spec.Availability {
		path := fmt.Sprintf("availability[%d]", i)
		kind := e.kindOf(a, path)
		if kind == "failures" && a.Pool == "" {
			for p := range e.pools {
				e.addFailures(source{a, path, p, e.pools[p]})
			}
			continue
		}
		index, ok := e.poolIndex(a.Pool, path+".pool")
		if !ok || kind == "" {
			continue
		}
		s := source{a, path, index, e.pools[index]}
		switch kind {
		case "calendar":
			e.onlyOne(calendarOf, s, "calendar")
			e.addCalendar(s)
			continue
		case "failures":
			e.addFailures(s)
			continue
		case "maintenance":
			e.addMaintenance(s)
			continue
		}
		e.onlyOne(lossOf, s, "trace, spot, steps or events")
		switch kind {
		case "trace":
			e.addTrace(s)
		case "spot":
			e.addSpot(s)
		case "steps":
			e.addSteps(s)
		case "events":
			e.addEvents(s)
		}
	}
	e.availability.Sort()
	slices.SortStableFunc(e.availability.Incidents, func(a, b cluster.Incident) int { return cmp.Compare(a.At, b.At) })
}

// kindOf returns the one key of an entry that says what it is, or "" if there
// is not exactly one.
func (e *Experiment) kindOf(a availabilitySpec, path string) string {
	var kinds []string
	for _, k := range []struct {
		name  string
		given bool
	}{{"trace", a.Trace != nil}, {"spot", a.Spot != nil}, {"steps", a.Steps != nil}, {"calendar", a.Calendar != nil}, {"events", a.Events != nil}, {"failures", a.Failures != nil}, {"maintenance", a.Maintenance != nil}} {
		if k.given {
			kinds = append(kinds, k.name)
		}
	}
	if len(kinds) == 1 {
		return kinds[0]
	}
	got := "none"
	if len(kinds) > 1 {
		got = strict.List(kinds)
	}
	e.doc.Problem("got "+got+", want one of trace, spot, steps, calendar, events, failures and maintenance", path)
	return ""
}

func (e *Experiment) onlyOne(seen map[int]string, s source, what string) {
	if first, twice := seen[s.index]; twice {
		e.doc.Problem(fmt.Sprintf("got a second %s for pool %q, want at most one; the first is %s", what, s.pool.Name, first), s.path)
		return
	}
	seen[s.index] = s.path
}

func (e *Experiment) addChanges(s source, changes []cluster.Change) {
	e.availability.Changes = append(e.availability.Changes, changesOf(s, changes)...)
}

// changesOf returns the changes of a source, those that lose GPUs at time 0 without
// notice, as there was no time before.
func changesOf(s source, changes []cluster.Change) []cluster.Change {
	out := checked(changes, s.HealthCheck)
	for i := range out {
		c := &out[i]
		if c.Delta < 0 && c.Cause == cluster.Lost {
			c.Detection = s.Detection
		}
		if c.At == 0 {
			c.Notice = 0
		}
	}
	return out
}

// atMost checks a number of GPUs against the pool.
func (e *Experiment) atMost(s source, gpus int, path string) {
	if gpus > s.pool.GPUs() {
		e.doc.Wrong(fmt.Sprintf("at most the %d GPUs of pool %q", s.pool.GPUs(), s.pool.Name), path)
	}
}

func (e *Experiment) addSteps(s source) {
	var steps []cluster.Step
	for i, st := range s.Steps {
		path := fmt.Sprintf("%s.steps[%d]", s.path, i)
		e.atMost(s, st.GPUs, path+".gpus")
		switch {
		case i == 0 && st.At != 0:
			e.doc.Wrong("0s, the first step being what is there at the start", path+".at")
		case i > 0 && st.At <= s.Steps[i-1].At:
			e.doc.Wrong(fmt.Sprintf("a time after that of the step before, %v", s.Steps[i-1].At), path+".at")
		}
		steps = append(steps, cluster.Step{At: simtime.Time(st.At), GPUs: st.GPUs})
	}
	e.addLossSteps(s, steps)
}

// addLossSteps adds the steps of what is there, the first at time 0.
func (e *Experiment) addLossSteps(s source, steps []cluster.Step) {
	if len(steps) == 0 {
		return
	}
	e.availability.Initial[s.index] = min(steps[0].GPUs, s.pool.GPUs())
	e.addChanges(s, cluster.Changes(s.index, steps[0].GPUs, steps[1:], cluster.Lost, s.Notice))
}

func (e *Experiment) addEvents(s source) {
	type last struct {
		down bool
		at   simtime.Duration
	}
	nodes := make(map[int]last)
	var changes []cluster.Change
	for i, ev := range s.Events {
		path := fmt.Sprintf("%s.events[%d]", s.path, i)
		before, known := nodes[ev.Node]
		down := ev.State == "down"
		switch {
		case ev.Node >= s.pool.Nodes:
			e.doc.Wrong(fmt.Sprintf("a node of pool %q, from 0 to %d", s.pool.Name, s.pool.Nodes-1), path+".node")
		case i > 0 && ev.At < s.Events[i-1].At:
			e.doc.Wrong(fmt.Sprintf("a time not before that of the event before, %v", s.Events[i-1].At), path+".at")
		case known && ev.At == before.at:
			e.doc.Wrong("one event of a node at a time", path+".at")
		case ev.Speed != nil && ev.State != "slow":
			e.doc.Problem("got speed, want it with the state slow only", path+".speed")
		case ev.State != "up" && !down:
			nodes[ev.Node] = last{before.down, ev.At}
			e.incident(s, ev, path)
			continue
		case down == before.down:
			e.doc.Wrong(fmt.Sprintf("the other state; node %d is %s already", ev.Node, ev.State), path+".state")
		}
		nodes[ev.Node] = last{down, ev.At}
		changes = append(changes, nodeChange(s, simtime.Time(ev.At), ev.Node, !down))
	}
	e.addChanges(s, changes)
}

// nodeChange is the coming or going of a whole node.
func nodeChange(s source, at simtime.Time, node int, up bool) cluster.Change {
	c := cluster.Change{At: at, Pool: s.index, Node: node, Delta: s.pool.GPUsPerNode, Cause: cluster.Lost}
	if !up {
		c.Delta, c.Notice = -c.Delta, s.Notice
	}
	return c
}
