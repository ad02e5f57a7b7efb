package traces

import (
	"fmt"
	"strings"
)

// sacctJob is a job with the runs that its rows tell of: several if it was
// requeued or resized, or has components.
type sacctJob struct {
	Job
	cluster string
	runs    []sacctRecord
	waits   bool // its last row says that it is in the queue
	shares  bool
}

// addArray adds the tasks of an array that wait.
func (r *sacctReader) addArray(id sacctID, rec sacctRecord, row sacctRow) *Error {
	for _, s := range id.waiting {
		if r.tasks += s.len(); r.tasks > maxTasks {
			return row.get(sacctJobID).wrong(fmt.Sprintf("at most %d waiting tasks in all (leave arrays in the queue out of the export)", maxTasks),
				"too many waiting tasks")
		}
	}
	if id.limited {
		r.src.skipped.add("array with a limit of tasks at once: the limit is not kept")
	}
	for _, s := range id.waiting {
		for n := s.from; n <= s.to; n += s.step {
			if fault := r.job(fmt.Sprintf("%s_%d", id.job, n), rec, row).addRun(r, rec, row); fault != nil {
				return fault
			}
		}
	}
	return nil
}

// job returns the job of an id. An id that another user's job had, or one of
// another name, is one that Slurm used again.
func (r *sacctReader) job(id string, rec sacctRecord, row sacctRow) *sacctJob {
	delete(r.steps, id)
	user, name, cluster := row.text(sacctUser), row.text(sacctJobName), row.text(sacctCluster)
	old, there := r.byID[id]
	if there && old.User == user && old.Model == name && old.cluster == cluster {
		return old
	}
	j := &sacctJob{cluster: r.src.word(cluster), Job: Job{
		ID: strings.Clone(id), Submit: rec.submit, User: user, Group: row.text(sacctAccount), Model: name, Line: row.num}}
	r.src.own(&j.Job)
	r.byID[j.ID] = j
	if there {
		r.src.skipped.add("id of another job: kept with # and its line after the id")
		j.ID = fmt.Sprintf("%s#%d", id, row.num)
	}
	r.jobs = append(r.jobs, j)
	return j
}

// maxRuns bounds the runs of a job, which are compared with each other.
const maxRuns = 1000

// addRun adds a run. The rows of one run, from exports that overlap, are one run,
// as long as the longest.
func (j *sacctJob) addRun(r *sacctReader, rec sacctRecord, row sacctRow) *Error {
	j.Submit = min(j.Submit, rec.submit)
	j.shares = j.shares || rec.shares
	j.Status, j.Estimate = rec.state, rec.limit
	if j.waits = rec.start < 0 && rec.going; j.waits {
		j.GPUs, j.GPUType = rec.gpus, rec.gpuType
	}
	if rec.start < 0 {
		return nil
	}
	for i := range j.runs {
		if old := &j.runs[i]; old.start == rec.start && old.element == rec.element {
			r.src.skipped.add("run that is there already: the longest row is kept")
			if rec.length >= old.length {
				*old = rec
			}
			return nil
		}
	}
	if len(j.runs) == maxRuns {
		return row.get(sacctJobID).wrong(fmt.Sprintf("at most %d runs of one job", maxRuns), "too many runs of one job")
	}
	j.runs = append(j.runs, rec)
	return nil
}

// addStep notes a step; its time and GPUs are those of its job.
func (r *sacctReader) addStep(job string, line int) *Error {
	_, has := r.byID[job]
	if _, seen := r.steps[job]; !has && !seen {
		job = strings.Clone(job)
		r.steps[job] = line
		r.order = append(r.order, job)
	}
	return leftOut("step: part of its job")
}

// finish turns what was read into jobs.
func (r *sacctReader) finish() ([]Job, error) {
	for _, id := range r.order {
		if num, lone := r.steps[id]; lone {
			f := field{sacctNames[sacctJobID], id, num, 1}
			if err := r.src.reject(f.wrong("a row of the job, not only of its steps", "steps without their job")); err != nil {
				return nil, err
			}
		}
	}
	out := make([]Job, 0, len(r.jobs))
	for _, j := range r.jobs {
		if fault := j.fold(r.src); fault == nil {
			out = append(out, j.Job)
		} else if err := r.src.reject(fault); err != nil {
			return nil, err
		}
	}
	return out, nil
}
