package compare

import (
	"fmt"
	"math"
	"runtime"
	"strconv"
	"sync"
	"sync/atomic"

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
	// Holm is Wilcoxon's p-value corrected for the other pairs of policies that
	// are compared by this metric at this point.
	Holm float64 `json:"p_holm"`
	// Text says it in words.
	Text string `json:"text"`
	// Comparison is nil where there is no figure.
	Comparison *stats.Comparison `json:"comparison"`

	metric *Metric
}

// Verdicts compares each pair of policies at each point by waste and by the mean
// and the p99 time to train: the second of a pair with the first, in the order of
// the runs. Only seeds that all policies of a point have count. There is nothing to
// say of one seed.
func Verdicts(runs []Run) []Verdict {
	var out []Verdict
	var families [][2]int
	for _, g := range groups(runs) {
		if len(g.seeds) < 2 {
			continue
		}
		for _, m := range judged {
			from := len(out)
			for i, a := range g.policies {
				for _, b := range g.policies[i+1:] {
					out = append(out, Verdict{Metric: Metrics[m].Name, Point: g.point, A: a, B: b, metric: &Metrics[m]})
				}
			}
			families = append(families, [2]int{from, len(out)})
			each(out[from:], func(v *Verdict) { v.Comparison = compare(g.values(v.A, m), g.values(v.B, m), v.purpose()) })
		}
	}
	for _, f := range families {
		judge(out[f[0]:f[1]])
	}
	return out
}

func (v *Verdict) purpose() string {
	return "compare/" + v.Metric + "/" + v.Point + "/" + v.A + "/" + v.B
}

// each calls f for every verdict, on all cores: each changes only its own.
func each(v []Verdict, f func(*Verdict)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(len(v), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(v); i = int(next.Add(1)) - 1 {
				f(&v[i])
			}
		})
	}
	wg.Wait()
}

// bootstrapSeed is that of the intervals: with the same figures they are the same.
const bootstrapSeed = 1

// compare returns nil where a figure is missing.
func compare(a, b []float64, purpose string) *stats.Comparison {
	if !finite(a) || !finite(b) {
		return nil
	}
	c, err := stats.Compare(a, b, bootstrapSeed, purpose)
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

// judge sets the outcomes of the pairs of one metric and point.
func judge(family []Verdict) {
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

// words says what came out, such as "hyperpod wastes 41 % fewer GPU-hours than fifo,
// 95 % CI 38–44 %, 30 of 30 seeds".
func (v *Verdict) words() string {
	c := v.Comparison
	switch v.Outcome {
	case NoFigure:
		return fmt.Sprintf("%s, %s: no verdict by %s: a run has none", v.B, v.A, v.metric.Head)
	case SeedsAllEqual:
		return fmt.Sprintf("%s; no verdict: all %d seeds give the same, so they are one observation", v.change(), c.Pairs)
	case TooFewSeeds:
		return fmt.Sprintf("%s, %s; no verdict from %d seeds", v.change(), v.interval(), c.Pairs)
	case Indistinguishable:
		return fmt.Sprintf("%s and %s are not distinguishable by %s: %s, p = %.2g, %d seeds", v.B, v.A, v.metric.Head, v.interval(), v.Holm, c.Pairs)
	}
	same := c.Less
	if v.Outcome == More {
		same = c.More
	}
	return fmt.Sprintf("%s, %s, %d of %d seeds", v.change(), v.interval(), same, c.Pairs)
}
