package site

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSinfo has groups of nodes, a node in two partitions, types, sockets, slices
// and states.
func TestSinfo(t *testing.T) {
	e := read(t, `NODELIST|GRES|STATE|CPUS|MEMORY|PARTITION
n[01-03]|gpu:h100:8(S:0-1)|mixed|192|2063000|train*
n03|gpu:h100:8(S:0-1)|mixed|192|2063000|debug
n[04,06]|gpu:h100:8(S:0-1)|drained*|192|2063000|train*
m1|gpu:a100:4(S:0),gpu:a100_1g.5gb:7(S:1)|idle|64+|512000+|mig
login|(null)|idle|8|16000|login
`)
	require.Equal(t, "Slurm: sinfo", e.Kind)
	// 2,063,000 MiB are 2,014 GiB.
	require.Equal(t, []Pool{
		{Name: "h100", Nodes: 5, GPUsPerNode: 8, GPUType: "h100", CPUsPerNode: 192, MemoryGiBPerNode: 2014, Away: 2},
		{Name: "a100", Nodes: 1, GPUsPerNode: 4, GPUType: "a100", CPUsPerNode: 64, MemoryGiBPerNode: 500},
	}, e.Pools)
	require.Equal(t, []Note{
		{Ignored, "", "1 nodes without GPUs"},
		{Assumed, "h100", "2 of 5 nodes are down, drained, cordoned or not ready; they count as if they were there"},
		{Ignored, "m1", "parts of GPUs (MIG, shard, mps) on 1 nodes"},
	}, e.Notes)
}

const scontrolText = `NodeName=n01 Arch=x86_64 CoresPerSocket=48
   CPUAlloc=0 CPUEfctv=192 CPUTot=192 CPULoad=0.01
   Gres=gpu:h100:8(S:0-1)
   OS=Linux 5.15.0-100-generic #110-Ubuntu SMP
   RealMemory=2063000 AllocMem=0 FreeMem=2000000 Sockets=2 Boards=1
   State=IDLE+DRAIN ThreadsPerCore=2 TmpDisk=0 Weight=1
   CfgTRES=cpu=192,mem=2063000M,billing=192,gres/gpu=8
   Reason=State=DOWN by hand [root@2024-05-01T08:00:00]

NodeName=n02 CPUTot=192
   Gres=(null)
   RealMemory=2063000
   State=MIXED
   CfgTRES=cpu=192,gres/gpu=8,gres/gpu:h100=8
`

// TestScontrol reads both forms of the text, with GPUs from Gres or, where that is
// empty, from CfgTRES.
func TestScontrol(t *testing.T) {
	want := []Pool{{Name: "h100", Nodes: 2, GPUsPerNode: 8, GPUType: "h100", CPUsPerNode: 192, MemoryGiBPerNode: 2014, Away: 1}}
	e := read(t, scontrolText)
	require.Equal(t, "Slurm: scontrol show node", e.Kind)
	require.Equal(t, want, e.Pools)
	oneLine := read(t, replace(scontrolText, "\n   ", " ", "\n\n", "\n"))
	require.Equal(t, want, oneLine.Pools)
	require.Equal(t, e.Notes, oneLine.Notes)
}

func TestScontrolJSON(t *testing.T) {
	e := read(t, `{"meta": {}, "errors": [], "nodes": [
  {"name": "n01", "gres": "gpu:h100:8(S:0-1)", "state": ["IDLE", "DRAIN"], "cpus": 192, "real_memory": 2063000},
  {"name": "n02", "gres": "", "tres": "cpu=192,gres/gpu=8,gres/gpu:h100=8", "state": "mixed", "state_flags": [], "cpus": 192, "real_memory": 2063000}
]}`)
	require.Equal(t, "Slurm: scontrol show node --json", e.Kind)
	require.Equal(t, []Pool{{Name: "h100", Nodes: 2, GPUsPerNode: 8, GPUType: "h100", CPUsPerNode: 192, MemoryGiBPerNode: 2014, Away: 1}}, e.Pools)
}

func TestExpandHosts(t *testing.T) {
	tests := []struct {
		text string
		want []string
	}{
		{"a", []string{"a"}},
		{"n[08-10],login", []string{"n08", "n09", "n10", "login"}},
		{"r[1-2]n[3,5]", []string{"r1n3", "r1n5", "r2n3", "r2n5"}},
	}
	for _, tt := range tests {
		got, err := expandHosts(tt.text)
		require.NoError(t, err)
		require.Equal(t, tt.want, got)
	}
	for _, text := range []string{"n[1", "n[2-1]", "n[a]", "n[0-999999]", "a[0-999]b[0-999]", "n[-3]"} {
		_, err := expandHosts(text)
		require.Error(t, err, text)
	}
}

func TestSlurmFaults(t *testing.T) {
	tests := []struct{ name, data, message string }{
		{"no GRES", "NODELIST|STATE\nn1|idle\n", `f:1:1: got "NODELIST|STATE", want a header with the column GRES, as of sinfo -N -o '%N|%G|%T|%c|%m|%P'`},
		{"fields", "NODELIST|GRES|STATE\nn1|idle\n", `f:2:1: got "n1|idle", want 3 fields, not 2`},
		{"GPUs", "NODELIST|GRES|STATE\nn1|gpu:h100:-8|idle\n", `f:2:4: got "gpu:h100:-8", want a list of resources such as gpu:h100:8(S:0-1) or (null)`},
		{"too many GPUs", "NODELIST|GRES|STATE\nn1|gpu:9999999|idle\n", `f:2:4: got "gpu:9999999", want a list of resources such as gpu:h100:8(S:0-1) or (null)`},
		{"hosts", "NODELIST|GRES|STATE\nn[1-|gpu:8|idle\n", `f:2:1: got "n[1-", want a list of nodes such as n[01-16,20]`},
		{"cut short", "NodeName=n01 CPUTot=x\n", `f:1:1: n01: got "x", want a whole number`},
		{"JSON", `{"nodes": [{"name": "n", "gres": "gpu"}]}`, `nodes[0]: got "a map", want a list of resources such as gpu:h100:8(S:0-1) or (null), not gpu`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read("f", []byte(tt.data))
			require.ErrorContains(t, err, tt.message)
		})
	}
}
