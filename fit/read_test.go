package fit

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"

	"rubato/traces"
)

func TestRead(t *testing.T) {
	m, err := Read("a.csv", []byte("batch,gpus,gpu_type,seconds_per_step\n64,8,A100,0.5\n\n64,16,V100,1e-1\n64,8,A100,0.25"), Layout{ReplicaGPUs: 4, GPUsPerNode: 8})
	require.NoError(t, err)
	require.Equal(t, &Measurements{
		File: "a.csv", Unit: "samples/s", ReplicaGPUs: 4, Types: []string{"A100", "V100"}, HasNodes: true, HasBatch: true,
		Rows: []Row{
			{Line: 2, GPUs: 8, Nodes: 1, Replicas: 2, Batch: 64, Rate: 128},
			{Line: 4, GPUs: 16, Nodes: 2, Replicas: 4, Batch: 64, Type: 1, Rate: 640},
			{Line: 5, GPUs: 8, Nodes: 1, Replicas: 2, Batch: 64, Rate: 256},
		},
	}, m)
	require.Len(t, m.groups(), 2, "lines 2 and 5 repeat a point")

	m, err = Read("a.csv", []byte("gpus,tokens_per_second\n1,2000\n"), Layout{})
	require.NoError(t, err)
	require.Equal(t, "tokens/s", m.Unit)
	require.False(t, m.HasNodes || m.HasBatch)
}

// TestReadFaults runs testdata/faults.txt. A case is
//
//	read [replica-gpus=N] [gpus-per-node=N]
//
// with a file below; the answer is the fault, or ok. After a change that is meant
// run with -rewrite and read the diff.
func TestReadFaults(t *testing.T) {
	datadriven.RunTest(t, "testdata/faults.txt", func(t *testing.T, d *datadriven.TestData) string {
		require.Equal(t, "read", d.Cmd)
		var l Layout
		d.MaybeScanArgs(t, "replica-gpus", &l.ReplicaGPUs)
		d.MaybeScanArgs(t, "gpus-per-node", &l.GPUsPerNode)
		_, err := Read("f.csv", []byte(d.Input), l)
		if err == nil {
			return "ok"
		}
		return err.Error()
	})
}

// What an editor would not keep in a text file.
func TestReadFaultsOfBytes(t *testing.T) {
	for text, want := range map[string]string{
		"":                                   `f.csv:1:1: got "", want a header such as gpus,nodes,batch,samples_per_second, but the file is empty`,
		"\n\n":                               `f.csv:1:1: got "", want a header such as gpus,nodes,batch,samples_per_second, but the file is empty`,
		"gpus,samples\r_per_second\n":        `f.csv:1:13: got "\r_per_second", want no carriage return within a line`,
		"gpus,samples_per_second\n1,\x002\n": `f.csv:2:3: got "\x002", want text without NUL bytes`,
		"gpus,samples_per_second\n8, 2\n":    `f.csv:2:3: got " 2", want samples_per_second as a number from 1e-08 to 1e+11`,
		strings.Repeat("x", maxBytes+1):      `f.csv: got "10485761 bytes", want a file of at most 10 MiB`,
		"gpus,samples_per_second\n" + strings.Repeat("1,1\n", maxRows+1):             `f.csv:10002:1: got "1,1", want at most 10000 rows`,
		"gpus,gpu_type,samples_per_second\n1," + strings.Join(manyTypes(), ",1\n1,"): `f.csv:22:3: got "t20", want at most 20 GPU types`,
	} {
		_, err := Read("f.csv", []byte(text), Layout{})
		require.EqualError(t, err, want)
		var fault *traces.Error
		require.True(t, errors.As(err, &fault))
	}
}

func manyTypes() []string {
	var out []string
	for i := range maxTypes + 1 {
		out = append(out, fmt.Sprintf("t%d", i))
	}
	return append(out, "")
}

func FuzzRead(f *testing.F) {
	f.Add("gpus,nodes,batch,gpu_type,seconds_per_step\n8,1,64,A100,0.5\n16,2,64,V100,1e-1\n", 1, 0)
	f.Add("gpus,samples_per_second\n1,2\n\n1,2", 1, 8)
	f.Add("gpus,tokens_per_second\n8,2000\n64,14000\n", 8, 0)
	f.Add("\ufeffgpus,gpu,\"\r\n", 0, -1)
	f.Add("gpus,batch,seconds_per_step\n1,1000000000,1e-8\n", 1, 0)
	f.Fuzz(func(t *testing.T, text string, replica, perNode int) {
		m, err := Read("f", []byte(text), Layout{replica, perNode})
		if err != nil {
			var fault *traces.Error
			require.True(t, errors.As(err, &fault))
			require.LessOrEqual(t, fault.Line, strings.Count(text, "\n")+1)
			if fault.Line > 0 {
				line := strings.Split(text, "\n")[fault.Line-1]
				require.LessOrEqual(t, fault.Col, len(line)+1)
			}
			return
		}
		require.NotEmpty(t, m.Rows)
		for _, r := range m.Rows {
			require.Equal(t, r.GPUs, r.Replicas*max(1, replica))
			require.LessOrEqual(t, r.Nodes, r.GPUs)
			require.Equal(t, m.HasNodes, r.Nodes > 0)
			require.Equal(t, m.HasBatch, r.Batch > 0)
			require.Less(t, r.Type, len(m.Types))
			require.GreaterOrEqual(t, r.Rate, leastRate)
			require.LessOrEqual(t, r.Rate, mostRate)
		}
	})
}

// A byte order mark and lines that end in a carriage return make no difference.
func TestReadFromWindows(t *testing.T) {
	const text = "gpus,samples_per_second\n1,10\n2,19\n"
	plain, err := Read("f.csv", []byte(text), Layout{})
	require.NoError(t, err)
	windows, err := Read("f.csv", []byte("\ufeff"+strings.ReplaceAll(text, "\n", "\r\n")), Layout{})
	require.NoError(t, err)
	require.Equal(t, plain, windows)
}
