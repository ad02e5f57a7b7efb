package traces

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

// totals is one entry of the oracle file: what an independent reader counted.
type totals struct {
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
}

// oracleFiles are the files of the oracle that this package reads.
var oracleFiles = []string{
	"traces/bamboo/gcloud/a100x1-east1b.txt",
	"traces/bamboo/p3-trace.csv",
	"traces/crux-lingjun/crux.csv",
	"traces/oobleck-sosp23/scale_gcp-trace.csv",
	"traces/oobleck-sosp23/scale_p3-trace.csv",
	"traces/oobleck-sosp23/synthetic/10m.csv",
	"traces/oobleck-sosp23/synthetic/1h.csv",
	"traces/oobleck-sosp23/synthetic/30m.csv",
	"traces/oobleck-sosp23/synthetic/3h.csv",
	"traces/oobleck-sosp23/synthetic/5m.csv",
	"traces/oobleck-sosp23/synthetic/6h.csv",
	"traces/philly/muri/cluster_trace.csv",
	"traces/philly/muri/trace1.csv",
	"traces/philly/pollux-osdi21/philly.csv.gz",
	"traces/philly/rfold/philly_trace.csv.gz",
	"traces/tiresias/60_job.csv",
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
	oracle := readOracle(t, shared)
	for _, name := range oracleFiles {
		t.Run(name, func(t *testing.T) {
			want, ok := oracle[name]
			require.True(t, ok, "no such entry in the oracle")
			data, err := os.ReadFile(filepath.Join(shared, name))
			require.NoError(t, err)
			o := Options{}
			if strings.Contains(name, "/muri/") {
				o.Unit = simtime.Millisecond
			}
			got, err := Inspect(name, data, o)
			require.NoError(t, err)
			if got.Jobs != nil {
				requireJobTotals(t, want, got)
			} else {
				requireAvailabilityTotals(t, want, got)
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

// requireAvailabilityTotals compares a trace of capacity with the oracle.
func requireAvailabilityTotals(t *testing.T, want totals, got *Summary) {
	t.Helper()
	origin := 0.0
	if !got.Origin.IsZero() {
		origin = float64(got.Origin.Unix())
	}
	a := got.Availability
	require.Equal(t, want.Min, a.Min)
	require.Equal(t, want.Max, a.Max)
	require.LessOrEqual(t, math.Abs(want.Mean-a.Mean), 1e-12*want.Mean)
	require.Equal(t, want.NetChanges, a.NetChanges)
	require.Equal(t, want.Points, a.Points)
	require.Equal(t, want.UnitSeconds, a.UnitTime.Seconds())
	require.Equal(t, want.Start, origin+got.First.Seconds())
	require.Equal(t, want.End, origin+got.Last.Seconds())
	if want.Rows > 0 {
		require.Equal(t, want.Rows-want.DroppedByRule, got.Rows)
	}
	require.Empty(t, got.Skipped)
}

// TestDetectOverOracle checks that no other file of the oracle is taken for
// one of ours, but that ours are all found.
func TestDetectOverOracle(t *testing.T) {
	shared := sharedFolder(t)
	for name := range readOracle(t, shared) {
		data, err := os.ReadFile(filepath.Join(shared, name))
		require.NoError(t, err)
		_, ok := Detect(data)
		require.Equal(t, slices.Contains(oracleFiles, name), ok, name)
	}
}
