package experiments

import (
	"cmp"
	"fmt"
	"slices"

	"rubato/internal/stream"
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// compileWorkload checks the models and reads the trace.
func (e *Experiment) compileWorkload() {
	w := &e.spec.Workload
	if w.Trace == nil && w.Jobs == nil && w.Generate == nil {
		e.doc.Problem("want at least one of trace, jobs and generate", "workload")
		return
	}
	if w.Trace != nil || w.Generate != nil {
		e.models = append(e.models, e.compileModel(w.Model, "workload.model"))
	} else {
		e.models = append(e.models, nil)
	}
	for i, j := range w.Jobs {
		e.models = append(e.models, e.compileModel(w.Model.merge(j.modelSpec), jobPath(i), "workload.model"))
	}
	if w.Trace != nil {
		e.rows = e.readJobTrace(w.Trace, "workload.trace")
		if w.Trace.Resample != nil && e.rows != nil {
			e.checkResample(w.Trace, "workload.trace")
		}
	}
	e.checkGenerate()
}

func jobPath(i int) string { return fmt.Sprintf("workload.jobs[%d]", i) }

// random reports whether the jobs depend on the seed.
func (e *Experiment) random() bool {
	if e.spec.Workload.Generate != nil || e.resampled != nil {
		return true
	}
	return slices.ContainsFunc(e.models, func(m *model) bool {
		return m != nil && m.elastic != nil && m.elastic.Share < 1
	})
}

// builder makes the jobs for a seed.
type builder struct {
	*Experiment
	seed uint64
	jobs []workload.Job
	from map[string]string // path of the job of each id
	// faults counts, by path and rule, the jobs at fault after the first.
	faults map[string]*jobFault
	order  []*jobFault
}

// jobFault is the first of the jobs of one source that break one rule.
type jobFault struct {
	text  string
	paths []string
	more  int
	most  int // GPUs that one of them needs
}

// buildJobs makes the jobs for a seed, in order of submission.
func (e *Experiment) buildJobs(seed uint64) []workload.Job {
	w := &e.spec.Workload
	rows := e.rows
	if e.resampled != nil {
		rows = e.resampled.draw(seed)
	}
	total := len(rows) + len(w.Jobs)
	if w.Generate != nil {
		total += w.Generate.Jobs
	}
	b := &builder{
		Experiment: e, seed: seed, jobs: make([]workload.Job, 0, total),
		from: make(map[string]string), faults: make(map[string]*jobFault),
	}
	for i := range rows {
		b.add(rawOf(&rows[i]), e.models[0], "workload.trace", "")
	}
	for i, j := range w.Jobs {
		b.add(rawJob{
			id: j.ID, user: j.User, team: j.Team, name: j.Name, submit: j.Submit, deadline: j.Deadline, cancel: j.Cancel,
			gpus: j.GPUs, duration: j.Duration, estimate: j.Estimate,
		}, e.models[i+1], jobPath(i), ".gpus")
	}
	if w.Generate != nil {
		size := ".gpus"
		if w.Generate.Like != nil {
			size = ".like"
		}
		w.Generate.each(seed, e.spec.Origin.sinceMonday(), e.like, func(r rawJob) { b.add(r, e.models[0], "workload.generate", size) })
	}
	b.report()
	bySubmission := func(x, y workload.Job) int { return cmp.Compare(x.Submit, y.Submit) }
	if !slices.IsSortedFunc(b.jobs, bySubmission) {
		slices.SortStableFunc(b.jobs, bySubmission)
	}
	return b.jobs
}

// add makes a job of a source; size is the key of its requested size.
func (b *builder) add(r rawJob, m *model, path, size string) {
	if first, twice := b.from[r.id]; twice {
		b.fault(r, "has the id of another job; the first is in "+first, "an id of its own", path+".id", path)
		return
	}
	if path != "workload.generate" { // whose ids differ from each other
		b.from[r.id] = path
	}
	replica := m.profile.ReplicaGPUs
	sizePaths := append([]string{path + size}, path)
	if r.gpus%replica != 0 {
		b.fault(r, fmt.Sprintf("requests %s", count(r.gpus, "GPU", "GPUs")), fmt.Sprintf("a multiple of replicaGPUs, %d", replica), sizePaths...)
		return
	}
	b.load(&r)
	if r.submit > simtime.Longest || r.duration > simtime.Longest {
		b.fault(r, "is submitted after or runs for over ten years", "less: a smaller mean or sigma", path)
		return
	}
	if r.deadline == 0 && m.deadlineFactor > 0 {
		after := m.deadlineFactor * float64(r.duration)
		r.deadline = r.submit + simtime.Duration(min(after, float64(simtime.Longest)))
	}
	j := workload.Job{
		ID: r.id, User: r.user, Team: r.team, Name: r.name, Submit: simtime.Time(r.submit),
		Estimate: r.estimate, Deadline: simtime.Time(r.deadline), Cancel: simtime.Time(r.cancel),
		Priority: m.priority + r.priority, Pool: m.pool, Requested: r.gpus / replica, Profile: m.profileFor(r.gpus / replica),
	}
	if m.profiles != nil {
		if err := b.profiled(&j, r, m); err != nil {
			b.fault(r, err.Error(), "another profile, application or batch", m.paths("scaling")...)
			return
		}
	}
	if !b.size(&j, r, m, sizePaths) {
		return
	}
	if err := j.Check(); err != nil || j.Rate(j.Requested) == 0 || j.Rate(j.Sizes.Max()) == 0 {
		b.fault(r, "has no speed at one of its sizes", "a scaling model that gives every legal size some", m.paths("scaling")...)
		return
	}
	var err error
	if j.Work, err = m.work(&j, r); err != nil {
		b.fault(r, "would take too long: "+err.Error(), "fewer steps", path)
		return
	}
	m.everywhere(&j)
	b.jobs = append(b.jobs, j)
}

// load moves a job to when it is submitted under the workload's load.
func (b *builder) load(r *rawJob) {
	if b.spec.Workload.Load.Rat == nil {
		return
	}
	at := b.spec.Workload.Load.divide(int64(r.submit))
	if !at.IsInt64() || at.Int64() > int64(simtime.Longest) {
		r.submit = simtime.Longest + 1
		return
	}
	moved := simtime.Duration(at.Int64()) - r.submit
	r.submit += moved
	for _, t := range []*simtime.Duration{&r.deadline, &r.cancel} {
		if *t > 0 {
			*t += moved
		}
	}
}

// size sets the legal sizes of a job and checks that it fits.
func (b *builder) size(j *workload.Job, r rawJob, m *model, paths []string) bool {
	j.Sizes = workload.Fixed(j.Requested)
	switch {
	case r.minGPUs > 0:
		sizes, err := spanOf(r, m.profile.ReplicaGPUs)
		if err != nil {
			b.fault(r, "has no legal size: "+err.Error(), "multiples of replicaGPUs in the trace", paths...)
			return false
		}
		j.Sizes = sizes
	case m.elastic != nil && b.elastic(r.id, m.elastic.Share):
		sizes, err := m.elastic.sizesFor(r.gpus, m.profile.ReplicaGPUs)
		if err == nil {
			sizes, err = upTo(sizes, largest(j))
		}
		if err != nil {
			b.fault(r, "has no legal size: "+err.Error(), "other sizes", m.paths("elastic")...)
			return false
		}
		if j.Sizes = sizes; !sizes.Legal(j.Requested) {
			b.fault(r, fmt.Sprintf("requests %s", count(r.gpus, "GPU", "GPUs")), "one of its legal sizes: "+inGPUs(sizes, m.profile.ReplicaGPUs), paths...)
			return false
		}
	}
	if least, most := j.GPUs(j.Sizes.Min()), b.greatest[j.Pool]; least > most {
		f := b.fault(r, fmt.Sprintf("can never run: it needs at least %s", count(least, "GPU", "GPUs")),
			fmt.Sprintf("at most the %d that pool %q ever has for jobs", most, b.pools[j.Pool].Name), paths...)
		f.most = max(f.most, least)
		return false
	}
	return b.fitsPolicies(j, r, paths)
}

// spanOf returns the sizes, in replicas, that a trace gives a job.
func spanOf(r rawJob, replica int) (workload.Sizes, error) {
	if r.minGPUs%replica != 0 || r.maxGPUs%replica != 0 {
		return workload.Sizes{}, fmt.Errorf("%d to %d GPUs", r.minGPUs, r.maxGPUs)
	}
	return workload.Steps(r.minGPUs/replica, r.maxGPUs/replica, 1)
}

// fitsPolicies checks that every policy can start the job at the size at which it
// would: a policy that runs jobs at their requested size needs that one to fit.
func (b *builder) fitsPolicies(j *workload.Job, r rawJob, paths []string) bool {
	most := b.greatest[j.Pool]
	for _, p := range b.spec.Policies {
		need := p.Value.values.Need(&policy.Job{Job: j})
		if need <= most {
			continue
		}
		f := b.fault(r, fmt.Sprintf("can never run under policy %s: it needs %s at once there", p.Key, count(need, "GPU", "GPUs")),
			fmt.Sprintf("at most the %d that pool %q ever has for jobs", most, b.pools[j.Pool].Name), paths...)
		f.most = max(f.most, need)
		return false
	}
	return true
}

// inGPUs lists sizes in GPUs.
func inGPUs(s workload.Sizes, replica int) string {
	if replica == 1 {
		return s.String()
	}
	return fmt.Sprintf("%s, times %d GPUs a replica", s, replica)
}

// elastic draws whether a job is elastic; each job has a stream of its own.
func (b *builder) elastic(id string, share float64) bool {
	return share >= 1 || stream.New(b.seed, "elastic/"+id).Float64() < share
}

// fault records what is wrong with a job; of the jobs of a trace or a generator
// that break the same rule only the first is named.
func (b *builder) fault(r rawJob, got, want string, paths ...string) *jobFault {
	key := paths[0] + "\n" + want
	if f := b.faults[key]; f != nil {
		f.more++
		return f
	}
	f := &jobFault{text: fmt.Sprintf("%s %s, want %s", r, got, want), paths: paths}
	b.faults[key] = f
	b.order = append(b.order, f)
	return f
}

func (b *builder) report() {
	for _, f := range b.order {
		if f.more > 0 && f.most > 0 {
			f.text += fmt.Sprintf("; likewise %d more jobs, up to %d GPUs", f.more, f.most)
		} else if f.more > 0 {
			f.text += fmt.Sprintf("; likewise %s more", count(f.more, "job", "jobs"))
		}
		b.doc.Problem(f.text, f.paths...)
	}
}
