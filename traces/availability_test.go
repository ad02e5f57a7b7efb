package traces

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

// faultsText has a node with two faults of which one lies within the other, an
// outage of no time, and a day of 0.0001 that is 8.64 s.
const faultsText = `[
  {"node_id": "n1", "event_time": 1, "event_type": "fault_start", "fault_type": {"Level": "H", "Class": "GPU", "Desc": "ECC"}},
  {"node_id": "n1", "event_time": 1.5, "event_type": "fault_start", "fault_type": {"Level": "S", "Class": "OS", "Desc": "hang"}},
  {"node_id": "n1", "event_time": 1.75, "event_type": "fault_end", "fault_type": {"Level": "H", "Class": "GPU", "Desc": "ECC"}},
  {"node_id": "n2", "event_time": 1.75, "event_type": "fault_start", "fault_type": {"Level": "H", "Class": "GPU", "Desc": "ECC"}},
  {"node_id": "n2", "event_time": 1.75, "event_type": "fault_end", "fault_type": {"Level": "H", "Class": "GPU", "Desc": "ECC"}},
  {"node_id": "n1", "event_time": 2.0001, "event_type": "fault_end", "fault_type": {"Level": "S", "Class": "OS", "Desc": "hang"}}
]
`

func TestFaults(t *testing.T) {
	a, err := ReadAvailability("f", []byte(faultsText), Options{Nodes: 3})
	require.NoError(t, err)
	const day = simtime.Time(simtime.Day)
	require.Equal(t, []NodeEvent{
		{At: 0, Up: true, Node: "n1", Line: 1},
		{At: 0, Up: true, Node: "n2", Line: 1},
		{At: 0, Up: true, Node: "unnamed1", Line: 1},
		{At: day, Node: "n1", Line: 2},
		{At: day * 7 / 4, Node: "n2", Line: 5},
		{At: day * 7 / 4, Up: true, Node: "n2", Line: 6},
		{At: 2*day + 8640, Up: true, Node: "n1", Line: 7},
	}, a.Events)
	require.Equal(t, 2*day+8640, a.End)
	require.Equal(t, []Setting{{"Nodes", "3"}}, a.Settings)
	require.Empty(t, a.Skipped)

	a, err = ReadAvailability("f", []byte(faultsText), Options{})
	require.NoError(t, err)
	require.Equal(t, []Skip{{"nodes without faults: not counted, for the option Nodes is not given", 1}}, a.Skipped)
	_, err = ReadAvailability("f", []byte(faultsText), Options{Nodes: 1})
	require.EqualError(t, err, `f: got "1", want option Nodes as at least the 2 that the file names`)
}

func TestFaultsFaults(t *testing.T) {
	const kind = `"fault_type": {"Level": "H", "Class": "GPU", "Desc": "ECC"}}`
	tests := []struct{ name, events, message string }{
		{"not ended", `[{"node_id": "n", "event_time": 1, "event_type": "fault_start", ` + kind + `]`, `f: got "n", want an end of every fault of the node`},
		{"not started", `[{"node_id": "n", "event_time": 1, "event_type": "fault_end", ` + kind + `]`,
			`f:1:50: got "fault_end", want an end of a fault of this node and type that has started`},
		{"word", `[{"node_id": "n", "event_time": 1, "event_type": "start", ` + kind + `]`, `f:1:50: got "start", want event_type as fault_start or fault_end`},
		{"negative", "[\n {\"node_id\": \"n\", \"event_time\": -1, \"event_type\": \"fault_end\", " + kind + "]",
			`f:2:33: got "-1", want event_time as a plain decimal number of days from 0 to 10 years`},
		{"key", `[{"node_id": "n", "event_tine": 1, "event_type": "fault_end", "event_time": 1, ` + kind + `]`,
			`f:1:33: got "event_tine", want one of the keys node_id, event_time, event_type, fault_type (the nearest is "event_time")`},
		{"missing", `[{"node_id": "n", "event_time": 1, ` + kind + `]`,
			`f:1:2: got "{\"node_id\": \"n\", \"event_time\": 1, \"fault_type\": {\"Level\": \"…", want an object with the key "event_type"`},
		{"twice", `[{"node_id": "n", "node_id": "n", "event_time": 1, "event_type": "fault_end", ` + kind + `]`, `f:1:30: got "node_id", want each key once`},
		{"cut", `[{"node_id": "n", "event_time": 1, `, `f:1:36: got "unexpected EOF", want JSON`},
		{"comma", `[{"node_id": "n" "event_time": 1}]`, `f:1:18: got "invalid character '\"' after object key:value pair", want JSON`},
		{"more", faultsText + "[]", `f:9:1: got "", want nothing after the end of the JSON value`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadAvailability("f", []byte(tt.events), Options{Format: FormatFaults})
			require.EqualError(t, err, tt.message)
		})
	}
}

