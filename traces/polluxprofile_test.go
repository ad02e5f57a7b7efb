package traces

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPolluxProfile(t *testing.T) {
	p, err := ReadPolluxProfile("a/", map[string][]byte{
		"placements.csv":   []byte("placement,local_bsz,step_time,sync_time\n13,8,0.5,1e-3\n"),
		"scalability.csv":  []byte("num_nodes,num_replicas,local_bsz,step_time,sync_time\n6,7,8,0.75,0.25\n"),
		"validation-8.csv": []byte("progress,iteration,metric,grad_sqr,grad_var\n10,10,0.1,1,2\n20.5,20,0.2,3,4\n"),
	})
	require.NoError(t, err)
	require.Equal(t, &PolluxProfile{
		Placed: []PlacedTime{{Placement: "13", Local: 8, Step: 0.5, Sync: 0.001}},
		Shaped: []ShapedTime{{Nodes: 6, GPUs: 7, Local: 8, Step: 0.75, Sync: 0.25}},
		Epochs: []Epoch{{8, 10, 10, 1, 2}, {8, 20.5, 20, 3, 4}},
	}, p)
}

func TestFaultyProfilesSayWhere(t *testing.T) {
	const placed, course = "placement,local_bsz,step_time,sync_time\n", "progress,iteration,metric,grad_sqr,grad_var\n"
	for _, c := range []struct{ name, text, want string }{
		{"placements.csv", placed + "4x,8,0.5,0\n", `a/placements.csv:2:1: got "4x", want placement as the GPUs of each node, a digit from 1 to 9 each, such as 44`},
		{"placements.csv", placed + "4,8,0,0\n", `a/placements.csv:2:5: got "0", want a step time over 0 s, up to 1e6 s`},
		{"placements.csv", placed + "4,8,0.5,0.6\n", `a/placements.csv:2:9: got "0.6", want at most step_time, of which it is a part`},
		{"placements.csv", placed + "4,8,fast,0\n", `a/placements.csv:2:5: got "fast", want step_time as a number from 0`},
		{"placements.csv", "placement,local_bsz,step_tiem,sync_time\n", `a/placements.csv:1:21: got "step_tiem", want the column "step_time"`},
		{"validation-8.csv", course + "2,1,0,1,1\n2,2,0,1,1\n", `a/validation-8.csv:3:1: got "2", want more progress than before, over 0`},
		{"validation-8.csv", course + "2,1,0,0,0\n", `a/validation-8.csv:2:9: got "0", want grad_sqr + grad_var over 0`},
		{"times.csv", "", `a/times.csv: got "times.csv", want placements.csv, scalability.csv or validation-BATCH.csv`},
	} {
		_, err := ReadPolluxProfile("a/", map[string][]byte{c.name: []byte(c.text)})
		require.EqualError(t, err, c.want)
	}
}

func TestThroughputTable(t *testing.T) {
	rows, err := ReadThroughputTable("a.csv", []byte("global_batch_size,1,2,4\n64,1.5,3,nan\n128,1,0,2\n"))
	require.NoError(t, err)
	require.Equal(t, []ThroughputRow{{64, []int{1, 2}, []float64{1.5, 3}}, {128, []int{1, 4}, []float64{1, 2}}}, rows)
	for text, want := range map[string]string{
		"batch,1\n64,1\n":                   `a.csv:1:1: got "batch", want the column "global_batch_size"`,
		"global_batch_size,2,2\n64,1,1\n":   `a.csv:1:21: got "2", want a number of GPUs over that of the column before`,
		"global_batch_size,1\n64,fast\n":    `a.csv:2:4: got "fast", want 1 as steps a second, a number from 0 to 1e9, or nan`,
		"global_batch_size,1,2\n64,nan,1\n": `a.csv:2:1: got "64", want a throughput on 1 GPU`,
		"global_batch_size,1\n64,1\n64,1\n": `a.csv:3:1: got "64", want a batch that is not there already`,
	} {
		_, err := ReadThroughputTable("a.csv", []byte(text))
		require.EqualError(t, err, want)
	}
}

// FuzzProfile reads anything without a panic.
func FuzzProfile(f *testing.F) {
	f.Add("placement,local_bsz,step_time,sync_time\n13,8,0.5,1e-3\n")
	f.Add("progress,iteration,metric,grad_sqr,grad_var\n10,10,0.1,1,2\n")
	f.Add("global_batch_size,1,2\n64,1.5,nan\n")
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"placements.csv", "scalability.csv", "validation-8.csv"} {
			_, _ = ReadPolluxProfile("", map[string][]byte{name: []byte(text)})
		}
		_, _ = ReadThroughputTable("a.csv", []byte(text))
		_, _ = ReadPolluxPoints("p.csv", []byte(text))
	})
}

func TestProfileSamplesHaveLicences(t *testing.T) {
	for _, s := range ProfileSamples() {
		text, err := ProfileLicence(s.Name)
		require.NoError(t, err)
		require.Contains(t, string(text), "Apache License")
	}
}
