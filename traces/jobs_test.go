package traces

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

// phillyText has a job of two attempts with a gap between, one without attempts,
// one that runs still, and one submitted before them all.
const phillyText = `[
 {"status": "Pass", "vc": "ee9e8c", "jobid": "a_1", "submitted_time": "2017-10-07 01:11:39", "user": "ce2f4c", "attempts": [
   {"start_time": "2017-10-07 01:12:00", "end_time": "2017-10-07 01:13:00", "detail": [{"ip": "m47", "gpus": ["gpu0", "gpu1"]}, {"ip": "m48", "gpus": ["gpu0", "gpu1"]}]},
   {"start_time": "2017-10-07 01:20:00", "end_time": "2017-10-07 01:20:30", "detail": [{"ip": "m412", "gpus": ["gpu0"]}]}]},
 {"status": "Killed", "vc": "ee9e8c", "jobid": "a_2", "submitted_time": "2017-10-07 01:11:40", "user": "x", "attempts": []},
 {"status": "Failed", "vc": "ee9e8c", "jobid": "a_3", "submitted_time": "2017-10-07 01:11:40", "user": "x", "attempts": [
   {"start_time": "2017-10-07 01:12:00", "end_time": "None", "detail": [{"ip": "m47", "gpus": ["gpu0"]}]}]},
 {"status": "Failed", "vc": "11cb48", "jobid": "a_4", "submitted_time": "2017-10-07 01:11:09", "user": "y", "attempts": [
   {"start_time": "2017-10-07 01:12:00", "end_time": "2017-10-07 01:12:05", "detail": [{"ip": "m47", "gpus": ["gpu3"]}]}]}
]
`

