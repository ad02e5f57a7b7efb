package site

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

func readFile(t *testing.T, name string) *Export {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	require.NoError(t, err)
	e, err := Read(name, data)
	require.NoError(t, err)
	return e
}

// TestHyperPodStepped has every field of a job with a step.
func TestHyperPodStepped(t *testing.T) {
	e := readFile(t, "01-step-single-spec.yaml")
	require.Equal(t, "Kubernetes: 1×HyperPodPyTorchJob", e.Kind)
	require.Equal(t, []Job{{
		Name: "otter-sft-stepped", Operator: "hyperpod", Namespace: "hyperpod-ns-otters", Queue: "hyperpod-ns-otters-localqueue", PriorityClass: "fine-tuning-priority",
		ReplicaGPUs: 8, Replicas: 2, Sizes: []int{2, 4, 6, 8},
		Scaling: Scaling{GracefulShutdown: 420 * simtime.Second, Window: 75 * simtime.Second, FaultyScaleDown: 45 * simtime.Second, Snooze: 240 * simtime.Second},
		Restart: Restart{Period: 7200 * simtime.Second, Processes: 4, Full: 2, Lifetime: 20},
		Node:    map[string]string{"node.kubernetes.io/instance-type": "ml.p5.48xlarge", "sagemaker.amazonaws.com/deep-health-check-status": "Passed"},
	}}, e.Jobs)
	require.Equal(t, []Note{
		{Ignored, "spec.nprocPerNode", `"8": the processes of a pod`},
		{Ignored, "spec.runPolicy.cleanPodPolicy", "not used None"},
	}, e.Notes)
}

// TestHyperPodSurge has every field of a job with a base and a surge.
func TestHyperPodSurge(t *testing.T) {
	e := readFile(t, "02-discrete-base-plus-surge.yaml")
	require.Equal(t, []Job{{
		Name: "heron-pretrain-surge", Operator: "hyperpod", SurgeClass: "scavenger-priority", Namespace: "hyperpod-ns-herons", Queue: "hyperpod-ns-herons-localqueue", PriorityClass: "keep-alive-priority",
		ReplicaGPUs: 8, Replicas: 1, Spares: 1, Sizes: []int{1, 2, 3, 5, 9},
		Scaling: Scaling{GracefulShutdown: 900 * simtime.Second, Window: 120 * simtime.Second, FaultyScaleDown: 300 * simtime.Second, Snooze: 600 * simtime.Second},
		Restart: Restart{Period: 21600 * simtime.Second, Processes: 3, Full: 1, Lifetime: 30, Offenders: 2},
		Limits:  Limits{Active: 864000 * simtime.Second, Startup: 2700 * simtime.Second, Fault: 1800 * simtime.Second},
	}}, e.Jobs)
	require.Equal(t, []Note{
		{Ignored, "spec.replicaSpecs[0]", "kueue.x-k8s.io/podset-required-topology: topology.k8s.aws/network-node-layer-2; the placement is that of the experiment (cluster.placement)"},
		{Ignored, "spec.replicaSpecs[1]", "kueue.x-k8s.io/podset-preferred-topology: topology.k8s.aws/network-node-layer-1; the placement is that of the experiment (cluster.placement)"},
		{Ignored, "spec.runPolicy.logMonitoringConfiguration", "2 rules on logs: hangs and slow steps are those of the experiment (availability)"},
		{Ignored, "spec.nprocPerNode", `"auto": the processes of a pod`},
		{Ignored, "spec.runPolicy.cleanPodPolicy", "not used OnlyComplete"},
		{Ignored, "spec.runPolicy.ttlSecondsAfterFinished", "not used 86400"},
		{Ignored, "spec.runPolicy.suspend", "not used false"},
	}, e.Notes)
}

// TestHyperPodStatic has every field of a job that is not elastic.
func TestHyperPodStatic(t *testing.T) {
	e := readFile(t, "03-static-with-spares.yaml")
	require.Equal(t, []Job{{
		Name: "lynx-static", Operator: "hyperpod", Namespace: "hyperpod-ns-lynx", Queue: "hyperpod-ns-lynx-localqueue", PriorityClass: "training-priority",
		ReplicaGPUs: 8, Replicas: 4, Spares: 1, Sizes: []int{4},
		Restart: Restart{Period: 3600 * simtime.Second, Processes: 2, Full: 3, Lifetime: 10},
	}}, e.Jobs)
	require.Equal(t, []Note{{Ignored, "spec.nprocPerNode", `"8": the processes of a pod`}}, e.Notes)
}