func TestCountEvents(t *testing.T) {
	a, err := ReadAvailability("f", []byte(texts[FormatCountEvents]), Options{End: simtime.Hour})
	require.NoError(t, err)
	require.Equal(t, FormatCountEvents, a.Format)
	require.Equal(t, []Count{{0, 2, 2}, {60_000, 3, 5}, {90_000, 2, 6}}, a.Counts)
	require.EqualValues(t, simtime.Hour, a.End)
	_, err = ReadAvailability("f", []byte(texts[FormatCountEvents]), Options{End: simtime.Minute})
	require.EqualError(t, err, `f: got "1m0s", want option End at 1m30s, the last row, or later`)
}

func TestSteps(t *testing.T) {
	a, err := ReadAvailability("f", []byte(texts[FormatSteps]), Options{})
	require.NoError(t, err)
	require.Equal(t, []Count{{0, 4, 1}, {30_000, 5, 3}, {90_000, 0, 5}}, a.Counts)

	hours := []byte("0.000,0\n0.030,0\n0.030,9\n0.030,9\n0.030,2\n")
	a, err = ReadAvailability("f", hours, Options{Unit: simtime.Hour})
	require.NoError(t, err)
	require.Equal(t, []Count{{0, 0, 1}, {108_000, 2, 5}}, a.Counts, "0.03 h are 108 s, and the last pair holds")
	_, err = ReadAvailability("f", hours, Options{})
	require.EqualError(t, err, `f:2:1: got "0.030", want option Unit as 1s or 1h: the file does not say the unit of its times`)
	_, err = ReadAvailability("f", []byte("0,4\n30,4\n"), Options{})
	require.EqualError(t, err, `f:1:1: got "", want two rows at every time after the first: the value before and the one after`)
	a, err = ReadAvailability("f", []byte("0,8\n"), Options{End: simtime.Hour})
	require.NoError(t, err)
	require.Equal(t, []Count{{0, 8, 1}}, a.Counts)
	require.EqualValues(t, simtime.Hour, a.End)
}

func TestReplay(t *testing.T) {
	a, err := ReadAvailability("f", []byte(texts[FormatReplay]), Options{})
	require.NoError(t, err)
	require.Equal(t, []NodeEvent{
		{At: 0, Up: true, Node: "a", Line: 1}, {At: 0, Up: true, Node: "b", Line: 1},
		{At: 120_000, Node: "a", Line: 3},
	}, a.Events)
	require.EqualValues(t, 180_000, a.End)
}

func TestTicks(t *testing.T) {
	data := []byte(texts[FormatTicks])
	a, err := ReadAvailability("f", data, Options{})
	require.NoError(t, err)
	require.Equal(t, []Count{{0, 0, 1}, {300_000, 1, 1}, {600_000, 1, 1}}, a.Counts)
	require.EqualValues(t, 900_000, a.End)
	a, err = ReadAvailability("f", data, Options{Gap: 195 * simtime.Second, Invert: true, Mask: 16})
	require.NoError(t, err)
	require.Equal(t, []Count{{0, 16, 1}, {195_000, 0, 1}, {390_000, 0, 1}}, a.Counts)
	require.Equal(t, []Setting{{"Gap", "3m15s"}, {"Invert", "true"}, {"Mask", "16"}}, a.Settings)
	_, err = ReadAvailability("f", []byte(`{"metadata": {"gap_seconds": 300}, "data": [0, 4]}`), Options{Invert: true})
	require.EqualError(t, err, `f:1:1: got "4", want no option Invert or Mask, or ticks of 0 and 1 alone`)
}

