package traces

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

func TestTiresias(t *testing.T) {
	data := "priority,duration,submit_time,num_gpu,job_id,model_name\n" +
		"-1,164,30,8,b,vgg11\n2,1.5,0,1,a,\n0,1,30,1,c,vgg19\n"
	jobs, err := ReadJobs("f", []byte(data), Options{})
	require.NoError(t, err)
	require.Equal(t, FormatTiresias, jobs.Format)
	require.Equal(t, []Job{
		{ID: "a", Submit: 0, GPUs: 1, Duration: 1500, Priority: 2, Line: 3},
		{ID: "b", Submit: 30000, GPUs: 8, Duration: 164000, Model: "vgg11", Priority: -1, Line: 2},
		{ID: "c", Submit: 30000, GPUs: 1, Duration: 1000, Model: "vgg19", Line: 4},
	}, jobs.Rows)

	jobs, err = ReadJobs("f", []byte(data), Options{Unit: simtime.Millisecond, ZeroDuration: ZeroKeep})
	require.NoError(t, err)
	require.EqualValues(t, 164, jobs.Rows[1].Duration)
	require.EqualValues(t, 30, jobs.Rows[1].Submit)
	require.EqualValues(t, 2, jobs.Rows[0].Duration, "1.5 ms, half to even")
}

func TestTiresiasFaults(t *testing.T) {
	const header = "job_id,num_gpu,submit_time,duration,priority\n"
	const span = "a plain decimal number of seconds from 0 to 10 years"
	tests := []struct {
		name, row, message, reason string
	}{
		{"id", ",1,0,1,0", `f:3:1: got "", want job_id as a name`, "bad job_id"},
		{"id twice", "a,1,0,1,0", `f:3:1: got "a", want an id other than that of line 2`, "id used twice"},
		{"gpus", "b,0,0,1,0", `f:3:3: got "0", want at least 1 GPU (option ZeroGPUs: drop)`, "0 GPUs"},
		{"submit", "b,1,x,1,0", `f:3:5: got "x", want submit_time as ` + span, "bad submit_time"},
		{"duration", "b,1,0,inf,0", `f:3:7: got "inf", want duration as ` + span, "bad duration"},
		{"unit", "b,1,0,2868294000,0", `f:3:7: got "2868294000", want duration as ` + span + ` (is the file in milliseconds, option Unit?)`, "bad duration"},
		{"priority", "b,1,0,1,high", `f:3:9: got "high", want priority as a whole number`, "bad priority"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			requireJobFault(t, header+"a,1,0,1,0\n"+tt.row+"\n", tt.message, tt.reason)
		})
	}
}

func TestTiresiasUnit(t *testing.T) {
	_, err := ReadJobs("f", []byte(texts[FormatTiresias]), Options{Unit: simtime.Minute})
	require.EqualError(t, err, `f: got "1m0s", want option Unit as 1ms, 1s or 1h`)
	_, err = ReadJobs("f", []byte("job_id,num_gpu,submit_time,duration\na,1,0,-5\n"), Options{Unit: simtime.Millisecond})
	require.EqualError(t, err,
		`f:2:7: got "-5", want duration as a plain decimal number of milliseconds from 0 to 10 years`)
}
