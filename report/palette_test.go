package report

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/sim"
)

func reportOf(labels ...string) *Report {
	r := &Report{}
	for _, l := range labels {
		r.Runs = append(r.Runs, Run{Label: l, Result: &sim.Result{Policy: l}})
	}
	return r
}

// Well-known policies have their colour whoever else is there.
func TestColoursOfWellKnownPolicies(t *testing.T) {
	for _, others := range [][]string{nil, {"a", "b", "c", "d", "e", "f", "g", "h", "i"}, {"gittins", "drf", "hyperpod"}} {
		at := places(reportOf(append(others, "priority", "fifo")...))
		require.Equal(t, 0, at["fifo"])
		require.Equal(t, 1, at["priority"])
	}
}

// A label of its own has its policy's colour, unless the policy itself is there.
func TestColoursOfLabels(t *testing.T) {
	r := reportOf("slow", "fifo")
	r.Runs[0].Result.Policy = "hyperpod"
	require.Equal(t, map[string]int{"fifo": 0, "slow": 2}, places(r))
	r.Runs = append(r.Runs, Run{Label: "hyperpod", Result: &sim.Result{Policy: "hyperpod"}})
	require.Equal(t, map[string]int{"fifo": 0, "hyperpod": 2, "slow": 3}, places(r))
}

// Up to eight policies have eight colours; of more no two have the same line. The
// order does not matter.
func TestColoursDoNotCollide(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for n := range 25 {
		var labels []string
		for i := range n {
			labels = append(labels, fmt.Sprint("policy ", i*n))
			if i < len(wellKnown) && i%2 == 0 {
				labels[i] = wellKnown[i]
			}
		}
		at := places(reportOf(labels...))
		taken, colours := map[int]bool{}, map[int]bool{}
		for _, p := range at {
			taken[p], colours[p%8] = true, true
		}
		require.Len(t, taken, n)
		require.Len(t, colours, min(n, 8))
		rnd.Shuffle(n, func(i, j int) { labels[i], labels[j] = labels[j], labels[i] })
		require.Equal(t, at, places(reportOf(labels...)))
	}
}

// No line of 24 looks like another.
func TestPolicyLinesDiffer(t *testing.T) {
	seen := map[string]bool{}
	for i := range 24 {
		l := policyLine(i)
		seen[fmt.Sprint(l.Color, l.Dashes)] = true
	}
	require.Len(t, seen, 24)
}
