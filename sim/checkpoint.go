package sim

import (
	"slices"

	"rubato/cluster"
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// noNode stands for a node that is lost.
const noNode cluster.NodeID = -1

// planSaves sets the interval of a job that begins to train.
func (e *engine) planSaves(j *job) {
	if i := &j.Checkpoint.Interval; i.Rule != workload.ByWork && i.Periodic() {
		nodes := e.nodesOf(j)
		j.interval = i.For(nodes, e.pause(j, nodes))
	}
}

// pause is how long a periodic save pauses a job that shares the storage with no
// other.
func (e *engine) pause(j *job, nodes int) simtime.Duration {
	c := &j.Checkpoint
	if c.Async {
		return c.Save
	}
	return c.Save + e.storage.alone(c.Bytes, nodes)
}

// untilSave returns the training time until the next periodic save and whether
// there is one. While a copy is written in the background there is none.
func (j *job) untilSave() (simtime.Duration, bool) {
	c := &j.Checkpoint
	due, some := simtime.Longest, false
	if c.Interval.Periodic() && !(j.tiers != nil && j.tiers.copied.ok) {
		due, some = max(0, j.interval-j.stored.trained), true
		if c.Interval.Rule == workload.ByWork {
			next := j.stored.left.Sub(c.Interval.Work)
			due = j.left.Sub(next).Time(j.rate)
		}
	}
	if c.Memory.Interval > 0 {
		d := max(0, c.Memory.Interval-j.tiers.memory.trained)
		j.tiers.toMemory = d < due
		due, some = min(d, due), true
	}
	return due, some
}

// save begins a periodic save; one that takes no time does not interrupt training.
func (e *engine) save(j *job) {
	e.settle(j)
	c := &j.Checkpoint
	pause, bytes := c.Save, c.Bytes
	switch {
	case j.savesToMemory():
		pause, bytes = c.Memory.Save, 0
	case c.Async || !e.storage.limited():
		bytes = 0
	}
	if pause == 0 && bytes == 0 {
		e.keep(j)
		e.scheduleTraining(j)
		return
	}
	e.setPhase(j, policy.Saving)
	j.bytes = bytes
	e.whenIn(j, pause)
}

// saved ends a periodic save.
func (e *engine) saved(j *job) {
	e.keep(j)
	e.setPhase(j, policy.Training)
	e.scheduleTraining(j)
}

// keep makes the present state of a job its checkpoint, or what is copied to be
// one.
func (e *engine) keep(j *job) {
	switch {
	case j.savesToMemory():
		e.rememberMemory(j)
	case j.Checkpoint.Async:
		e.copy(j)
	default:
		e.commit(j)
	}
}

// commit makes the present state of a job its last checkpoint in the storage.
func (e *engine) commit(j *job) {
	e.settle(j)
	j.stored = mark{ok: true, left: j.left}
}

// rememberMemory makes the present state of a job its checkpoint in memory.
func (e *engine) rememberMemory(j *job) {
	e.settle(j)
	t := j.tiers
	t.memory = mark{ok: true, left: j.left}
	t.toMemory = false
	t.ring = t.ring[:0]
	for _, p := range j.active {
		if !slices.Contains(t.ring, p.Node) {
			t.ring = append(t.ring, p.Node)
		}
	}
}

// copy begins to write the present state of a job in the background.
func (e *engine) copy(j *job) {
	e.settle(j)
	t := j.tiers
	t.copied = mark{ok: true, left: j.left}
	t.bytes = j.Checkpoint.Bytes
	e.copyIn(j, j.Checkpoint.Background)
}

// copyIn ends a part of the copying in d; at once where d is 0.
func (e *engine) copyIn(j *job, d simtime.Duration) {
	if d > 0 {
		j.tiers.copying = e.queue.schedule(e.now.Add(d), copyEnds, j.Index)
		return
	}
	e.copyEnds(j)
}

// copyEnds ends a part of the copying: after the last one the copy is a checkpoint.
func (e *engine) copyEnds(j *job) {
	t := j.tiers
	if t.bytes > 0 {
		n := t.bytes
		t.bytes = 0
		if e.storage.begin(j, n, &t.copying, copyEnds) {
			return
		}
	}
	e.settle(j)
	j.stored = t.copied
	t.copied = mark{}
	switch {
	case j.Phase == policy.Draining && j.event == 0:
		e.setSource(j)
		e.drained(j)
	case j.Phase == policy.Training && j.event != 0:
		e.queue.cancel(&j.event) // the next save may be due
		e.scheduleTraining(j)
	}
}

// initTiers makes the marks of a job that has some beside those in the storage.
func (j *job) initTiers() {
	if c := &j.Checkpoint; j.tiers == nil && (c.Async || c.Memory.Interval > 0) {
		j.tiers = &tiers{memory: mark{left: j.left}}
	}
}

// abandonCopy gives up a copy that is being written.
func (e *engine) abandonCopy(j *job) {
	t := j.tiers
	if t == nil || !t.copied.ok {
		return
	}
	e.storage.end(j)
	e.queue.cancel(&t.copying)
	t.copied, t.bytes = mark{}, 0
}

// forgetNodes notes which nodes a job has lost, with what was in their memory.
func (e *engine) forgetNodes(j *job) {
	if j.tiers == nil {
		return
	}
	for i, n := range j.tiers.ring {
		if !slices.ContainsFunc(j.active, func(p cluster.Piece) bool { return p.Node == n }) {
			j.tiers.ring[i] = noNode
		}
	}
}

// memoryLives reports whether of every node's state in memory a copy is left.
func (j *job) memoryLives() bool {
	if j.tiers == nil || !j.tiers.memory.ok {
		return false
	}
	ring := j.tiers.ring
	for i := range ring {
		alive := false
		for k := range min(j.Checkpoint.Memory.Copies+1, len(ring)) {
			alive = alive || ring[(i+k)%len(ring)] != noNode
		}
		if !alive {
			return false
		}
	}
	return true
}
