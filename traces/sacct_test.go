package traces

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

// TestSacctAwkward reads a sample with every quirk of sacct that is known; the
// answers are worked out by hand from the rows.
func TestSacctAwkward(t *testing.T) {
	data, err := os.ReadFile("testdata/sacct.txt")
	require.NoError(t, err)
	format, ok := Detect(data)
	require.True(t, ok)
	require.Equal(t, FormatSacct, format)
	jobs, err := ReadJobs("sacct.txt", data, Options{ZeroDuration: ZeroDrop})
	require.NoError(t, err)
	require.Equal(t, "2024-05-01 08:00:00", jobs.Origin.Format(stampLayout))

	const (
		second = simtime.Second
		minute = simtime.Minute
		hour   = simtime.Hour
		day    = simtime.Day
	)
	at := func(d simtime.Duration) simtime.Time { return simtime.Time(d) }
	want := []Job{
		{ID: "100", Submit: 0, GPUs: 8, Duration: hour, Estimate: day, GPUType: "h100", Status: "COMPLETED", User: "ann", Group: "nlp", Model: "typed and untyped", Line: 2},
		{ID: "101", Submit: at(second), GPUs: 4, Duration: 2*day + 7*hour + 45*minute + 10*second, Estimate: 3 * day, GPUType: "a100", Status: "FAILED", User: "ann", Group: "nlp", Model: "typed only, days", Line: 5},
		{ID: "102", Submit: at(2 * second), GPUs: 2, Duration: 45*minute + 10*second, Estimate: 45 * minute, Status: "TIMEOUT", User: "bob", Group: "cv", Model: "untyped only, minutes", Line: 6},
		{ID: "103", Submit: at(3 * second), GPUs: 1, Duration: minute, Status: "CANCELLED", User: "bob", Group: "cv", Model: "cancelled by someone", Line: 7},
		// Two exports have it: the second, in which it had ended, counts.
		{ID: "107", Submit: at(7 * second), GPUs: 16, Duration: 6 * day, Estimate: 7 * day, GPUType: "h100", Status: "COMPLETED", User: "cyd", Group: "nlp", Model: "still running", Line: 11},
		{ID: "123_1", Submit: at(hour), GPUs: 1, Duration: 10 * minute, Estimate: 20 * minute, Status: "COMPLETED", User: "dee", Group: "nlp", Model: "sweep", Line: 12},
		{ID: "123_2", Submit: at(hour), GPUs: 1, Duration: 5 * minute, Estimate: 20 * minute, Status: "OUT_OF_MEMORY", User: "dee", Group: "nlp", Model: "sweep", Line: 13},
		{ID: "123_3", Submit: at(hour), GPUs: 1, Duration: 3*minute + 20*second, Estimate: 20 * minute, Status: "RUNNING", User: "dee", Group: "nlp", Model: "sweep", Line: 14},
		{ID: "123_4", Submit: at(hour), GPUs: 1, Duration: 20 * minute, Estimate: 20 * minute, Status: "PENDING", User: "dee", Group: "nlp", Model: "sweep", Line: 15},
		{ID: "123_5", Submit: at(hour), GPUs: 1, Duration: 20 * minute, Estimate: 20 * minute, Status: "PENDING", User: "dee", Group: "nlp", Model: "sweep", Line: 15},
		{ID: "123_6", Submit: at(hour), GPUs: 1, Duration: 20 * minute, Estimate: 20 * minute, Status: "PENDING", User: "dee", Group: "nlp", Model: "sweep", Line: 15},
		{ID: "123_7", Submit: at(hour), GPUs: 1, Duration: 20 * minute, Estimate: 20 * minute, Status: "PENDING", User: "dee", Group: "nlp", Model: "sweep", Line: 15},
		{ID: "123_8", Submit: at(hour), GPUs: 1, Duration: 20 * minute, Estimate: 20 * minute, Status: "PENDING", User: "dee", Group: "nlp", Model: "sweep", Line: 15},
		{ID: "123_9", Submit: at(hour), GPUs: 1, Duration: 20 * minute, Estimate: 20 * minute, Status: "PENDING", User: "dee", Group: "nlp", Model: "sweep", Line: 15},
		{ID: "123_10", Submit: at(hour), GPUs: 1, Duration: 20 * minute, Estimate: 20 * minute, Status: "PENDING", User: "dee", Group: "nlp", Model: "sweep", Line: 15},
		// 1 h + 30 min + 2 h, from the first submission on.
		{ID: "130", Submit: at(2 * hour), GPUs: 8, Duration: 3*hour + 30*minute, Estimate: day, Status: "COMPLETED", User: "eve", Group: "cv", Model: "requeued", Line: 18},
		// 16 GPU-hours and 8 GPU-hours on the last size, 8.
		{ID: "131", Submit: at(2*hour + second), GPUs: 8, Duration: 3 * hour, Estimate: day, Status: "COMPLETED", User: "eve", Group: "cv", Model: "shrunk", Line: 21},
		{ID: "132", Submit: at(2*hour + 2*second), GPUs: 2, Duration: 30 * minute, Estimate: day, Status: "PENDING", User: "eve", Group: "cv", Model: "waits again", Line: 23},
		{ID: "140", Submit: at(2*hour + minute), GPUs: 12, Duration: 30 * minute, Estimate: hour, Status: "COMPLETED", User: "fay", Group: "nlp", Model: "het", Line: 25},
		{ID: "152", Submit: at(2*hour + 4*minute), GPUs: 3, Duration: hour, Estimate: hour, Status: "COMPLETED", User: "gus", Group: "nlp", Model: "two types | and a bar", Line: 30},
		{ID: "101#33", Submit: at(7 * day), GPUs: 1, Duration: hour, Estimate: hour, Status: "COMPLETED", User: "hal", Group: "cv", Model: "after the ids began again", Line: 33},
		{ID: "160", Submit: at(7*day + second), GPUs: 1, Duration: 20 * minute, Estimate: hour, Status: "SUSPENDED", User: "hal", Group: "cv", Model: "suspended", Line: 34},
		{ID: "161", Submit: at(7*day + 2*second), GPUs: 1, Duration: 30 * minute, Estimate: hour, Status: "COMPLETED", User: "hal", Group: "cv", Model: "the clocks went back", Line: 35},
	}
	require.Equal(t, want, jobs.Rows)
	require.Equal(t, []Skip{
		{"step: part of its job", 4},
		{"array with a limit of tasks at once: the limit is not kept", 1},
		{"header again", 1},
		{"run that is there already: the longest row is kept", 1},
		{"id of another job: kept with # and its line after the id", 1},
		{"ended before it started: left out", 2},
		{"no GPUs: left out", 2},
		{"still running or to run again: run time up to the export", 3},
		{"waiting: run time taken from Timelimit", 7},
		{"waiting, without a Timelimit: left out", 4},
		{"requeued or resized: one job with the GPU time of all runs", 2},
		{"duration 0: left out", 1},
		{"only parts of GPUs (MIG, shard, mps): left out", 2},
	}, jobs.Skipped)
}

