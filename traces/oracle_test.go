package traces

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

// totals is one entry of the oracle file: what an independent reader counted.
type totals struct {
	Kind           string         `json:"kind"`
	Jobs           int            `json:"jobs"`
	FirstSubmit    float64        `json:"first_submit"`
	LastSubmit     float64        `json:"last_submit"`
	SumDuration    float64        `json:"sum_duration_s"`
	SumGPUSeconds  float64        `json:"sum_gpu_seconds"`
	MaxDuration    float64        `json:"max_duration"`
	MaxGPUs        int            `json:"max_gpus"`
	ZeroDuration   int            `json:"zero_duration"`
	NonMonotone    int            `json:"non_monotone_steps"`
	PerVC          map[string]int `json:"per_vc"`
	Min            int            `json:"min"`
	Max            int            `json:"max"`
	Mean           float64        `json:"mean"`
	NetChanges     int            `json:"net_changes"`
	Points         int            `json:"points"`
	UnitSeconds    float64        `json:"unit_seconds"`
	Start          float64        `json:"start"`
	End            float64        `json:"end"`
	Rows           int            `json:"rows"`
	DroppedByRule  int            `json:"dropped_by_running_max"`
	BackwardOfRule int            `json:"backward_steps"`
	Events         int            `json:"events"`
	NodesSeen      int            `json:"nodes_seen"`
	First          string         `json:"first"`
	Last           string         `json:"last"`
	LastArrival    float64        `json:"last_arrival"`
	SumGPUs        int            `json:"sum_gpus"`
	SumSteps       int64          `json:"sum_steps"`
	SumActive      int            `json:"sum_active"`
	SumTotal       int            `json:"sum_total"`
}

// oracleOptions are the options that the totals of a file suppose, and the unit of
// its times in the oracle.
func oracleOptions(name string) (o Options, unit float64) {
	switch {
	case strings.Contains(name, "/muri/"):
		return Options{Unit: simtime.Millisecond}, 1
	case strings.Contains(name, "p2-xlarge-2020-11-20-to-"):
		return Options{Unit: simtime.Hour}, 3600
	case strings.Contains(name, "/infinitehbd/"):
		return Options{Nodes: 400}, 1
	}
	return Options{}, 1
}

// sharedFolder finds the folder shared beside the repository, or skips.
func sharedFolder(t *testing.T) string {
	t.Helper()
	dir, err := os.Getwd()
	require.NoError(t, err)
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		shared := filepath.Join(dir, "..", "shared")
		if _, err := os.Stat(filepath.Join(shared, "oracles", "trace-totals.json")); err == nil {
			return shared
		}
	}
	t.Skip("no folder shared/ with oracles/trace-totals.json beside the repository")
	return ""
}

// readOracle reads the oracle file.
func readOracle(t *testing.T, shared string) map[string]totals {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(shared, "oracles", "trace-totals.json"))
	require.NoError(t, err)
	var oracle map[string]totals
	require.NoError(t, json.Unmarshal(data, &oracle))
	return oracle
}

func TestInspectReproducesOracle(t *testing.T) {
	shared := sharedFolder(t)
	for name, want := range readOracle(t, shared) {
		t.Run(name, func(t *testing.T) {
			f, err := os.Open(filepath.Join(shared, name))
			require.NoError(t, err)
			defer f.Close()
			o, unit := oracleOptions(name)
			got, err := InspectFrom(name, f, o)
			require.NoError(t, err)
			switch {
			case want.Kind == "gavel":
				requireGavelTotals(t, want, got)
			case got.Jobs != nil:
				requireJobTotals(t, want, got)
			case want.Kind == "nodes":
				requireNodeTotals(t, want, got, filepath.Join(shared, name))
			default:
				requireAvailabilityTotals(t, want, got, unit)
			}
		})
	}
}

// requireJobTotals compares a job trace with the oracle.
func requireJobTotals(t *testing.T, want totals, got *Summary) {
	t.Helper()
	origin := 0.0
	if !got.Origin.IsZero() {
		origin = float64(got.Origin.Unix())
	}
	require.Equal(t, want.Jobs, got.Rows)
	require.Equal(t, want.FirstSubmit, origin+got.First.Seconds())
	require.Equal(t, want.LastSubmit, origin+got.Last.Seconds())
	require.Equal(t, want.SumDuration, got.Jobs.RunTime.Seconds())
	require.Equal(t, want.SumGPUSeconds, got.Jobs.GPUTime.Seconds())
	require.Equal(t, want.MaxDuration, got.Jobs.MaxDuration.Seconds())
	require.Equal(t, want.MaxGPUs, got.Jobs.MaxGPUs)
	require.Equal(t, want.ZeroDuration, got.Jobs.ZeroDuration)
	require.Equal(t, want.NonMonotone, got.Jobs.BackwardSteps)
	require.Empty(t, got.Skipped)
	perVC := make(map[string]int)
	for _, g := range got.Jobs.Groups {
		perVC[g.Group] = g.Jobs
	}
	require.Len(t, got.Jobs.Groups, len(perVC))
	if want.PerVC != nil {
		require.Equal(t, want.PerVC, perVC)
	}
	sum := 0
	for _, s := range got.Jobs.Sizes {
		sum += s.Jobs
	}
	require.Equal(t, want.Jobs, sum)
}

// requireGavelTotals compares a trace of work with the oracle.
func requireGavelTotals(t *testing.T, want totals, got *Summary) {
	t.Helper()
	require.Equal(t, want.Jobs, got.Rows)
	require.Equal(t, want.LastArrival, got.Last.Seconds())
	require.Equal(t, want.SumSteps, got.Jobs.Steps)
	sum := 0
	for _, s := range got.Jobs.Sizes {
		sum += s.Jobs * s.GPUs
	}
	require.Equal(t, want.SumGPUs, sum)
}

