package site

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

const pods = `template: {spec: {containers: [{resources: {limits: {nvidia.com/gpu: 4}}}]}}`

// TestPyTorchJob has an elastic job whose pods may be from 2 to 5.
func TestPyTorchJob(t *testing.T) {
	e := read(t, `apiVersion: kubeflow.org/v1
kind: PyTorchJob
metadata: {name: elastic, namespace: ml, labels: {kueue.x-k8s.io/queue-name: q}}
spec:
  elasticPolicy: {minReplicas: 2, maxReplicas: 5, maxRestarts: 7, rdzvBackend: c10d}
  runPolicy: {activeDeadlineSeconds: 3600, backoffLimit: 3, cleanPodPolicy: None, schedulingPolicy: {priorityClass: high}}
  pytorchReplicaSpecs:
    Worker: {replicas: 3, restartPolicy: OnFailure, `+pods+`}
`)
	require.Equal(t, []Job{{
		Name: "elastic", Namespace: "ml", Queue: "q", Operator: "kubeflow", PriorityClass: "high", ReplicaGPUs: 4, Replicas: 3, Sizes: []int{2, 3, 4, 5},
		Restart: Restart{Processes: -1, Full: -1, Lifetime: 7}, Limits: Limits{Active: simtime.Hour},
	}}, e.Jobs)
	require.Equal(t, []Note{
		{Ignored, "spec.elasticPolicy.rdzvBackend", "not used c10d"},
		{Ignored, "spec.runPolicy.cleanPodPolicy", "not used None"},
	}, e.Notes)
}

// TestPyTorchJobRigid has a master and workers, which are one job.
func TestPyTorchJobRigid(t *testing.T) {
	e := read(t, `kind: PyTorchJob
metadata: {name: rigid}
spec: {runPolicy: {backoffLimit: 3}, pytorchReplicaSpecs: {Master: {`+pods+`}, Worker: {replicas: 3, `+pods+`}}}
`)
	require.Equal(t, []Job{{Name: "rigid", Operator: "kubeflow", ReplicaGPUs: 4, Replicas: 4, Sizes: []int{4}, Restart: Restart{Processes: -1, Full: -1, Lifetime: 3}}}, e.Jobs)
}

func TestTrainJob(t *testing.T) {
	e := read(t, `kind: TrainJob
metadata: {name: t}
spec:
  runtimeRef: {name: torch-distributed}
  trainer: {numNodes: 2, resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}
  elasticPolicy: {minNodes: 1, maxNodes: 4, maxRestarts: 9}
`)
	require.Equal(t, []Job{{Name: "t", Operator: "kubeflow", ReplicaGPUs: 8, Replicas: 2, Sizes: []int{1, 2, 3, 4}, Restart: Restart{Processes: -1, Full: -1, Lifetime: 9}}}, e.Jobs)
	require.Equal(t, []Note{{Ignored, "spec.runtimeRef", `"torch-distributed": what the runtime says is not in this file`}}, e.Notes)
}

func TestKubeflowFaults(t *testing.T) {
	tests := []struct{ name, spec, message string }{
		{"no specs", "{}", `f:1:1: got "a map", want spec.pytorchReplicaSpecs`},
		{"no GPUs", "{pytorchReplicaSpecs: {Worker: {replicas: 1, template: {spec: {containers: []}}}}}", "want pods that ask for GPUs, such as nvidia.com/gpu: 8"},
		{"none", "{pytorchReplicaSpecs: {Worker: {replicas: 0, " + pods + "}}}", "want at least one replica"},
		{"bounds", "{elasticPolicy: {minReplicas: 5, maxReplicas: 2}, pytorchReplicaSpecs: {Worker: {" + pods + "}}}", `spec.elasticPolicy.minReplicas: got "5", want at most maxReplicas`},
		{"zero", "{elasticPolicy: {minReplicas: 0}, pytorchReplicaSpecs: {Worker: {" + pods + "}}}", `got "0", want a whole number from 1 to 1000000`},
		{"unlike", "{pytorchReplicaSpecs: {Master: {" + pods + "}, Worker: {template: {spec: {containers: [{resources: {limits: {nvidia.com/gpu: 8}}}]}}}}}", "want pods with as many GPUs as those of Master"},
		{"word", "{pytorchReplicaSpecs: {Worker: {replicas: many, " + pods + "}}}", `f:3:49: spec.pytorchReplicaSpecs.Worker.replicas: got "many", want a whole number from 0 to 1000000`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read("f", []byte("kind: PyTorchJob\nmetadata: {name: a}\nspec: "+tt.spec+"\n"))
			require.ErrorContains(t, err, tt.message)
		})
	}
}
