package compare

import (
	"fmt"
	"slices"
	"strings"
)

// Options say what is compared.
type Options struct {
	// Baseline is the policy with which the others are compared: "" stands for the
	// first one of each point.
	Baseline string
	// Metrics are those of the columns and of the verdicts, by their constants; none
	// stands for columns of all and verdicts by waste and the times to train.
	Metrics []int
}

// judged are the metrics of which there are verdicts.
func (o Options) judged() []int {
	if len(o.Metrics) > 0 {
		return o.Metrics
	}
	return []int{Wasted, MeanTrain, P99Train}
}

// columns are the metrics to show.
func (o Options) columns() []int {
	if len(o.Metrics) > 0 {
		return o.Metrics
	}
	var out []int
	for m := range Metrics {
		out = append(out, m)
	}
	return out
}

// pointsWith are the points, after a check that some of them have the baseline.
func pointsWith(runs []Run, o Options) ([]*point, error) {
	all, err := points(runs)
	if err != nil || o.Baseline == "" {
		return all, err
	}
	var names []string
	for _, p := range all {
		for _, name := range p.policies {
			if name == o.Baseline {
				return all, nil
			}
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return nil, &NoPolicy{o.Baseline, names}
}

// NoPolicy is the error of a baseline that no point has.
type NoPolicy struct {
	Name     string
	Policies []string
}

func (e *NoPolicy) Error() string {
	return fmt.Sprintf("no policy %q, want one of %s", e.Name, strings.Join(e.Policies, ", "))
}
