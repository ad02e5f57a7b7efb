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
	if team := p.team(j); team != "" {
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
	writeTimes(t, j)
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

// writePriority writes the priorities, by the classes if their values are known.
func (p *plan) writePriority(t *text, j site.Job) {
	value, known := p.worth(j.PriorityClass)
	if !known {
		value, known = j.Priority, j.Priority != 0
	}
	switch {
	case known:
		t.line(j.PriorityClass, "      priority: %d", bounded(value))
	case j.PriorityClass != "":
		t.assume("no file says what the class "+j.PriorityClass+" is worth", "      priority: 0")
	}
	if surge, known := p.worth(j.SurgeClass); known {
		t.line(j.SurgeClass, "      surgePriority: %d", bounded(surge))
	} else if j.SurgeClass != "" {
		t.assume("below; no file says what the class "+j.SurgeClass+" is worth", "      surgePriority: %d", bounded(value)-1)
	}
}

// worth returns the value of a priority class. HyperPod appends -priority to the
// names of its own.
func (p *plan) worth(class string) (value int, known bool) {
	for _, c := range p.export.Classes {
		if class != "" && (c.Name == class || c.Name+"-priority" == class) {
			return c.Weight, true
		}
	}
	return 0, false
}

// bounded is a priority within what an experiment takes, one to spare.
func bounded(priority int) int { return min(max(priority, -999_999_999), 1_000_000_000) }

// writeRestarts writes how often the job restarts before it fails.
func writeRestarts(t *text, j site.Job) {
	r := j.Restart
	if r.Period > 0 && (r.Processes >= 0 || r.Full >= 0 || r.Offenders > 0) {
		s := "period: " + span(r.Period)
		if r.Processes >= 0 {
			s += fmt.Sprintf(", processRestarts: %d", r.Processes)
		}
		if r.Full >= 0 {
			s += fmt.Sprintf(", fullRestarts: %d", r.Full)
		}
		if r.Offenders > 0 {
			s += fmt.Sprintf(", avoidOffenders: %d", r.Offenders)
		}
		t.line("", "      ladder: {%s}", s)
	}
	switch {
	case j.Operator == "":
	case r.Lifetime > 0:
		t.line("", "      operator: {preset: %s, maxRestarts: %d}", j.Operator, r.Lifetime)
	default:
		t.line("", "      operator: {preset: %s}", j.Operator)
		if r.Lifetime == 0 {
			t.line("", "      # not used: it fails at its first restart")
		}
	}
}

// writeTimes writes the times of a job's changes of size, and those after which it
// fails.
func writeTimes(t *text, j site.Job) {
	if s := j.Scaling; s != (site.Scaling{}) {
		t.line("", "      timeouts: {gracefulShutdown: %s, scaling: %s, faultyScaleDown: %s, scaleUpSnooze: %s}",
			span(s.GracefulShutdown), span(s.Window), span(s.FaultyScaleDown), span(s.Snooze))
	}
	var limits []string
	for _, l := range []struct {
		key   string
		after simtime.Duration
	}{{"active", j.Limits.Active}, {"startup", j.Limits.Startup}, {"fault", j.Limits.Fault}} {
		if l.after > 0 {
			limits = append(limits, l.key+": "+span(l.after))
		}
	}
	if len(limits) > 0 {
		t.line("", "      limits: {%s}", strings.Join(limits, ", "))
	}
}
