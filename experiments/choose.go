package experiments

import (
	"strings"

	"rubato/experiments/internal/strict"
	"rubato/policy"
)

// choosePolicies keeps the policies of the given labels, in their order.
func (e *Experiment) choosePolicies(labels []string) {
	if len(labels) == 0 {
		return
	}
	option := "--policy " + strings.Join(labels, ",")
	var chosen strict.Map[policySpec]
	for _, label := range labels {
		switch p, ok := e.findPolicy(label); {
		case contains(chosen, label):
			e.doc.Option(option, "got "+strict.Quote(label)+" twice, want each policy once")
		case ok:
			chosen = append(chosen, strict.Entry[policySpec]{Key: label, Value: p})
		default:
			known := append(e.Policies(), policyNames()...)
			e.doc.Option(option, "got "+strict.Quote(label)+", want a policy of the experiment ("+
				strings.Join(e.Policies(), ", ")+") or another that `rubato policies` lists"+strict.DidYouMean(label, known))
		}
	}
	e.spec.Policies = chosen
}

func contains(m strict.Map[policySpec], key string) bool {
	for _, p := range m {
		if p.Key == key {
			return true
		}
	}
	return false
}

// findPolicy returns the policy that the experiment has under a label, or the
// registered one of that name with its defaults.
func (e *Experiment) findPolicy(label string) (policySpec, bool) {
	for _, p := range e.spec.Policies {
		if p.Key == label {
			return p.Value, true
		}
	}
	entry, err := policy.Lookup(label)
	if err != nil {
		return policySpec{}, false
	}
	return policySpec{entry: entry, values: entry.New()}, true
}
