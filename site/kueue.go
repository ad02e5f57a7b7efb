package site

import (
	"math/big"
	"slices"
)

// kueue turns cluster queues and workloads into quotas and jobs.
func (im *importer) kueue() {
	for _, q := range im.queues {
		im.clusterQueue(q)
	}
	im.workloads()
}

// clusterQueue reads the quotas of GPUs of a queue of Kueue; v1beta1 names the
// cohort cohort, v1beta2 cohortName.
func (im *importer) clusterQueue(v *value) {
	spec := v.key("spec")
	q := Quota{Name: v.key("metadata", "name").str(), Cohort: spec.first("cohortName", "cohort"), Weight: im.weight(spec),
		Preemption: "Never", Reclaim: "Never", Strategy: "BestEffortFIFO"}
	if s := spec.key("queueingStrategy").str(); s != "" {
		q.Strategy = s
	}
	p := spec.key("preemption")
	if s := p.key("withinClusterQueue").str(); s != "" {
		q.Preemption = s
	}
	if s := p.key("reclaimWithinCohort").str(); s != "" {
		q.Reclaim = s
	}
	if b := p.key("borrowWithinCohort", "policy"); b.str() != "" && b.str() != "Never" {
		im.note(Ignored, q.Name, "borrowWithinCohort %s", b.str())
	}
	q.Limits = im.limits(spec, q.Name)
	if stop := spec.key("stopPolicy").str(); stop != "" && stop != "None" {
		im.note(Ignored, q.Name, "stopPolicy %s: the queue counts as open", stop)
	}
	im.exp.Quotas = append(im.exp.Quotas, q)
}

// weight reads the weight of fair sharing, in thousandths.
func (im *importer) weight(spec *value) int {
	w := spec.key("fairSharing", "weight")
	if w == nil {
		return -1
	}
	n, _ := im.quantity(w, big.NewRat(1, 1000), 0)
	return n
}

// limits reads the quotas of GPUs by flavor; those of other resources are noted.
func (im *importer) limits(spec *value, name string) (out []Limit) {
	var others []string
	for _, group := range spec.key("resourceGroups").all() {
		for _, flavor := range group.key("flavors").all() {
			for _, r := range flavor.key("resources").all() {
				resource := r.key("name").str()
				if !slices.Contains(gpuResources, resource) {
					if !slices.Contains(others, resource) {
						others = append(others, resource)
					}
					continue
				}
				name := flavor.key("name").str()
				out = append(out, Limit{What: name, Instance: im.flavors[name].key("spec", "nodeLabels").first(instanceLabels...), Nominal: im.gpus(r.key("nominalQuota")),
					Borrow: im.limit(r.key("borrowingLimit")), Lend: im.limit(r.key("lendingLimit"))})
			}
		}
	}
	for _, resource := range others {
		im.note(Ignored, name, "quota of %s", resource)
	}
	return out
}

// limit reads a limit in GPUs, -1 if there is none.
func (im *importer) limit(v *value) int {
	if v == nil {
		return -1
	}
	return im.gpus(v)
}

// cohort reads a cohort of its own: quota that its members share, and a parent.
func (im *importer) cohort(v *value) {
	spec := v.key("spec")
	name := v.key("metadata", "name").str()
	q := Quota{Name: name, Cohort: spec.first("parentName", "parent"), Weight: im.weight(spec), Strategy: "Cohort", Limits: im.limits(spec, name)}
	im.exp.Quotas = append(im.exp.Quotas, q)
}
