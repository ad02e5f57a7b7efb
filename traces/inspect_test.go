package traces

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

// TestInspectJobs works the sums of polluxRows by hand: 2×66 + 1×10 + 8×7 +
// 1×1 = 199 GPU-seconds over 3 seconds of submissions.
func TestInspectJobs(t *testing.T) {
	got, err := Inspect("f", []byte(polluxRows), Options{})
	require.NoError(t, err)
	require.Len(t, got.SHA256, 64)
	require.Equal(t, &Summary{
		Name: "f", Format: FormatPollux, Kind: KindJobs, SHA256: got.SHA256, Rows: 4,
		First: 0, Last: 3000, Span: 3 * simtime.Second,
		Origin: time.Date(2017, 10, 9, 6, 59, 59, 0, time.UTC),
		Jobs: &JobSummary{
			RunTime: 84 * simtime.Second, GPUTime: 199 * simtime.Second, MeanLoad: 199.0 / 3,
			MaxGPUs: 8, MaxDuration: 66 * simtime.Second, BackwardSteps: 1,
			Sizes:  []SizeCount{{1, 2}, {2, 1}, {8, 1}},
			Groups: []GroupCount{{"11cb48", 2}, {"6214e9", 2}},
		},
	}, got)
	require.Equal(t, 199.0/3600, got.Jobs.GPUHours())
}

func TestInspectKeepsZeroDurations(t *testing.T) {
	data := []byte(rfoldHeader + "1,5.0,CLOS,1,1,0.0\n2,5.0,CLOS,1,1,5.0\n")
	got, err := Inspect("f", data, Options{})
	require.NoError(t, err)
	require.Equal(t, 1, got.Jobs.ZeroDuration)
	require.Zero(t, got.Jobs.MeanLoad, "a span of 0")
	require.Nil(t, got.Jobs.Groups)
	got, err = Inspect("f", data, Options{ZeroDuration: ZeroDrop})
	require.NoError(t, err)
	require.Equal(t, 1, got.Rows)
	require.Equal(t, []Skip{{"duration 0: left out", 1}}, got.Skipped)
}

// TestInspectEvents works by hand: 2 nodes for 1 s, 1 node for 2 s, then the
// instant 4000 swaps a node, for 1 s, and 5000 adds one.
func TestInspectEvents(t *testing.T) {
	data := []byte("1000,add,a\n1000,add,b\n2000,remove,a\n4000,add,c\n4000,remove,b\n5000,add,a\n")
	got, err := Inspect("f", data, Options{})
	require.NoError(t, err)
	require.Equal(t, &Summary{
		Name: "f", Format: FormatNodeEvents, Kind: KindAvailability, SHA256: got.SHA256, Rows: 6,
		First: 1000, Last: 5000, Span: 4 * simtime.Second,
		Availability: &AvailabilitySummary{
			Min: 1, Max: 2, UnitTime: 5 * simtime.Second, Mean: 1.25,
			Points: 4, NetChanges: 2, NodesSeen: 3, MostLive: 2,
		},
	}, got)
}

func TestInspectCounts(t *testing.T) {
	got, err := Inspect("f", []byte(texts[FormatCounts]), Options{})
	require.NoError(t, err)
	require.Equal(t, &AvailabilitySummary{
		Min: 3, Max: 5, UnitTime: 300 * simtime.Second, Mean: 3, Points: 2, NetChanges: 1,
	}, got.Availability)
	require.Equal(t, []Skip{{sampleEarlier, 1}}, got.Skipped)
}

func TestInspectSingleSample(t *testing.T) {
	got, err := Inspect("f", []byte("2021-12-11, 11:11:30, 3\n"), Options{})
	require.NoError(t, err)
	require.Equal(t, &AvailabilitySummary{Min: 3, Max: 3, Points: 1}, got.Availability)
}

func TestInspectOverflow(t *testing.T) {
	data := "job_id,num_gpu,submit_time,duration\n"
	for _, id := range "abcdefghijklmnopqrstuvwxyzABCD" {
		data += string(id) + ",1000000,0,315619200\n"
	}
	_, err := Inspect("f", []byte(data), Options{})
	require.EqualError(t, err,
		`f:31:1: got "D", want jobs whose GPU time sums to less than 2^63 GPU-milliseconds`)
}
