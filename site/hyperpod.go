package site

import (
	"slices"
	"strings"

	"rubato/simtime"
)

// Defaults of the elastic policy where a manifest says nothing. The schema has
// none; these are the values of the vendor's examples.
const (
	gracefulDefault = 600 * simtime.Second
	windowDefault   = 60 * simtime.Second
	faultyDefault   = 30 * simtime.Second
)

// hyperpod reads a HyperPodPyTorchJob (sagemaker.amazonaws.com/v1), as it is in a
// cluster: with keys such as elasticPolicy. Fields by the schema of the HyperPod
// CLI v3.5.0.
func (im *importer) hyperpod(v *value) {
	spec := im.expect(v.key("spec"), object, "a map")
	if spec == nil {
		im.fail(v, "a spec")
		return
	}
	if spec.key("replica_specs") != nil || spec.key("elastic_policy") != nil {
		im.fail(spec, "keys such as replicaSpecs, as in the cluster (kubectl get -o yaml), not those of the Python model")
		return
	}
	j := im.jobHead(v)
	j.Operator = "hyperpod"
	bounds := im.replicaSpecs(spec, &j)
	if p := im.expect(spec.key("elasticPolicy"), object, "a map"); p != nil {
		im.elasticPolicy(p, &j, bounds)
	} else {
		j.Sizes = []int{j.Replicas}
	}
	im.runPolicy(spec.key("runPolicy"), &j)
	im.note(Ignored, spec.path()+".nprocPerNode", "%q: the processes of a pod", spec.key("nprocPerNode").str())
	im.unread(spec, "template", "logMonitoringConfiguration")
	im.addJob(v, j)
}

// jobHead reads what is about the job as an object.
func (im *importer) jobHead(v *value) Job {
	meta := v.key("metadata")
	labels := meta.key("labels")
	return Job{Name: meta.key("name").str(), Namespace: meta.key("namespace").str(),
		Queue: labels.key("kueue.x-k8s.io/queue-name").str(), PriorityClass: labels.key("kueue.x-k8s.io/priority-class").str(),
		Restart: Restart{Processes: -1, Full: -1, Lifetime: -1}}
}

// replicaBounds are sums over the replica specs.
type replicaBounds struct {
	specs, most int
	at          *value // the last maxReplicas
}

// replicaSpecs reads the kinds of pods. All pods must have as many GPUs.
func (im *importer) replicaSpecs(spec *value, j *Job) (b replicaBounds) {
	specs := spec.key("replicaSpecs")
	if len(specs.all()) == 0 {
		im.fail(spec, "replicaSpecs with at least one entry")
		return b
	}
	for _, r := range specs.all() {
		replicas := im.count(r.key("replicas"), 0)
		r.key("name")
		pod := r.key("template", "spec")
		gpus := im.podGPUs(pod)
		if b.specs > 0 && gpus != j.ReplicaGPUs {
			im.fail(r, "pods with as many GPUs as those of the first entry")
		}
		j.ReplicaGPUs = gpus
		j.Replicas += replicas
		j.Spares += im.count(r.key("spares"), 0)
		most := r.key("maxReplicas")
		b.most += im.count(most, replicas)
		if most != nil {
			b.at = most
		}
		b.specs++
		im.podNotes(r, pod, j, replicas == 0)
	}
	if j.ReplicaGPUs == 0 {
		im.fail(specs, "pods that ask for GPUs ("+strings.Join(gpuResources, ", ")+")")
	}
	return b
}

// podNotes reads priority, node labels and topology of a kind of pod; a surge is of
// pods that the job has only when it grows.
func (im *importer) podNotes(r, pod *value, j *Job, surge bool) {
	if class := pod.key("priorityClassName").str(); class != "" {
		switch {
		case surge && j.SurgeClass == "":
			j.SurgeClass = class
		case j.PriorityClass == "":
			j.PriorityClass = class
		case j.PriorityClass != class:
			im.note(Assumed, r.path(), "priority class %s: the job has %s", class, j.PriorityClass)
		}
	}
	if labels := pod.key("nodeSelector").strings(); labels != nil {
		j.Node = labels
	}
	if notes := im.expect(r.key("template", "metadata", "annotations"), object, "a map"); notes != nil {
		for i, key := range notes.keys {
			if strings.HasPrefix(key, "kueue.x-k8s.io/podset-") {
				im.note(Ignored, r.path(), "%s: %s; the placement is that of the experiment (cluster.placement)", key, notes.items[i].str())
			}
		}
	}
}

