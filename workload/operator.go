package workload

import "rubato/simtime"

// Operator is what the software that runs and resizes a job does. The zero value
// saves on demand, as HyperPod does, and waits for nothing.
type Operator struct {
	// NoSave kills the workers at a scale event without a save: work since the
	// last checkpoint is lost. Jobs stopped for others are killed too.
	NoSave bool
	// Live resizes without a restart and without a save: the replicas that stay
	// train on, and so do they when others are lost.
	Live bool
	// PeerRecovery restores a job that lost GPUs or a process from the memory of a
	// whole replica that is left: no work is lost.
	PeerRecovery bool
	// LastCall is how long the rendezvous of a restart below the greatest size
	// waits for more workers.
	LastCall simtime.Duration
	// ShrinkWait is a wait before each restart at a smaller size.
	ShrinkWait simtime.Duration
	// Poll is how often, from its last start on, a job looks for GPUs to grow onto;
	// zero means at once.
	Poll simtime.Duration
	// Cooldown is how long after a restart a job does not grow.
	Cooldown simtime.Duration
	// MaxRestarts is how many restarts, of whatever cause, a job has before it
	// fails; zero sets no limit.
	MaxRestarts int
	// Overhead is the share of its speed that a job pays for the operator's
	// service, from 0 to below 1.
	Overhead float64
}

// Ladder is how recovery from failures escalates, as the restartPolicy of
// HyperPodPyTorchJob says: first processes restart in place; after
// ProcessRestarts of those within Period the whole job restarts; after
// FullRestarts of those within Period the job fails. A job that lost GPUs restarts
// whole. The zero value restarts processes for ever.
type Ladder struct {
	Period          simtime.Duration
	ProcessRestarts int
	FullRestarts    int
	// Avoid is how many of the nodes on which processes of the job have died twice or
	// more it leaves at a full restart, the worst first, if there are others.
	Avoid int
}