// requireNodeTotals compares a series of nodes by minute with the oracle.
func requireNodeTotals(t *testing.T, want totals, got *Summary, path string) {
	t.Helper()
	require.Equal(t, want.Rows, got.Rows)
	require.Equal(t, want.First, got.Origin.Format(stampLayout))
	require.Equal(t, want.Last, wallClock(simtime.Time(got.Origin.UnixMilli())+got.Last).Format(stampLayout))
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	for column, want := range map[string]int{"": want.SumTotal, "total": want.SumTotal, "active": want.SumActive} {
		a, err := ReadAvailability("f", data, Options{Group: column})
		require.NoError(t, err)
		sum := 0
		for _, c := range a.Counts {
			sum += c.Units
		}
		require.Equal(t, want, sum)
	}
}

// requireAvailabilityTotals compares a trace of capacity with the oracle.
func requireAvailabilityTotals(t *testing.T, want totals, got *Summary, unit float64) {
	t.Helper()
	origin := 0.0
	if !got.Origin.IsZero() && want.Start > 0 {
		origin = float64(got.Origin.Unix())
	}
	a := got.Availability
	require.Equal(t, want.Min, a.Min)
	require.Equal(t, want.Max, a.Max)
	require.LessOrEqual(t, math.Abs(want.Mean-a.Mean), 1e-12*want.Mean)
	require.Equal(t, want.NetChanges, a.NetChanges)
	points := want.Points
	if want.NodesSeen > 0 {
		points -= hidden
	}
	require.Equal(t, points, a.Points)
	require.InEpsilon(t, 1+want.UnitSeconds*unit, 1+a.UnitTime.Seconds(), 1e-12)
	require.Equal(t, want.Start, origin+got.First.Seconds()/unit)
	require.Equal(t, want.End, origin+got.Last.Seconds()/unit)
	if want.Rows > 0 {
		require.Equal(t, want.Rows-want.DroppedByRule, got.Rows)
	}
	if want.NodesSeen > 0 {
		require.Equal(t, 400+want.Events-2*overlapping, got.Rows, "400 nodes at first, and an event for each fault that counts")
	}
	require.Empty(t, got.Skipped)
}

// Of InfiniteHBD's faults these many lie within another of the same node, so that
// they change nothing, at these many instants of their own: the oracle counts
// those, but a node that is down cannot go down.
const overlapping, hidden = 2, 2

// TestDetectOverOracle finds the format of every file of the oracle, and of no
// table that is not a trace.
func TestDetectOverOracle(t *testing.T) {
	shared := sharedFolder(t)
	for name := range readOracle(t, shared) {
		data, err := os.ReadFile(filepath.Join(shared, name))
		require.NoError(t, err)
		_, ok := Detect(data)
		require.True(t, ok, name)
	}
	for _, name := range []string{
		"crux-lingjun/topo.csv", "tiresias/n32g4.csv", "tiresias/yarn-gput1000.csv", "helios-artifact/philly_vc.csv",
		"philly/machine-lists/revised_machine_list.csv", "pollux-profiles/bert/placements.csv",
		"helios-artifact/Earth_vcs_vcJkd/cluster_sequence_vc.csv.gz", "elasticflow-profiles/T4/bert.csv",
	} {
		data, err := os.ReadFile(filepath.Join(shared, "traces", name))
		require.NoError(t, err)
		found, ok := Detect(data)
		require.False(t, ok, "%s is taken for %s", name, found)
	}
}

// TestOtherSharedTraces reads the traces that the oracle leaves out, and compares
// with counts made with wc, awk and grep.
func TestOtherSharedTraces(t *testing.T) {
	shared := sharedFolder(t)
	tests := []struct {
		name, format string
		rows         int
		skipped      []Skip
	}{
		{"parcae/bert/trace_hh_55_65.txt", FormatReplay, 67, nil},
		{"parcae/bert/trace_hl_15_25.txt", FormatReplay, 45, nil},
		{"parcae/bert/trace_lh_80_90.txt", FormatReplay, 53, nil},
		{"parcae/bert/trace_ll_10_11.txt", FormatReplay, 22, nil},
		{"training_on_a_dime/aws/availability/persistent_2020-03-15.out", FormatSpotLog, 39 + 32, nil},
		{"philly/elasticflow/elasticVpollux_e.csv", FormatElasticFlow, 195, nil},
		{"philly/pollux-osdi21/workloads/workload-1.csv", FormatWorkload, 160, nil},
		{"philly/pollux-osdi21/workloads/workload-2.csv", FormatWorkload, 160, nil},
		{"philly/pollux-osdi21/workloads/workload-3.csv", FormatWorkload, 160, nil},
		{"philly/pollux-osdi21/workloads/workload-6.csv", FormatWorkload, 160, nil},
		{"tiresias/480_x8d20.csv", FormatTiresias, 480, nil},
		{"openb-v2023/openb_pod_list_multigpu50.csv", FormatOpenb, 7973, []Skip{{"0 GPUs: left out", 1088}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join(shared, "traces", tt.name))
			require.NoError(t, err)
			got, err := Inspect(tt.name, data, Options{})
			require.NoError(t, err)
			require.Equal(t, tt.format, got.Format)
			require.Equal(t, tt.rows, got.Rows)
			require.Equal(t, skips(tt.skipped), skips(got.Skipped))
		})
	}
}
