package draft

import (
	"fmt"

	"rubato/simtime"
	"rubato/site"
)

// checkLoad says how much of the cluster the jobs ask for, and warns over 100 %.
// The load is the GPU time of the jobs over the time in which they are submitted.
func (p *plan) checkLoad() {
	if p.trace == nil {
		return
	}
	pl, j := p.pools[0], p.trace.Jobs
	gpus, what := float64(pl.GPUs()-pl.spares*pl.GPUsPerNode), fmt.Sprintf("the %d of pool %s", pl.GPUs(), pl.Name)
	if p.capacity != nil {
		gpus = p.capacity.Availability.Mean * float64(pl.GPUsPerNode)
		what = fmt.Sprintf("the %.1f that there are on average", gpus)
	} else if mean, ok := meanOf(p.series, false, pl.GPUs()); ok {
		gpus, what = mean, fmt.Sprintf("the %.1f that there are on average", mean)
	} else if mean, ok := meanOf(p.held, true, pl.GPUs()); ok {
		gpus, what = mean, fmt.Sprintf("the %.1f that are left on average", mean)
	}
	if p.trace.Span == 0 || gpus <= 0 {
		p.comment("load: not known")
		return
	}
	load := 100 * j.MeanLoad / gpus
	text := fmt.Sprintf("load: %.0f %%: %.1f GPUs on average (%.1f GPU-hours submitted in %s), of %s", load, j.MeanLoad, j.GPUHours(), span(p.trace.Span), what)
	p.comment("%s", text)
	if load > 100 {
		p.warn("%s: queues will grow without end; is a pool missing, or are jobs of other clusters in the file?", text)
	}
}

// mean returns the mean over time of a series, or of what it leaves of a pool.
func meanOf(series []site.Sample, left bool, gpus int) (float64, bool) {
	if len(series) < 2 {
		return 0, false
	}
	var sum float64
	for i := range series[:len(series)-1] {
		n := series[i].GPUs
		if left {
			n = max(gpus-n, 0)
		}
		sum += float64(n) * float64(series[i+1].At.Sub(series[i].At))
	}
	span := series[len(series)-1].At.Sub(series[0].At)
	return sum / float64(span), span > simtime.Duration(0)
}
