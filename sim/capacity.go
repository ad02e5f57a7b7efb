package sim

import (
	"slices"

	"rubato/cluster"
	"rubato/policy"
	"rubato/simtime"
)

// capacityEvent is a change of capacity, or the notice of one.
type capacityEvent struct {
	at     simtime.Time
	class  class
	index  int // of the change in the scenario
	change *cluster.Change
}

// capacityEvents returns the changes and their notices in order. Notice is not
// given before time 0, nor before the named node has come.
func capacityEvents(changes []cluster.Change) []capacityEvent {
	type nodeKey struct{ pool, node int }
	came := make(map[nodeKey]simtime.Time)
	var out []capacityEvent
	for i := range changes {
		c := &changes[i]
		key := nodeKey{c.Pool, c.Node}
		if c.Delta >= 0 {
			if c.Node != cluster.ByCount {
				came[key] = c.At
			}
			out = append(out, capacityEvent{c.At, capacityComes, i, c})
			continue
		}
		if at := max(came[key], c.At.Add(-c.Notice)); at < c.At {
			out = append(out, capacityEvent{at, noticeGiven, i, c})
		}
		out = append(out, capacityEvent{c.At, capacityGoes, i, c})
	}
	slices.SortStableFunc(out, func(a, b capacityEvent) int {
		if a.at != b.at {
			return int(a.at - b.at)
		}
		return int(a.class) - int(b.class)
	})
	return out
}

func (e *engine) scheduleCapacity(i int) {
	if i < len(e.capacity) {
		e.queue.schedule(e.capacity[i].at, e.capacity[i].class, int32(i))
	}
}

func sumGPUs(pieces []cluster.Piece) int {
	n := 0
	for _, p := range pieces {
		n += p.GPUs
	}
	return n
}

func (e *engine) capacityChanges(ev capacityEvent) {
	switch ev.class {
	case capacityComes:
		e.cluster.Return(e.cluster.PickGain(*ev.change), ev.change.Cause)
	case noticeGiven:
		e.picks[ev.index] = e.cluster.PickLoss(*ev.change)
		e.giveNotice(e.picks[ev.index])
	case capacityGoes:
		picks := e.picks[ev.index]
		e.picks[ev.index] = nil
		// What was not there to be announced goes without notice.
		if rest := *ev.change; sumGPUs(picks)+rest.Delta < 0 {
			rest.Delta += sumGPUs(picks)
			picks = append(picks, e.cluster.PickLoss(rest)...)
		}
		e.withdraw(picks, ev.change.Cause)
	}
	e.withdraw(e.cluster.PickShortfall(ev.change.Pool), cluster.External)
	e.dirty = true
}

// withdraw takes GPUs away and interrupts the jobs that held them.
func (e *engine) withdraw(picks []cluster.Piece, cause cluster.Cause) {
	for _, s := range e.cluster.Withdraw(picks, cause) {
		j := &e.jobs[s.Owner]
		var active int
		e.adjust(j, func() { active = j.drop(s.Node, s.GPUs) })
		if !slices.Contains(e.hit, j) {
			e.hit = append(e.hit, j)
		}
		if active > 0 {
			j.hurt = true
		}
	}
	for _, j := range e.hit {
		if j.hurt {
			j.hurt = false
			e.interrupt(j)
		} else if j.Phase != policy.Draining {
			e.fitHeld(j)
		}
	}
	e.hit = e.hit[:0]
}

// fitHeld gives back what a job holds beyond its greatest legal size.
func (e *engine) fitHeld(j *job) {
	size := j.Sizes.Floor(j.Target())
	e.change(j, func() { e.giveHeld(j, min(j.Held, j.Active+j.Held-j.GPUs(size))) })
}

// interrupt deals with a job that lost active GPUs without having left them.
func (e *engine) interrupt(j *job) {
	e.queue.cancel(&j.event)
	j.losses++
	if !j.evading && j.Phase != policy.Faulted {
		j.result.NodeLosses++
	}
	draining := j.Phase == policy.Draining
	e.closeDrain(j, true)
	switch {
	case j.MaxLosses > 0 && j.losses > j.MaxLosses:
		e.end(j, policy.Failed)
	case draining && j.next == 0:
		e.requeue(j)
	case draining && j.Active+j.Held >= j.GPUs(j.next):
		e.restart(j, j.next)
	default:
		if draining && j.next < j.Size {
			j.Size = j.next // what it was about to shrink to is what it waits for
			j.result.Resizes++
		}
		e.fault(j)
	}
}

// giveNotice announces that GPUs will go. What jobs hold of them for a growth
// they give back at once.
func (e *engine) giveNotice(picks []cluster.Piece) {
	for _, s := range slices.Clone(e.cluster.Doom(picks)) {
		j := &e.jobs[s.Owner]
		if j.Phase != policy.Draining {
			e.unholdOn(j, s.Node)
		}
		if !slices.Contains(e.noticed, j) {
			e.noticed = append(e.noticed, j)
		}
	}
	e.refreshNotices()
}

// unholdOn gives back the doomed GPUs that a job holds on a node.
func (e *engine) unholdOn(j *job, node cluster.NodeID) {
	o := cluster.Owner(j.Index)
	held := 0
	for _, p := range j.held {
		if p.Node == node {
			held += p.GPUs
		}
	}
	n := min(held, e.cluster.Doomed(o, node))
	if n == 0 {
		return
	}
	e.change(j, func() {
		e.cluster.Give(o, []cluster.Piece{{Node: node, GPUs: n}})
		j.drop(node, n)
	})
	e.fitHeld(j)
}

// refreshNotices recounts the doomed GPUs of the jobs that have some. A job
// that drains may get some yet, with those that it holds.
func (e *engine) refreshNotices() {
	e.noticed = slices.DeleteFunc(e.noticed, func(j *job) bool {
		if d := e.doomedOf(j); d != j.Doomed || d == 0 {
			e.change(j, func() { j.Doomed = d })
		}
		return j.Doomed == 0 && j.Phase != policy.Draining
	})
}

// doomedOf counts the active GPUs of a job that are announced to go.
func (e *engine) doomedOf(j *job) int {
	sum := 0
	for i, p := range j.active {
		seen := slices.ContainsFunc(j.active[:i], func(q cluster.Piece) bool { return q.Node == p.Node })
		if !seen {
			sum += e.cluster.Doomed(cluster.Owner(j.Index), p.Node)
		}
	}
	return sum
}
