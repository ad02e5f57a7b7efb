package experiments

import (
	"cmp"
	"fmt"
	"slices"

	"rubato/cluster"
	"rubato/internal/stream"
	"rubato/simtime"
	"rubato/traces"
)

// spotSpec is a birth-death process of machines.
type spotSpec struct {
	// Interarrival is the mean time between offers of a machine, Life that of a
	// machine; Nodes is how many are wanted, all of the pool without it.
	Interarrival simtime.Duration `yaml:"interarrival" jsonschema:"required,exclusiveMinimum=0"`
	Life         simtime.Duration `yaml:"life" jsonschema:"required,exclusiveMinimum=0"`
	Nodes        int              `yaml:"nodes" jsonschema:"minimum=1"`
}

// draw adds to the availability what of it depends on the seed.
type draw func(seed uint64, a *cluster.Availability)

// capacity returns the availability for a seed.
func (e *Experiment) capacity(seed uint64) cluster.Availability {
	a := e.availability
	if len(e.draws) == 0 {
		return a
	}
	a.Initial, a.Changes = slices.Clone(a.Initial), slices.Clone(a.Changes)
	for _, d := range e.draws {
		d(seed, &a)
	}
	a.Sort()
	return a
}

// drawable records a fault if what is drawn has no end, or changes too often.
func (e *Experiment) drawable(s source, every simtime.Duration, what string) bool {
	switch {
	case e.spec.Horizon == 0:
		e.doc.Problem("got no horizon, want one with "+what+", which is drawn up to there", s.path)
	case e.spec.Horizon/every > maxChanges:
		e.doc.Problem(fmt.Sprintf("got over %d changes, want a shorter horizon or longer times", maxChanges), s.path)
	default:
		return true
	}
	return false
}

// addSpot adds machines that come and go at random.
func (e *Experiment) addSpot(s source) {
	spot := cluster.Spot{Nodes: cmp.Or(s.Spot.Nodes, s.pool.Nodes), Between: s.Spot.Interarrival, Life: s.Spot.Life}
	if spot.Nodes > s.pool.Nodes {
		e.doc.Wrong(fmt.Sprintf("at most the %d nodes of pool %q", s.pool.Nodes, s.pool.Name), s.path+".spot.nodes")
		return
	}
	if !e.drawable(s, s.Spot.Interarrival, "spot") {
		return
	}
	e.availability.Initial[s.index] = spot.Nodes * s.pool.GPUsPerNode
	e.draws = append(e.draws, func(seed uint64, a *cluster.Availability) {
		var events []traces.NodeEvent
		for _, m := range spot.Until(seed, s.pool.Name, simtime.Time(e.spec.Horizon)) {
			events = append(events, traces.NodeEvent{At: m.At, Up: m.Comes, Node: m.Name})
		}
		a.Initial[s.index] = 0
		a.Changes = append(a.Changes, changesOf(s, newSlots(s).place(events))...)
	})
}

// addResampled adds counts that are put together anew from a trace's for each seed.
func (e *Experiment) addResampled(s source, counts []cluster.Step, end simtime.Time) {
	r, path := s.Trace.Resample, s.path+".trace.resample"
	if r.Span > 0 {
		e.doc.Problem("want no span here: capacity is drawn up to the horizon", path+".span")
		return
	}
	if !e.drawable(s, r.Block, "resample") {
		return
	}
	b, ok := e.blocksOf(r, simtime.Duration(end), path)
	if !ok {
		return
	}
	b.Span = e.spec.Horizon
	most := slices.MaxFunc(counts, func(x, y cluster.Step) int { return cmp.Compare(x.GPUs, y.GPUs) })
	e.availability.Initial[s.index] = most.GPUs
	e.draws = append(e.draws, func(seed uint64, a *cluster.Availability) {
		steps := resampleSteps(b, seed, s.pool.Name, counts)
		a.Initial[s.index] = steps[0].GPUs
		a.Changes = append(a.Changes, changesOf(s, cluster.Changes(s.index, steps[0].GPUs, steps[1:], cluster.Lost, s.Notice))...)
	})
}

// resampleSteps puts a step function together from blocks of another.
func resampleSteps(b stream.Blocks, seed uint64, name string, counts []cluster.Step) []cluster.Step {
	var out []cluster.Step
	b.Each(stream.New(seed, "resample/"+name), func(p stream.Block) {
		from, to := simtime.Time(p.From), simtime.Time(p.From+p.Length)
		i, found := slices.BinarySearchFunc(counts, from, func(c cluster.Step, at simtime.Time) int { return cmp.Compare(c.At, at) })
		if !found {
			i--
		}
		for ; i < len(counts) && counts[i].At < to; i++ {
			at := max(counts[i].At, from).Add(p.At - p.From)
			if len(out) == 0 || out[len(out)-1].GPUs != counts[i].GPUs {
				out = append(out, cluster.Step{At: at, GPUs: counts[i].GPUs})
			}
		}
	})
	return out
}

// countsOf are the GPUs of nodes that come and go, from time 0 on.
func countsOf(events []traces.NodeEvent, gpusPerNode int) []cluster.Step {
	out := []cluster.Step{{}}
	for _, ev := range events {
		now := out[len(out)-1]
		if ev.At > now.At {
			now.At = ev.At
			out = append(out, now)
		}
		if ev.Up {
			out[len(out)-1].GPUs += gpusPerNode
		} else {
			out[len(out)-1].GPUs -= gpusPerNode
		}
	}
	return out
}
