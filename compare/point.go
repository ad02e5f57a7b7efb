package compare

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// point is the runs of one scenario: by policy, in order of seeds. All of it is at the
// shared values of axes.
type point struct {
	name     string
	policies []string
	rivals   []rival // the policies
	shared   map[string]string
	runs     map[string]map[uint64]*Run
	seeds    []uint64 // that every policy has, in order
}

// points sorts runs by scenario, in the order in which scenarios, policies and seeds
// first occur. It fails where scenarios cannot be told apart by their names, and
// where one run is there twice with different figures.
func points(runs []Run) ([]*point, error) {
	var keys []string
	of := make(map[string][]*Run)
	for i := range runs {
		k := runs[i].scenario()
		if of[k] == nil {
			keys = append(keys, k)
		}
		of[k] = append(of[k], &runs[i])
	}
	var out []*point
	first := make(map[string]*Run)
	for _, k := range keys {
		p, err := newPoint(of[k])
		if err != nil {
			return nil, err
		}
		if other := first[p.name]; other != nil {
			return nil, otherScenario(other, of[k][0])
		}
		first[p.name] = of[k][0]
		out = append(out, p)
	}
	return out, nil
}

// otherScenario is the error of results that cannot be set side by side.
func otherScenario(a, b *Run) error {
	at := ""
	if v := text(b.Variant); v != "" {
		at = " at " + v
	}
	return fmt.Errorf("%s and %s are of different scenarios%s: cluster, availability, workload, horizon or statistics differ, "+
		"so their seeds draw other jobs and failures and no pairs can be made; want results of one scenario, or both as points of one sweep", a.Source, b.Source, at)
}

func newPoint(runs []*Run) (*point, error) {
	shared := sharedAxes(runs)
	p := &point{name: text(shared), shared: shared, runs: make(map[string]map[uint64]*Run)}
	called := rivalNames(runs, shared)
	for i, r := range runs {
		name := called[i].name
		if p.runs[name] == nil {
			p.runs[name] = make(map[uint64]*Run)
			p.policies, p.rivals = append(p.policies, name), append(p.rivals, called[i])
		}
		if !slices.Contains(p.seeds, r.Seed) {
			p.seeds = append(p.seeds, r.Seed)
		}
		if same := p.runs[name][r.Seed]; same != nil {
			if !same.sameAs(r) {
				return nil, fmt.Errorf("%s and %s both have %s with seed %d, made from the same but with other figures; want results that the same program made", same.Source, r.Source, name, r.Seed)
			}
			continue
		}
		p.runs[name][r.Seed] = r
	}
	slices.Sort(p.seeds)
	p.seeds = slices.DeleteFunc(p.seeds, func(s uint64) bool {
		return slices.ContainsFunc(p.policies, func(q string) bool { return p.runs[q][s] == nil })
	})
	return p, nil
}

// sharedAxes are the axes along which the runs have one value.
func sharedAxes(runs []*Run) map[string]string {
	out := maps.Clone(runs[0].Variant)
	for _, r := range runs[1:] {
		maps.DeleteFunc(out, func(axis, value string) bool { v, ok := r.Variant[axis]; return !ok || v != value })
	}
	return out
}

// text writes a variant as axis=value, apart by blanks, in order of the axes.
func text(variant map[string]string) string {
	var out []string
	for _, axis := range slices.Sorted(maps.Keys(variant)) {
		out = append(out, axis+"="+variant[axis])
	}
	return strings.Join(out, " ")
}

// values returns a policy's figures by seed.
func (p *point) values(policy string, metric int) []float64 {
	out := make([]float64, len(p.seeds))
	for i, s := range p.seeds {
		out[i] = p.runs[policy][s].Values[metric]
	}
	return out
}

// undone is how many jobs a policy left failed or unfinished, of how many, over all
// seeds.
func (p *point) undone(policy string) (undone, jobs int) {
	for _, s := range p.seeds {
		r := p.runs[policy][s]
		if v := r.Values[Undone]; v == v {
			undone += int(v)
		}
		jobs += r.Jobs
	}
	return undone, jobs
}