// TestSmallJobTraces reads the small trace of each format; the answers are worked
// by hand.
func TestSmallJobTraces(t *testing.T) {
	const s = simtime.Second
	tests := []struct {
		format  string
		rows    []Job
		skipped []Skip
	}{
		{FormatRubato, []Job{
			{ID: "a", Submit: 0, GPUs: 8, MinGPUs: 4, MaxGPUs: 16, Duration: 60 * s, Estimate: 90 * s, Deadline: 3600_000, Steps: 1000,
				Group: "vision", User: "ann", Model: "resnet, large", GPUType: "h100|a100", Status: "COMPLETED", Priority: -5, Line: 3},
			{ID: "b", Submit: 1500, GPUs: 2, MilliGPUs: 1250, Duration: 1, Line: 4},
		}, nil},
		{FormatElasticFlow, []Job{
			{ID: "0", Submit: 3715485000, GPUs: 1, Duration: 5644 * s, Deadline: 3719996000, Steps: 2011, Batch: 4096, Model: "cifar10", Line: 2},
			{ID: "1", Submit: 3717550000, GPUs: 8, Duration: 66 * s, Deadline: 3717583000, Steps: 1548, Batch: 32768, Model: "ncf", Line: 3},
		}, nil},
		{FormatChronus, []Job{
			{ID: "2", Submit: 300_000, GPUs: 2, Duration: 30 * s, Steps: 3621, Group: "vc_b", Model: "alexnet", Line: 3},
			{ID: "0", Submit: 8_555_000, GPUs: 1, Duration: 747 * s, Deadline: 9_660_000, Steps: 5049, Group: "vc_a", Model: "vgg16", Line: 2},
		}, nil},
		{FormatFleetsim, []Job{
			{ID: "1", Submit: 1500, GPUs: 8, Duration: 60 * s, Group: "vcA", User: "u1", Status: "COMPLETED", Line: 4},
			{ID: "2", Submit: 2502, GPUs: 16, Duration: 1500, Group: "vcB", User: "u2", Status: "NODE_FAIL", Line: 5},
		}, nil},
		{FormatOpenb, []Job{
			{ID: "p1", Submit: 50_000, GPUs: 2, Duration: 10 * s, Group: "BE", Status: "Succeeded", Line: 3},
			{ID: "p0", Submit: 100_000, GPUs: 1, MilliGPUs: 460, Duration: 540 * s, Group: "LS", GPUType: "V100M16|V100M32", Status: "Running", Line: 2},
		}, []Skip{{"0 GPUs: left out", 1}, {"never scheduled: left out", 1}}},
		{FormatSWF, []Job{
			{ID: "1", Submit: 0, GPUs: 128, Duration: 1451 * s, Group: "1", User: "1", Model: "1", Line: 4},
			{ID: "2", Submit: 10_500, GPUs: 16, Duration: 60 * s, Estimate: 3600 * s, User: "2", Model: "7", Status: "cancelled", Line: 5},
		}, []Skip{{"part of a checkpointed job: left out", 1}, {"run time missing: left out", 1}, {"0 GPUs: left out", 1}}},
		{FormatPhillyLog, []Job{
			{ID: "a_4", Submit: 0, GPUs: 1, Duration: 5 * s, Group: "11cb48", User: "y", Status: "Failed", Line: 8},
			{ID: "a_1", Submit: 30_000, GPUs: 4, Duration: 90 * s, Group: "ee9e8c", User: "ce2f4c", Status: "Pass", Line: 2},
		}, []Skip{{"no attempt: left out", 1}, {"attempt without start or end: job left out", 1}}},
		{FormatHelios, []Job{
			{ID: "12", Submit: 0, GPUs: 1, Duration: 3 * s, Group: "vcB", User: "u2", Status: "FAILED", Line: 4},
			{ID: "10", Submit: 1000, GPUs: 8, Duration: 60 * s, Group: "vcA", User: "u1", Status: "COMPLETED", Line: 2},
		}, []Skip{{"0 GPUs: left out", 1}, {"never started: left out", 1}}},
		{FormatAcme, []Job{
			{ID: "dlctk", Submit: 0, GPUs: 64, Duration: 8 * s, Group: "Other", User: "uf794", Status: "FAILED", Line: 2},
			{ID: "dlc1t", Submit: 1664_000, GPUs: 64, Duration: 70 * s, Group: "Pretrain", User: "uf795", Status: "CANCELLED", Line: 3},
		}, nil},
		{FormatSpot2026, []Job{
			{ID: "j1", Submit: 0, GPUs: 2, MilliGPUs: 1500, Duration: 100 * s, Group: "Spot", User: "o1", GPUType: "A10", Line: 2},
			{ID: "j2", Submit: 30_000, GPUs: 32, Duration: 3600 * s, Group: "HP", User: "o2", GPUType: "H800", Line: 3},
		}, nil},
		{FormatPAITasks, []Job{
			{ID: "j1", Submit: 90_000, GPUs: 2, MilliGPUs: 1500, Duration: 610 * s, GPUType: "MISC", Status: "Failed", Line: 1},
		}, []Skip{{"0 GPUs: left out", 1}, {"task that never started: left out", 1}, {"task that runs still: left out", 1}}},
	}
	for _, tt := range tests {
		t.Run(tt.format, func(t *testing.T) {
			jobs, err := ReadJobs("f", []byte(texts[tt.format]), Options{})
			require.NoError(t, err)
			require.Equal(t, tt.format, jobs.Format)
			require.Equal(t, tt.rows, jobs.Rows)
			require.Equal(t, tt.skipped, jobs.Skipped)
		})
	}
}

// TestPhillyAttempts reads one job by each rule: attempts of 60 s and 30 s, with
// 420 s between.
func TestPhillyAttempts(t *testing.T) {
	for rule, want := range map[string][]simtime.Duration{
		AttemptsSum: {90 * simtime.Second}, AttemptsSpan: {510 * simtime.Second}, AttemptsEach: {60 * simtime.Second, 30 * simtime.Second},
	} {
		jobs, err := ReadJobs("f", []byte(phillyText), Options{Attempts: rule, Group: "ee9e8c"})
		require.NoError(t, err)
		var got []simtime.Duration
		for _, j := range jobs.Rows {
			got = append(got, j.Duration)
		}
		require.Equal(t, want, got, rule)
		require.Contains(t, jobs.Settings, Setting{"Attempts", rule})
	}
	jobs, err := ReadJobs("f", []byte(phillyText), Options{Attempts: AttemptsEach, Group: "ee9e8c"})
	require.NoError(t, err)
	require.Equal(t, Job{ID: "a_1/2", Submit: 480_000, GPUs: 1, Duration: 30_000, Group: "ee9e8c", User: "ce2f4c", Status: "Pass", Line: 2}, jobs.Rows[1])
	_, err = ReadJobs("f", []byte(phillyText), Options{Attempts: "max"})
	require.EqualError(t, err, `f: got "max", want option Attempts as sum, span or each`)
}

