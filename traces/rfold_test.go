package traces

import (
	"testing"

	"github.com/stretchr/testify/require"
)

const rfoldHeader = "#job id,arrival time (sec),topology,shape,size,duration (sec)\n"

func TestRFold(t *testing.T) {
	data := rfoldHeader +
		"3,10.0,CLOS,8+8,16,4045909.9999999995\n" +
		"9,2.0005,CLOS,2+2+2+2,8,2056756.0000000002\n" +
		"1,2.0015,CLOS,1,1,2.5\n"
	jobs, err := ReadJobs("f", []byte(data), Options{})
	require.NoError(t, err)
	require.Equal(t, FormatRFold, jobs.Format)
	require.True(t, jobs.Origin.IsZero())
	require.Equal(t, []Job{
		{ID: "9", Submit: 2000, GPUs: 8, Duration: 2056756000, Line: 3},
		{ID: "1", Submit: 2002, GPUs: 1, Duration: 2000, Line: 4},
		{ID: "3", Submit: 10000, GPUs: 16, Duration: 4045910000, Line: 2},
	}, jobs.Rows, "the zero point stays that of the file")
}

func TestZeroDuration(t *testing.T) {
	data := []byte(rfoldHeader + "1,0.0,CLOS,1,1,0.0\n2,0.0,CLOS,1,1,5.0\n3,0.0,CLOS,1,1,0.5\n")
	one, two, three := Job{ID: "1", GPUs: 1, Line: 2}, Job{ID: "2", GPUs: 1, Duration: 5000, Line: 3}, Job{ID: "3", GPUs: 1, Line: 4}
	second := func(j Job) Job { j.Duration = 1000; return j }
	tests := []struct {
		option  string
		rows    []Job
		skipped []Skip
	}{
		{ZeroDrop, []Job{two}, []Skip{{"duration 0: left out", 2}}},
		{ZeroMin1s, []Job{second(one), two, second(three)}, []Skip{{"duration 0: read as 1 s", 2}}},
		{ZeroKeep, []Job{one, two, three}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.option, func(t *testing.T) {
			jobs, err := ReadJobs("f", data, Options{ZeroDuration: tt.option})
			require.NoError(t, err)
			require.Equal(t, tt.rows, jobs.Rows)
			require.Equal(t, tt.skipped, jobs.Skipped)
		})
	}
	for _, option := range []string{"", ZeroError} {
		_, err := ReadJobs("f", data, Options{ZeroDuration: option})
		require.EqualError(t, err,
			`f:2:16: got "0.0", want a duration over 0 (option ZeroDuration: drop, min-1s or keep)`)
	}
	_, err := ReadJobs("f", data, Options{ZeroDuration: "keeep"})
	require.EqualError(t, err, `f: got "keeep", want option ZeroDuration as error, drop, min-1s or keep`)
}

func TestRFoldFaults(t *testing.T) {
	const span = "a plain decimal number of seconds from 0 to 10 years"
	tests := []struct {
		name, row, message, reason string
	}{
		{"id", "x,0.0,CLOS,1,1,1.0", `f:3:1: got "x", want job id as digits`, "bad job id"},
		{"id twice", "7,0.0,CLOS,1,1,1.0", `f:3:1: got "7", want an id other than that of line 2`, "id used twice"},
		{"arrival", "8,-1.0,CLOS,1,1,1.0", `f:3:3: got "-1.0", want arrival time (sec) as ` + span, "bad arrival time (sec)"},
		{"topology", "8,0.0,4x4x4,1,1,1.0", `f:3:7: got "4x4x4", want topology as CLOS`, "bad topology"},
		{"size", "8,0.0,CLOS,1,one,1.0", `f:3:14: got "one", want size as a whole number from 0 to 1000000`, "bad size"},
		{"shape sum", "8,0.0,CLOS,4+4,9,1.0", `f:3:12: got "4+4", want shape as a split whose sum is the size 9`, "bad shape"},
		{"shape text", "8,0.0,CLOS,4+,4,1.0", `f:3:12: got "4+", want shape as GPUs by node joined by +, such as 8+8`, "bad shape"},
		{"shape zero", "8,0.0,CLOS,4+0,4,1.0", `f:3:12: got "4+0", want shape as GPUs by node joined by +, such as 8+8`, "bad shape"},
		{"duration", "8,0.0,CLOS,4,4,1e3", `f:3:16: got "1e3", want duration (sec) as ` + span, "bad duration (sec)"},
		{"too long", "8,0.0,CLOS,4,4,315619200.6", `f:3:16: got "315619200.6", want duration (sec) as ` + span, "bad duration (sec)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			requireJobFault(t, rfoldHeader+"7,0.0,CLOS,1,1,1.0\n"+tt.row+"\n", tt.message, tt.reason)
		})
	}
}

func TestGroupOfAFormatWithoutGroups(t *testing.T) {
	_, err := ReadJobs("f", []byte(texts[FormatRFold]), Options{Group: "a"})
	require.EqualError(t, err, `f: got "a", want no option Group: the format rfold has no use for it`)
	_, err = ReadAvailability("f", []byte(texts[FormatCounts]), Options{Group: "a"})
	require.EqualError(t, err, `f: got "a", want no option Group: the format counts has no use for it`)
}
