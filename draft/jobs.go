package draft

import (
	"cmp"
	"fmt"
	"strings"

	"rubato/simtime"
	"rubato/site"
)

// assumedDuration is the run time of a job whose file does not say it.
const assumedDuration = 24 * simtime.Hour

// writeJobs writes a list of jobs and what they are like.
func (p *plan) writeJobs(t *text) {
	t.line("", "\nworkload:\n  jobs:")
	used := make(map[string]int)
	for _, j := range p.jobs {
		id := cmp.Or(j.Name, "job")
		if used[id]++; used[id] > 1 {
			id = fmt.Sprintf("%s#%d", id, used[id])
		}
		p.writeJob(t, id, j)
	}
	t.line("", "  model:")
	p.writeCosts(t)
}

// writeJob writes one job.
func (p *plan) writeJob(t *text, id string, j site.Job) {
	t.line("", "    - id: %s", quote(id))
	if j.Submit > 0 {
		t.line("", "      submit: %s", span(simtime.Duration(j.Submit)))
	}
	t.line(fmt.Sprintf("%d pods of %d GPUs", j.Replicas, j.ReplicaGPUs), "      gpus: %d", j.Replicas*j.ReplicaGPUs)
	if j.ReplicaGPUs > 1 {
		t.line("", "      replicaGPUs: %d", j.ReplicaGPUs)
	}
	if j.Duration > 0 {
		t.line("", "      duration: %s", span(j.Duration))
	} else {
		t.assume("the run time on those GPUs", "      duration: %s", span(assumedDuration))
	}
	if team := cmp.Or(j.Queue, j.Namespace); team != "" {
		t.line("", "      team: %s", quote(team))
	}
	if len(p.pools) > 1 {
		t.line("", "      pool: %s", quote(p.pools[p.poolOf(j)].Name))
	}
	p.writePriority(t, j)
	if len(j.Sizes) > 1 {
		t.line(fmt.Sprintf("%d legal sizes", len(j.Sizes)), "      elastic: %s", elastic(j))
	}
	writeRestarts(t, j)
	if j.Deadline > 0 {
		t.line("", "      # not used: it fails after running for %s", span(j.Deadline))
	}
}

// elastic returns the legal sizes as YAML: by a step if they have one.
func elastic(j site.Job) string {
	step, even := j.Sizes[1]-j.Sizes[0], true
	for i := 1; i < len(j.Sizes); i++ {
		even = even && j.Sizes[i]-j.Sizes[i-1] == step
	}
	g := j.ReplicaGPUs
	if even {
		return fmt.Sprintf("{min: %d, max: %d, step: %d}", j.Sizes[0]*g, greatest(j), step*g)
	}
	var list []string
	for _, n := range j.Sizes {
		list = append(list, fmt.Sprint(n*g))
	}
	return "{sizes: [" + strings.Join(list, ", ") + "]}"
}

// writePriority writes the priority, by the class if its value is known.
func (p *plan) writePriority(t *text, j site.Job) {
	value, known := j.Priority, j.Priority != 0
	for _, c := range p.export.Classes {
		if c.Name == j.PriorityClass || c.Name+"-priority" == j.PriorityClass {
			value, known = c.Weight, true
		}
	}
	value = min(max(value, -1_000_000_000), 1_000_000_000)
	switch {
	case known:
		t.line(j.PriorityClass, "      priority: %d", value)
	case j.PriorityClass != "":
		t.assume("no file says what the class "+j.PriorityClass+" is worth", "      priority: 0")
	}
}

// writeRestarts writes how often the job restarts before it fails.
func writeRestarts(t *text, j site.Job) {
	r := j.Restart
	if r.Period > 0 && (r.Processes >= 0 || r.Full >= 0) {
		s := "period: " + span(r.Period)
		if r.Processes >= 0 {
			s += fmt.Sprintf(", processRestarts: %d", r.Processes)
		}
		if r.Full >= 0 {
			s += fmt.Sprintf(", fullRestarts: %d", r.Full)
		}
		t.line("", "      ladder: {%s}", s)
	}
	if r.Lifetime > 0 {
		t.line("", "      operator: {preset: %s, maxRestarts: %d}", preset(j), r.Lifetime)
	}
}

// preset is the operator that runs a job.
func preset(j site.Job) string {
	if j.Scaling != (site.Scaling{}) || j.Restart.Period > 0 {
		return "hyperpod"
	}
	return "kubeflow"
}
