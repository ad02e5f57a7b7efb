package traces

import (
	"cmp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

func FuzzNodeEvents(f *testing.F) {
	f.Add("0,add,a\n0,add,a\n5,remove,b\n4,add,c\n", false)
	f.Add("480000,add,node1\r\n\r\n480001,remove,node1", true)
	fuzzAvailability(f, FormatNodeEvents)
}

func FuzzRubatoUnits(f *testing.F) {
	f.Add("time_s,units\n0,1\n0,2\n", true)
	fuzzAvailability(f, FormatRubatoUnits)
}

func FuzzRubatoNodes(f *testing.F) {
	f.Add("#rubato availability\nnode,event,time_s\na,add,0\na,add,1\n", true)
	fuzzAvailability(f, FormatRubatoNodes)
}

func FuzzCounts(f *testing.F) {
	f.Add("2021-12-11, 11:11:30, 55\n0000-01-01, 00:00:00, 0\n9999-12-31, 23:59:59, 1\n", true)
	fuzzAvailability(f, FormatCounts)
}

func FuzzCountEvents(f *testing.F) {
	f.Add("0,1\n0,2\n0,1\n5,0\n5,2\n", true)
	fuzzAvailability(f, FormatCountEvents)
}

func FuzzSteps(f *testing.F) {
	f.Add("0,8\n", false)
	f.Add("0.000,0\n0.030,0\n0.030,9\n", true)
	fuzzAvailability(f, FormatSteps)
}

func FuzzReplay(f *testing.F) {
	f.Add(`[0, "add", {"nodes": ["a", "a"], "duration": 60000, "liveput_truth_strategy": [5, 3]}]`, true)
	f.Add(`[0, "migration", {"nodes": [{}], "duration": 1e9}]`, true)
	fuzzAvailability(f, FormatReplay)
}

func FuzzFaults(f *testing.F) {
	f.Add(strings.ReplaceAll(faultsText, "1.5", "0.5"), true)
	f.Add("[{\"node_id\": \"a\",,}]", true)
	fuzzAvailability(f, FormatFaults)
}

func FuzzTicks(f *testing.F) {
	f.Add(`{"data": [1, 2.5], "prices": [0.1, 0.2], "metadata": {"gap_seconds": 0}}`, true)
	f.Add(`{"metadata": {"gap_seconds": 300}, "data": [], "data": []}`, false)
	fuzzAvailability(f, FormatTicks)
}

func FuzzSpotLog(f *testing.F) {
	f.Add("[2020-03-15T10:07:33.000Z] Instance a not running in zone b\n", true)
	fuzzAvailability(f, FormatSpotLog)
}

func FuzzVCCapacity(f *testing.F) {
	f.Add("date,total,\n0000-02-29,1,2\n", true)
	fuzzAvailability(f, FormatVCCapacity)
}

func FuzzNodeSeries(f *testing.F) {
	f.Add("time,total,active\n2017-11-05 01:00:00,1,2\n", true)
	fuzzAvailability(f, FormatNodeSeries)
}

// FuzzDetect reads text in whatever format it looks like.
func FuzzDetect(f *testing.F) {
	for _, text := range texts {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		sum, err := Inspect("f", []byte(text), Options{Lenient: true})
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.Positive(t, sum.Rows)
	})
}

func FuzzRubato(f *testing.F) {
	f.Add("job,submit_s,duration_s,gpus\na,0,0,0.5\n", true)
	fuzzJobs(f, FormatRubato, Options{ZeroDuration: ZeroMin1s})
}

// FuzzParquet reads files that are spoilt in all ways.
func FuzzParquet(f *testing.F) {
	for _, text := range []string{texts[FormatRubato], texts[FormatTiresias], texts[FormatSWF]} {
		jobs, err := ReadJobs("f", []byte(text), Options{})
		require.NoError(f, err)
		data, _ := written(f, jobs, TargetParquet)
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		sum, err := Inspect("f", data, Options{Lenient: true})
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.Positive(t, sum.Rows)
	})
}

