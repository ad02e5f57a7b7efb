package compare

import (
	"math"
	"slices"
	"strconv"
	"sync"

	"rubato/stats"
)

// Significance is the level at which differences are told from chance.
const Significance = 0.05

// The outcomes of a verdict.
const (
	Less              = "less"                 // the second policy has less, beyond chance
	More              = "more"                 // the second policy has more, beyond chance
	Indistinguishable = "indistinguishable"    // the difference may be chance
	TooFewSeeds       = "too_few_seeds"        // no difference could be told from chance
	SeedsAllEqual     = "seeds_change_nothing" // all seeds give one and the same pair
	NoFigure          = "no_figure"            // a run has no such figure
)

// Verdict compares policy B with policy A by a metric, over seeds.
type Verdict struct {
	Metric  string `json:"metric"`
	Point   string `json:"point"`
	A       string `json:"a"`
	B       string `json:"b"`
	Outcome string `json:"outcome"`
	// Holm is Wilcoxon's p-value corrected for the other policies that are compared
	// with the baseline by this metric at this point.
	Holm float64 `json:"p_holm"`
	// Text says it in words.
	Text string `json:"text"`
	// Comparison is nil where there is no figure.
	Comparison *stats.Comparison `json:"comparison"`
	// UndoneA and UndoneB are the jobs that the policies left failed or unfinished,
	// over all seeds: who does less can waste less, and what is undone has no time.
	UndoneA int `json:"undone_jobs_a"`
	UndoneB int `json:"undone_jobs_b"`

	metric *Metric
	jobs   int
}

// Verdicts compares each policy with the baseline, point by point and metric by
// metric. Only seeds that all policies of a point have count. There is nothing to say
// of one seed. It fails as [Tables] does.
func Verdicts(runs []Run, o Options) ([]Verdict, error) {
	all, err := pointsWith(runs, o)
	out := []Verdict{}
	for _, p := range all {
		out = append(out, p.verdicts(o)...)
	}
	return out, err
}

// verdicts are none of one seed, and none where the baseline is not there.
func (p *point) verdicts(o Options) []Verdict {
	base := o.Baseline
	if base == "" {
		base = p.policies[0]
	}
	if len(p.seeds) < 2 || !slices.Contains(p.policies, base) {
		return nil
	}
	var out []Verdict
	for _, m := range o.judged() {
		family := p.family(base, m)
		p.judge(family, m)
		out = append(out, family...)
	}
	return out
}

// family are the comparisons of all others with a policy by a metric.
func (p *point) family(base string, m int) []Verdict {
	var out []Verdict
	for _, b := range p.policies {
		if b == base {
			continue
		}
		v := Verdict{Metric: Metrics[m].Name, Point: p.name, A: base, B: b, metric: &Metrics[m]}
		v.UndoneA, v.jobs = p.undone(base)
		v.UndoneB, _ = p.undone(b)
		out = append(out, v)
	}
	return out
}

// bootstrapSeed is that of the intervals: with the same figures they are the same,
// whatever policies and results are called.
const bootstrapSeed = 1

// compare returns nil where a figure is missing.
func compare(a, b []float64) *stats.Comparison {
	if !allThere(a) || !allThere(b) {
		return nil
	}
	c, err := stats.Compare(a, b, bootstrapSeed, "compare")
	if err != nil {
		return nil
	}
	round(&c.MeanA, &c.MeanB, &c.Difference, &c.Median, &c.Interval.Low, &c.Interval.High, &c.Sign, &c.Wilcoxon)
	if c.Change != nil {
		round(c.Change, &c.ChangeInterval.Low, &c.ChangeInterval.High)
	}
	return c
}

// round keeps nine digits: the last ones of logarithms and exponentials are not the
// same on all machines.
func round(values ...*float64) {
	for _, v := range values {
		*v, _ = strconv.ParseFloat(strconv.FormatFloat(*v, 'g', 9, 64), 64)
	}
}

// judge compares the pairs of a family, on all cores, and sets their outcomes.
func (p *point) judge(family []Verdict, m int) {
	var wg sync.WaitGroup
	for i := range family {
		v := &family[i]
		wg.Go(func() { v.Comparison = compare(p.values(v.A, m), p.values(v.B, m)) })
	}
	wg.Wait()
	decide(family)
}

// decide sets the outcomes of a family.
func decide(family []Verdict) {
	var p []float64
	for i := range family {
		if family[i].tested() {
			p = append(p, family[i].Comparison.Wilcoxon)
		}
	}
	corrected := stats.Holm(p)
	for i := range family {
		v := &family[i]
		v.Holm = 1
		if v.tested() {
			v.Holm = corrected[0]
			round(&v.Holm)
			corrected = corrected[1:]
		}
		v.Outcome = v.outcome(len(p))
		v.Text = v.words()
	}
}

// tested reports whether the p-value of a verdict means anything.
func (v *Verdict) tested() bool { return v.Comparison != nil && !v.Comparison.Repeated }

func (v *Verdict) outcome(family int) string {
	c := v.Comparison
	switch {
	case c == nil:
		return NoFigure
	case c.Repeated:
		return SeedsAllEqual
	case leastP(c.Pairs)*float64(family) >= Significance:
		return TooFewSeeds
	case v.Holm >= Significance || c.Interval.Contains(0):
		return Indistinguishable
	case c.Difference < 0:
		return Less
	}
	return More
}

// leastP is the least p-value that Wilcoxon's test can give of so many pairs.
func leastP(pairs int) float64 { return math.Ldexp(2, -pairs) }
