package traces

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// known is the list that an unrecognised file gets.
func known() string {
	list := "want a trace in one of these formats:"
	for _, f := range formats() {
		list += fmt.Sprintf("\n  %-15s  %s", f.name, f.looks)
	}
	return list
}

func TestUnrecognised(t *testing.T) {
	tests := []struct {
		name, data, got, hint string
	}{
		{"prose", "\nhello, world\n", `f:2:1: got "hello, world"`, ""},
		{"shockwave", strings.Repeat("a\t", 11) + "a", `f:1:1: got "` + strings.Repeat(`a\t`, 11) + `a"`, "a Shockwave trace (12 tab-separated fields)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			message := tt.got + ", " + known()
			if tt.hint != "" {
				message += "\nthe file looks like " + tt.hint + ", which is not read"
			}
			_, err := ReadJobs("f", []byte(tt.data), Options{})
			require.EqualError(t, err, message)
			_, err = ReadAvailability("f", []byte(tt.data), Options{Lenient: true})
			require.EqualError(t, err, message)
			_, err = Inspect("f", []byte(tt.data), Options{})
			require.EqualError(t, err, message)
			_, ok := Detect([]byte(tt.data))
			require.False(t, ok)
		})
	}
}

// TestFormatForced reads a file as the format that the options name, whatever
// its first line looks like.
func TestFormatForced(t *testing.T) {
	data := []byte("oops,add,a\n5,add,b\n")
	_, ok := Detect(data)
	require.False(t, ok)
	a, err := ReadAvailability("f", data, Options{Format: FormatNodeEvents, Lenient: true})
	require.NoError(t, err)
	require.Len(t, a.Events, 1)

	_, err = ReadJobs("f", data, Options{Format: "tiresia"})
	require.EqualError(t, err, `f: got "tiresia", want option Format as one of `+
		strings.Join(FormatNames(), ", ")+` (the nearest is "tiresias")`)
}

func TestWrongKind(t *testing.T) {
	_, err := ReadJobs("", []byte(texts[FormatCounts]), Options{})
	require.EqualError(t, err, `<input>: got "counts", want a job trace; this format is of availability`)
	_, err = ReadAvailability("", []byte(texts[FormatPollux]), Options{})
	require.EqualError(t, err, `<input>: got "pollux-philly", want a trace of availability; this format is of jobs`)
}

func TestHeader(t *testing.T) {
	tests := []struct {
		name, header, message string
	}{
		{"misspelled", "job_id,num_gpus,submit_time,duration", `f:1:8: got "num_gpus", want the column "num_gpu"`},
		{"missing", "job_id,num_gpu,submit_time", `f:1:1: got "job_id,num_gpu,submit_time", want a header with the column "duration"`},
		{"missing, others unlike", "job_id,num_gpu,submit_time,x,y", `f:1:1: got "job_id,num_gpu,submit_time,x,y", want a header with the column "duration"`},
		{"twice", "job_id,num_gpu,submit_time,duration,num_gpu", `f:1:37: got "num_gpu", want a column that is not there already`},
		{"unknown", "job_id,num_gpu,submit_time,duration,model_nam", `f:1:37: got "model_nam", want one of the columns job_id, num_gpu, ` +
			`submit_time, duration, iterations, model_name, interval, batch_size, iteration_time, resource_time_0, ` +
			`resource_time_1, resource_time_2, priority (the nearest is "model_name")`},
		{"after the mark", "#job id,arival time (sec),topology,shape,size,duration (sec)",
			`f:1:9: got "arival time (sec)", want the column "arrival time (sec)"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadJobs("f", []byte(tt.header+"\n"), Options{})
			require.EqualError(t, err, tt.message)
		})
	}
}

func TestUnknownColumnLenient(t *testing.T) {
	data := []byte("job_id,num_gpu,submit_time,duration,note\na,1,0,5,hi\n")
	jobs, err := ReadJobs("f", data, Options{Lenient: true})
	require.NoError(t, err)
	require.Equal(t, []Job{{ID: "a", GPUs: 1, Duration: 5000, Line: 2}}, jobs.Rows)
	require.Equal(t, []Skip{{`unknown column "note"`, 1}}, jobs.Skipped)
}

func TestHeaderOnly(t *testing.T) {
	_, err := ReadJobs("f", []byte(polluxHeader), Options{})
	require.EqualError(t, err, `f: got "", want at least one job, but no row is left`)
}

// TestLenientCountsByReason keeps reasons in order of first occurrence.
func TestLenientCountsByReason(t *testing.T) {
	data := []byte("0,add,a\n0,drop,b\n0,add,a\n0,drop,c\nx\n0,add,d\n")
	a, err := ReadAvailability("f", data, Options{Lenient: true})
	require.NoError(t, err)
	require.Equal(t, []Skip{
		{"bad event", 2},
		{"add of a node that is there already", 1},
		{"wrong number of fields", 1},
	}, a.Skipped)
	require.Len(t, a.Events, 2)
}
