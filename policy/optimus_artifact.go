package policy

import (
	"slices"

	"rubato/workload"
)

// stepping is a job whose remaining steps the artifact knows.
type stepping struct {
	job       *Job
	size      int
	gain      float64
	remaining float64 // steps, or 1 where the times are those of the whole rest
}

// decideAsArtifact hands each pool out as the simulator of Pollux does.
func (o *Optimus) decideAsArtifact(s *State, p *Plan) {
	for len(o.decisions) < len(s.Pools) {
		o.decisions = append(o.decisions, decision{})
	}
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		d := &o.decisions[i]
		if d.due(s.Now, o.Every) {
			o.replace(d, p, allotAsArtifact(s, pool, p))
		}
		d.carryOut(pool, p)
		if o.Every > 0 && (pool.Running.Len() > 0 || pool.Queue.Len() > 0) {
			p.Wake(nextRound(s.Now, o.Every))
		}
	}
}

// allotAsArtifact gives every job one GPU, by submission, then always one more to the
// job with the greatest gain.
func allotAsArtifact(s *State, pool *Pool, p *Plan) []stepping {
	gpus := p.Free(pool.Index)
	var jobs []stepping
	for j := range pool.Running.All() {
		gpus += j.Active
		if !p.Planned(j) && j.Phase != Draining {
			jobs = append(jobs, stepping{job: j})
		}
	}
	for j := range pool.Queue.All() {
		jobs = append(jobs, stepping{job: j})
	}
	slices.SortFunc(jobs, func(a, b stepping) int { return int(a.job.Index - b.job.Index) })
	for i := range jobs {
		t := &jobs[i]
		t.remaining = stepsLeft(s, t.job)
		if least := t.job.Sizes.Min(); t.job.GPUs(least) <= gpus {
			gpus -= t.job.GPUs(least)
			t.size = least
			t.gain = t.gainOfNext(s)
		}
	}
	for gpus > 0 {
		best := &stepping{}
		for i := range jobs {
			if t := &jobs[i]; t.gain > best.gain && t.job.GPUs(t.job.Sizes.Above(t.size)-t.size) <= gpus {
				best = t
			}
		}
		if best.job == nil {
			break
		}
		next := best.job.Sizes.Above(best.size)
		gpus -= best.job.GPUs(next - best.size)
		best.size = next
		best.gain = best.gainOfNext(s)
	}
	return jobs
}

// gainOfNext is by how much the next size shortens what remains; 0 if there is none.
func (t *stepping) gainOfNext(s *State) float64 {
	next := t.job.Sizes.Above(t.size)
	if next == 0 {
		return 0
	}
	return (t.stepTime(s, t.size) - t.stepTime(s, next)) * t.remaining
}

// stepTime is how long a step takes at a size, packed onto nodes; for a job without a
// profile, how long the rest takes.
func (t *stepping) stepTime(s *State, size int) float64 {
	m, ok := t.job.Scaling.(*workload.Measured)
	if !ok {
		return s.timeAt(t.job, size)
	}
	return m.PackedStep(size)
}

// stepsLeft is the steps from the end of the present epoch to that of the last.
func stepsLeft(s *State, j *Job) float64 {
	m, ok := j.Scaling.(*workload.Measured)
	if !ok {
		return 1
	}
	last, epoch := m.Epochs()-1, m.Epoch(s.Left(j))
	if last <= epoch {
		return 1
	}
	return m.StepsAfter(m.Batch, last) - m.StepsAfter(m.Batch, epoch)
}

// replace stops the jobs whose size changes and decides which start, the smallest
// first.
func (o *Optimus) replace(d *decision, p *Plan, jobs []stepping) {
	slices.SortStableFunc(jobs, func(a, b stepping) int { return a.size - b.size })
	for _, t := range jobs {
		running := t.job.Phase != Queued
		if running && t.size != t.job.Size {
			p.Stop(t.job, o.Grace)
		}
		if t.size > 0 && (!running || t.size != t.job.Size) {
			d.starts = append(d.starts, start{t.job, t.size})
		}
	}
}
