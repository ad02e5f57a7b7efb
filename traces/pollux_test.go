package traces

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const polluxHeader = "timestamp,duration,num_gpus,gpu_time,cluster\n"

// The third row is the earliest; the first and the fourth tie.
const polluxRows = polluxHeader +
	"2017-10-09 07:00:01,66.0,2,132.0,11cb48\n" +
	"2017-10-09 07:00:02,10.0,1,10.0,6214e9\n" +
	"2017-10-09 06:59:59,0007,8,56,6214e9\n" +
	"2017-10-09 07:00:01,1.0,1,1.0,11cb48\n"

func TestPollux(t *testing.T) {
	jobs, err := ReadJobs("f", []byte(polluxRows), Options{})
	require.NoError(t, err)
	require.Equal(t, FormatPollux, jobs.Format)
	require.Equal(t, time.Date(2017, 10, 9, 6, 59, 59, 0, time.UTC), jobs.Origin)
	require.Equal(t, []Job{
		{ID: "line4", Submit: 0, GPUs: 8, Duration: 7000, Group: "6214e9", Line: 4},
		{ID: "line2", Submit: 2000, GPUs: 2, Duration: 66000, Group: "11cb48", Line: 2},
		{ID: "line5", Submit: 2000, GPUs: 1, Duration: 1000, Group: "11cb48", Line: 5},
		{ID: "line3", Submit: 3000, GPUs: 1, Duration: 10000, Group: "6214e9", Line: 3},
	}, jobs.Rows)
}

func TestPolluxGroupMovesTheOrigin(t *testing.T) {
	jobs, err := ReadJobs("f", []byte(polluxRows), Options{Group: "11cb48"})
	require.NoError(t, err)
	require.Equal(t, time.Date(2017, 10, 9, 7, 0, 1, 0, time.UTC), jobs.Origin)
	require.Equal(t, []Job{
		{ID: "line2", Submit: 0, GPUs: 2, Duration: 66000, Group: "11cb48", Line: 2},
		{ID: "line5", Submit: 0, GPUs: 1, Duration: 1000, Group: "11cb48", Line: 5},
	}, jobs.Rows)

	_, err = ReadJobs("f", []byte(polluxRows), Options{Group: "6214e8"})
	require.EqualError(t, err,
		`f: got "6214e8", want option Group as one of 11cb48, 6214e9 (the nearest is "6214e9")`)
}

// TestPolluxFoldedHour holds the clocks still on the night they went back in
// the United States.
func TestPolluxFoldedHour(t *testing.T) {
	jobs, err := ReadJobs("f", []byte(polluxHeader+
		"2017-11-05 00:30:00,1.0,1,1.0,11cb48\n2017-11-05 02:30:00,1.0,1,1.0,11cb48\n"), Options{})
	require.NoError(t, err)
	require.EqualValues(t, 2*3600*1000, jobs.Rows[1].Submit)
}

func TestPolluxFaults(t *testing.T) {
	tests := []struct {
		name, row, message, reason string
	}{
		{"zone", "2017-10-09T07:00:00,1.0,1,1.0,11cb48", `f:3:1: got "2017-10-09T07:00:00", want timestamp as YYYY-MM-DD HH:MM:SS`, "bad timestamp"},
		{"fraction", "2017-10-09 07:00:00,1.5,1,1.5,11cb48", `f:3:21: got "1.5", want duration as whole seconds from 0 to 10 years, such as 66.0`, "bad duration"},
		{"nan", "2017-10-09 07:00:00,NaN,1,1.0,11cb48", `f:3:21: got "NaN", want duration as whole seconds from 0 to 10 years, such as 66.0`, "bad duration"},
		{"negative", "2017-10-09 07:00:00,-1.0,1,1.0,11cb48", `f:3:21: got "-1.0", want duration as whole seconds from 0 to 10 years, such as 66.0`, "bad duration"},
		{"too long", "2017-10-09 07:00:00,315619201.0,1,1.0,11cb48", `f:3:21: got "315619201.0", want duration as whole seconds from 0 to 10 years, such as 66.0`, "bad duration"},
		{"zero", "2017-10-09 07:00:00,0.0,1,0.0,11cb48", `f:3:21: got "0.0", want a duration over 0 (option ZeroDuration: drop, min-1s or keep)`, "duration 0"},
		{"no gpus", "2017-10-09 07:00:00,1.0,0,0.0,11cb48", `f:3:25: got "0", want at least 1 GPU (option ZeroGPUs: drop)`, "0 GPUs"},
		{"decimal gpus", "2017-10-09 07:00:00,1.0,1.0,1.0,11cb48", `f:3:25: got "1.0", want num_gpus as a whole number from 0 to 1000000`, "bad num_gpus"},
		{"product", "2017-10-09 07:00:00,3.0,2,5.0,11cb48", `f:3:27: got "5.0", want gpu_time as duration × num_gpus = 6.0`, "bad gpu_time"},
		{"cluster", "2017-10-09 07:00:00,3.0,2,6.0,11cb4g", `f:3:31: got "11cb4g", want cluster as six hexadecimal digits`, "bad cluster"},
		{"fields", "2017-10-09 07:00:00,3.0,2,6.0", `f:3:1: got "2017-10-09 07:00:00,3.0,2,6.0", want 5 comma-separated fields, not 4`, "wrong number of fields"},
	}
	const good = polluxHeader + "2017-10-09 07:00:00,1.0,1,1.0,11cb48\n"
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			requireJobFault(t, good+tt.row+"\n", tt.message, tt.reason)
		})
	}
}

// requireJobFault checks that a strict reading stops with the message and that
// a lenient one leaves the row out and keeps the one good row.
func requireJobFault(t *testing.T, data, message, reason string) {
	t.Helper()
	_, err := ReadJobs("f", []byte(data), Options{})
	require.EqualError(t, err, message)
	var fault *Error
	require.ErrorAs(t, err, &fault)
	require.Equal(t, "f", fault.File)
	jobs, err := ReadJobs("f", []byte(data), Options{Lenient: true})
	require.NoError(t, err)
	require.Equal(t, []Skip{{reason, 1}}, jobs.Skipped)
	require.Len(t, jobs.Rows, 1)
}

// TestPolluxGPUTimeMayPassTenYears is true of jobs in the real file.
func TestPolluxGPUTimeMayPassTenYears(t *testing.T) {
	_, err := ReadJobs("f", []byte(polluxHeader+"2017-10-09 07:00:00,4628226.0,128,592412928.0,11cb48\n"), Options{})
	require.NoError(t, err)
}

func TestPolluxSpanOfSubmissions(t *testing.T) {
	_, err := ReadJobs("f", []byte(polluxHeader+
		"2007-10-09 07:00:00,1.0,1,1.0,11cb48\n2017-10-10 07:00:00,1.0,1,1.0,11cb48\n"), Options{})
	require.EqualError(t, err,
		`f:3:1: got "87696h0m0s", want a submission at most 10 years after the first`)
}
