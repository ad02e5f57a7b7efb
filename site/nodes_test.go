package site

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func read(t *testing.T, text string) *Export {
	t.Helper()
	e, err := Read("f", []byte(text))
	require.NoError(t, err)
	return e
}

// TestNodes has nodes of two kinds, one cordoned, one with a broken GPU, and one
// without GPUs.
func TestNodes(t *testing.T) {
	e := readFile(t, "nodes.json")
	require.Equal(t, "Kubernetes: 4×Node", e.Kind)
	require.Equal(t, []Pool{
		{Name: "ml-p5-48xlarge", Nodes: 2, GPUsPerNode: 8, GPUType: "NVIDIA-H100-80GB-HBM3", CPUsPerNode: 192, MemoryGiBPerNode: 2048, Away: 1},
		{Name: "g5-12xlarge", Nodes: 1, GPUsPerNode: 3, CPUsPerNode: 48, MemoryGiBPerNode: 192},
	}, e.Pools)
	require.Equal(t, []Note{
		{Assumed, "b1", "3 of 4 GPUs are allocatable: the others count as broken"},
		{Ignored, "b1", "taint team=vision:NoSchedule: every job is taken to tolerate it"},
		{Ignored, "", "1 nodes without GPUs"},
		{Assumed, "ml-p5-48xlarge", "1 of 2 nodes are down, drained, cordoned or not ready; they count as if they were there"},
	}, e.Notes)
}

// TestNodeGPUs has the resources that stand for GPUs, or for parts of them.
func TestNodeGPUs(t *testing.T) {
	tests := []struct {
		name, labels, capacity string
		gpus                   int
		gpuType                string
		notes                  []string
	}{
		{"AMD", `"amd.com/gpu.product-name": "AMD_Instinct_MI300X_OAM"`, `"amd.com/gpu": "8"`, 8, "AMD_Instinct_MI300X_OAM", nil},
		{"Gaudi", ``, `"habana.ai/gaudi": 8`, 8, "", nil},
		// Mixed strategy: two of the eight GPUs are cut up, and no longer among nvidia.com/gpu.
		{"MIG beside whole GPUs", ``, `"nvidia.com/gpu": "6", "nvidia.com/mig-1g.10gb": "14", "nvidia.com/mig-3g.40gb": "0"`, 6, "",
			[]string{"14 nvidia.com/mig-1g.10gb: parts of GPUs are no GPUs"}},
		// Single strategy: what is called nvidia.com/gpu are slices.
		{"MIG instead of GPUs", `"nvidia.com/mig.strategy": "single", "nvidia.com/gpu.product": "NVIDIA-A100-SXM4-40GB-MIG-1g.5gb"`, `"nvidia.com/gpu": "56"`, 0, "",
			[]string{"56 slices of GPUs (NVIDIA-A100-SXM4-40GB-MIG-1g.5gb): parts of GPUs are no GPUs", "1 nodes without GPUs"}},
		// The strategy is single, but this node has none cut up.
		{"no MIG", `"nvidia.com/mig.strategy": "single", "nvidia.com/gpu.product": "NVIDIA-A100-SXM4-40GB"`, `"nvidia.com/gpu": "8"`, 8, "NVIDIA-A100-SXM4-40GB", nil},
		// Each of 4 GPUs is offered 10 times.
		{"time slicing", `"nvidia.com/gpu.replicas": "10", "nvidia.com/gpu.product": "Tesla-T4-SHARED"`, `"nvidia.com/gpu": "40"`, 4, "Tesla-T4",
			[]string{"time slicing: 40 of nvidia.com/gpu are 4 GPUs"}},
		{"time slicing by name", ``, `"nvidia.com/gpu.shared": "40"`, 0, "", []string{"40 nvidia.com/gpu.shared: parts of GPUs are no GPUs", "1 nodes without GPUs"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := read(t, `{"kind": "Node", "metadata": {"name": "n", "labels": {`+tt.labels+`}}, "status": {"capacity": {`+tt.capacity+`}}}`)
			gpus, gpuType := 0, ""
			for _, p := range e.Pools {
				gpus, gpuType = gpus+p.GPUs(), p.GPUType
			}
			require.Equal(t, tt.gpus, gpus)
			require.Equal(t, tt.gpuType, gpuType)
			require.Equal(t, tt.notes, texts(e.Notes))
		})
	}
}

func texts(notes []Note) (out []string) {
	for _, n := range notes {
		out = append(out, n.Text)
	}
	return out
}

// TestNodeTwice counts a node of two lists once.
func TestNodeTwice(t *testing.T) {
	const node = `{"kind": "Node", "metadata": {"name": "n"}, "status": {"capacity": {"nvidia.com/gpu": "8"}}}` + "\n"
	e := read(t, node+node)
	require.Equal(t, 8, e.Pools[0].GPUs())
	require.Equal(t, []Note{{Ignored, "n", "the node is there twice: the first counts"}}, e.Notes)
}

func TestNodeFaults(t *testing.T) {
	tests := []struct{ name, capacity, message string }{
		{"negative", `{"nvidia.com/gpu": "-8"}`, `f:1:87: status.capacity.nvidia.com/gpu: got "-8", want a quantity of Kubernetes such as 8, 500m or 2Ti, at most a million`},
		{"part", `{"nvidia.com/gpu": "500m"}`, `f:1:87: status.capacity.nvidia.com/gpu: got "500m", want a whole number of GPUs`},
		{"huge", `{"nvidia.com/gpu": "1e99"}`, `f:1:87: status.capacity.nvidia.com/gpu: got "1e99", want a quantity of Kubernetes such as 8, 500m or 2Ti, at most a million`},
		{"no map", `8`, `f:1:68: status.capacity: got "8", want a map of resources`},
		{"twice", `{"nvidia.com/gpu": "8", "nvidia.com/gpu": "4"}`, `want JSON: the key "nvidia.com/gpu" is there twice`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read("f", []byte(`{"kind": "Node", "metadata": {"name": "n"}, "status": {"capacity": `+tt.capacity+`}}`))
			require.ErrorContains(t, err, tt.message)
		})
	}
}