func TestSWFOrigin(t *testing.T) {
	jobs, err := ReadJobs("f", []byte(texts[FormatSWF]), Options{})
	require.NoError(t, err)
	require.Equal(t, time.Date(1993, 10, 1, 0, 0, 3, 0, time.UTC), jobs.Origin)
}

// TestGavel reads steps, and turns them into run times at 2 and 0.5 steps a second.
func TestGavel(t *testing.T) {
	data := []byte(texts[FormatGavel])
	_, err := ReadJobs("f", data, Options{})
	require.EqualError(t, err, `f: got "gavel", want a trace with run times; this one gives the steps of each job, not its run time: set the option Throughputs`)
	sum, err := Inspect("f", data, Options{})
	require.NoError(t, err)
	require.EqualValues(t, 3000, sum.Jobs.Steps)

	rates := []byte(`{"v100": {"('LM (batch size 10)', 4)": {"null": 2, "x": [1, 2]}, "('ResNet-18 (batch size 16)', 1)": {"null": 0.5}, "('A', 1)": {"null": 0.0}}}`)
	throughputs, err := ReadThroughputs("t", rates, "v100")
	require.NoError(t, err)
	require.Len(t, throughputs, 2)
	jobs, err := ReadJobs("f", data, Options{Throughputs: throughputs})
	require.NoError(t, err)
	require.Equal(t, []Job{
		{ID: "line1", Submit: 500, GPUs: 4, Duration: 500_000, Steps: 1000, Model: "LM (batch size 10)", Line: 1},
		{ID: "line2", Submit: 7000, GPUs: 1, Duration: 4_000_000, Steps: 2000, Model: "ResNet-18 (batch size 16)", Line: 2},
	}, jobs.Rows)
	delete(throughputs, "('LM (batch size 10)', 4)")
	_, err = ReadJobs("f", data, Options{Throughputs: throughputs})
	require.EqualError(t, err, `f:1:1: got "LM (batch size 10)", want a job type whose rate on 4 GPUs is known, and a run time of at most 10 years`)
	_, err = ReadThroughputs("t", rates, "V100")
	require.EqualError(t, err, `t: got "V100", want a GPU type of the file; the nearest is "v100"`)
}

func TestPolluxWorkload(t *testing.T) {
	data := []byte(texts[FormatWorkload])
	_, err := ReadJobs("f", data, Options{})
	require.EqualError(t, err, `f: got "pollux-workload", want a trace with run times; `+
		`this one gives the application of each job, not its run time, which needs the application's profile`)
	sum, err := Inspect("f", data, Options{})
	require.NoError(t, err)
	require.Equal(t, []SizeCount{{1, 1}, {6, 1}}, sum.Jobs.Sizes)
	require.EqualValues(t, 53_500, sum.First)
}

func TestTitan(t *testing.T) {
	a, err := ReadAvailability("f", []byte(texts[FormatTitan]), Options{})
	require.NoError(t, err)
	const hour = simtime.Time(simtime.Hour)
	require.Equal(t, []NodeEvent{
		{At: 0, Up: true, Node: "s1", Line: 2}, {At: 12 * hour, Up: true, Node: "s2", Line: 3}, {At: 24 * hour, Node: "s1", Line: 2},
	}, a.Events)
	require.Equal(t, "2019-08-01 20:07:33", a.Origin.Add(time.Duration(a.End)*time.Millisecond).Format(stampLayout))
	require.Equal(t, []Skip{{"record of an error, not of a life: left out", 1}}, a.Skipped)
	_, err = ReadAvailability("f", []byte(texts[FormatTitan]+"s1,x,2014-01-01 23:00:00,2014-01-03 00:00:00,1,TRUE,\n"), Options{})
	require.EqualError(t, err, `f:5:1: got "s1", want a GPU that was removed before it is inserted`)
}

