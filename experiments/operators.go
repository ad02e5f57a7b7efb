package experiments

import (
	"rubato/sim"
	"rubato/workload"
)

// apply sets what an operator does for jobs of a profile: a preset's parameters, and
// those that are given. The profile's checkpoints in memory, and what its processes
// cost to start, go before those of the preset.
func (o *operatorSpec) apply(p *workload.Profile) {
	for _, preset := range workload.OperatorPresets() {
		if preset.Name != o.Preset {
			continue
		}
		p.Operator = preset.Operator
		if p.Checkpoint.Memory.Interval == 0 {
			p.Checkpoint.Memory = preset.Memory
		}
		if start := &p.Restart.Costs[workload.ProcessStart]; preset.Start != nil && start.IsZero() {
			*start = *preset.Start
		}
		for occasion, stages := range preset.On {
			if p.Restart.On[occasion] == 0 {
				p.Restart.On[occasion] = stages
			}
		}
	}
	out := &p.Operator
	if o.SaveOnEvent != nil {
		out.NoSave = !*o.SaveOnEvent
	}
	set(&out.Live, o.Live)
	set(&out.PeerRecovery, o.PeerRecovery)
	set(&out.LastCall, o.LastCall)
	set(&out.ShrinkWait, o.ShrinkWait)
	set(&out.Poll, o.Poll)
	set(&out.Cooldown, o.Cooldown)
	set(&out.MaxRestarts, o.MaxRestarts)
	set(&out.Overhead, o.Overhead)
}

// under returns a scenario in which all jobs have an operator.
func (o *operatorSpec) under(sc *sim.Scenario) *sim.Scenario {
	out := *sc
	out.Jobs = make([]workload.Job, len(sc.Jobs))
	profiles := make(map[*workload.Profile]*workload.Profile)
	for i, j := range sc.Jobs {
		p := profiles[j.Profile]
		if p == nil {
			c := *j.Profile
			p = &c
			o.apply(p)
			profiles[j.Profile] = p
		}
		j.Profile = p
		out.Jobs[i] = j
	}
	return &out
}

// checkOperators reports jobs whose operator is given twice.
func (e *Experiment) checkOperators() {
	for _, p := range e.spec.Policies {
		if p.Value.operator == nil {
			continue
		}
		const want = "an operator either of the policy or of the jobs"
		if m := e.spec.Workload.Model; m.Operator != nil {
			e.doc.Problem("want "+want, "policies."+p.Key+".operator")
			return
		}
		for i := range e.spec.Workload.Jobs {
			if e.spec.Workload.Jobs[i].Operator != nil {
				e.doc.Problem("want "+want, "policies."+p.Key+".operator")
				return
			}
		}
	}
}
