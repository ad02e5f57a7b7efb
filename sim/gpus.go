package sim

import (
	"slices"

	"rubato/cluster"
	"rubato/policy"
)

// take gives a job n more GPUs, as part of list. Its caller changes the job.
func (e *engine) take(j *job, list *[]cluster.Piece, n int) {
	if *list == nil && len(e.spare) > 0 {
		*list = e.spare[len(e.spare)-1]
		e.spare = e.spare[:len(e.spare)-1]
	}
	*list = e.cluster.Take(cluster.Owner(j.Index), j.Pool, n, *list)
	if list == &j.active {
		j.Active += n
	} else {
		j.Held += n
	}
}

// leave takes all GPUs from a job, which enters a phase without any.
func (e *engine) leave(j *job, p policy.Phase) {
	e.change(j, func() {
		for _, list := range []*[]cluster.Piece{&j.active, &j.held} {
			e.cluster.Give(cluster.Owner(j.Index), *list)
			e.recycle(list)
		}
		j.Active, j.Held, j.Doomed = 0, 0, 0
		e.relocate(j, j.Home.Pool)
		e.enter(j, p)
	})
}

func (e *engine) recycle(list *[]cluster.Piece) {
	if *list != nil {
		e.spare = append(e.spare, (*list)[:0])
		*list = nil
	}
}

// absorb makes the held GPUs of a job active.
func (e *engine) absorb(j *job) {
	j.active = append(j.active, j.held...)
	j.Active += j.Held
	j.Held = 0
	e.recycle(&j.held)
	if len(e.noticed) > 0 {
		j.Doomed = e.doomedOf(j)
		e.dirty = e.dirty || j.Doomed > 0
	}
}

// shed gives back n active GPUs of a job, if n is positive: doomed ones first,
// then the latest it got.
func (e *engine) shed(j *job, n int) {
	if n <= 0 {
		return
	}
	e.dirty = true
	o := cluster.Owner(j.Index)
	for i := 0; i < len(j.active) && n > 0; i++ {
		p := &j.active[i]
		n -= e.giveBack(j, p, min(n, p.GPUs, e.cluster.Doomed(o, p.Node)))
	}
	for i := len(j.active) - 1; i >= 0 && n > 0; i-- {
		p := &j.active[i]
		n -= e.giveBack(j, p, min(n, p.GPUs))
	}
	j.active = slices.DeleteFunc(j.active, func(p cluster.Piece) bool { return p.GPUs == 0 })
	j.Doomed = e.doomedOf(j)
}

func (e *engine) giveBack(j *job, p *cluster.Piece, n int) int {
	if n > 0 {
		e.cluster.Give(cluster.Owner(j.Index), []cluster.Piece{{Node: p.Node, GPUs: n}})
		p.GPUs -= n
		j.Active -= n
	}
	return n
}

// unhold gives back n held GPUs of a job, if n is positive.
func (e *engine) unhold(j *job, n int) {
	if n > 0 {
		e.dirty = true
		e.change(j, func() { e.giveHeld(j, n) })
	}
}

// giveHeld gives back n held GPUs of a job, the latest first, within a change.
func (e *engine) giveHeld(j *job, n int) {
	j.Held -= n
	for n > 0 {
		last := &j.held[len(j.held)-1]
		g := min(n, last.GPUs)
		e.cluster.Give(cluster.Owner(j.Index), []cluster.Piece{{Node: last.Node, GPUs: g}})
		last.GPUs -= g
		n -= g
		if last.GPUs == 0 {
			j.held = j.held[:len(j.held)-1]
		}
	}
}

// drop takes GPUs on a node, which the cluster has withdrawn already, off a
// job's pieces: held ones first. It reports how many were active.
func (j *job) drop(node cluster.NodeID, n int) int {
	take := func(list *[]cluster.Piece) int {
		before := n
		for i := range *list {
			if p := &(*list)[i]; p.Node == node {
				g := min(n, p.GPUs)
				p.GPUs -= g
				n -= g
			}
		}
		*list = slices.DeleteFunc(*list, func(p cluster.Piece) bool { return p.GPUs == 0 })
		return before - n
	}
	j.Held -= take(&j.held)
	active := take(&j.active)
	j.Active -= active
	return active
}
