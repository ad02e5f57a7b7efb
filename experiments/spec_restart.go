package experiments

import (
	"rubato/experiments/internal/strict"
	"rubato/simtime"
)

// restartSpec is what a job pays before it trains, by stages.
type restartSpec struct {
	// Preset takes the costs of a published simulator instead.
	Preset string `yaml:"preset" jsonschema:"enum=free,enum=helios,enum=lucid,enum=shockwave"`
	// Job is the restart of the job, Start that of processes and network, Load the
	// time to read a checkpoint beside that for its bytes, Data that of the data
	// loader, FirstStep what the first step takes longer; LostSteps is training
	// that a change of size throws away.
	Job       *costSpec `yaml:"job"`
	Start     *costSpec `yaml:"start"`
	Load      *costSpec `yaml:"load"`
	Data      *costSpec `yaml:"data"`
	FirstStep *costSpec `yaml:"firstStep"`
	LostSteps *costSpec `yaml:"lostSteps"`
	// FirstStart is the time from first allocation to training, instead of the
	// stages.
	FirstStart *simtime.Duration `yaml:"firstStart"`
	On         *occasionsSpec    `yaml:"on"`
}

// occasionsSpec names the stages that apply on each occasion, where they are not
// those that do by default.
type occasionsSpec struct {
	FromQueue   *[]string `yaml:"fromQueue" jsonschema:"enum=job,enum=start,enum=load,enum=data,enum=firstStep,enum=lostSteps"`
	ScaleUp     *[]string `yaml:"scaleUp" jsonschema:"enum=job,enum=start,enum=load,enum=data,enum=firstStep,enum=lostSteps"`
	ScaleDown   *[]string `yaml:"scaleDown" jsonschema:"enum=job,enum=start,enum=load,enum=data,enum=firstStep,enum=lostSteps"`
	InPlace     *[]string `yaml:"inPlace" jsonschema:"enum=job,enum=start,enum=load,enum=data,enum=firstStep,enum=lostSteps"`
	Replacement *[]string `yaml:"replacement" jsonschema:"enum=job,enum=start,enum=load,enum=data,enum=firstStep,enum=lostSteps"`
	FullRestart *[]string `yaml:"fullRestart" jsonschema:"enum=job,enum=start,enum=load,enum=data,enum=firstStep,enum=lostSteps"`
}

// costSpec is a time that may depend on the size of the job.
type costSpec struct {
	Fixed   simtime.Duration `yaml:"fixed"`
	PerNode simtime.Duration `yaml:"perNode"`
	// Table replaces Fixed: pairs of GPUs and time, for jobs of at most so many.
	Table []sizeCostSpec `yaml:"table" jsonschema:"minItems=1"`
}

// DecodeNode reads a duration or a map.
func (c *costSpec) DecodeNode(n strict.Node) {
	type plain costSpec
	var p plain
	switch {
	case n.IsScalar():
		n.Into(&p.Fixed, "")
	case n.IsMap():
		n.Into(&p, "")
	default:
		n.Wrong("a duration such as 60s, or a map with fixed and perNode, or with table")
	}
	*c = costSpec(p)
}

// sizeCostSpec is an entry of a table of costs.
type sizeCostSpec struct {
	GPUs int
	Time simtime.Duration
}

// DecodeNode reads a pair.
func (s *sizeCostSpec) DecodeNode(n strict.Node) {
	items := n.Items()
	if len(items) != 2 {
		n.Wrong("a pair of GPUs and time, such as [8, 30s]")
		return
	}
	items[0].Into(&s.GPUs, "minimum=1")
	items[1].Into(&s.Time, "")
}

// operatorSpec is what the software that resizes a job does. Keys that are given
// replace those of the preset.
type operatorSpec struct {
	Preset string `yaml:"preset" jsonschema:"enum=hyperpod,enum=torchrun,enum=ray-train,enum=kubeflow,enum=dlrover,enum=torchft,enum=checkpointless"`
	// SaveOnEvent: a job saves before it changes size or stops.
	SaveOnEvent  *bool             `yaml:"saveOnEvent"`
	Live         *bool             `yaml:"live"`
	PeerRecovery *bool             `yaml:"peerRecovery"`
	LastCall     *simtime.Duration `yaml:"lastCall"`
	ShrinkWait   *simtime.Duration `yaml:"shrinkWait"`
	Poll         *simtime.Duration `yaml:"poll"`
	Cooldown     *simtime.Duration `yaml:"cooldown"`
	MaxRestarts  *int              `yaml:"maxRestarts" jsonschema:"minimum=0"`
	Overhead     *float64          `yaml:"overhead" jsonschema:"minimum=0,maximum=0.99"`
}

// ladderSpec is how recovery escalates: processes, the whole job, failure.
type ladderSpec struct {
	Period          simtime.Duration `yaml:"period" jsonschema:"required,exclusiveMinimum=0"`
	ProcessRestarts *int             `yaml:"processRestarts" jsonschema:"minimum=0"`
	FullRestarts    *int             `yaml:"fullRestarts" jsonschema:"minimum=0"`
	AvoidOffenders  *int             `yaml:"avoidOffenders" jsonschema:"minimum=0"`
}
