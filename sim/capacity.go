package sim

import (
	"slices"

	"rubato/cluster"
	"rubato/policy"
	"rubato/simtime"
)

func sumGPUs(pieces []cluster.Piece) int {
	n := 0
	for _, p := range pieces {
		n += p.GPUs
	}
	return n
}

func (e *engine) capacityChanges(ev *capacityEvent) {
	ch := ev.change
	switch ev.class {
	case capacityComes:
		e.cluster.Return(e.cluster.PickGain(*ch), ch.Cause)
	case noticeGiven:
		*ev.picks = e.cluster.PickLoss(*ch)
		e.giveNotice(*ev.picks)
	case capacityGoes:
		picks := *ev.picks
		*ev.picks = nil
		// What was not there to be announced goes without notice.
		if rest := *ch; sumGPUs(picks)+rest.Delta < 0 {
			rest.Delta += sumGPUs(picks)
			picks = append(picks, e.cluster.PickLoss(rest)...)
		}
		e.cluster.Outage(*ch)
		e.withdraw(picks, ch.Cause, ch.Detection)
	}
	e.cluster.CallSpares(ch.Pool)
	e.withdraw(e.cluster.PickShortfall(ch.Pool), cluster.External, 0)
	e.dirty = true
}

// withdraw takes GPUs away and interrupts the jobs that held them.
func (e *engine) withdraw(picks []cluster.Piece, cause cluster.Cause, detection simtime.Duration) {
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
			e.interrupt(j, detection)
		} else if j.Phase != policy.Draining {
			e.fitHeld(j)
		}
		e.tell(j) // of what was withdrawn, where nothing followed from it
	}
	e.hit = e.hit[:0]
}

// fitHeld gives back what a job holds beyond its greatest legal size.
func (e *engine) fitHeld(j *job) {
	size := j.Sizes.Floor(j.Target())
	e.change(j, func() { e.giveHeld(j, min(j.Held, j.Active+j.Held-j.GPUs(size))) })
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
