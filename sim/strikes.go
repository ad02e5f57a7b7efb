package sim

import (
	"slices"

	"rubato/cluster"
	"rubato/simtime"
)

// capacityEvent is a change of capacity, the notice of one, or an incident.
type capacityEvent struct {
	at       simtime.Time
	class    class
	change   *cluster.Change
	incident *cluster.Incident
	// picks are the GPUs that a loss will take, from its notice on. The notice and
	// the loss share them.
	picks *[]cluster.Piece
}

// knownEvents returns the changes with their notices, and the incidents, that are
// known beforehand, in order. Notice is not given before time 0, nor before the
// named node has come.
func knownEvents(a *cluster.Availability) []capacityEvent {
	type nodeKey struct{ pool, node int }
	came := make(map[nodeKey]simtime.Time)
	var out []capacityEvent
	for i := range a.Changes {
		c := &a.Changes[i]
		key := nodeKey{c.Pool, c.Node}
		if c.Delta >= 0 {
			if c.Node != cluster.ByCount {
				came[key] = c.At
			}
			out = append(out, capacityEvent{at: c.At, class: capacityComes, change: c})
			continue
		}
		picks := new([]cluster.Piece)
		if at := max(came[key], c.At.Add(-c.Notice)); at < c.At {
			out = append(out, capacityEvent{at: at, class: noticeGiven, change: c, picks: picks})
		}
		out = append(out, capacityEvent{at: c.At, class: capacityGoes, change: c, picks: picks})
	}
	for i := range a.Incidents {
		out = append(out, capacityEvent{at: a.Incidents[i].At, class: incidentHits, incident: &a.Incidents[i]})
	}
	slices.SortStableFunc(out, func(a, b capacityEvent) int {
		if a.at != b.at {
			return int(a.at - b.at)
		}
		return int(a.class) - int(b.class)
	})
	return out
}

// scheduleKnown schedules the i-th event that is known beforehand.
func (e *engine) scheduleKnown(i int) {
	if i < len(e.known) {
		e.queue.schedule(e.known[i].at, e.known[i].class, int32(i))
	}
}

// scheduleRandom schedules the next event of the random processes. Its subject is
// below zero: its place in struck, counted from −1 down.
func (e *engine) scheduleRandom() {
	s, some := e.random.Next()
	if !some {
		return
	}
	ev := capacityEvent{at: s.Heard, class: incidentHits, incident: s.Incident}
	if c := s.Change; c != nil {
		ev.change, ev.class = c, capacityComes
		if c.Delta < 0 {
			ev.class, ev.picks = capacityGoes, new([]cluster.Piece)
		}
		if c.Notice > 0 {
			ev.class = noticeGiven
		}
	}
	e.scheduleStruck(ev)
}

func (e *engine) scheduleStruck(ev capacityEvent) {
	place := int32(len(e.struck))
	if n := len(e.unstruck); n > 0 {
		place, e.unstruck = e.unstruck[n-1], e.unstruck[:n-1]
		e.struck[place] = ev
	} else {
		e.struck = append(e.struck, ev)
	}
	e.queue.schedule(ev.at, ev.class, -1-place)
}

// strike lets an event happen and schedules the one that follows it.
func (e *engine) strike(subject int32) {
	if subject >= 0 {
		e.happen(&e.known[subject])
		e.scheduleKnown(int(subject) + 1)
		return
	}
	place := -1 - subject
	ev := e.struck[place]
	e.unstruck = append(e.unstruck, place)
	e.happen(&ev)
	announced := ev.change != nil && ev.change.Notice > 0 && ev.class == capacityGoes
	if ev.class == noticeGiven {
		goes := ev
		goes.at, goes.class = ev.change.At, capacityGoes
		e.scheduleStruck(goes)
	}
	if !announced {
		e.scheduleRandom()
	}
}

func (e *engine) happen(ev *capacityEvent) {
	if ev.incident != nil {
		e.incident(ev.incident)
		return
	}
	e.capacityChanges(ev)
}