// TestZeroGPUs leaves out the jobs without GPUs that Chronus traces hold.
func TestZeroGPUs(t *testing.T) {
	text := texts[FormatChronus] + "3,vc_a,0,8555,5049,vgg16,747,14,1105,10,0,strict\n"
	_, err := ReadJobs("f", []byte(text), Options{})
	require.EqualError(t, err, `f:4:8: got "0", want at least 1 GPU (option ZeroGPUs: drop)`)
	jobs, err := ReadJobs("f", []byte(text), Options{ZeroGPUs: ZeroDrop})
	require.NoError(t, err)
	require.Len(t, jobs.Rows, 2)
	require.Equal(t, []Skip{{"0 GPUs: left out", 1}}, jobs.Skipped)
}

// TestJobFaults reads the small trace of each format with one faulty row more.
func TestJobFaults(t *testing.T) {
	const seconds = "a plain decimal number of seconds from 0 to 10 years"
	const whole = "a whole number from 0 to 315619200"
	tests := []struct{ format, row, message, reason string }{
		{FormatElasticFlow, "2,10,1,m,9,1,1,5", `f:4:10: got "9", want a deadline not before the submission`, "deadline before the submission"},
		{FormatElasticFlow, "2,10.5,1,m,19,1,1,5", `f:4:3: got "10.5", want submit_time as ` + whole, "bad submit_time"},
		{FormatElasticFlow, "1,10,1,m,19,1,1,5", `f:4:1: got "1", want an id other than that of line 3`, "id used twice"},
		{FormatElasticFlow, "2,10,1,m,19,1,1,315619201", `f:4:17: got "315619201", want duration as ` + whole, "bad duration"},
		{FormatChronus, "3,u,1,5,1,m,9,1,7-x,1,0,hard", `f:4:25: got "hard", want job_type as strict, soft or best`, "bad job_type"},
		{FormatChronus, "3,u,1,5,1,m,9,1,x,1,0,soft", `f:4:17: got "x", want expect_time_list as seconds joined by -, such as 1105-2000`, "bad expect_time_list"},
		{FormatFleetsim, "3,u,v,c,1,17,,2,5,5,FAILED", `f:6:11: got "17", want at most 8 chips on each of the 2 nodes`, "more than 8 chips a node"},
		{FormatFleetsim, "3,u,v,c,1,1,,2,5,5,DONE", `f:6:20: got "DONE", want final_status as COMPLETED, CANCELED, CANCELLED, FAILED, NODE_FAIL or TIMEOUT`, "bad final_status"},
		{FormatOpenb, "p4,1,1,1,1001,,BE,Running,1,2,1", `f:6:10: got "1001", want gpu_milli as a whole number from 0 to 1000`, "bad gpu_milli"},
		{FormatOpenb, "p4,1,1,1,1000,,BE,Running,1,2,3", `f:6:29: got "2", want deletion_time at or after the start, by at most 10 years`, "end before the start"},
		{FormatOpenb, "p4,1,1,1,1000,,BE,Running,1,2,", `f:6:31: got "", want scheduled_time as seconds, or nothing for a pod that is Pending`, "bad scheduled_time"},
		{FormatSWF, "6 1 -1 5 1 -1 -1 1 -1 -1 9 1 1 1 -1 -1 -1 -1", `f:9:26: got "9", want status as -1 to 5`, "bad status"},
		{FormatSWF, "6 -5 -1 5 1 -1 -1 1 -1 -1 1 1 1 1 -1 -1 -1 -1", `f:9:3: got "-5", want submit as ` + seconds, "bad submit"},
		{FormatSWF, "6 5 -1 5 1 -1 -1 1 -1 -1 1 1 1 1 -1 -1 -1", `f:9:1: got "6 5 -1 5 1 -1 -1 1 -1 -1 1 1 1 1 -1 -1 -1", want 18 fields between spaces, not 17`, "wrong number of fields"},
		{FormatSWF, "6 5 -1 0 1 -1 -1 1 -1 -1 1 1 1 1 -1 -1 -1 -1", `f:9:8: got "0", want a duration over 0 (option ZeroDuration: drop, min-1s or keep)`, "duration 0"},
		{FormatHelios, "14,u,v,1,1,1,FAILED,2020-02-30 00:00:00,,,0,0", `f:6:21: got "2020-02-30 00:00:00", want submit_time as YYYY-MM-DD HH:MM:SS`, "bad submit_time"},
		{FormatHelios, "14,u,v,1,1,1,FAILED,2020-04-02 00:00:00,2020-04-02 00:00:09,2020-04-02 00:00:08,0,0",
			`f:6:61: got "2020-04-02 00:00:08", want end_time at or after the start, by at most 10 years`, "end before the start"},
		{FormatAcme, "x,u,1,8,1,1,1,Other,FAILED,2023-05-17 11:00:58,,,,,0,0,0", `f:4:28: got "2023-05-17 11:00:58", want submit_time as YYYY-MM-DD HH:MM:SS+HH:MM`, "bad submit_time"},
		{FormatSpot2026, "j3,o,A10,8,0.0001,1,0,5,HP", `f:4:12: got "0.0001", want gpu_request as GPUs of a worker, in thousandths at the finest`, "bad gpu_request"},
		{FormatSpot2026, "j3,o,A10,8,1,1.5,0,5,HP", `f:4:14: got "1.5", want worker_num as a whole number of workers`, "bad worker_num"},
		{FormatSpot2026, "j3,o,A10,8,1,1,0,5,LP", `f:4:20: got "LP", want job_type as HP or Spot`, "bad job_type"},
		{FormatPAITasks, "j5,w,1,Done,1.0,2.0,1,1,100.0,V100", `f:6:8: got "Done", want status as Terminated, Failed, Running or Waiting`, "bad status"},
		{FormatPAITasks, "j5,w,1,Failed,NaN,2.0,1,1,100.0,V100", `f:6:15: got "NaN", want start_time as ` + seconds, "bad start_time"},
	}
	for _, tt := range tests {
		t.Run(tt.format+" "+tt.reason, func(t *testing.T) {
			text := texts[tt.format] + tt.row + "\n"
			_, err := ReadJobs("f", []byte(text), Options{})
			require.EqualError(t, err, tt.message)
			want, err := ReadJobs("f", []byte(texts[tt.format]), Options{})
			require.NoError(t, err)
			got, err := ReadJobs("f", []byte(text), Options{Lenient: true})
			require.NoError(t, err)
			require.Contains(t, got.Skipped, Skip{tt.reason, 1})
			require.Equal(t, want.Rows, got.Rows)
		})
	}
}

func TestPhillyLogFaults(t *testing.T) {
	job := func(old, new string) string { return strings.Replace(phillyText, old, new, 1) }
	tests := []struct{ name, text, message string }{
		{"status", job(`"Pass"`, `"Done"`), `f:2:13: got "Done", want status as Pass, Killed or Failed`},
		{"stamp", job("01:13:00", "01:13"), `f:3:54: got "2017-10-07 01:13", want end_time as YYYY-MM-DD HH:MM:SS, not before the start and at most 10 years after it, or None`},
		{"twice", job("a_4", "a_1"), `f:8:2: got "a_1", want an id other than that of line 2`},
		{"key", job(`"ip"`, `"host"`), `f:3:97: got "host", want one of the keys ip, gpus (the nearest is "ip")`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadJobs("f", []byte(tt.text), Options{})
			require.EqualError(t, err, tt.message)
			jobs, err := ReadJobs("f", []byte(tt.text), Options{Lenient: true})
			require.NoError(t, err)
			require.Len(t, jobs.Rows, 1)
		})
	}
}