func TestGovernance(t *testing.T) {
	e := readFile(t, "04-governance.json")
	require.Equal(t, "HyperPod task governance", e.Kind)
	require.Equal(t, []PriorityClass{{"keep-alive", 95}, {"training", 60}, {"fine-tuning", 40}, {"scavenger", 5}}, e.Classes)
	require.Equal(t, []Quota{
		{Name: "otters", Cohort: "cluster", Weight: 70_000, Preemption: "LowerPriority", Reclaim: "Any", Strategy: "LendAndBorrow",
			Limits: []Limit{{"ml.p5.48xlarge", "ml.p5.48xlarge", 80, 40, -1}}}, // 10 × 8 GPUs, half of them borrowed
		{Name: "herons", Cohort: "cluster", Weight: 30_000, Preemption: "Never", Reclaim: "Any", Strategy: "Lend",
			Limits: []Limit{{"ml.p5.48xlarge", "ml.p5.48xlarge", 48, 0, -1}}},
	}, e.Quotas)
}

const elasticJob = `apiVersion: sagemaker.amazonaws.com/v1
kind: HyperPodPyTorchJob
metadata: {name: a}
spec:
  replicaSpecs:
    - {name: w, replicas: REPLICAS, maxReplicas: 8, template: {spec: {containers: [{resources: {limits: {nvidia.com/gpu: 8}}}]}}}
  elasticPolicy: {POLICY}
`

// TestHyperPodTraps has the traps that vendor samples set: they are read, and what
// was made of them is said.
func TestHyperPodTraps(t *testing.T) {
	tests := []struct {
		name, replicas, policy string
		sizes                  []int
		notes                  []string
	}{
		{"step and values, max below that of the spec", "1", "minReplicas: 1, maxReplicas: 4, replicaIncrementStep: 1, replicaDiscreteValues: [2, 4, 8]", []int{1, 2, 4}, []string{
			"4, while the maxReplicas of the replica specs add up to 8: the lower counts",
			"replicaDiscreteValues count and replicaIncrementStep does not; the operator allows only one of them",
			"8, above maxReplicas, 4",
			"minReplicas, 1, is a legal size although the list does not have it"}},
		{"no step", "2", "minReplicas: 2, maxReplicas: 8", []int{2, 3, 4, 5, 6, 7, 8}, []string{
			"neither replicaIncrementStep nor replicaDiscreteValues: steps of one replica"}},
		{"step that does not reach max", "2", "minReplicas: 2, maxReplicas: 8, replicaIncrementStep: 4", []int{2, 6}, nil},
		{"bounds of the specs", "2", "replicaIncrementStep: 3", []int{2, 5, 8}, nil},
		{"start at no legal size", "3", "minReplicas: 2, maxReplicas: 8, replicaIncrementStep: 2", []int{2, 4, 6, 8}, []string{
			"the job starts with 3 replicas, which is no legal size: it asks for 2"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e, err := Read("f", []byte(replace(elasticJob, "REPLICAS", tt.replicas, "POLICY", tt.policy+
				", gracefulShutdownTimeoutInSeconds: 1, scalingTimeoutInSeconds: 2, faultyScaleDownTimeoutInSeconds: 3")))
			require.NoError(t, err)
			require.Equal(t, tt.sizes, e.Jobs[0].Sizes)
			var notes []string
			for _, n := range e.Notes {
				notes = append(notes, n.Text)
			}
			require.Equal(t, append(tt.notes, `"": the processes of a pod`), notes)
		})
	}
}

func TestHyperPodFaults(t *testing.T) {
	tests := []struct{ name, policy, message string }{
		{"not a number", "minReplicas: two", `f:7:32: spec.elasticPolicy.minReplicas: got "two", want a whole number from 0 to 1000000`},
		{"zero", "minReplicas: 0", `f:7:32: spec.elasticPolicy.minReplicas: got "0", want at least 1 replica, as the job would have none`},
		{"bounds", "minReplicas: 9, maxReplicas: 8", `f:7:32: spec.elasticPolicy.minReplicas: got "9", want at most maxReplicas`},
		{"value", "minReplicas: 2, replicaDiscreteValues: [2, x]", `f:7:62: spec.elasticPolicy.replicaDiscreteValues[1]: got "x", want a whole number from 1 to 1000000`},
		{"step", "minReplicas: 2, replicaIncrementStep: 0", `f:7:57: spec.elasticPolicy.replicaIncrementStep: got "0", want a whole number from 1 to 1000000`},
		{"timeout", "scalingTimeoutInSeconds: 5m", `f:7:44: spec.elasticPolicy.scalingTimeoutInSeconds: got "5m", want a whole number from 0 to 315619200`},
		{"twice", "minReplicas: 2, minReplicas: 2", `f:7:35: got "minReplicas", want each key once`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read("f", []byte(replace(elasticJob, "REPLICAS", "2", "POLICY", tt.policy)))
			require.EqualError(t, err, tt.message)
		})
	}
}
