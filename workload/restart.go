package workload

import "rubato/simtime"

// Stage is a part of a restart, as AWS lists them for HyperPod.
type Stage uint8

// The stages, in order.
const (
	// JobRestart is the scheduler's part: pods are made, images pulled.
	JobRestart Stage = iota
	// ProcessStart is the start of processes and of the network between them.
	ProcessStart
	// Load reads and reshards the checkpoint, where there is one.
	Load
	// DataLoader starts the data loader and finds the place in the data.
	DataLoader
	// FirstStep is what the first step takes longer than the others.
	FirstStep
	// LostSteps is training that even a graceful event throws away.
	LostSteps
	NumStages
)

// Occasion is why a job restarts.
type Occasion uint8

// The occasions.
const (
	// FromQueue is a start from the queue: the first, one after a preemption, or
	// a migration.
	FromQueue Occasion = iota
	// ScaleUp and ScaleDown are changes of size.
	ScaleUp
	ScaleDown
	// InPlace is the recovery of processes on the GPUs that the job has.
	InPlace
	// Replacement is the recovery at the same size with GPUs of another node.
	Replacement
	// FullRestart is the recovery of the whole job on the GPUs that it has, once
	// recoveries in place have not helped.
	FullRestart
	NumOccasions
)

// Stages is a set of stages.
type Stages uint8

// StageSet returns the set of some stages.
func StageSet(stages ...Stage) Stages {
	set := NoStages
	for _, s := range stages {
		set |= 1 << s
	}
	return set
}

// NoStages is the empty set. The zero value stands for the stages that apply by
// default.
const NoStages Stages = 1 << 7

// Has reports whether a stage is in the set.
func (s Stages) Has(stage Stage) bool { return s&(1<<stage) != 0 }

// byDefault are the stages that apply on each occasion: pods that stay need no
// restart of the job, and only a graceful event throws steps away beside those
// that the last checkpoint misses.
var byDefault = [NumOccasions]Stages{
	FromQueue:   StageSet(JobRestart, ProcessStart, Load, DataLoader, FirstStep),
	ScaleUp:     StageSet(ProcessStart, Load, DataLoader, FirstStep, LostSteps),
	ScaleDown:   StageSet(ProcessStart, Load, DataLoader, FirstStep, LostSteps),
	InPlace:     StageSet(ProcessStart, Load, DataLoader, FirstStep),
	Replacement: StageSet(JobRestart, ProcessStart, Load, DataLoader, FirstStep),
	FullRestart: StageSet(JobRestart, ProcessStart, Load, DataLoader, FirstStep),
}

// Restart says what a job pays before it trains.
type Restart struct {
	// First, if it is set, is the time from first allocation to training, instead
	// of the stages.
	First *simtime.Duration
	// Costs are those of the stages. That of Load is beside the time in which the
	// checkpoint's bytes are read.
	Costs [NumStages]Cost
	// On replaces the stages that apply on an occasion.
	On [NumOccasions]Stages
}

// Applies reports whether a stage applies on an occasion.
func (r *Restart) Applies(s Stage, o Occasion) bool {
	set := r.On[o]
	if set == 0 {
		set = byDefault[o]
	}
	return set.Has(s)
}

// Time returns what a stage takes on an occasion: nothing where it does not apply.
func (r *Restart) Time(s Stage, o Occasion, gpus, nodes int) simtime.Duration {
	if !r.Applies(s, o) {
		return 0
	}
	return r.Costs[s].At(gpus, nodes)
}

// Cost is a time that may depend on the size of a job.
type Cost struct {
	Fixed   simtime.Duration
	PerNode simtime.Duration
	// BySize, if it is set, replaces Fixed by a table: the first entry whose GPUs
	// are enough counts, the last for all larger jobs.
	BySize []SizeCost
}

// SizeCost is the cost for a job of at most so many GPUs.
type SizeCost struct {
	GPUs int
	Time simtime.Duration
}

// Constant returns a cost that does not depend on the size.
func Constant(d simtime.Duration) Cost { return Cost{Fixed: d} }

// IsZero reports whether it costs nothing at any size.
func (c *Cost) IsZero() bool { return c.Fixed == 0 && c.PerNode == 0 && c.BySize == nil }

// At returns the cost of a job on some GPUs and nodes.
func (c *Cost) At(gpus, nodes int) simtime.Duration {
	fixed := c.Fixed
	for i, b := range c.BySize {
		if gpus <= b.GPUs || i == len(c.BySize)-1 {
			fixed = b.Time
			break
		}
	}
	return fixed + simtime.Duration(nodes)*c.PerNode
}

// negative reports whether a cost may be below zero.
func (c *Cost) negative() bool {
	for _, b := range c.BySize {
		if b.Time < 0 {
			return true
		}
	}
	return c.Fixed < 0 || c.PerNode < 0
}
