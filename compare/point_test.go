package compare

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// at is a run of a result at a point.
func at(source, scenario, policy, parameters string, seed uint64, variant ...string) Run {
	r := run(policy, seed, float64(seed), 1, 1)
	r.Source, r.Scenario, r.Parameters, r.Variant = source, scenario, parameters, map[string]string{}
	for i := 0; i < len(variant); i += 2 {
		r.Variant[variant[i]] = variant[i+1]
	}
	return r
}

func policiesOf(t *testing.T, runs ...Run) [][]string {
	t.Helper()
	points, err := points(runs)
	require.NoError(t, err)
	var out [][]string
	for _, p := range points {
		out = append(out, append([]string{p.name}, p.policies...))
	}
	return out
}

// The seeds of two results of one scenario add up.
func TestSeedsOfSeveralResultsAddUp(t *testing.T) {
	tables := tablesOf(t, []Run{
		at("a", "S", "fifo", "f", 1), at("a", "S", "las", "l", 1), at("a", "S", "las", "l", 2),
		at("b", "S", "fifo", "f", 2), at("b", "S", "fifo", "f", 3), at("b", "S", "las", "l", 2),
	}, Options{})
	require.Len(t, tables, 1)
	require.Equal(t, []uint64{1, 2}, tables[0].Seeds)
	require.Equal(t, []string{"1 more runs have seeds that not all policies have, and are left out"}, tables[0].Notes[1:2])
}

// Along an axis that changes no scenario the points are rivals: each with each.
func TestPointsOfAPolicysOwnAxisAreRivals(t *testing.T) {
	axis := "policies.las.quantum"
	require.Equal(t, [][]string{
		{"load=1", "fifo", "las quantum=1h", "las quantum=2h"},
		{"load=2", "fifo", "las quantum=1h", "las quantum=2h"},
	}, policiesOf(t,
		at("a", "S", "fifo", "f", 1, "load", "1", axis, "1h"), at("a", "S", "las", "l1", 1, "load", "1", axis, "1h"),
		at("a", "S", "fifo", "f", 1, "load", "1", axis, "2h"), at("a", "S", "las", "l2", 1, "load", "1", axis, "2h"),
		at("a", "T", "fifo", "f", 1, "load", "2", axis, "1h"), at("a", "T", "las", "l1", 1, "load", "2", axis, "1h"),
		at("a", "T", "fifo", "f", 1, "load", "2", axis, "2h"), at("a", "T", "las", "l2", 1, "load", "2", axis, "2h"),
	))
}

// One label that stands for policies that differ is told apart by its result.
func TestOneLabelOfSeveralResults(t *testing.T) {
	require.Equal(t, [][]string{{"", "fifo", "las@before", "las@after"}}, policiesOf(t,
		at("before", "S", "fifo", "f", 1), at("before", "S", "las", "old", 1),
		at("after", "S", "fifo", "f", 1), at("after", "S", "las", "new", 1),
	))
	require.Equal(t, [][]string{{"", "las@a#old", "las@a#new"}}, policiesOf(t, at("a", "S", "las", "old", 1), at("a", "S", "las", "new", 1)))
}

func TestResultsThatCannotBeCompared(t *testing.T) {
	_, err := Tables([]Run{at("a", "S", "fifo", "f", 1, "load", "1"), at("b", "T", "las", "l", 1, "load", "1")}, Options{})
	require.ErrorContains(t, err, "a and b are of different scenarios at load=1: cluster, ")
	b := at("b", "S", "fifo", "f", 1)
	b.Values[MeanTrain] = 2
	_, err = Tables([]Run{at("a", "S", "fifo", "f", 1), b}, Options{})
	require.ErrorContains(t, err, "a and b both have fifo with seed 1, made from the same but with other figures")
}

// Spans matter only to waste that would go on.
func TestSpansThatDifferAreSaid(t *testing.T) {
	a, b := at("a", "S", "fifo", "f", 1), at("a", "S", "las", "l", 1)
	a.Window, b.Window = 0, 12
	require.Len(t, tablesOf(t, []Run{a, b}, Options{})[0].Notes, 1)
	a.Window = 10
	require.Contains(t, tablesOf(t, []Run{a, b}, Options{})[0].Notes, "GPU-hours are over spans that differ between policies: compare waste in percent")
}
