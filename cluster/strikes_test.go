package cluster

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/internal/stream"
	"rubato/simtime"
)

func draw(s *Strikes, n int) []Strike {
	var out []Strike
	for range n {
		next, ok := s.Next()
		if !ok {
			break
		}
		out = append(out, next)
	}
	return out
}

func constant(d simtime.Duration) stream.Distribution {
	return stream.Distribution{Family: stream.Constant, Mean: d}
}

// A node is up for 100 s, heard of 20 s before it goes, repaired for 30 s and tested
// for 10 s.
func TestNodeLossByHand(t *testing.T) {
	f := Failures{Name: "a", Between: constant(100 * simtime.Second), Repair: constant(30 * simtime.Second),
		HealthCheck: 10 * simtime.Second, Notice: 20 * simtime.Second, Detection: 5 * simtime.Second}
	pools := []Pool{{Name: "p", Nodes: 1, GPUsPerNode: 8}}
	require.NoError(t, f.Check(pools))
	require.Equal(t, []Strike{
		{Heard: 80_000, Change: &Change{At: 100_000, Delta: -8, Notice: 20 * simtime.Second, Detection: 5 * simtime.Second}},
		{Heard: 140_000, Change: &Change{At: 140_000, Delta: 8}},
		{Heard: 220_000, Change: &Change{At: 240_000, Delta: -8, Notice: 20 * simtime.Second, Detection: 5 * simtime.Second}},
		{Heard: 280_000, Change: &Change{At: 280_000, Delta: 8}},
	}, draw(NewStrikes([]Failures{f}, pools, 1), 4))
}

// A rack of two nodes is slow together, and crashes strike nodes on their own.
func TestRacksAndCrashes(t *testing.T) {
	pools := []Pool{{Name: "p", Nodes: 3, GPUsPerNode: 8, NodesPerRack: 2}}
	slow := Failures{Name: "a", Kind: Slowdown, ByRack: true, Between: constant(100), Repair: constant(1000), Speed: 0.5}
	require.Equal(t, []Strike{
		{100, nil, &Incident{At: 100, Node: 0, Speed: 0.5}},
		{100, nil, &Incident{At: 100, Node: 1, Speed: 0.5}},
		{100, nil, &Incident{At: 100, Node: 2, Speed: 0.5}},
		{1100, nil, &Incident{At: 1100, Node: 0, Speed: 1}},
		{1100, nil, &Incident{At: 1100, Node: 1, Speed: 1}},
		{1100, nil, &Incident{At: 1100, Node: 2, Speed: 1}},
	}, draw(NewStrikes([]Failures{slow}, pools, 1), 6))
	crash := Failures{Name: "b", Kind: Crash, Between: constant(100)}
	require.Equal(t, []Strike{
		{100, nil, &Incident{At: 100, Node: 0}}, {100, nil, &Incident{At: 100, Node: 1}}, {100, nil, &Incident{At: 100, Node: 2}},
		{200, nil, &Incident{At: 200, Node: 0}},
	}, draw(NewStrikes([]Failures{crash}, pools, 1), 4))
}

// 100 nodes that fail at a mean of 100 h: a crash an hour, Poisson distributed; and
// other processes do not shift them.
func TestRateOfFailures(t *testing.T) {
	pools := []Pool{{Name: "p", Nodes: 100, GPUsPerNode: 8}}
	f := Failures{Name: "a", Kind: Crash, Between: stream.Distribution{Family: stream.Exponential, Mean: 100 * simtime.Hour}}
	const n = 20_000
	strikes := draw(NewStrikes([]Failures{f}, pools, 7), n)
	require.InDelta(t, n, simtime.Duration(strikes[n-1].Heard).Hours(), 4*math.Sqrt(n))
	last := simtime.Time(0)
	for _, s := range strikes {
		require.GreaterOrEqual(t, s.Heard, last)
		last = s.Heard
	}
	other := f
	other.Name, other.Kind, other.Repair, other.Speed = "b", Slowdown, f.Between, 0.5
	var mine []Strike
	for _, s := range draw(NewStrikes([]Failures{other, f}, pools, 7), 1000) {
		if s.Incident.Speed == 0 {
			mine = append(mine, s)
		}
	}
	require.Greater(t, len(mine), 100)
	require.Equal(t, strikes[:len(mine)], mine)
}

func TestFailuresCheck(t *testing.T) {
	pools := []Pool{{Name: "p", Nodes: 1, GPUsPerNode: 8}}
	day := constant(simtime.Day)
	for want, f := range map[string]Failures{
		"failures are for pool 1 of 1":                           {Pool: 1},
		"time between failures: a mean of 0s":                    {},
		"time of repair: a mean of 0s":                           {Between: day},
		"a slow node at 1 of its speed, want over 0 and below 1": {Between: day, Repair: day, Kind: Slowdown, Speed: 1},
		"a negative duration of failures":                        {Between: day, Repair: day, Notice: -1},
	} {
		require.EqualError(t, f.Check(pools), want)
	}
}
