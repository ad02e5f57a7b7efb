package traces

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/simtime"
)

// written returns what Write writes.
func written(t require.TestingT, j *Jobs, target string) ([]byte, skips) {
	var b bytes.Buffer
	lost, err := j.Write(&b, target)
	require.NoError(t, err)
	return b.Bytes(), lost
}

// reread reads jobs that were written.
func reread(t require.TestingT, data []byte) *Jobs {
	j, err := ReadJobs("f", data, Options{ZeroDuration: ZeroKeep})
	require.NoError(t, err, "%q", data)
	return j
}

// saidOf is what a trace says of its jobs: all but where it was read.
func saidOf(j *Jobs) ([]Job, time.Time) {
	rows := slices.Clone(j.Rows)
	for i := range rows {
		rows[i].Line = 0
	}
	return rows, j.Origin
}

// requireSame fails unless two traces say the same.
func requireSame(t require.TestingT, want, got *Jobs) {
	rows, origin := saidOf(want)
	back, backOrigin := saidOf(got)
	require.Equal(t, rows, back)
	require.Equal(t, origin, backOrigin)
}

// requireRoundTrips writes jobs in each target and reads them again. Rubato's own
// tables hold all; of the others, what they hold once they hold for good.
func requireRoundTrips(t require.TestingT, j *Jobs) {
	var sums []string
	for _, target := range []string{TargetRubato, TargetParquet} {
		data, lost := written(t, j, target)
		back := reread(t, data)
		if lost == nil {
			requireSame(t, j, back)
		}
		sums = append(sums, back.SHA256)
	}
	require.Equal(t, sums[0], sums[1], "one hash, as CSV and as Parquet")
	for _, target := range []string{TargetSWF, TargetTiresias} {
		data, lost := written(t, j, target)
		once := reread(t, data)
		if lost == nil && target == TargetTiresias {
			requireSame(t, j, once)
		}
		data, lost = written(t, once, target)
		require.Empty(t, lost, target)
		requireSame(t, once, reread(t, data))
	}
}

func TestRoundTripOfEachFormat(t *testing.T) {
	for _, f := range jobFormats() {
		if f.name == FormatGavel || f.name == FormatWorkload {
			continue // they give no run times
		}
		t.Run(f.name, func(t *testing.T) {
			j, err := ReadJobs("f", []byte(texts[f.name]), Options{})
			require.NoError(t, err)
			requireRoundTrips(t, j)
		})
	}
}

// What is read as SWF is an identity, but for parts of seconds.
func TestRoundTripOfSWF(t *testing.T) {
	text := strings.Replace(texts[FormatSWF], "10.5", "10", 1)
	j := reread(t, []byte(text))
	data, lost := written(t, j, TargetSWF)
	require.Empty(t, lost)
	requireSame(t, j, reread(t, data))
}

// drawnJobs are jobs of any kind.
func drawnJobs(t *rapid.T) *Jobs {
	j := &Jobs{}
	if rapid.Bool().Draw(t, "clock") {
		j.Origin = wallClock(simtime.Time(rapid.Int64Range(-6e13, 2e14).Draw(t, "origin")))
	}
	word := rapid.OneOf(rapid.Just(""), rapid.StringMatching(`[0-9]{1,3}`), rapid.StringMatching(`[ -~é"]{1,6}`))
	at := simtime.Time(0)
	for i := range rapid.IntRange(1, 6).Draw(t, "jobs") {
		at += simtime.Time(rapid.Int64Range(0, 5000).Draw(t, "after"))
		r := Job{ID: fmt.Sprint(word.Draw(t, "id"), i), Submit: at, Duration: simtime.Duration(rapid.Int64Range(0, 1e12/4).Draw(t, "run"))}
		r.share(rapid.OneOf(rapid.Int64Range(1, 5000), rapid.Just[int64](8000)).Draw(t, "gpus"))
		if rapid.Bool().Draw(t, "more") {
			r.MinGPUs, r.MaxGPUs = rapid.IntRange(0, 8).Draw(t, "min"), rapid.IntRange(0, maxUnits).Draw(t, "max")
			r.Estimate = simtime.Duration(rapid.Int64Range(0, 1e11).Draw(t, "estimate"))
			r.Deadline = simtime.Time(rapid.Int64Range(0, 1e11).Draw(t, "deadline"))
			r.Steps = rapid.Int64Range(0, maxSteps).Draw(t, "steps")
			r.Batch = rapid.IntRange(0, maxUnits).Draw(t, "batch")
			r.Group, r.User, r.Model = word.Draw(t, "team"), word.Draw(t, "user"), word.Draw(t, "name")
			r.GPUType, r.Status = word.Draw(t, "type"), rapid.SampledFrom([]string{"", "Pass", "CANCELLED", "TIMEOUT"}).Draw(t, "status")
			r.Priority = rapid.IntRange(math.MinInt, math.MaxInt).Draw(t, "priority")
		}
		j.Rows = append(j.Rows, r)
	}
	return j
}