func TestSpotLog(t *testing.T) {
	data := []byte(texts[FormatSpotLog])
	a, err := ReadAvailability("f", data, Options{})
	require.NoError(t, err)
	require.Equal(t, time.Date(2020, 3, 15, 10, 7, 33, 0, time.UTC), a.Origin)
	require.Equal(t, []NodeEvent{
		{At: 0, Up: true, Node: "i-0", Line: 1}, {At: 30_500, Up: true, Node: "i-1", Line: 2},
		{At: 661_000, Node: "i-0", Line: 5},
	}, a.Events)
	require.EqualValues(t, 1_322_000, a.End)
	for _, group := range []string{"us-east-1c", "8×k80", "us-east-1c/8×k80"} {
		a, err = ReadAvailability("f", data, Options{Group: group})
		require.NoError(t, err)
		require.Len(t, a.Events, 1, group)
	}
}

func TestVCCapacity(t *testing.T) {
	data := []byte(texts[FormatVCCapacity])
	a, err := ReadAvailability("f", data, Options{})
	require.NoError(t, err)
	const day = simtime.Time(simtime.Day)
	require.Equal(t, []Count{{0, 8, 2}, {day, 16, 3}, {2 * day, 16, 4}}, a.Counts)
	require.Equal(t, 3*day, a.End)
	a, err = ReadAvailability("f", data, Options{Group: "vcA"})
	require.NoError(t, err)
	require.Equal(t, []Count{{0, 8, 2}, {day, 0, 3}, {2 * day, 0, 4}}, a.Counts)
	_, err = ReadAvailability("f", data, Options{Group: "vca"})
	require.EqualError(t, err, `f: got "vca", want option Group as one of vcA, vcB, total (the nearest is "vcA")`)
}

func TestNodeSeries(t *testing.T) {
	a, err := ReadAvailability("f", []byte(texts[FormatNodeSeries]), Options{Group: "active"})
	require.NoError(t, err)
	require.Equal(t, []Count{{0, 1, 2}, {60_000, 2, 3}, {240_000, 2, 4}}, a.Counts)
	require.Equal(t, []Skip{{"minute without a row: the value before it holds", 2}}, a.Skipped)
}

