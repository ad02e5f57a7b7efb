package site

import (
	"cmp"
	"slices"
	"time"

	"rubato/simtime"
)

// workload is a Workload of Kueue with its times.
type workload struct {
	job     Job
	created time.Time
}

// workloads turns workloads into jobs. Their times count from the first one.
func (im *importer) workloads() {
	var all []workload
	for _, v := range im.loads {
		if w, ok := im.workload(v); ok {
			all = append(all, w)
		}
	}
	if im.fault != nil || len(all) == 0 {
		return
	}
	slices.SortStableFunc(all, func(a, b workload) int { return a.created.Compare(b.created) })
	for _, w := range all {
		w.job.Submit = simtime.Time(w.created.Sub(all[0].created).Milliseconds())
		im.exp.Jobs = append(im.exp.Jobs, w.job)
	}
}

// workload reads one; ok is false for one without GPUs.
func (im *importer) workload(v *value) (w workload, ok bool) {
	spec, status := v.key("spec"), v.key("status")
	j := im.jobHead(v)
	j.Queue, j.ClusterQueue = spec.key("queueName").str(), status.key("admission", "clusterQueue").str()
	j.Priority = im.priority(spec.key("priority"))
	j.PriorityClass = cmp.Or(spec.key("priorityClassRef", "name").str(), spec.key("priorityClassName").str(), j.PriorityClass)
	least := im.podSets(spec, &j)
	if j.ReplicaGPUs == 0 {
		im.note(Ignored, j.Name, "a workload without GPUs")
		return w, false
	}
	j.Sizes = []int{j.Replicas}
	if least < j.Replicas {
		im.note(Ignored, j.Name, "partial admission with at least %d of %d pods", least, j.Replicas)
	}
	j.Limits.Active = im.seconds(spec.key("maximumExecutionTimeSeconds"))
	w.created = im.time(v.key("metadata", "creationTimestamp"))
	if w.created.IsZero() {
		im.fail(v, "metadata.creationTimestamp")
	}
	admitted, finished := im.condition(status, "Admitted"), im.condition(status, "Finished")
	switch {
	case !admitted.IsZero() && finished.After(admitted):
		j.Duration = simtime.Duration(finished.Sub(admitted).Milliseconds())
	case !finished.IsZero():
		im.note(Ignored, j.Name, "a workload that finished without being admitted")
		return w, false
	}
	if im.condition(status, "Evicted") != (time.Time{}) && j.Duration > 0 {
		im.note(Assumed, j.Name, "it was evicted: its run time is that since the last admission")
	}
	w.job = j
	return w, im.fault == nil
}

// podSets adds up the pods. Those of unlike size are counted as GPUs.
func (im *importer) podSets(spec *value, j *Job) (least int) {
	unlike := false
	total := 0
	for _, p := range spec.key("podSets").all() {
		n := im.whole(p.key("count"), 1, 0, maxCount)
		gpus := im.podGPUs(p.key("template", "spec"))
		im.podNotes(p, p.key("template", "spec"), j, false)
		if gpus == 0 || n == 0 {
			continue
		}
		unlike = unlike || j.ReplicaGPUs > 0 && gpus != j.ReplicaGPUs
		j.ReplicaGPUs = gpus
		j.Replicas += n
		total += n * gpus
		least += im.count(p.key("minCount"), n)
	}
	if unlike {
		im.note(Assumed, j.Name, "its pods have different numbers of GPUs: it counts as %d pods of one", total)
		j.ReplicaGPUs, j.Replicas, least = 1, total, total
	}
	return least
}

// condition returns when a condition became true, zero if it is not.
func (im *importer) condition(status *value, name string) time.Time {
	for _, c := range status.key("conditions").all() {
		if c.key("type").str() == name && c.key("status").str() == "True" {
			return im.time(c.key("lastTransitionTime"))
		}
	}
	return time.Time{}
}

// time reads a time of Kubernetes between 1970 and 2200.
func (im *importer) time(v *value) time.Time {
	if v == nil {
		return time.Time{}
	}
	t, err := time.Parse(time.RFC3339, v.str())
	if err != nil || t.Year() < 1970 || t.Year() > 2200 {
		im.fail(v, "a time such as 2024-05-01T12:34:56Z")
		return time.Time{}
	}
	return t
}
