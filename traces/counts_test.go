package traces

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestCountsRunningMaximum works the rule by hand: the third row is earlier
// than the second, the fourth equals it, the fifth is later than the first but
// still earlier than the second.
func TestCountsRunningMaximum(t *testing.T) {
	data := "2021-12-11, 23:59:00, 5\n" +
		"2021-12-12, 00:01:00, 6\n" +
		"2021-12-11, 23:58:00, 7\n" +
		"2021-12-12, 00:01:00, 8\n" +
		"2021-12-12, 00:00:59, 9\n" +
		"2021-12-12, 00:02:30, 0\n"
	a, err := ReadAvailability("f", []byte(data), Options{})
	require.NoError(t, err)
	require.Equal(t, FormatCounts, a.Format)
	require.Equal(t, []Count{
		{At: 0, Units: 5, Line: 1},
		{At: 120_000, Units: 8, Line: 4},
		{At: 210_000, Units: 0, Line: 6},
	}, a.Counts)
	require.EqualValues(t, 210_000, a.End)
	require.Equal(t, time.Date(2021, 12, 11, 23, 59, 0, 0, time.UTC), a.Origin)
	require.Equal(t, []Skip{
		{"time earlier than a row before it: left out", 2},
		{"time equal to the row before it: value replaced", 1},
	}, a.Skipped)
	require.Empty(t, a.Events)
}

func TestCountFaults(t *testing.T) {
	tests := []struct {
		name, row, message, reason string
	}{
		{"no such day", "2021-02-29, 11:11:30, 5", `f:2:1: got "2021-02-29 11:11:30", want date and time as YYYY-MM-DD, HH:MM:SS`, "bad date and time"},
		{"short hour", "2021-12-11, 1:11:30, 5", `f:2:1: got "2021-12-11 1:11:30", want date and time as YYYY-MM-DD, HH:MM:SS`, "bad date and time"},
		{"fraction", "2021-12-11, 11:11:30.5, 5", `f:2:1: got "2021-12-11 11:11:30.5", want date and time as YYYY-MM-DD, HH:MM:SS`, "bad date and time"},
		{"too far", "2031-12-13, 00:00:00, 5", `f:2:1: got "2031-12-13 00:00:00", want date and time as a time at most 10 years after the first`, "bad date and time"},
		{"negative", "2021-12-11, 11:11:30, -5", `f:2:23: got "-5", want count as a whole number from 0 to 1000000`, "bad count"},
		{"too many", "2021-12-11, 11:11:30, 1000001", `f:2:23: got "1000001", want count as a whole number from 0 to 1000000`, "bad count"},
		{"no count", "2021-12-11, 11:11:30", `f:2:1: got "2021-12-11, 11:11:30", want 3 comma-separated fields, not 2`, "wrong number of fields"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			data := []byte("2021-12-11, 00:00:00, 1\n" + tt.row + "\n")
			_, err := ReadAvailability("f", data, Options{})
			require.EqualError(t, err, tt.message)
			a, err := ReadAvailability("f", data, Options{Lenient: true})
			require.NoError(t, err)
			require.Equal(t, []Skip{{tt.reason, 1}}, a.Skipped)
			require.Len(t, a.Counts, 1)
		})
	}
}