// FuzzPolluxWorkload reads workloads, which have no run times, to sum them up.
func FuzzPolluxWorkload(f *testing.F) {
	f.Add(texts[FormatWorkload], false)
	f.Fuzz(func(t *testing.T, text string, lenient bool) {
		sum, err := Inspect("f", []byte(text), Options{Format: FormatWorkload, Lenient: lenient})
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.Zero(t, sum.Jobs.GPUTime)
	})
}

func FuzzThroughputs(f *testing.F) {
	f.Add([]byte(`{"v100": {"('ResNet-18 (batch size 16)', 1)": {"null": 12.5, "('a', 1)": [1, 2]}}}`))
	f.Add([]byte(`{"v100": {"": {"null": null}}, "k80": {}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		rates, err := ReadThroughputs("f", data, "v100")
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		for _, r := range rates {
			require.Positive(t, r)
		}
	})
}

func FuzzPollux(f *testing.F) {
	f.Add(polluxRows, true)
	f.Add(polluxHeader+"0000-01-01 00:00:00,1.0,1,1.0,11cb48\n9999-12-31 23:59:59,1.0,1,1.0,11cb48\n", false)
	fuzzJobs(f, FormatPollux, Options{})
}

func FuzzRFold(f *testing.F) {
	f.Add(rfoldHeader+"1,0.5,CLOS,4+4,8,0.0\n1,0.4,CLOS,1,1,2.5000001\n", true)
	fuzzJobs(f, FormatRFold, Options{ZeroDuration: ZeroMin1s})
}

func FuzzTiresias(f *testing.F) {
	f.Add("job_id,num_gpu,submit_time,duration,priority,x\na,1,5,0,1,\nb,1,4.0005,1,,\n", true)
	fuzzJobs(f, FormatTiresias, Options{Unit: simtime.Millisecond, ZeroDuration: ZeroDrop})
}

func FuzzElasticFlow(f *testing.F) {
	f.Add("job_id,submit_time,num_gpu,duration,ddl\na,5,1,5,\nb,5,1,0,4\n", true)
	fuzzJobs(f, FormatElasticFlow, Options{ZeroDuration: ZeroMin1s})
}

func FuzzChronus(f *testing.F) {
	f.Add("job_id,user,num_gpu,submit_time,duration,expect_time_list,job_type\n0,u,0,1,1,-,strict\n1,u,1,1,1,5-,soft\n", true)
	fuzzJobs(f, FormatChronus, Options{ZeroDuration: ZeroMin1s})
}

func FuzzFleetsim(f *testing.F) {
	f.Add("#\n#\n", true)
	fuzzJobs(f, FormatFleetsim, Options{ZeroDuration: ZeroMin1s})
}

func FuzzOpenb(f *testing.F) {
	f.Add("name,cpu_milli,memory_mib,num_gpu,gpu_milli\np,1,1,1,999\n", true)
	fuzzJobs(f, FormatOpenb, Options{ZeroDuration: ZeroMin1s})
}

func FuzzSWF(f *testing.F) {
	f.Add("; UnixStartTime: x\n1 0 -1 5 0 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1\n", true)
	fuzzJobs(f, FormatSWF, Options{ZeroDuration: ZeroMin1s})
}

func FuzzPhillyLog(f *testing.F) {
	f.Add("[{\"jobid\": null, \"attempts\": {}}]", true)
	fuzzJobs(f, FormatPhillyLog, Options{ZeroDuration: ZeroMin1s})
}

func FuzzHelios(f *testing.F) {
	f.Add("job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue\n1,u,v,1,1,1,X,0000-01-01 00:00:00,9999-12-31 23:59:59,0000-01-01 00:00:00,1,1\n", true)
	fuzzJobs(f, FormatHelios, Options{ZeroDuration: ZeroMin1s})
}

func FuzzAcme(f *testing.F) {
	f.Add("job_id,user,node_num,gpu_num,cpu_num,type,state,submit_time,start_time,end_time,duration,queue,gpu_time\na,u,1,1,1,t,s,0000-01-01 00:00:00+14:59,,,,,\n", true)
	fuzzJobs(f, FormatAcme, Options{ZeroDuration: ZeroMin1s})
}

func FuzzSpot2026(f *testing.F) {
	f.Add("job_name,organization,gpu_model,cpu_request,gpu_request,worker_num,submit_time,duration,job_type\nj,o,m,1,1000000,1000000,0,1,HP\n", true)
	fuzzJobs(f, FormatSpot2026, Options{ZeroDuration: ZeroMin1s})
}

func FuzzPAITasks(f *testing.F) {
	f.Add("j,t,1000000,Failed,0,315619200,1,1,100000000,x\nj,t,1000000,Failed,0,1,1,1,100000000,x\n", true)
	fuzzJobs(f, FormatPAITasks, Options{ZeroDuration: ZeroMin1s})
}

func FuzzGavel(f *testing.F) {
	f.Add("a\t%s\t\t0\t1\t0\t1\nb\t%s\t\t0\t1000000000000000\t0\t2\n", true)
	fuzzJobs(f, FormatGavel, Options{ZeroDuration: ZeroMin1s, Throughputs: Throughputs{"('a', 1)": 3, "('LM (batch size 10)', 4)": 1e-9}})
}

func FuzzTitan(f *testing.F) {
	f.Add("SN,location,insert,remove,duration,out,event\ns,x,2014-01-01 00:00:00,2014-01-01 00:00:00,,,\n", true)
	fuzzAvailability(f, FormatTitan)
}

// fuzzJobs checks that a format never panics, that what it accepts is sorted
// and in bounds, and that the twins of an accepted text read the same.
func fuzzJobs(f *testing.F, format string, o Options) {
	f.Add(texts[format], false)
	f.Fuzz(func(t *testing.T, text string, lenient bool) {
		o := o
		o.Format, o.Lenient = format, lenient
		jobs, err := ReadJobs("f", []byte(text), o)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.True(t, slices.IsSortedFunc(jobs.Rows, func(a, b Job) int {
			return cmp.Or(cmp.Compare(a.Submit, b.Submit), cmp.Compare(a.Line, b.Line))
		}))
		for _, j := range jobs.Rows {
			require.GreaterOrEqual(t, j.GPUs, 1)
			require.Positive(t, j.Duration)
			require.LessOrEqual(t, j.Duration, simtime.Longest)
			require.GreaterOrEqual(t, j.Submit, simtime.Time(0))
			require.LessOrEqual(t, j.Submit, simtime.Time(simtime.Longest))
		}
		requireRoundTrips(t, jobs)
		for twin, data := range fuzzTwins(t, text) {
			again, err := ReadJobs("f", data, o)
			require.NoError(t, err, twin)
			require.Equal(t, jobs, again, twin)
		}
	})
}

// fuzzAvailability is fuzzJobs for traces of capacity.
func fuzzAvailability(f *testing.F, format string) {
	f.Add(texts[format], false)
	f.Fuzz(func(t *testing.T, text string, lenient bool) {
		o := Options{Format: format, Lenient: lenient}
		a, err := ReadAvailability("f", []byte(text), o)
		if err != nil {
			require.NotEmpty(t, err.Error())
			return
		}
		require.True(t, slices.IsSortedFunc(a.Events, func(x, y NodeEvent) int {
			return cmp.Compare(x.At, y.At)
		}))
		for i, c := range a.Counts {
			require.True(t, i == 0 || c.At > a.Counts[i-1].At)
			require.LessOrEqual(t, c.At, simtime.Time(simtime.Longest))
		}
		sum, err := Inspect("f", []byte(text), o)
		if err != nil {
			require.ErrorContains(t, err, "units that integrate to less than")
			return
		}
		require.GreaterOrEqual(t, sum.Availability.Min, 0)
		requireSameAvailability(t, a)
		for twin, data := range fuzzTwins(t, text) {
			again, err := ReadAvailability("f", data, o)
			require.NoError(t, err, twin)
			require.Equal(t, a, again, twin)
		}
	})
}

// fuzzTwins returns the twins of a text that was accepted in any form.
func fuzzTwins(t *testing.T, text string) map[string][]byte {
	plain, err := decode([]byte(text), maxDecoded)
	require.NoError(t, err)
	if strings.HasPrefix(plain, "\ufeff") {
		t.Skip("a second byte order mark is text")
	}
	return twins(t, plain)
}
