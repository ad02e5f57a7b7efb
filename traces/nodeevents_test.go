package traces

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNodeEvents(t *testing.T) {
	data := "480000,add,node1\n480000,add,node_2\n480000,remove,node1\n500000,add,node1\n"
	a, err := ReadAvailability("f", []byte(data), Options{})
	require.NoError(t, err)
	require.Equal(t, FormatNodeEvents, a.Format)
	require.Equal(t, []NodeEvent{
		{At: 480000, Up: true, Node: "node1", Line: 1},
		{At: 480000, Up: true, Node: "node_2", Line: 2},
		{At: 480000, Up: false, Node: "node1", Line: 3},
		{At: 500000, Up: true, Node: "node1", Line: 4},
	}, a.Events)
	require.EqualValues(t, 500000, a.End)
	require.True(t, a.Origin.IsZero())
	require.Empty(t, a.Counts)
	require.Empty(t, a.Skipped)
}

func TestNodeEventFaults(t *testing.T) {
	const good = "10,add,a\n"
	tests := []struct {
		name, row, message, reason string
	}{
		{"back in time", "9,add,b", `f:2:1: got "9", want a time not before that of the row above`, "time earlier than a row before it"},
		{"added twice", "10,add,a", `f:2:8: got "a", want a node that is not there yet`, "add of a node that is there already"},
		{"never added", "10,remove,b", `f:2:11: got "b", want a node that is there`, "remove of a node that is not there"},
		{"other event", "10,no-op,b", `f:2:4: got "no-op", want event as add or remove`, "bad event"},
		{"no name", "10,add,", `f:2:8: got "", want node as letters, digits, _ and -`, "bad node"},
		{"odd name", "10,add,b c", `f:2:8: got "b c", want node as letters, digits, _ and -`, "bad node"},
		{"two fields", "10,add", `f:2:1: got "10,add", want 3 comma-separated fields, not 2`, "wrong number of fields"},
		{"four fields", "10,add,b,", `f:2:1: got "10,add,b,", want 3 comma-separated fields, not 4`, "wrong number of fields"},
		{"quoted", `10,add,"b`, `f:2:8: got "\"b", want a quoted field that ends in " before the next comma or the line's end`, "broken quotes"},
		{"decimal time", "10.0,add,b", `f:2:1: got "10.0", want time as whole milliseconds from 0 to 10 years`, "bad time"},
		{"negative time", "-1,add,b", `f:2:1: got "-1", want time as whole milliseconds from 0 to 10 years`, "bad time"},
		{"over ten years", "315619200001,add,b", `f:2:1: got "315619200001", want time as whole milliseconds from 0 to 10 years`, "bad time"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadAvailability("f", []byte(good+tt.row+"\n"), Options{})
			require.EqualError(t, err, tt.message)

			a, err := ReadAvailability("f", []byte(good+tt.row+"\n11,add,z\n"), Options{Lenient: true})
			require.NoError(t, err)
			require.Equal(t, []Skip{{tt.reason, 1}}, a.Skipped)
			require.Equal(t, []NodeEvent{
				{At: 10, Up: true, Node: "a", Line: 1},
				{At: 11, Up: true, Node: "z", Line: 3},
			}, a.Events)
		})
	}
}

func TestTenYearsAreAccepted(t *testing.T) {
	a, err := ReadAvailability("f", []byte("315619200000,add,a\n"), Options{})
	require.NoError(t, err)
	require.EqualValues(t, 3653*86400*1000, a.End)
}

func TestNothingLeft(t *testing.T) {
	_, err := ReadAvailability("f", []byte("5,remove,a\n"), Options{Lenient: true})
	require.EqualError(t, err, `f: got "", want at least one row, but none is left`)
}