// TestAvailabilityFaults reads the small trace of each format with one faulty row
// more: a strict reading stops with the message, a lenient one counts the reason.
func TestAvailabilityFaults(t *testing.T) {
	tests := []struct{ format, row, message, reason string }{
		{FormatCountEvents, "90000,4", `f:7:7: got "4", want a count that is 1 more or less than the 2 of the row above`, "count that changes by other than 1"},
		{FormatCountEvents, "89999,3", `f:7:1: got "89999", want a time not before that of the row above`, "time earlier than a row before it"},
		{FormatCountEvents, "-1,3", `f:7:1: got "-1", want time as whole milliseconds from 0 to 10 years`, "bad time"},
		{FormatSteps, "89,0", `f:6:1: got "89", want a time not before that of the row above`, "time earlier than a row before it"},
		{FormatSteps, "100,1", `f:6:5: got "1", want the value of the row above, for a change repeats it`, "value before a change that did not hold"},
		{FormatSteps, "NaN,0", `f:6:1: got "NaN", want time as a plain decimal number of seconds from 0 to 10 years`, "bad time"},
		{FormatReplay, `[120000, "remove", {"nodes": ["a"], "duration": 1}]`, `f:4:31: got "a", want a node that is there`, "remove of a node that is not there"},
		{FormatReplay, `[120000, "no-op", {"nodes": ["b"], "duration": 1}]`, `f:4:29: got "[\"b\"]", want no nodes with no-op`, "nodes where none change"},
		{FormatReplay, `[120000, "add", {"nodes": ["c", "c"], "duration": 1}]`, `f:4:33: got "c", want each node once`, "node add twice"},
		{FormatReplay, `[120000, "add"]`, `f:4:1: got "[120000, \"add\"]", want [milliseconds, event, {nodes, …}]`, "not a replayed event"},
		{FormatReplay, `[120000, "add", `, `f:4:1: got "[120000, \"add\",", want JSON`, "not JSON"},
		{FormatSpotLog, "[2020-03-15T10:29:36.000Z] Instance i-9 running in zone us-east-1c",
			`f:8:28: got "Instance i-9 running in zone us-east-1c", want an instance that was created`, "unknown instance"},
		{FormatSpotLog, "[2020-03-15T10:29:36.000Z] Rain in zone us-east-1c",
			`f:8:28: got "Rain in zone us-east-1c", want one of the five sentences of the log (created, running, not running, deleted, creation failed)`, "unknown sentence"},
		{FormatSpotLog, "[2020-03-15T10:29:36Z] Instance i-1 running in zone us-east-1c",
			`f:8:2: got "2020-03-15T10:29:36Z", want time as [YYYY-MM-DDTHH:MM:SS.000Z] and a sentence`, "bad time"},
		{FormatVCCapacity, "2020-03-03,0,16,16", `f:5:1: got "2020-03-03", want the day after that of the row above`, "day missing or out of order"},
		{FormatVCCapacity, "2020-03-02,1,16,16", `f:5:17: got "16", want the sum of the virtual clusters, 17`, "total that is not the sum"},
		{FormatNodeSeries, "2017-10-03 00:05:00,4,3", `f:5:21: got "4", want at most the total of the row`, "more active than in all"},
		{FormatNodeSeries, "2017-10-03 00:05:30,3,3", `f:5:1: got "2017-10-03 00:05:30", want a whole number of minutes after the row above`, "time off the minutes"},
	}
	for _, tt := range tests {
		t.Run(tt.format+" "+tt.reason, func(t *testing.T) {
			text := texts[tt.format] + tt.row + "\n"
			_, err := ReadAvailability("f", []byte(text), Options{})
			require.EqualError(t, err, tt.message)
			want, err := ReadAvailability("f", []byte(texts[tt.format]), Options{})
			require.NoError(t, err)
			got, err := ReadAvailability("f", []byte(text), Options{Lenient: true})
			require.NoError(t, err)
			require.Contains(t, got.Skipped, Skip{tt.reason, 1})
			require.Equal(t, want.Counts, got.Counts)
			require.Equal(t, want.Events, got.Events)
		})
	}
}

// TestOptionWithoutUse refuses what a format cannot heed.
func TestOptionWithoutUse(t *testing.T) {
	for option, o := range map[string]Options{
		"Gap": {Gap: 1000}, "Nodes": {Nodes: 4}, "Unit": {Unit: simtime.Second}, "Mask": {Mask: 2},
		"Invert": {Invert: true}, "ZeroDuration": {ZeroDuration: ZeroDrop}, "Group": {Group: "x"},
	} {
		_, err := ReadAvailability("f", []byte(texts[FormatCountEvents]), o)
		require.ErrorContains(t, err, "want no option "+option+": the format count-events has no use for it")
	}
	_, err := ReadJobs("f", []byte(texts[FormatRFold]), Options{End: simtime.Hour})
	require.EqualError(t, err, `f: got "1h0m0s", want no option End: the format rfold has no use for it`)
	_, err = ReadAvailability("f", []byte(strings.Repeat("0,1\n", 2)), Options{End: -1})
	require.ErrorContains(t, err, "want option End over 0, up to 10 years")
}
