package experiments

import (
	"reflect"
	"strings"

	"rubato/cluster"
	"rubato/experiments/internal/strict"
	"rubato/policy"
)

// policySpec is a policy with its parameters.
type policySpec struct {
	entry  policy.Entry
	values policy.Policy // holds the parameters; runs get copies
	// placement is the policy's own rule, "" for that of the cluster.
	placement cluster.Placement
	// operator is that of all jobs under this policy, nil for their own.
	operator *operatorSpec
}

// DecodeNode reads the parameters of the policy that the node's label or its
// key policy names.
func (p *policySpec) DecodeNode(n strict.Node) {
	name := n.Path()[strings.LastIndexByte(n.Path(), '.')+1:]
	n.Take("policy", &name)
	n.Take("placement", &p.placement)
	n.Take("operator", &p.operator)
	entry, err := policy.Lookup(name)
	if err != nil {
		n.Problem("got the policy " + strict.Quote(name) + ", want one that `rubato policies` lists, as the label or by the key policy" +
			strict.DidYouMean(name, policyNames()))
		return
	}
	p.entry, p.values = entry, entry.New()
	if !n.IsNull() {
		n.Into(p.values, "")
	}
}

// fresh returns the policy with its parameters, for one run.
func (p policySpec) fresh() policy.Policy {
	v := reflect.New(reflect.TypeOf(p.values).Elem())
	v.Elem().Set(reflect.ValueOf(p.values).Elem())
	return v.Interface().(policy.Policy)
}

func policyNames() []string {
	var names []string
	for _, e := range policy.Entries() {
		names = append(names, e.Name)
	}
	return names
}

// clairvoyant reports whether the policy is told true run times.
func (p policySpec) clairvoyant() bool {
	e, ok := p.values.(policy.Estimator)
	return ok && e.Estimates().Clairvoyant()
}
