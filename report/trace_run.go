package report

import (
	"cmp"
	"fmt"
	"slices"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// run writes a run's tracks as two groups, the second of its jobs.
func (t *tracer) run(r *Report, run *Run, process, most int) {
	name := fmt.Sprintf("%s, seed %d", run.name(), run.Result.Seed)
	t.process(process, name+": GPUs and queue")
	t.states(process, run.Timeline, most/2)
	t.levels(r, run, process, most/2)
	t.jobs(run, process+1, name, most)
}

// states writes the GPUs by state: exactly, or as means over spans of equal length
// if there are more steps than may be.
func (t *tracer) states(process int, tl *Timeline, most int) {
	const name = "GPUs"
	if tl.n <= most {
		tl.each(func(from, _ simtime.Time, c *counts) {
			t.count(process, name, from, traceStatesOf(func(s sim.GPUState) float64 { return float64(c[s]) }))
		})
	} else {
		for _, c := range reduce(tl, most) {
			t.count(process, name, c.from, traceStatesOf(c.mean))
		}
	}
	t.count(process, name, tl.end(), traceStates{})
}

// level is what is counted of a run over time: jobs in the queue and the GPUs that
// they ask for, and of each pool the GPUs that jobs hold.
type level struct {
	queued, asked int
	held          []int
}

// levels writes the queue's depth and, of several pools, a track each. Of the
// changes within a span, as many spans as may be, it tells the deepest queue.
func (t *tracer) levels(r *Report, run *Run, process, most int) {
	ls := levelsAt(r, run)
	for _, at := range thinned(ls, run.Result.End, most) {
		l := ls[at]
		t.count(process, "queue", l.at, traceQueue{l.queued, l.asked})
		for p, n := range l.held {
			if len(l.held) > 1 {
				t.count(process, "pool "+r.pool(p), l.at, traceHeld{n})
			}
		}
	}
}

type traceQueue struct {
	Jobs int `json:"jobs"`
	GPUs int `json:"asked GPUs"`
}

type traceHeld struct {
	GPUs int `json:"GPUs of jobs"`
}

// levelAt is a level from an instant on.
type levelAt struct {
	at simtime.Time
	level
}

// levelsAt returns the levels of a run, one an instant at which one changes.
func levelsAt(r *Report, run *Run) []levelAt {
	pools := len(r.Pools)
	run.Log.each(func(e logEntry) { pools = max(pools, int(e.pool)+1) })
	now := level{held: make([]int, pools)}
	jobs := make([]jobState, len(run.Result.Jobs))
	var out []levelAt
	run.Log.each(func(e logEntry) {
		j := &run.Result.Jobs[e.job]
		now.add(&jobs[e.job], j, -1)
		jobs[e.job] = e.jobState
		now.add(&e.jobState, j, 1)
		if n := len(out); n > 0 && out[n-1].at == e.at {
			out = out[:n-1]
		}
		out = append(out, levelAt{e.at, level{now.queued, now.asked, slices.Clone(now.held)}})
	})
	return out
}

func (l *level) add(s *jobState, j *sim.JobResult, sign int) {
	if s.phase == policy.Queued {
		l.queued += sign
		l.asked += sign * j.GPUs
	}
	l.held[s.pool] += sign * int(s.gpus+s.held)
}

// thinned returns the places of all levels, or of those of the deepest queue in
// each of so many spans.
func thinned(ls []levelAt, end simtime.Time, most int) []int {
	var out []int
	last := int64(-1)
	for i := range ls {
		span := int64(i)
		if len(ls) > most {
			span = int64(float64(ls[i].at) / float64(max(1, end)) * float64(most))
		}
		switch {
		case span != last:
			out = append(out, i)
		case ls[i].queued > ls[out[len(out)-1]].queued:
			out[len(out)-1] = i
		}
		last = span
	}
	return out
}

// jobs writes a track a job: those with the most GPU time, as many as the slices
// that may be are enough for, in order of submission.
func (t *tracer) jobs(run *Run, process int, name string, most int) {
	of := byJob(run.Log.intervals(run.Result.End), len(run.Result.Jobs))
	shown := largest(run.Result.Jobs, of, most)
	name += ": jobs"
	if n := len(run.Result.Jobs); len(shown) < n {
		name += fmt.Sprintf(", %s of %s, those of most GPU time", count(len(shown)), count(n))
	}
	t.process(process, name)
	for _, job := range shown {
		t.thread(process, job+1, fmt.Sprintf("%s (%d GPUs)", run.Result.Jobs[job].ID, run.Result.Jobs[job].GPUs))
		for _, v := range of[job] {
			t.event(traceEvent{
				Name: v.phase.String(), Phase: traceSlice, Time: micros(int64(v.from)), Duration: micros(int64(v.to.Sub(v.from))),
				Process: process, Thread: job + 1, Args: traceJob{v.gpus, v.held, v.cause.String()},
			})
		}
	}
}

type traceJob struct {
	GPUs  int32  `json:"GPUs"`
	Held  int32  `json:"held GPUs"`
	Cause string `json:"cause"`
}

// byJob are the intervals of each job.
func byJob(all []interval, jobs int) [][]interval {
	out := make([][]interval, jobs)
	for i := 0; i < len(all); {
		k := i
		for k < len(all) && all[k].job == all[i].job {
			k++
		}
		out[all[i].job] = all[i:k]
		i = k
	}
	return out
}

// largest returns the jobs with the most GPU time, in order of submission, that
// have no more intervals than that together.
func largest(jobs []sim.JobResult, of [][]interval, most int) []int {
	order := make([]int, len(jobs))
	time := make([]int64, len(jobs))
	for i := range jobs {
		order[i] = i
		for _, v := range jobs[i].Spent {
			time[i] += v
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(time[b], time[a]) })
	n := 0
	for k, job := range order {
		if n += len(of[job]); n > most {
			order = order[:k]
			break
		}
	}
	slices.Sort(order)
	return order
}
