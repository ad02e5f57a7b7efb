package report

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/sim"
)

// Of the spot pool at 1.5: 10 GPU-hours of capacity, 3 wasted, 1 of them lost, 2 given back; the
// other at 4: 5, 5 and 0; the third for nothing.
func TestCost(t *testing.T) {
	r := &Report{Pools: []string{"spot", "own", "free"}, Prices: []Price{{GPUHour: 1.5}, {GPUHour: 4}, {}}}
	res := &sim.Result{Pools: []sim.GPUMillis{
		{sim.Down: 7 * hour, sim.External: hour, sim.IdleEmpty: 2 * hour, sim.IdleBlocked: 2 * hour, sim.Training: 5 * hour, sim.Lost: hour},
		{sim.Holding: 5 * hour},
		{sim.Lost: hour},
	}}
	c, err := r.cost(&Run{Result: res})
	require.NoError(t, err)
	require.Equal(t, &cost{spending{35, 24.5, 1.5, 3}, []poolCost{
		{"spot", spending{15, 4.5, 1.5, 3}}, {"own", spending{20, 20, 0, 0}}, {"free", spending{}},
	}}, c)

	r.Prices, res.Pools = r.Prices[:1], res.Pools[:1]
	c, err = r.cost(&Run{Result: res})
	require.NoError(t, err)
	doc, err := json.Marshal(c)
	require.NoError(t, err)
	require.JSONEq(t, `{"total": 15, "wasted": 4.5, "lost": 1.5, "given_back": 3}`, string(doc), "one pool is not told apart")

	res.Pools = nil
	_, err = r.cost(&Run{Result: res})
	require.EqualError(t, err, "there are prices of 1 pools, but accounts of 0")
	r.Prices[0] = Price{}
	c, err = r.cost(&Run{Result: res})
	require.NoError(t, err)
	require.Nil(t, c, "no price, no cost")
}
