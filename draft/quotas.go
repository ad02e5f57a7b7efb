package draft

import (
	"cmp"
	"slices"
	"strings"

	"rubato/site"
)

// team returns the team of a job: the quota under which it counts, else its queue.
func (p *plan) team(j site.Job) string {
	queue := cmp.Or(j.ClusterQueue, p.clusterQueue(j), j.Queue)
	for _, q := range p.export.Quotas {
		if q.Name == queue || q.Name == hyperpodTeam(queue) {
			return q.Name
		}
	}
	return cmp.Or(queue, j.Namespace)
}

// clusterQueue returns where the local queue of a job leads, "" if no file says it.
func (p *plan) clusterQueue(j site.Job) string {
	for _, q := range p.export.Queues {
		if q.Name == j.Queue && q.Namespace == j.Namespace {
			return q.ClusterQueue
		}
	}
	return ""
}

// hyperpodTeam returns the team of a queue that HyperPod made, such as
// hyperpod-ns-TEAM-localqueue.
func hyperpodTeam(queue string) string {
	team, ours := strings.CutPrefix(queue, "hyperpod-ns-")
	if !ours {
		return ""
	}
	for _, end := range []string{"-localqueue", "-clusterqueue"} {
		team = strings.TrimSuffix(team, end)
	}
	return team
}

// teams lists the teams of the jobs, each once, in order.
func (p *plan) teams() []string {
	var out []string
	if p.trace != nil {
		for _, g := range p.trace.Jobs.Groups {
			out = append(out, g.Group)
		}
	}
	for _, j := range p.jobs {
		out = append(out, p.team(j))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// writeQuotas writes a policy with the quotas of the teams that have jobs, each with
// all its GPUs. It has one number a team, so that there must be one pool.
func (p *plan) writeQuotas(t *text) {
	var quotas []site.Quota
	for _, q := range p.export.Quotas {
		if q.Strategy != "Cohort" && len(q.Limits) > 0 {
			quotas = append(quotas, q)
		}
	}
	teams := p.teams()
	switch {
	case len(quotas) == 0:
		return
	case len(p.pools) > 1:
		t.line("", "  # not used: %d quotas, since the policy quota has one number for all pools", len(quotas))
		return
	case !slices.ContainsFunc(quotas, func(q site.Quota) bool { return slices.Contains(teams, q.Name) }):
		t.line("", "  # not used: %d quotas, since no job is of a team or queue that has one", len(quotas))
		return
	}
	t.assume("each team has its own quota, and lends and borrows nothing", "  quota:\n    quotas:")
	for _, q := range quotas {
		t.line("", "      - {team: %s, gpus: %d}", quote(q.Name), gpusOf(q))
	}
	p.warnQuotas(quotas)
	for _, team := range teams {
		if !slices.ContainsFunc(quotas, func(q site.Quota) bool { return q.Name == team }) {
			p.warn("team %q has no quota: under the policy quota it has what the others leave of the pool", team)
		}
	}
}

// gpusOf returns the GPUs of a quota.
func gpusOf(q site.Quota) (gpus int) {
	for _, l := range q.Limits {
		gpus += l.Nominal
	}
	return gpus
}

// warnQuotas warns of jobs that never start under the policy quota.
func (p *plan) warnQuotas(quotas []site.Quota) {
	for _, j := range p.jobs {
		for _, q := range quotas {
			if need := j.Replicas * j.ReplicaGPUs; q.Name == p.team(j) && need > gpusOf(q) {
				p.warn("job %s asks for %d GPUs, more than the quota of %s, %d: under the policy quota it never starts", j.Name, need, q.Name, gpusOf(q))
			}
		}
	}
}