// TestSacctTimes reads one job in each form of times.
func TestSacctTimes(t *testing.T) {
	const header = "JobID|State|Submit|Start|End|ElapsedRaw|AllocTRES\n"
	tests := []struct{ name, submit, want string }{
		{"local", "2024-05-01T12:34:56", "2024-05-01 12:34:56"},
		{"epoch", "1714559696", "2024-05-01 10:34:56"},
		{"offset", "2024-05-01T12:34:56+0200", "2024-05-01 10:34:56"},
		{"offset with colon", "2024-05-01T12:34:56-05:30", "2024-05-01 18:04:56"},
		{"UTC", "2024-05-01T12:34:56Z", "2024-05-01 12:34:56"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			row := "1|COMPLETED|" + tt.submit + "|" + tt.submit + "|Unknown|60|gres/gpu=2\n"
			jobs, err := ReadJobs("f", []byte(header+row), Options{})
			require.NoError(t, err)
			require.Equal(t, tt.want, jobs.Origin.Format(stampLayout))
			require.Equal(t, simtime.Minute, jobs.Rows[0].Duration)
		})
	}
}

// TestSacctParsable reads what --parsable writes, with a bar at the end of rows,
// and run times from start and end where there is no Elapsed.
func TestSacctParsable(t *testing.T) {
	data := "JobID|State|Submit|Start|End|AllocTRES|\n" +
		"1|COMPLETED|2024-05-01T00:00:00|2024-05-01T00:01:00|2024-05-01T00:03:00|gres/gpu=2|\n" +
		"2|RUNNING|2024-05-01T00:00:00|2024-05-01T00:01:00|Unknown|gres/gpu=2|\n"
	jobs, err := ReadJobs("f", []byte(data), Options{})
	require.NoError(t, err)
	require.Equal(t, []Job{{ID: "1", GPUs: 2, Duration: 2 * simtime.Minute, Status: "COMPLETED", Line: 2}}, jobs.Rows)
	require.Equal(t, []Skip{{"still running, and no column Elapsed: left out", 1}}, jobs.Skipped)
}

