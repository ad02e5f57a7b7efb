package report

import (
	"slices"

	"rubato/sim"
	"rubato/simtime"
)

// window is a run's account of GPU time over a span that it has in common with
// the runs of the other policies: from 0 to the latest of their ends. Runs end at
// different times, and over spans of different lengths waste cannot be compared.
type window struct {
	end simtime.Time
	// spent is the GPU time by state. What is idle once all jobs have ended is
	// IdleEmpty: given back.
	spent sim.GPUMillis
	// common is false where the runs have no span in common, so that the account
	// is over the run's own: where they do not have the same capacity.
	common bool
}

// windows returns the window of each run. Those of the runs of one seed and
// variant hold the same GPU time.
func (r *Report) windows() []window {
	out := make([]window, len(r.Runs))
	for _, group := range r.rivals() {
		last := r.lastToEnd(group)
		common := !slices.ContainsFunc(group, func(i int) bool { return !goesOnAs(r.Runs[i].Result, last) })
		for _, i := range group {
			res := r.Runs[i].Result
			out[i] = window{end: res.End, spent: res.Spent}
			if common {
				out[i] = r.extend(&r.Runs[i], last)
			}
		}
	}
	return out
}

// rivals are the places of the runs that are compared with each other: those of
// one seed and variant, to which the same happens.
func (r *Report) rivals() [][]int {
	type point struct {
		seed    uint64
		variant string
	}
	place := make(map[point]int)
	var out [][]int
	for i := range r.Runs {
		p := point{r.Runs[i].Result.Seed, r.Runs[i].Point()}
		k, seen := place[p]
		if !seen {
			k = len(out)
			place[p] = k
			out = append(out, nil)
		}
		out[k] = append(out[k], i)
	}
	return out
}

func (r *Report) lastToEnd(group []int) *sim.Result {
	last := r.Runs[group[0]].Result
	for _, i := range group {
		if res := r.Runs[i].Result; res.End > last.End {
			last = res
		}
	}
	return last
}

// goesOnAs reports whether a run may have had the capacity that the one that
// ends last had until then: what that one had more fits the time it took longer.
func goesOnAs(res, last *sim.Result) bool {
	rest := last.Spent.Capacity() - res.Spent.Capacity()
	return rest >= 0 && rest <= int64(res.GPUs)*int64(last.End.Sub(res.End))
}

// extend carries a run's account on to the end of the last one. Of the capacity
// from its own end on nobody needs anything, but in pools where it stopped with jobs
// that cannot go on.
func (r *Report) extend(run *Run, last *sim.Result) window {
	res := run.Result
	w := window{end: last.End, spent: res.Spent, common: true}
	prices := r.prices(run)
	for p := range res.Pools {
		idle := sim.IdleEmpty
		if run.leftJobs(p) && !(p < len(prices) && prices[p].ByUse) {
			idle = sim.IdleBlocked
		}
		w.spent[idle] += last.Pools[p].Capacity() - res.Pools[p].Capacity()
	}
	w.spent[sim.Down], w.spent[sim.External] = last.Spent[sim.Down], last.Spent[sim.External]
	return w
}

// jsonWindow is a window in result.json: capacity is training, wasted and given
// back together.
type jsonWindow struct {
	Hours     float64 `json:"hours"`
	Capacity  float64 `json:"capacity"`
	Training  float64 `json:"training"`
	Wasted    float64 `json:"wasted"`
	GivenBack float64 `json:"given_back"`
}

// json returns nil where there is no common window.
func (w *window) json() *jsonWindow {
	if !w.common {
		return nil
	}
	return &jsonWindow{
		Hours: w.hours(), Capacity: hours(w.spent.Capacity()), Training: hours(w.spent[sim.Training]),
		Wasted: hours(w.spent.Wasted()), GivenBack: hours(w.spent[sim.IdleEmpty]),
	}
}

func (w *window) hours() float64 { return simtime.Duration(w.end).Hours() }
