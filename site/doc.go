// Package site reads what a user can export from a running cluster: its nodes, its
// quotas, its jobs, and how many GPUs there were over time.
//
// [Read] finds out by content what a file is and returns an [Export], which has
// what the file says, and notes of what had to be assumed and of what was left
// out. Nothing is dropped without a note.
//
//	sinfo, with the column GRES              pools          slurm.go
//	scontrol show node, --oneliner, --json   pools          slurm.go
//	kubectl get nodes -o json                pools          nodes.go
//	kubectl get clusterqueues,… -o json      quotas, jobs   kueue.go, workload.go
//	HyperPodPyTorchJob (YAML or JSON)        jobs           hyperpod.go
//	PyTorchJob, TrainJob of Kubeflow         jobs           kubeflow.go
//	SchedulerConfig, ComputeQuotas           quotas         governance.go
//	Prometheus range query                   availability   prometheus.go
//
// The accounting of Slurm (sacct) is a trace of jobs: package traces reads it.
//
// # Faults
//
// A file that is not what it looks like gives an [*Error] with file, line, column
// and the path of the key.
package site
