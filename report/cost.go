package report

import (
	"fmt"
	"slices"

	"rubato/sim"
)

// cost is what a run's GPU time costs, in the currency of the prices.
type cost struct {
	spending
	// Pools are the parts, of a cluster of several pools.
	Pools []poolCost `json:"pools,omitempty"`
}

type poolCost struct {
	Pool string `json:"pool"`
	spending
}

// spending is the price of capacity, used or not, and of its parts that were
// wasted, lost, as a part of those, and given back, as no job could use them.
type spending struct {
	Total     float64 `json:"total"`
	Wasted    float64 `json:"wasted"`
	Lost      float64 `json:"lost"`
	GivenBack float64 `json:"given_back"`
}

func (s *spending) add(t spending) {
	s.Total += t.Total
	s.Wasted += t.Wasted
	s.Lost += t.Lost
	s.GivenBack += t.GivenBack
}

// Price is that of a GPU for an hour in a pool, in any currency; 0 stands for none.
type Price struct {
	GPUHour float64
	// ByUse says that only what jobs hold is paid for; the rest of the pool is
	// IdleEmpty.
	ByUse bool
}

func (p Price) isSet() bool { return p.GPUHour != 0 }

// prices are those of a run.
func (r *Report) prices(run *Run) []Price {
	if run.Prices == nil {
		return r.Prices
	}
	return run.Prices
}

// priced reports whether any pool has a price.
func (r *Report) priced() bool {
	for i := range r.Runs {
		if slices.ContainsFunc(r.Runs[i].Prices, Price.isSet) {
			return true
		}
	}
	return slices.ContainsFunc(r.Prices, Price.isSet)
}

// cost returns nil where no pool has a price.
func (r *Report) cost(run *Run) (*cost, error) {
	res, prices := run.Result, r.prices(run)
	if !r.priced() {
		return nil, nil
	}
	if len(prices) != len(res.Pools) {
		return nil, fmt.Errorf("there are prices of %d pools, but accounts of %d", len(prices), len(res.Pools))
	}
	c := &cost{}
	for i := range res.Pools {
		s := spendingAt(prices[i], &res.Pools[i])
		c.add(s)
		if len(res.Pools) > 1 {
			c.Pools = append(c.Pools, poolCost{r.pool(i), s})
		}
	}
	return c, nil
}

func spendingAt(price Price, m *sim.GPUMillis) spending {
	of := func(gpuMillis int64) float64 { return float64(price.GPUHour * hours(gpuMillis)) } // converted lest sums fuse with it
	s := spending{Total: of(m.Capacity()), Wasted: of(m.Wasted()), Lost: of(m[sim.Lost]), GivenBack: of(m[sim.IdleEmpty])}
	if price.ByUse {
		s.Total, s.GivenBack = of(m.Capacity()-m[sim.IdleEmpty]), 0
	}
	return s
}