// elasticPolicy reads the bounds and times of changes of size.
func (im *importer) elasticPolicy(p *value, j *Job, b replicaBounds) {
	least := im.count(p.key("minReplicas"), j.Replicas)
	most := im.count(p.key("maxReplicas"), b.most)
	switch {
	case least < 1:
		im.fail(p.key("minReplicas"), "at least 1 replica, as the job would have none")
	case least > most:
		im.fail(p.key("minReplicas"), "at most maxReplicas")
	case b.at != nil && most != b.most:
		im.note(Assumed, p.path()+".maxReplicas", "%d, while the maxReplicas of the replica specs add up to %d: the lower counts", most, b.most)
		most = max(min(most, b.most), least)
	}
	if im.fault != nil {
		return
	}
	if j.Sizes = im.sizes(p, least, most); im.fault != nil {
		return
	}
	if !slices.Contains(j.Sizes, j.Replicas) {
		im.note(Assumed, p.path(), "the job starts with %d replicas, which is no legal size: it asks for %d", j.Replicas, j.Sizes[0])
		j.Replicas = j.Sizes[0]
	}
	j.Scaling.GracefulShutdown = im.timeout(p, "gracefulShutdownTimeoutInSeconds", gracefulDefault)
	j.Scaling.Window = im.timeout(p, "scalingTimeoutInSeconds", windowDefault)
	j.Scaling.FaultyScaleDown = im.timeout(p, "faultyScaleDownTimeoutInSeconds", faultyDefault)
}

// timeout reads a time; one that is not there is assumed.
func (im *importer) timeout(p *value, key string, missing simtime.Duration) simtime.Duration {
	if v := p.key(key); v != nil {
		return im.seconds(v)
	}
	im.note(Assumed, p.path()+"."+key, "%v, as in the vendor's examples: the schema has no default", missing)
	return missing
}

// sizes returns the legal numbers of replicas. The schema allows a step or a list
// of values; the vendor's own example has both.
func (im *importer) sizes(p *value, least, most int) []int {
	step, values := p.key("replicaIncrementStep"), p.key("replicaDiscreteValues")
	if values != nil {
		if step != nil {
			im.note(Assumed, p.path(), "replicaDiscreteValues count and replicaIncrementStep does not; the operator allows only one of them")
		}
		return im.discrete(values, least, most)
	}
	width := im.whole(step, 1, 1, maxCount)
	if step == nil {
		im.note(Assumed, p.path(), "neither replicaIncrementStep nor replicaDiscreteValues: steps of one replica")
	}
	var out []int
	for n := least; n <= most && im.fault == nil; n += width {
		out = append(out, n)
	}
	return out
}

// discrete reads a list of legal totals. Values above the greatest size are
// invalid to the CLI; here they are left out. The least size is legal in any case.
func (im *importer) discrete(values *value, least, most int) []int {
	out := []int{least}
	for _, v := range values.all() {
		switch n := im.whole(v, 0, 1, maxCount); {
		case n < least:
			im.note(Ignored, v.path(), "%d, below minReplicas, %d", n, least)
		case n > most:
			im.note(Ignored, v.path(), "%d, above maxReplicas, %d", n, most)
		default:
			out = append(out, n)
		}
	}
	slices.Sort(out)
	if len(values.all()) > 0 && !slices.ContainsFunc(values.all(), func(v *value) bool { return im.whole(v, 0, 1, maxCount) == least }) {
		im.note(Assumed, values.path(), "minReplicas, %d, is a legal size although the list does not have it", least)
	}
	return slices.Compact(out)
}

// runPolicy reads how often a job restarts. What has no meaning for a replay is
// noted.
func (im *importer) runPolicy(p *value, j *Job) {
	if p == nil {
		return
	}
	j.Limits = Limits{im.seconds(p.key("activeDeadlineSeconds")), im.seconds(p.key("startupDeadlineSeconds")), im.seconds(p.key("faultDeadlineSeconds"))}
	j.Restart.Lifetime = im.count(p.key("jobMaxRetryCount"), -1)
	if r := im.expect(p.key("restartPolicy"), object, "a map"); r != nil {
		period := r.key("evalPeriodSeconds")
		if period == nil {
			im.fail(r, "evalPeriodSeconds")
			return
		}
		j.Restart.Period = im.seconds(period)
		j.Restart.Processes = im.count(r.key("numRestartBeforeFullJobRestart"), -1)
		j.Restart.Full = im.count(r.key("maxFullJobRestarts"), -1)
		j.Restart.Offenders = im.count(r.key("maxNumRepeatOffendersToAvoid"), 0)
		j.Scaling.Snooze = im.seconds(r.key("scaleUpSnoozeTimeInSeconds"))
	}
	if logs := p.key("logMonitoringConfiguration"); logs != nil {
		im.note(Ignored, logs.path(), "%d rules on logs: hangs and slow steps are those of the experiment (availability)", len(logs.all()))
	}
}