func TestSacctFaults(t *testing.T) {
	const header = "JobID|State|Submit|Start|End|Elapsed|AllocTRES|Timelimit\n"
	const ok = "1|COMPLETED|2024-05-01T00:00:00|2024-05-01T00:01:00|2024-05-01T00:03:00|00:02:00|gres/gpu=2|01:00:00\n"
	const span = "as a time such as 45:10, 07:45:10 or 2-07:45:10, at most 10 years"
	row := func(column, text string) string {
		cells := strings.Split(strings.TrimSpace(ok), "|")
		for i, name := range strings.Split(strings.TrimSpace(header), "|") {
			if name == column {
				cells[i] = text
			}
		}
		return strings.Join(cells, "|")
	}
	tests := []struct{ name, row, message, reason string }{
		{"fields", "2|COMPLETED", `f:3:1: got "2|COMPLETED", want 8 fields between bars, not 2 (names of jobs may hold bars: make JobName the last column)`, "wrong number of fields"},
		{"id", row("JobID", "12a"), `f:3:1: got "12a", want JobID as an id such as 123, 123_4, 123_[4-10%2], 123+0 or 123.batch`, "bad JobID"},
		{"array cut short", row("JobID", "12_[1,3,..."), `f:3:1: got "12_[1,3,...", want JobID as an id such as 123, 123_4, 123_[4-10%2], 123+0 or 123.batch`, "bad JobID"},
		{"array backwards", row("JobID", "12_[7-3]"), `f:3:1: got "12_[7-3]", want JobID as the tasks of an array such as 123_[0-7:2,9%2], not cut short`, "bad JobID"},
		{"array of billions", row("JobID", "12_[0-2000000000]"), `f:3:1: got "12_[0-2000000000]", want at most 100000 waiting tasks in all (leave arrays in the queue out of the export)`, "too many waiting tasks"},
		{"state", row("State", "COMPLETD"), `f:3:3: got "COMPLETD", want State as a state of Slurm's jobs (the nearest is "COMPLETED")`, "bad State"},
		{"submit", row("Submit", "Unknown"), `f:3:13: got "Unknown", want Submit as a time such as 2024-05-01T12:34:56, 2024-05-01T12:34:56+0200 or 1714559696`, "bad Submit"},
		{"no such day", row("Submit", "2024-02-30T00:00:00"), `f:3:13: got "2024-02-30T00:00:00", want Submit as a time such as 2024-05-01T12:34:56, 2024-05-01T12:34:56+0200 or 1714559696`, "bad Submit"},
		{"mixed times", row("Submit", "1714559696"), `f:3:13: got "1714559696", want Submit as a time like that of line 2, "2024-05-01T00:00:00"`, "bad Submit"},
		{"elapsed", row("Elapsed", "INVALID"), `f:3:73: got "INVALID", want Elapsed ` + span, "bad Elapsed"},
		{"elapsed, minutes", row("Elapsed", "00:61:00"), `f:3:73: got "00:61:00", want Elapsed ` + span, "bad Elapsed"},
		{"too long", row("Elapsed", "4000-00:00:00"), `f:3:73: got "4000-00:00:00", want Elapsed ` + span, "bad Elapsed"},
		{"GPUs", row("AllocTRES", "cpu=1,gres/gpu=x"), `f:3:97: got "x", want AllocTRES as a whole number from 0 to 1000000`, "bad AllocTRES"},
		{"GPUs by type", row("AllocTRES", "gres/gpu:a=3,gres/gpu=2"), `f:3:82: got "gres/gpu:a=3,gres/gpu=2", want AllocTRES as a list whose gres/gpu is at least the sum of its types`, "bad AllocTRES"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			requireJobFault(t, header+ok+tt.row+"\n", tt.message, tt.reason)
		})
	}
}

