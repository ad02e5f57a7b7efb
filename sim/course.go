package sim

import (
	"rubato/cluster"
	"rubato/policy"
	"rubato/workload"
)

// course is how far a job has come whose speed changes over its training.
type course struct {
	workload.Course
	// until is the work that is left at the end of the present segment.
	until workload.Work
	gpus  []int // on each node; scratch
}

// lay notes how many GPUs a job has on each node, in the order in which it got them.
func (c *course) lay(pieces []cluster.Piece) {
	c.gpus = c.gpus[:0]
	for i, p := range pieces {
		k := 0
		for k < i && pieces[k].Node != p.Node {
			k++
		}
		if k < i {
			c.gpus[c.place(pieces[:k+1])] += p.GPUs
			continue
		}
		c.gpus = append(c.gpus, p.GPUs)
	}
}

// place is where the node of the last piece, the first on it, stands among the nodes.
func (c *course) place(pieces []cluster.Piece) int {
	n := -1
	for i, p := range pieces {
		first := true
		for _, q := range pieces[:i] {
			first = first && q.Node != p.Node
		}
		if first {
			n++
		}
	}
	return n
}

// scheduleSegment schedules the end of the present segment of a job's course, or its
// next periodic save, whichever comes first.
func (e *engine) scheduleSegment(j *job) {
	c := j.course
	work := j.left.Sub(c.until)
	end, when := e.now.Add(work.Time(j.rate)), segmentEnds
	if c.WholeSeconds() && j.rate > 0 {
		early := false
		if end, early = work.Second(j.rate, e.now); early {
			when = segmentEndsLate
		}
	}
	if due, some := j.untilSave(); some && e.now.Add(due) < end {
		j.event = e.queue.schedule(e.now.Add(due), phaseEnds, j.Index)
		return
	}
	j.event = e.queue.schedule(end, when, j.Index)
}

// segmentEnds goes on to the next segment of a job's course, or ends the job.
func (e *engine) segmentEnds(j *job) {
	j.event = 0
	e.settle(j)
	c := j.course
	if c.WholeSeconds() {
		// What the nearest second gives or takes, but for what is saved.
		j.left = c.until
		j.eachMark(func(m *mark) {
			if m.ok {
				j.left = workload.Least(j.left, m.left)
			}
		})
	}
	if c.until == (workload.Work{}) {
		j.left = c.until
		j.Cause = policy.AfterCompletion
		e.end(j, policy.Done)
		return
	}
	j.rate = e.rateOf(j)
	e.scheduleTraining(j)
}