func TestRoundTripOfAnyJobs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) { requireRoundTrips(t, drawnJobs(t)) })
}

// The answers are worked by hand from the two jobs.
func TestWriteJobs(t *testing.T) {
	j := reread(t, []byte(texts[FormatRubato]))
	csv, lost := written(t, j, TargetRubato)
	require.Equal(t, texts[FormatRubato], string(csv))
	require.Empty(t, lost)

	swf, lost := written(t, j, TargetSWF)
	require.Equal(t, `; Version: 2.2
; MaxJobs: 2
; MaxRecords: 2
; UnixStartTime: 1506988800
; Note: A processor is a GPU. The group is the team or virtual cluster.
1 0 -1 60 8 -1 -1 8 90 -1 1 1 1 1 -1 -1 -1 -1
2 2 -1 1 2 -1 -1 2 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1
`, string(swf))
	require.Equal(t, skips{
		{hasFraction, 1}, {hasBounds, 1}, {hasDeadline, 1}, {hasSteps, 1}, {hasGPUType, 1}, {hasPriority, 1},
		{"times with parts of a second: rounded to whole seconds, a run time to at least one", 1},
		{"job ids that are not all numbers: numbered from 1 on", 2},
		{"users that are not all numbers: numbered from 1 on", 1},
		{"teams that are not all numbers: numbered from 1 on", 1},
		{"names that are not all numbers: numbered from 1 on", 1},
	}, lost)

	tiresias, lost := written(t, j, TargetTiresias)
	require.Equal(t, `job_id,num_gpu,submit_time,iterations,model_name,duration,interval,priority
a,8,0,1000,"resnet, large",60,2,-5
b,2,2,0,,1,0,0
`, string(tiresias))
	require.Equal(t, skips{
		{hasFraction, 1}, {hasBounds, 1}, {hasEstimate, 1}, {hasDeadline, 1}, {hasTeam, 1}, {hasUser, 1}, {hasGPUType, 1}, {hasStatus, 1},
		{"times with parts of a second: rounded to whole seconds, a run time to at least one", 1},
		{"the wall clock of time 0: left out", 1},
	}, lost)

	_, err := j.Write(&bytes.Buffer{}, "swff")
	require.EqualError(t, err, `got the target "swff", want one of rubato, parquet, swf, tiresias (the nearest is "swf")`)
}

func TestStatusWithoutACode(t *testing.T) {
	j := &Jobs{Rows: []Job{{ID: "1", GPUs: 1, Status: "TIMEOUT"}, {ID: "2", GPUs: 1, Status: "Killed"}}}
	data, lost := written(t, j, TargetSWF)
	require.Contains(t, string(data), "\n1 0 -1 0 1 -1 -1 1 -1 -1 -1 -1")
	require.Contains(t, string(data), "\n2 0 -1 0 1 -1 -1 1 -1 -1 5 -1")
	require.Equal(t, skips{{"status without a code: written as unknown", 1}}, lost)
}

// requireSameAvailability writes availability in both targets and reads it again.
func requireSameAvailability(t *testing.T, a *Availability) {
	var sums []string
	for _, target := range a.Targets() {
		var b bytes.Buffer
		lost, err := a.Write(&b, target)
		require.NoError(t, err)
		back, err := ReadAvailability("f", b.Bytes(), Options{})
		require.NoError(t, err, "%q", b.Bytes())
		if lost == nil {
			require.Equal(t, a.Origin, back.Origin)
		}
		require.Equal(t, a.End, back.End)
		events, counts := unplaced(a)
		backEvents, backCounts := unplaced(back)
		require.Equal(t, events, backEvents)
		require.Equal(t, counts, backCounts)
		sums = append(sums, back.SHA256)
	}
	require.Equal(t, sums[0], sums[1], "one hash, as CSV and as Parquet")
}