func TestSacctLoneStep(t *testing.T) {
	data := "JobID|State|Submit|Start|End|AllocTRES\n" +
		"1|COMPLETED|0|0|60|gres/gpu=2\n12.batch|COMPLETED|0|0|60|gres/gpu=2\n12.0|COMPLETED|0|0|60|gres/gpu=2\n"
	_, err := ReadJobs("f", []byte(data), Options{})
	require.EqualError(t, err, `f:3:1: got "12", want a row of the job, not only of its steps`)
	jobs, err := ReadJobs("f", []byte(data), Options{Lenient: true})
	require.NoError(t, err)
	require.Len(t, jobs.Rows, 1)
	require.Equal(t, []Skip{{"step: part of its job", 2}, {"steps without their job", 1}}, jobs.Skipped)
}

func TestSacctEndBeforeStart(t *testing.T) {
	data := "JobID|State|Submit|Start|End|AllocTRES\n" +
		"1|COMPLETED|2024-05-01T00:00:00|2024-05-01T02:59:00|2024-05-01T02:01:00|gres/gpu=2\n"
	_, err := ReadJobs("f", []byte(data), Options{})
	require.EqualError(t, err, `f:2:53: got "2024-05-01T02:01:00", want an end from 0 to 10 years after the start `+
		`(if the clocks went back in between: add Elapsed to sacct --format)`)
}

func TestSacctHeader(t *testing.T) {
	_, err := ReadJobs("f", []byte("JobID|State|Submit|Start|End|AllocGRES\n"), Options{})
	require.EqualError(t, err, `f:1:1: got "JobID|State|Submit|Start|End|AllocGRES", want a header with the column `+
		`"AllocTRES" (the nearest is "AllocGRES"); add it to sacct --format`)
	_, err = ReadJobs("f", []byte("JobID|State|State\n"), Options{})
	require.EqualError(t, err, `f:1:13: got "State", want a column that is not there already`)
}

// TestSacctOverlap joins two exports: what waited in the first ran in the second.
func TestSacctOverlap(t *testing.T) {
	const header = "JobID|State|Submit|Start|End|AllocTRES|ReqTRES\n"
	data := header + "5_[1-2]|PENDING|0|Unknown|Unknown||gres/gpu=2\n" +
		header + "5_1|COMPLETED|0|60|120|gres/gpu=2|gres/gpu=2\n5_2|CANCELLED by 7|0|None|120||gres/gpu=2\n"
	jobs, err := ReadJobs("f", []byte(data), Options{})
	require.NoError(t, err)
	require.Equal(t, []Job{{ID: "5_1", GPUs: 2, Duration: simtime.Minute, Status: "COMPLETED", Line: 2}}, jobs.Rows)
	require.Equal(t, []Skip{{"header again", 1}, {"ended before it started: left out", 1}}, jobs.Skipped)
}

func BenchmarkReadSacct(b *testing.B) {
	var text strings.Builder
	text.WriteString("JobID|User|Account|State|Submit|Start|End|Elapsed|AllocTRES|Timelimit|JobName\n")
	for i := range 10_000 {
		fmt.Fprintf(&text, "%d|ann|nlp|COMPLETED|2024-05-01T08:00:00|2024-05-01T08:10:00|2024-05-01T09:10:00|01:00:00|billing=64,cpu=64,gres/gpu:h100=8,gres/gpu=8,mem=512G,node=1|1-00:00:00|train\n", i)
	}
	b.SetBytes(int64(text.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ReadJobs("sacct", []byte(text.String()), Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

func FuzzSacct(f *testing.F) {
	sample, err := os.ReadFile("testdata/sacct.txt")
	require.NoError(f, err)
	f.Add(string(sample), true)
	f.Add("JobID|State|Submit|Start|End|AllocTRES|\n1_[0-9:3%2]|PENDING|0|1|1714559696|gres/gpu:1g.5gb=1,gres/gpu=2|\n", false)
	fuzzJobs(f, FormatSacct, Options{ZeroDuration: ZeroDrop})
}
