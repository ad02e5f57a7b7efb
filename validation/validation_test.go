package main

import (
	"flag"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"rubato/workload"
)

var update = flag.Bool("update", false, "write docs/validation.md and its plot anew")

// TestValidation makes the page anew: every row must agree, and the page must be the
// one in docs.
func TestValidation(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: TestQuickly does it with fewer replications")
	}
	if *update {
		require.NoError(t, write("../docs"))
		return
	}
	points := sweep(full)
	all := sections(full, points)
	checkRows(t, all)
	want, err := os.ReadFile("../docs/validation.md")
	require.NoError(t, err)
	require.Equal(t, string(want), document(all), "make validation writes the page anew")
	plot, err := plotSweep(points)
	require.NoError(t, err)
	require.NotEmpty(t, plot)
}

// TestQuickly looks at the rows that are exact, with few replications of the others.
func TestQuickly(t *testing.T) {
	var exact []section
	for _, s := range []section{littles(), published()} {
		exact = append(exact, s)
	}
	checkRows(t, exact)
	require.Len(t, queues(quick).rows, 20)
	require.NotEmpty(t, dalys(quick).rows)
}

func checkRows(t *testing.T, all []section) {
	for _, s := range all {
		for _, r := range s.rows {
			require.True(t, r.passes(), "%s: %s: theory %v, simulated %v, margin %v", s.title, r.what, r.theory, r.simulated, r.margin)
		}
	}
}

// TestTheory compares the formulas here with the shared list of oracles.
func TestTheory(t *testing.T) {
	data, err := os.ReadFile("../../shared/oracles/analytic.yaml")
	if os.IsNotExist(err) {
		t.Skip("../shared/oracles is not beside the repository")
	}
	require.NoError(t, err)
	var list []struct {
		ID       string
		Expected map[string]any
	}
	require.NoError(t, yaml.Unmarshal(data, &list))
	oracle := map[string]map[string]any{}
	for _, o := range list {
		oracle[o.ID] = o.Expected
	}
	same := func(id, key string, got float64) {
		want, ok := oracle[id][key].(float64)
		require.True(t, ok, "%s %s", id, key)
		require.InEpsilon(t, want, got, 1e-9, "%s %s", id, key)
	}
	for i, c := range queueCases()[:4] {
		id := []string{"mm1", "mm4", "mm16", "md1"}[i]
		same(id, "mean_queueing_delay_h", c.wait)
		same(id, "mean_time_to_train_h", c.wait+1)
		if id != "md1" {
			same(id, "probability_of_waiting", c.waits)
		}
	}
	for i, c := range dalyCases() {
		id := []string{"daly-5", "daly-6", "daly-7", "daly-8"}[i]
		same(id, "expected_wall_s_without_final_save", c.wall())
		same(id, "young_interval_s", workload.Young(c.save, c.mtbf))
		same(id, "daly_first_order_s", workload.Daly(c.save, c.mtbf))
		same(id, "daly_higher_order_s", workload.DalyHigher(c.save, c.mtbf))
	}
	for _, r := range ettrs(effort{clusters: 2}).rows {
		switch r.what {
		case "1,024 GPUs: ETTR, first order":
			same("ettr-128-nodes", "ettr", r.theory)
		case "16,384 GPUs: ETTR, first order":
			same("ettr-2048-nodes", "ettr", r.theory)
		}
	}
	same("aws-fault-cost", "cost_per_fault", faults(1).cost)
	same("aws-scaling", "power_law_exponent", math.Log(7)/math.Log(8))
}

// The best interval is where the derivative of the run time is 0, and Daly's formula
// is near it.
func TestExactOptimum(t *testing.T) {
	for _, m := range []float64{1e4, 1e6} {
		best := exactOptimum(60, m)
		at := func(x float64) float64 { return math.Expm1((x+60)/m) / x }
		require.Less(t, at(best), at(best*1.001))
		require.Less(t, at(best), at(best*0.999))
		require.InEpsilon(t, best, workload.DalyHigher(60, m), 0.01)
	}
}
