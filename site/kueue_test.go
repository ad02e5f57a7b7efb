package site

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

// TestKueue reads what kubectl lists of a cluster with Kueue, in the two versions of
// its objects.
func TestKueue(t *testing.T) {
	e := readFile(t, "kueue.json")
	require.Equal(t, "Kubernetes: 2×ClusterQueue, 1×Cohort, 1×ResourceFlavor, 1×LocalQueue, 5×Workload, 1×WorkloadPriorityClass", e.Kind)
	require.Equal(t, []Quota{
		{Name: "research", Strategy: "Cohort", Weight: -1, Limits: []Limit{{"h100", "p5.48xlarge", 8, -1, -1}}},
		{Name: "vision", Cohort: "research", Weight: 1500, Preemption: "LowerPriority", Reclaim: "Any", Strategy: "StrictFIFO",
			Limits: []Limit{{"h100", "p5.48xlarge", 16, 8, 4}}},
		{Name: "language", Cohort: "research", Weight: -1, Preemption: "Never", Reclaim: "Never", Strategy: "BestEffortFIFO",
			Limits: []Limit{{"h100", "p5.48xlarge", 24, -1, -1}}},
	}, e.Quotas)
	require.Equal(t, []LocalQueue{{"team-v", "vq", "vision"}}, e.Queues)
	require.Equal(t, []PriorityClass{{"high", 1000}}, e.Classes)

	const none = -1
	restart := Restart{Processes: none, Full: none, Lifetime: none}
	require.Equal(t, []Job{
		// Created first, so that times count from it; it ran from 08:10 to 09:40.
		{Name: "done", Namespace: "team-v", Queue: "vq", ClusterQueue: "vision", Priority: 1000, PriorityClass: "high",
			ReplicaGPUs: 8, Replicas: 2, Sizes: []int{2}, Duration: 90 * simtime.Minute, Restart: restart},
		// Still running; pods of 1 and of 4 GPUs count as 9 of one.
		{Name: "mixed", Namespace: "team-l", Queue: "lq", ClusterQueue: "language", ReplicaGPUs: 1, Replicas: 9, Sizes: []int{9},
			Submit: simtime.Time(simtime.Hour), Restart: restart},
		{Name: "waits", Namespace: "team-l", Queue: "lq", ReplicaGPUs: 4, Replicas: 4, Sizes: []int{4},
			Submit: simtime.Time(2 * simtime.Hour), Limits: Limits{Active: simtime.Hour}, Restart: restart},
	}, e.Jobs)
	require.Equal(t, []Note{
		{Ignored, "vision", "quota of cpu"},
		{Ignored, "language", "stopPolicy Hold: the queue counts as open"},
		{Ignored, "waits", "partial admission with at least 2 of 4 pods"},
		{Assumed, "mixed", "its pods have different numbers of GPUs: it counts as 9 pods of one"},
		{Ignored, "cpu-only", "a workload without GPUs"},
		{Ignored, "refused", "a workload that finished without being admitted"},
	}, e.Notes)
}

func TestKueueFaults(t *testing.T) {
	const workload = `{"kind": "Workload", "metadata": {"name": "w", "creationTimestamp": "CREATED"},
 "spec": {"podSets": [{"count": COUNT, "template": {"spec": {"containers": [{"resources": {"requests": {"nvidia.com/gpu": GPUS}}}]}}}]}}`
	tests := []struct{ name, created, count, gpus, message string }{
		{"time", "2024-05-01 08:00:00", "1", "8", `f:1:69: metadata.creationTimestamp: got "2024-05-01 08:00:00", want a time such as 2024-05-01T12:34:56Z`},
		{"year", "9999-05-01T08:00:00Z", "1", "8", `got "9999-05-01T08:00:00Z", want a time`},
		{"count", "2024-05-01T08:00:00Z", "-1", "8", `spec.podSets[0].count: got "-1", want a whole number from 0 to 1000000`},
		{"GPUs", "2024-05-01T08:00:00Z", "1", `"0.5"`, `got "0.5", want a whole number of GPUs`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read("f", []byte(replace(workload, "CREATED", tt.created, "COUNT", tt.count, "GPUS", tt.gpus)))
			require.ErrorContains(t, err, tt.message)
		})
	}
}
