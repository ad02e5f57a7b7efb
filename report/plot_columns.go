package report

import (
	"slices"

	"rubato/sim"
	"rubato/simtime"
)

// pixelColumn is what the GPUs did during the time that one pixel column stands for.
type pixelColumn struct {
	from, to simtime.Time
	// spent is the GPU time by state: exact, so that columns add up to the run.
	spent sim.GPUMillis
	// idle and gone are the highest peaks of spells shorter than a column.
	idle, gone peak
}

// peak is the instant at which most GPUs were idle, or down or external, with
// the counts then.
type peak struct {
	gpus   int32
	counts counts
}

// see keeps the counts c if n is more than at the peak so far.
func (p *peak) see(n int32, c *counts) {
	if n > p.gpus {
		p.gpus, p.counts = n, *c
	}
}

func idleOf(c *counts) int32 {
	return c[sim.IdleBlocked] + c[sim.IdleUnused] + c[sim.IdleEmpty]
}

func goneOf(c *counts) int32 { return c[sim.Down] + c[sim.External] }

// mean is the time-weighted mean of a state.
func (c *pixelColumn) mean(s sim.GPUState) float64 {
	return float64(c.spent[s]) / float64(c.to.Sub(c.from))
}

// reduce sums a timeline up into n columns of equal length, fewer if it is
// shorter than n milliseconds. The means alone would lose what is short: an
// hour's column shows a minute in which all GPUs idled as one part in sixty,
// less than a pixel. So columns keep the highest peak of the spells that are
// shorter than themselves, and the plot draws a peak over the means where it is
// news: at least twice the mean, or a quarter of the GPUs above it.
func reduce(t *Timeline, n int) []pixelColumn {
	end := int64(t.end())
	n = int(min(int64(n), end))
	edge := func(i int) simtime.Time { return simtime.Time(end * int64(i) / int64(n)) }
	out := make([]pixelColumn, n)
	for i := range out {
		out[i].from, out[i].to = edge(i), edge(i+1)
	}
	at := 0
	t.each(func(from, to simtime.Time, gpus *counts) {
		out[at].notice(to.Sub(from), gpus)
		for {
			c := &out[at]
			c.charge(min(to, c.to).Sub(max(from, c.from)), gpus)
			if to < c.to || at+1 == n {
				return
			}
			at++
			if to == c.to {
				return
			}
		}
	})
	return out
}

// notice looks at a spell that begins in the column.
func (c *pixelColumn) notice(d simtime.Duration, gpus *counts) {
	if d < c.to.Sub(c.from) {
		c.idle.see(idleOf(gpus), gpus)
		c.gone.see(goneOf(gpus), gpus)
	}
}

func (c *pixelColumn) charge(d simtime.Duration, gpus *counts) {
	for s, n := range gpus {
		c.spent[s] += int64(n) * int64(d)
	}
}

// stroke is a peak's part that the column's means do not show.
type stroke struct {
	at       simtime.Time
	from, to float64
	state    sim.GPUState
}

// strokes are the column's peaks, down from where the means already show the
// peak's kind: idle GPUs from the mean of the GPUs that jobs hold, absent ones
// from the mean of what is there for jobs.
func (c *pixelColumn) strokes() []stroke {
	means := stacked(c.from, c.mean)
	all := means.tops[len(stack)-1]
	var out []stroke
	add := func(p *peak, below int, mean float64, states ...sim.GPUState) {
		to, from := means.tops[below], p.levels().tops[below]
		if excess := to - from; excess > 0 && (excess >= mean || excess >= all/4) {
			out = append(out, stroke{c.from, from, to, p.most(states...)})
		}
	}
	if c.idle.gpus > 0 {
		add(&c.idle, heldTop, means.tops[capacityTop]-means.tops[heldTop], sim.IdleBlocked, sim.IdleUnused, sim.IdleEmpty)
	}
	if c.gone.gpus > 0 {
		add(&c.gone, capacityTop, all-means.tops[capacityTop], sim.Down, sim.External)
	}
	return out
}

func (p *peak) levels() levels {
	return stacked(0, func(s sim.GPUState) float64 { return float64(p.counts[s]) })
}

// most is the state, of some, that has the most GPUs at the peak.
func (p *peak) most(states ...sim.GPUState) sim.GPUState {
	return slices.MaxFunc(states, func(a, b sim.GPUState) int { return int(p.counts[a] - p.counts[b]) })
}
