package experiments

import (
	"cmp"
	"fmt"
	"slices"

	"rubato/cluster"
	"rubato/internal/stream"
	"rubato/simtime"
)

var failureKinds = map[string]cluster.FailureKind{"node": cluster.NodeLoss, "crash": cluster.Crash, "slow": cluster.Slowdown}

// addFailures adds a random process.
func (e *Experiment) addFailures(s source) {
	f, path := s.Failures.published(), s.path+".failures"
	between, ok := e.between(f, path)
	if !ok {
		return
	}
	out := cluster.Failures{
		Name: fmt.Sprintf("%s/%d", s.pool.Name, e.processes[s.index]), Pool: s.index,
		Kind: failureKinds[f.Kind], ByRack: f.Scope == "rack", Between: between,
		HealthCheck: s.HealthCheck, Notice: s.Notice, Detection: s.Detection, Speed: or(f.Speed, 0),
	}
	e.processes[s.index]++
	switch {
	case f.Kind == "crash" && f.Repair != nil:
		e.doc.Problem("got repair, want it with the kinds node and slow only: a crash is over at once", path+".repair")
	case f.Kind != "crash" && f.Repair == nil:
		e.doc.Problem(fmt.Sprintf("got no \"repair\", how long a node is %s", map[string]string{"node": "away", "slow": "slow"}[f.Kind]), path)
	case f.Repair != nil:
		e.checkDistribution(*f.Repair, path+".repair")
		out.Repair = f.Repair.stream()
	}
	switch {
	case f.Kind == "slow" && f.Speed == nil:
		e.doc.Problem(`got no "speed", the share of its speed at which a slow node runs`, path)
	case f.Kind != "slow" && f.Speed != nil:
		e.doc.Problem("got speed, want it with the kind slow only", path+".speed")
	case f.Speed != nil && !(*f.Speed > 0 && *f.Speed < 1):
		e.doc.Wrong("a share over 0 and below 1", path+".speed")
	}
	if f.Kind != "node" && (s.HealthCheck > 0 || s.Notice > 0) {
		e.doc.Problem("want notice and healthCheck with failures of the kind node only", s.path)
	}
	if f.Kind == "slow" && s.Detection > 0 {
		e.doc.Problem("want no detection with failures of the kind slow: nobody is told of them", s.path+".detection")
	}
	if f.Kind != "slow" {
		e.failureRate[s.index] += 1 / float64(out.Between.Mean)
	}
	e.availability.Failures = append(e.availability.Failures, out)
}

// between is the time between failures of a node or rack.
func (e *Experiment) between(f *failuresSpec, path string) (stream.Distribution, bool) {
	switch {
	case (f.MTBF == nil) == (f.Rate == nil):
		e.doc.Problem("want one of mtbf and rate, which is in failures a 1,000 node-days; or published", path)
		return stream.Distribution{}, false
	case f.MTBF != nil:
		return f.MTBF.stream(), e.checkDistribution(*f.MTBF, path+".mtbf")
	}
	mean := max(1, min(1000*float64(simtime.Day) / *f.Rate, float64(simtime.Longest)))
	return stream.Distribution{Family: stream.Exponential, Mean: simtime.Duration(mean)}, true
}

// published returns the failures with what is published of them.
func (f *failuresSpec) published() *failuresSpec {
	out := *f
	for _, p := range cluster.Published() {
		if p.Name != f.Published {
			continue
		}
		if out.MTBF == nil && out.Rate == nil {
			out.Rate = &p.Rate
		}
		if r := p.Repair; out.Repair == nil && r.Mean > 0 && f.Kind != "crash" {
			out.Repair = &distribution{Mean: r.Mean, Distribution: string(r.Family), Shape: &r.Shape}
		}
	}
	return &out
}

// maxChanges bounds what a plan of maintenance makes.
const maxChanges = 10_000_000

// addMaintenance adds the changes of a plan up to the horizon.
func (e *Experiment) addMaintenance(s source) {
	m, path := s.Maintenance, s.path+".maintenance"
	nodes := m.Nodes.List
	if m.Nodes.All {
		for n := range s.pool.Nodes {
			nodes = append(nodes, n)
		}
	}
	for i, n := range nodes {
		if n >= s.pool.Nodes {
			e.doc.Wrong(fmt.Sprintf("a node of pool %q, from 0 to %d", s.pool.Name, s.pool.Nodes-1), fmt.Sprintf("%s.nodes[%d]", path, i))
			return
		}
	}
	end := simtime.Longest
	if e.spec.Horizon > 0 {
		end = e.spec.Horizon
	}
	length := m.Duration
	if m.Rolling {
		length *= simtime.Duration(len(nodes))
	}
	if m.Every > 0 && m.Every < length {
		e.doc.Wrong(fmt.Sprintf("at least %v, which one maintenance of all its nodes takes", length), path+".every")
		return
	}
	if m.Every > 0 && int64(end/m.Every)*int64(len(nodes)) > maxChanges {
		e.doc.Problem(fmt.Sprintf("got over %d changes, want a horizon or a longer time between maintenances", maxChanges), path)
		return
	}
	var changes []cluster.Change
	for at := m.First; at < end; at += m.Every {
		for i, n := range nodes {
			from := at
			if m.Rolling {
				from += simtime.Duration(i) * m.Duration
			}
			changes = append(changes, nodeChange(s, simtime.Time(from), n, false), nodeChange(s, simtime.Time(from+m.Duration), n, true))
		}
		if m.Every == 0 {
			break
		}
	}
	e.addChanges(s, changes)
}

// checked puts the returns of lost GPUs off until the nodes are tested. A node that
// is lost again before that stays away.
func checked(changes []cluster.Change, test simtime.Duration) []cluster.Change {
	if test == 0 {
		return changes
	}
	var out []cluster.Change
	coming := make(map[int]int) // of a node: the place of its return in out
	for _, c := range changes {
		k, comes := coming[c.Node]
		switch {
		case c.Delta > 0 && c.Cause == cluster.Lost:
			if c.At > 0 {
				c.At = c.At.Add(test)
			}
			if c.Node != cluster.ByCount {
				coming[c.Node] = len(out)
			}
		case c.Delta < 0 && comes && out[k].At > c.At:
			out[k].Delta = 0
			delete(coming, c.Node)
			continue
		}
		out = append(out, c)
	}
	out = compact(out)
	slices.SortStableFunc(out, func(a, b cluster.Change) int { return cmp.Compare(a.At, b.At) })
	return out
}

// incident is a crash on a node, or a change of its speed.
func (e *Experiment) incident(s source, ev eventSpec, path string) {
	i := cluster.Incident{At: simtime.Time(ev.At), Pool: s.index, Node: ev.Node}
	switch ev.State {
	case "crash":
		i.Detection = s.Detection
	case "well":
		i.Speed = 1
	case "slow":
		i.Speed = or(ev.Speed, 0)
		if !(i.Speed > 0 && i.Speed < 1) {
			e.doc.Problem("want with slow the speed, a share over 0 and below 1", path+".speed")
		}
	}
	e.availability.Incidents = append(e.availability.Incidents, i)
}
