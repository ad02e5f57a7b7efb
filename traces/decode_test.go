package traces

import (
	"bytes"
	"compress/gzip"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// gzipOf compresses text.
func gzipOf(t testing.TB, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	_, err := w.Write([]byte(text))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// twins returns the forms of an LF text that must read the same.
func twins(t testing.TB, text string) map[string][]byte {
	t.Helper()
	crlf := strings.ReplaceAll(text, "\n", "\r\n")
	return map[string][]byte{
		"crlf":            []byte(crlf),
		"bom":             []byte("\ufeff" + text),
		"bom crlf":        []byte("\ufeff" + crlf),
		"gzip":            gzipOf(t, text),
		"gzip bom crlf":   gzipOf(t, "\ufeff"+crlf),
		"gzip two stream": append(gzipOf(t, text[:len(text)/2]), gzipOf(t, text[len(text)/2:])...),
	}
}

// texts has one small valid trace of each format.
var texts = map[string]string{
	FormatNodeEvents: "0,add,a\n0,add,b\n1000,remove,a\n2500,add,a\n",
	FormatCounts:     "2021-12-11, 11:11:30, 3\n2021-12-11, 11:13:10, 5\n2021-12-11, 11:12:00, 9\n",
	FormatPollux: "timestamp,duration,num_gpus,gpu_time,cluster\n" +
		"2017-10-09 07:01:55,66.0,1,66.0,11cb48\n2017-10-09 06:13:03,10.0,4,40.0,6214e9\n",
	FormatRFold: "#job id,arrival time (sec),topology,shape,size,duration (sec)\n" +
		"0,0.0,CLOS,1,1,30.0\n7,1.5,CLOS,8+8,16,29.9999999\n",
	FormatCountEvents: "0,1\n0,2\n60000,1\n60000,2\n60000,3\n90000,2\n",
	FormatSteps:       "0,4\n30,4\n30,5\n90,5\n90,0\n",
	FormatReplay: `[0, "add", {"nodes": ["a", "b"], "duration": 60000, "throughput_opt_strategy": [1, 2]}]` + "\n" +
		`[60000, "no-op", {"nodes": [], "duration": 60000}]` + "\n" +
		`[120000, "remove", {"nodes": ["a"], "duration": 60000}]` + "\n",
	FormatFaults: faultsText,
	FormatTicks:  `{"metadata": {"gap_seconds": 300, "start_time": 5}, "data": [0, 1, 1]}` + "\n",
	FormatSpotLog: "[2020-03-15T10:07:33.000Z] Created instance i-0 with 1 GPU(s) of type v100 in zone us-east-1b\n" +
		"[2020-03-15T10:08:03.500Z] Created instance i-1 with 8 GPU(s) of type k80 in zone us-east-1c\n" +
		"[2020-03-15T10:18:33.000Z] Instance with 8 GPU(s) of type v100 creation failed\n" +
		"[2020-03-15T10:18:33.000Z] Instance i-1 running in zone us-east-1c\n" +
		"[2020-03-15T10:18:34.000Z] Instance i-0 not running in zone us-east-1b\n" +
		"[2020-03-15T10:18:35.000Z] Successfully deleted instance i-0\n" +
		"[2020-03-15T10:29:35.000Z] Instance i-1 running in zone us-east-1c\n",
	FormatVCCapacity: "date,vcA,vcB,total\n2020-02-28,8,0,8\n2020-02-29,0,16,16\n2020-03-01,0,16,16\n",
	FormatNodeSeries: "time,active,total\n2017-10-03 00:00:00,1,4\n2017-10-03 00:01:00,2,4\n2017-10-03 00:04:00,2,3\n",
	FormatTitan: "SN,location,insert,remove,duration,out,event\n" +
		"s1,c0-0c0s0n0,2014-01-01 00:00:00,2014-01-02 00:00:00,86400,TRUE,DBE\n" +
		"s2,c0-0c0s0n1,2014-01-01 12:00:00,2019-08-01 20:07:33,176112453,FALSE,\n" +
		"s1,c0-0c0s0n2,,2014-01-01 06:00:00,,,OTB\n",
	FormatElasticFlow: "job_id,submit_time,iteration,model_name,ddl,batch_size,num_gpu,duration\n" +
		"0,3715485,2011,cifar10,3719996,4096,1,5644\n1,3717550,1548,ncf,3717583,32768,8,66\n",
	FormatChronus: "job_id,user,num_gpu,submit_time,iterations,model_name,duration,interval,expect_time_list,expect_value_list,best_effort,job_type\n" +
		"0,vc_a,1,8555,5049,vgg16,747,14,1105-2000,10-5,0,soft\n2,vc_b,2,300,3621,alexnet,30,17,14341,10,1,best\n",
	FormatGavel: "LM (batch size 10)\tcd %s && python main.py\t--steps\t1\t1000\t0.500000\t4\n" +
		"ResNet-18 (batch size 16)\tcd %s && python main.py\t-n\t0\t2000\t7.000000\t1\n",
	FormatWorkload: "name,time,application,num_replicas,batch_size\ncifar10-0,107,cifar10,6,2048\nncf-1,53.5,ncf,1,32768\n",
	FormatFleetsim: "# converted\n# by hand\njob_id,user,tenant,class,submit_time,num_chips,chip_type,num_nodes,duration_s,walltime_limit_s,final_status\n" +
		"1,u1,vcA,batch,1500500,8,,1,60,60,COMPLETED\n2,u2,vcB,batch,2501500,16,,2,1.5,2,NODE_FAIL\n",
	FormatOpenb: "name,cpu_milli,memory_mib,num_gpu,gpu_milli,gpu_spec,qos,pod_phase,creation_time,deletion_time,scheduled_time\n" +
		"p0,12000,16384,1,460,V100M16|V100M32,LS,Running,100,700,160\n" +
		"p1,12000,16384,2,1000,,BE,Succeeded,50,60,50\n" +
		"p2,12000,16384,0,0,,BE,Succeeded,50,60,50\n" +
		"p3,12000,16384,1,1000,,BE,Pending,50,60,\n",
	FormatSWF: "; Version: 2.2\n; UnixStartTime: 749433603\n; MaxProcs: 128\n" +
		"    1      0 -1 1451 128 -1 -1 -1 -1 -1 -1 1 1 1 -1 -1 -1 -1\n" +
		"    2     10.5 3 60 8 -1 -1 16 3600 -1 5 2 -1 7 -1 -1 -1 -1\n" +
		"    3     11 3 60 8 -1 -1 16 3600 -1 2 2 -1 7 -1 -1 -1 -1\n" +
		"    4     12 3 -1 8 -1 -1 16 3600 -1 0 2 -1 7 -1 -1 -1 -1\n" +
		"    5     13 3 60 -1 -1 -1 -1 3600 -1 1 2 -1 7 -1 -1 -1 -1\n",
	FormatPhillyLog: phillyText,
	FormatHelios: "job_id,user,vc,gpu_num,cpu_num,node_num,state,submit_time,start_time,end_time,duration,queue\n" +
		"10,u1,vcA,8,16,1,COMPLETED,2020-04-01 00:00:03,2020-04-01 00:00:13,2020-04-01 00:01:13,60,10\n" +
		"11,u2,vcA,0,16,1,COMPLETED,2020-04-01 00:00:01,2020-04-01 00:00:13,2020-04-01 00:01:13,60,12\n" +
		"12,u2,vcB,1,16,1,FAILED,2020-04-01 00:00:02,2020-04-01 00:00:02,2020-04-01 00:00:05,3,0\n" +
		"13,u2,vcB,1,16,1,CANCELLED,2020-04-01 00:00:02,,2020-04-01 00:00:05,0,3\n",
	FormatAcme: "job_id,user,node_num,gpu_num,cpu_num,mem_per_pod_GB,shared_mem_per_pod,type,state,submit_time,start_time,end_time,fail_time,stop_time,duration,queue,gpu_time\n" +
		"dlctk,uf794,8,64,960,1000,100.0,Other,FAILED,2023-05-17 11:00:58+00:00,2023-05-17 11:01:08+00:00,2023-05-17 11:01:16+00:00,2023-05-17 11:01:16+00:00,,18,10.0,1152.0\n" +
		"dlc1t,uf795,8,64,960,1000,100.0,Pretrain,CANCELLED,2023-05-17 19:28:42+08:00,2023-05-17 19:28:54+08:00,2023-05-17 19:30:04+08:00,,2023-05-17 19:30:04+08:00,82,12.0,5248.0\n",
	FormatSpot2026: "job_name,organization,gpu_model,cpu_request,gpu_request,worker_num,submit_time,duration,job_type\n" +
		"j1,o1,A10,8,0.25,6,0,100,Spot\nj2,o2,H800,8,8.0,4,30,3600,HP\n",
	FormatPAITasks: "j1,tensorflow,2,Terminated,100.0,700.0,600.0,29.0,25.0,MISC\n" +
		"j1,ps,1,Failed,90.0,600.0,600.0,29.0,100.0,MISC\n" +
		"j2,worker,1,Terminated,50.0,60.0,600.0,29.0,,\n" +
		"j3,worker,1,Waiting,,,600.0,29.0,100.0,V100\n" +
		"j4,worker,4,Running,50.0,,600.0,29.0,100.0,V100\n",
	FormatTiresias: "job_id,num_gpu,submit_time,iterations,model_name,duration,interval\n" +
		"0,1,0,606,vgg19,164,30\n1,8,30,133,vgg11,147,23\n",
	FormatRubatoUnits: "#rubato availability origin=2021-12-11T11:11:30.500Z end_s=90\ntime_s,units\n0,3\n30.25,5\n60,5\n",
	FormatRubatoNodes: "#rubato availability end_s=7200\ntime_s,event,node\n0,add,\"a,1\"\n3.5,remove,\"a,1\"\n",
	FormatRubato: "#rubato jobs origin=2017-10-03T00:00:00.000Z\n" +
		"job,submit_s,duration_s,gpus,min_gpus,max_gpus,estimate_s,deadline_s,steps,team,user,name,gpu_type,status,priority\n" +
		"a,0,60,8,4,16,90,3600,1000,vision,ann,\"resnet, large\",h100|a100,COMPLETED,-5\n" +
		"b,1.5,0.001,1.25,,,,,,,,,,,\n",
	FormatSacct: "JobID|State|Submit|Start|End|AllocTRES\n" +
		"7|COMPLETED|2024-05-01T00:00:00|2024-05-01T00:01:00|2024-05-01T00:03:00|cpu=8,gres/gpu=2\n" +
		"8_1|FAILED|2024-05-01T00:00:05|2024-05-01T00:01:00|2024-05-01T00:03:00|gres/gpu:h100=1\n",
}

func TestTwinsReadTheSame(t *testing.T) {
	for format, text := range texts {
		t.Run(format, func(t *testing.T) {
			want, err := readAny([]byte(text))
			require.NoError(t, err)
			for twin, data := range twins(t, text) {
				got, err := readAny(data)
				require.NoError(t, err, twin)
				require.Equal(t, want, got, twin)
				found, ok := Detect(data)
				require.True(t, ok, twin)
				require.Equal(t, format, found, twin)
			}
		})
	}
}

// readAny reads a trace of either kind.
func readAny(data []byte) (any, error) {
	name, _ := Detect(data)
	if isAvailability(name) {
		return ReadAvailability("f", data, Options{})
	}
	if name == FormatGavel || name == FormatWorkload {
		sum, err := Inspect("f", data, Options{})
		return sum, err
	}
	return ReadJobs("f", data, Options{})
}

// isAvailability reports whether the format of this name is of availability.
func isAvailability(name string) bool {
	for _, f := range formats() {
		if f.name == name {
			return f.availability != nil
		}
	}
	return false
}

func TestBlankLinesAndLastNewline(t *testing.T) {
	a, err := ReadAvailability("f", []byte("\n0,add,a\n  \n\n5,add,b"), Options{})
	require.NoError(t, err)
	require.Equal(t, []NodeEvent{
		{At: 0, Up: true, Node: "a", Line: 2},
		{At: 5, Up: true, Node: "b", Line: 5},
	}, a.Events)
}

func TestSHA256IsOfTheText(t *testing.T) {
	a, err := ReadAvailability("f", []byte("0,add,a\r\n"), Options{})
	require.NoError(t, err)
	// printf '0,add,a\n' | sha256sum
	require.Equal(t, "cc38787d084d5bf805956519a173147f28fadcd7973fcf3d1645c95690fe975e", a.SHA256)
}

func TestBadBytes(t *testing.T) {
	long := "0,add," + strings.Repeat("a", maxLine)
	tests := []struct {
		name, data, message string
	}{
		{"empty", "", `f: got "", want a trace, but the file is empty`},
		{"blank", "\n \r\n", `f: got "", want a trace, but the file is empty`},
		{"only a mark", "\ufeff", `f: got "", want a trace, but the file is empty`},
		{"nul", "0,add,a\n0,a\x00d,b\n", `f:2:4: got "\x00", want text without NUL bytes`},
		{"lone cr", "0,add,a\r0,add,b\n", `f:1:8: got "\r", want lines that end in \n or \r\n`},
		{"long line", long, `f:1:1048577: got "` + long[:59] + `…", want a line of at most 1 MiB`},
		{"cut gzip", "\x1f\x8b\x08", `f: got "unexpected EOF", want a whole gzip stream of at most 1073741824 bytes when decompressed`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := ReadAvailability("f", []byte(tt.data), Options{})
			require.EqualError(t, err, tt.message)
			_, err = ReadAvailability("f", []byte(tt.data), Options{Lenient: true})
			require.EqualError(t, err, tt.message, "no leniency for the file as a whole")
		})
	}
}

// decode returns the text in data with \n line ends, gunzipped.
func decode(data []byte, limit int64) (string, error) {
	r, err := decompress(bytes.NewReader(data), limit)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(r)
	return strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n"), err
}

func TestDecompressionBomb(t *testing.T) {
	data := gzipOf(t, strings.Repeat("0", 1001))
	_, err := decode(data, 1000)
	require.EqualError(t, err, "more than 1000 bytes")
	text, err := decode(data, 1001)
	require.NoError(t, err)
	require.Len(t, text, 1001)
}

func TestLineOfOneMiBIsAccepted(t *testing.T) {
	text := "0,add," + strings.Repeat("a", maxLine-len("0,add,")) + "\n"
	_, err := ReadAvailability("f", []byte(text), Options{})
	require.NoError(t, err)
}

func TestShorten(t *testing.T) {
	exactly := strings.Repeat("é", 60)
	require.Equal(t, exactly, shorten(exactly))
	require.Equal(t, strings.Repeat("é", 59)+"…", shorten(exactly+"é"))
}