// unplaced are the events and counts without their lines.
func unplaced(a *Availability) ([]NodeEvent, []Count) {
	events, counts := slices.Clone(a.Events), slices.Clone(a.Counts)
	for i := range events {
		events[i].Line = 0
	}
	for i := range counts {
		counts[i].Line = 0
	}
	return events, counts
}

func TestRoundTripOfAvailability(t *testing.T) {
	for _, f := range availabilityFormats() {
		t.Run(f.name, func(t *testing.T) {
			a, err := ReadAvailability("f", []byte(texts[f.name]), Options{})
			require.NoError(t, err)
			requireSameAvailability(t, a)
		})
	}
	_, err := (&Availability{}).Write(&bytes.Buffer{}, TargetSWF)
	require.EqualError(t, err, `got the target "swf", want one of rubato, parquet (the nearest is "rubato")`)
}

func TestRubatoFaults(t *testing.T) {
	const head = "job,submit_s,duration_s,gpus,deadline_s,priority\n"
	for text, want := range map[string]string{
		"#rubato jobs orign=1\n" + head:          `f:1:14: got "orign=1", want origin= or end_s=`,
		"#rubato jobs origin=yesterday\n" + head: `f:1:14: got "origin=yesterday", want origin= and a time such as 2006-01-02T15:04:05.000Z`,
		"#rubato jobs\njob,submit,gpus\n":        `f:2:5: got "submit", want the column "submit_s"`,
		head + ",0,1,1,,\n":                      `f:2:1: got "", want job as a name`,
		head + "a,,1,1,,\n":                      `f:2:3: got "", want submit_s as a plain decimal number of seconds from 0 to 10 years`,
		head + "a,-1,1,1,,\n":                    `f:2:3: got "-1", want submit_s as a plain decimal number of seconds from 0 to 10 years`,
		head + "a,0,NaN,1,,\n":                   `f:2:5: got "NaN", want duration_s as a plain decimal number of seconds from 0 to 10 years`,
		head + "a,0,1,1.0001,,\n":                `f:2:7: got "1.0001", want gpus as a number of GPUs up to a million, in thousandths at the finest`,
		head + "a,0,1,0,,\n":                     `f:2:7: got "0", want at least 1 GPU (option ZeroGPUs: drop)`,
		head + "a,0,1,1,1e9,\n":                  `f:2:9: got "1e9", want deadline_s as a plain decimal number of seconds from 0 to 20 years`,
		head + "a,0,1,1,,high\n":                 `f:2:10: got "high", want priority as a whole number`,
		head + "a,0,1,1,,\na,0,1,1,,\n":          `f:3:1: got "a", want an id other than that of line 2`,
	} {
		_, err := ReadJobs("f", []byte(text), Options{})
		require.EqualError(t, err, want, text)
	}
	for text, want := range map[string]string{
		"time_s,units\n0,5\n0,6\n":                          `f:3:1: got "0", want a time after that of the row above`,
		"time_s,units\n0,5.5\n":                             `f:2:3: got "5.5", want units as a whole number from 0 to 1000000`,
		"#rubato availability end_s=x\ntime_s,units\n":      `f:1:28: got "x", want end_s as a plain decimal number of seconds from 0 to 10 years`,
		"#rubato availability end_s=5\ntime_s,units\n9,1\n": `f: got "5", want end_s= at the last row, or later`,
		"time_s,event,node\n0,remove,a\n":                   `f:2:10: got "a", want a node that is there`,
		"time_s,event,node\n5,add,a\n4,add,b\n":             `f:3:1: got "4", want a time not before that of the row above`,
		"time_s,event,node\n5,added,a\n":                    `f:2:3: got "added", want event as add or remove`,
		"time_s,event,node\n5,add,\n":                       `f:2:7: got "", want node as a name`,
	} {
		_, err := ReadAvailability("f", []byte(text), Options{})
		require.EqualError(t, err, want, text)
	}
}
