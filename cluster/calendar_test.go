package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

const hour = simtime.Hour

func TestCalendarSteps(t *testing.T) {
	c := Calendar{Base: 128, Hours: []Hours{{From: 6 * hour, To: 22 * hour, GPUs: 224}}}
	at := func(h int) simtime.Time { return simtime.Time(h) * simtime.Time(hour) }
	// Two days from 08:00.
	require.Equal(t, []Step{{0, 224}, {at(14), 128}, {at(22), 224}, {at(38), 128}, {at(46), 224}}, c.Steps(8*hour, at(48)))
	// From midnight, in the gap.
	require.Equal(t, []Step{{0, 128}, {at(6), 224}, {at(22), 128}}, c.Steps(0, at(24)))
	// A rule past midnight, and a later rule that wins over it.
	c.Hours = []Hours{{From: 22 * hour, To: 6 * hour, GPUs: 0}, {From: 23 * hour, To: 24 * hour, GPUs: 5}}
	require.Equal(t, []Step{{0, 128}, {at(10), 0}, {at(11), 5}, {at(12), 0}, {at(18), 128}}, c.Steps(12*hour, at(24)))
	// No rule, and one that holds all day.
	c.Hours = nil
	require.Equal(t, []Step{{0, 128}}, c.Steps(0, at(240)))
	c.Hours = []Hours{{From: 8 * hour, To: 8 * hour, GPUs: 3}}
	require.Equal(t, []Step{{0, 3}}, c.Steps(0, at(240)))
}

func TestChangesOfSteps(t *testing.T) {
	steps := []Step{{0, 8}, {10, 6}, {10, 4}, {20, 4}, {30, 16}}
	require.Equal(t, []Change{
		{At: 10, Node: ByCount, Delta: -4, Notice: 5}, {At: 30, Node: ByCount, Delta: 12},
	}, Changes(0, 8, steps, Lost, 5), "the last of an instant counts; gains have no notice")
	require.Equal(t, []Change{
		{Node: ByCount, Delta: -8, Cause: External}, {At: 10, Node: ByCount, Delta: 4, Cause: External},
		{At: 30, Node: ByCount, Delta: -12, Cause: External},
	}, Changes(0, 0, steps, External, 0))
}
