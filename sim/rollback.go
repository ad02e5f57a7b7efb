package sim

import (
	"rubato/simtime"
	"rubato/workload"
)

// fallBack takes a job back to the best checkpoint that is left.
func (e *engine) fallBack(j *job, cause LossCause) {
	e.abandonCopy(j)
	if t := j.tiers; t != nil && !j.memoryLives() {
		t.memory.ok = false
	}
	e.rollback(j, j.cheapest(), cause)
	e.setSource(j)
}

// toStorage leaves a job with what is in the storage: it gives up its nodes.
func (e *engine) toStorage(j *job) {
	if j.source == fromMemory || j.source == fromPeers {
		e.rollback(j, &j.stored, ByNodeLoss)
	}
	if t := j.tiers; t != nil {
		t.memory = mark{left: j.left}
	}
}

// rollback takes a job back to a mark.
func (e *engine) rollback(j *job, m *mark, cause LossCause) {
	e.settle(j)
	d, gpuMillis := m.trained, m.unsaved
	j.left = m.left
	j.eachMark(func(m *mark) { m.train(-d, -gpuMillis) })
	if t := j.tiers; t != nil && !t.memory.ok {
		t.memory = mark{left: j.left}
	}
	e.lose(j, d, gpuMillis, cause)
}

// lose moves training of a job to what was lost.
func (e *engine) lose(j *job, d simtime.Duration, gpuMillis int64, cause LossCause) {
	e.ledger.lose(j.Pool, gpuMillis)
	r := j.result
	r.Spent[Training] -= gpuMillis
	r.Spent[Lost] += gpuMillis
	r.LostBy[cause] += gpuMillis
	r.Productive -= d
}

// rateOf is the speed of a job as it lies.
func (e *engine) rateOf(j *job) workload.Rate {
	l := e.cluster.Layout(j.active)
	if c := j.course; c != nil {
		c.lay(j.active)
		var r workload.Rate
		r, c.until = j.SegmentIn(c, c.gpus, l.Slowest, j.left)
		return r
	}
	return j.RateIn(workload.Shape{Replicas: j.Size, Nodes: l.Nodes, Racks: l.Racks}, l.Slowest)
}

// nodesOf is the number of nodes that a job lies on.
func (e *engine) nodesOf(j *job) int { return e.cluster.Layout(j.active).Nodes }
