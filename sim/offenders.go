package sim

import (
	"cmp"
	"slices"

	"rubato/cluster"
)

// offender is a node on which processes of a job have died.
type offender struct {
	node  cluster.NodeID
	times int
}

// blame counts the death of a process against its node.
func (j *job) blame(node cluster.NodeID) {
	if j.Ladder.Avoid == 0 {
		return
	}
	i := slices.IndexFunc(j.offenders, func(o offender) bool { return o.node == node })
	if i < 0 {
		i = len(j.offenders)
		j.offenders = append(j.offenders, offender{node: node})
	}
	j.offenders[i].times++
}

// avoidOffenders gives a job other GPUs for those on its repeat offenders, the worst
// first, as far as enough are free.
func (e *engine) avoidOffenders(j *job) {
	slices.SortStableFunc(j.offenders, func(a, b offender) int { return cmp.Compare(b.times, a.times) })
	for i, o := range j.offenders {
		if i == j.Ladder.Avoid || o.times < 2 {
			return
		}
		n := 0
		for _, p := range j.active {
			if p.Node == o.node {
				n += p.GPUs
			}
		}
		if n > 0 && n <= e.cluster.Free(j.Pool) {
			e.change(j, func() { e.exchange(j, n, o.node) })
			e.dirty = true
		}
	}
}

// exchange takes n GPUs for those that a job has on a node, and gives those back. If
// free GPUs of the node itself are among them it stays as it is.
func (e *engine) exchange(j *job, n int, node cluster.NodeID) {
	owner := cluster.Owner(j.Index)
	others := e.cluster.Take(owner, j.Pool, n, nil)
	if slices.ContainsFunc(others, func(p cluster.Piece) bool { return p.Node == node }) {
		e.cluster.Give(owner, others)
		return
	}
	for _, p := range j.active {
		if p.Node == node {
			e.cluster.Give(owner, []cluster.Piece{p})
		}
	}
	j.active = slices.DeleteFunc(j.active, func(p cluster.Piece) bool { return p.Node == node })
	j.active = append(j.active, others...)
	j.Doomed = e.doomedOf(j)
}
