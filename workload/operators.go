package workload

import "rubato/simtime"

// OperatorPreset is what a piece of software that runs elastic jobs does, as
// ordinary parameters.
type OperatorPreset struct {
	Name, Source string
	Operator     Operator
	// Memory is a tier of checkpoints in memory that comes with it.
	Memory MemoryTier
	// Start, if it is not nil, is the cost of starting processes.
	Start *Cost
	// On are the stages of a restart that apply, where they are special.
	On [NumOccasions]Stages
}

// OperatorPresets lists the presets. What a source does not give is assumed, and
// said so there.
func OperatorPresets() []OperatorPreset {
	const s = simtime.Second
	// 50 s on 16 GPUs, 47 s on 256, under 2 minutes on 2,304; bounds between those
	// are assumed.
	recovery := Cost{BySize: []SizeCost{{16, 50 * s}, {256, 47 * s}, {1 << 30, 120 * s}}}
	checkpointless := OperatorPreset{
		Name:     "checkpointless",
		Source:   "checkpointless training on SageMaker HyperPod (AWS, 2025): state from peers, 47 s on 256 GPUs, 50 s on 16, under 120 s on 2,304, loading included; sizes in between assumed",
		Operator: Operator{PeerRecovery: true}, Start: &recovery,
	}
	for _, o := range []Occasion{InPlace, Replacement, FullRestart} {
		checkpointless.On[o] = StageSet(ProcessStart)
	}
	return []OperatorPreset{
		{Name: "hyperpod", Source: "SageMaker HyperPod elastic training: a checkpoint at the event; its hold window is a parameter of the policy"},
		{
			Name:     "torchrun",
			Source:   "torchrun --nnodes=MIN:MAX: a change of membership kills all workers without a save; last call 30 s (assumed from its default); set maxRestarts to its --max-restarts",
			Operator: Operator{NoSave: true, LastCall: 30 * s},
		},
		{
			Name:     "ray-train",
			Source:   "Ray Train with num_workers=(MIN, MAX): looks for capacity every 60 s (elastic_resize_monitor_interval_s), restarts from the last checkpoint",
			Operator: Operator{NoSave: true, Poll: 60 * s},
		},
		{
			Name:     "kubeflow",
			Source:   "Kubeflow Trainer, KEP-2903: torchrun with a cool-down of 60 s (proposed)",
			Operator: Operator{NoSave: true, LastCall: 30 * s, Cooldown: 60 * s},
		},
		{
			Name:     "dlrover",
			Source:   "DLRover with flash checkpoints: 0.2 s to memory each 10 steps, 60 s of wait at a shrink (issue 1534); 10 steps as 100 s, 10 s to load and one copy are assumed",
			Operator: Operator{NoSave: true, ShrinkWait: 60 * s},
			Memory:   MemoryTier{Interval: 100 * s, Save: 200, Load: 10 * s, Copies: 1},
		},
		{
			Name:     "torchft",
			Source:   "TorchFT: a replica group is the domain of failure, no restart of the others, an overhead of about 10 %",
			Operator: Operator{Live: true, Overhead: 0.10},
		},
		checkpointless,
	}
}
