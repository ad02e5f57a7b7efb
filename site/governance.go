package site

// isGovernance reports whether a map has task governance of HyperPod: the file of
// several quotas, or what describe-cluster-scheduler-config and
// describe-compute-quota answer.
func isGovernance(v *value) bool {
	return v.key("SchedulerConfig") != nil || v.key("ComputeQuotas") != nil || v.key("ComputeQuotaConfig") != nil
}

// governance reads the policy of a cluster and the quotas of teams.
func (im *importer) governance() {
	im.exp.Kind = "HyperPod task governance"
	for _, root := range im.roots {
		if c := im.expect(root.key("SchedulerConfig"), object, "a map"); c != nil {
			im.schedulerConfig(c)
		}
		for _, q := range root.key("ComputeQuotas").all() {
			im.computeQuota(q)
		}
		if root.key("ComputeQuotaConfig") != nil {
			im.computeQuota(root)
		}
	}
}

// schedulerConfig reads priority classes and the way of sharing.
func (im *importer) schedulerConfig(c *value) {
	for _, p := range c.key("PriorityClasses").all() {
		im.exp.Classes = append(im.exp.Classes, PriorityClass{p.key("Name").str(), im.whole(p.key("Weight"), 0, 0, 100)})
	}
	if fair := c.key("FairShare"); fair.str() == "Disabled" {
		im.note(Ignored, fair.path(), "Disabled: what is idle goes to who comes first")
	}
	if idle := c.key("IdleResourceSharing"); idle.str() == "Enabled" {
		im.note(Ignored, idle.path(), "Enabled: nodes without a quota are shared")
	}
	im.unread(c)
}

// defaultBorrow is the part of its own quota, in percent, that a team may borrow
// where its quota does not say it.
const defaultBorrow = 50

// computeQuota reads the quota of a team. The rounding of borrow limits is not
// published; here they are rounded down.
func (im *importer) computeQuota(q *value) {
	c := q.key("ComputeQuotaConfig")
	target := q.key("ComputeQuotaTarget")
	out := Quota{Name: target.key("TeamName").str(), Cohort: "cluster", Strategy: "LendAndBorrow",
		Weight: 1000 * im.whole(target.key("FairShareWeight"), 0, 0, 100), Preemption: "LowerPriority", Reclaim: "Any"}
	if out.Name == "" {
		out.Name = q.key("Name").str()
	}
	sharing := c.key("ResourceSharingConfig")
	if s := sharing.key("Strategy").str(); s != "" {
		out.Strategy = s
	}
	if p := c.key("PreemptTeamTasks").str(); p != "" {
		out.Preemption = p
	}
	percent := im.whole(sharing.key("BorrowLimit"), defaultBorrow, 0, 10_000)
	for _, r := range c.key("ComputeQuotaResources").all() {
		if l, ok := im.quotaLimit(r, out.Strategy, percent); ok {
			out.Limits = append(out.Limits, l)
		}
	}
	switch out.Strategy {
	case "LendAndBorrow", "Lend", "DontLend":
	default:
		im.fail(sharing.key("Strategy"), "LendAndBorrow, Lend or DontLend")
	}
	q.key("Name")
	im.note(Assumed, q.path(), "borrow limits are rounded down; lenders take back from any borrower: neither is published")
	im.unread(c)
	im.exp.Quotas = append(im.exp.Quotas, out)
}

// quotaLimit reads the instances or accelerators of one kind; ok is false for those
// without GPUs.
func (im *importer) quotaLimit(r *value, strategy string, percent int) (l Limit, ok bool) {
	name := r.key("InstanceType").str()
	l = Limit{What: name, Instance: name, Nominal: im.count(r.key("Accelerators"), 0), Lend: -1}
	unit := 1
	if l.Nominal == 0 {
		l.Nominal = im.count(r.key("Count"), 0)
		if unit = im.instanceGPUs(r, name); unit == 0 {
			im.note(Ignored, r.path(), "%s has no GPUs", name)
			return l, false
		}
	}
	switch strategy {
	case "LendAndBorrow":
		l.Borrow = l.Nominal * percent / 100 * unit
	case "DontLend":
		l.Lend = 0
	}
	l.Nominal *= unit
	return l, true
}

// instanceGPUs returns the GPUs of an instance type.
func (im *importer) instanceGPUs(r *value, name string) int {
	gpus, _, known := Instance(name)
	switch {
	case known:
		return gpus
	case !acceleratedInstance(name):
		return 0
	}
	im.note(Assumed, r.path(), "instance type %s is not known: it counts as one of %d GPUs", name, unknownInstanceGPUs)
	return unknownInstanceGPUs
}
