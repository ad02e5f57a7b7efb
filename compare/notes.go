package compare

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"rubato/stats"
)

// notes are what a reader must know of the figures at a point.
func (p *point) notes(o Options) []string {
	out := []string{}
	switch n := len(p.seeds); {
	case n == 0:
		return append(out, "the policies have no seed in common")
	case n == 1:
		out = append(out, "one seed, so no verdict: nothing can be told from chance; run with several, such as --seed 1..30")
	case n < stats.MinPairs:
		out = append(out, "fewer than six seeds: nothing can be told from chance")
	}
	if o.Baseline != "" && !slices.Contains(p.policies, o.Baseline) {
		out = append(out, "no verdicts: "+o.Baseline+" was not run at this point")
	}
	for _, more := range []string{p.unpaired(), p.spans(), p.undoneJobs(), p.windows(), p.clairvoyant()} {
		if more != "" {
			out = append(out, more)
		}
	}
	if len(p.seeds) > 1 && p.repeated() {
		out = append(out, "all seeds give the same: they are one observation, and differences are exact")
	}
	return out
}

// unpaired says how many runs have no part in the comparison.
func (p *point) unpaired() string {
	n := -len(p.policies) * len(p.seeds)
	for _, runs := range p.runs {
		n += len(runs)
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("%d more runs have seeds that not all policies have, and are left out", n)
}

func (p *point) spans() string {
	for _, s := range p.seeds {
		span := 0.0
		for _, name := range p.policies {
			w := p.runs[name][s].Window
			if w != 0 && span != 0 && w != span {
				return "GPU-hours are over spans that differ between policies: compare waste in percent"
			}
			span = max(span, w)
		}
	}
	return ""
}

func (p *point) undoneJobs() string {
	var left []string
	for _, name := range p.policies {
		if n, jobs := p.undone(name); n > 0 {
			left = append(left, fmt.Sprintf("%s %d of %d", name, n, jobs))
		}
	}
	if left == nil {
		return ""
	}
	return "failed or unfinished jobs, which have no time to train: " + strings.Join(left, ", ")
}

// windows says that the times are not of all jobs.
func (p *point) windows() string {
	jobs, measured := 0, 0
	for _, s := range p.seeds {
		r := p.runs[p.policies[0]][s]
		jobs, measured = jobs+r.Jobs, measured+r.Measured
	}
	if measured == jobs {
		return ""
	}
	return fmt.Sprintf("times to train are of the %d of %d jobs submitted between warm-up and cool-down", measured, jobs)
}

func (p *point) clairvoyant() string {
	var told []string
	for _, name := range p.policies {
		if p.runs[name][p.seeds[0]].Clairvoyant {
			told = append(told, name)
		}
	}
	if told == nil {
		return ""
	}
	return "told true run times: " + strings.Join(told, ", ")
}

// repeated reports whether no seed changes any figure.
func (p *point) repeated() bool {
	for _, name := range p.policies {
		for m := range Metrics {
			v := p.values(name, m)
			if slices.ContainsFunc(v, func(x float64) bool { return x != v[0] && !(math.IsNaN(x) && math.IsNaN(v[0])) }) {
				return false
			}
		}
	}
	return true
}
