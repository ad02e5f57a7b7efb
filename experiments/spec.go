package experiments

import (
	"rubato/cluster"
	"rubato/experiments/internal/strict"
	"rubato/report"
	"rubato/simtime"
)

// spec is an experiment as it is written.
type spec struct {
	Name        string `yaml:"name" jsonschema:"required"`
	Title       string `yaml:"title"`
	Description string `yaml:"description"`
	// Origin is the wall clock of time 0; calendars start at its time of day.
	Origin origin `yaml:"origin"`
	// Horizon is when a run ends at the latest; without it runs go on until
	// every job has ended or nothing more can happen.
	Horizon      simtime.Duration   `yaml:"horizon" jsonschema:"exclusiveMinimum=0"`
	Seeds        seeds              `yaml:"seeds"`
	Cluster      clusterSpec        `yaml:"cluster" jsonschema:"required"`
	Availability []availabilitySpec `yaml:"availability"`
	Workload     workloadSpec       `yaml:"workload" jsonschema:"required"`
	// Policies are by label; the label is the policy's name unless the key
	// policy names another.
	Policies strict.Map[policySpec] `yaml:"policies" jsonschema:"required"`
	// Sweep are the points at which all of this is run.
	Sweep      *sweepSpec     `yaml:"sweep"`
	Statistics statisticsSpec `yaml:"statistics"`
	Outputs    outputsSpec    `yaml:"outputs"`
}

type clusterSpec struct {
	Pools []poolSpec `yaml:"pools" jsonschema:"required,minItems=1"`
	// Placement is how jobs that start get their GPUs; a policy may have a rule
	// of its own.
	Placement cluster.Placement `yaml:"placement"`
	// RelaxAfter is how long a job waits for a place by the rule before it is
	// placed by count; for ever without it.
	RelaxAfter simtime.Duration `yaml:"relaxAfter" jsonschema:"exclusiveMinimum=0"`
	// Storage is where checkpoints with a size are written and read; without it
	// that takes no time.
	Storage storageSpec `yaml:"storage"`
}

type poolSpec struct {
	Name        string `yaml:"name" jsonschema:"required"`
	Nodes       int    `yaml:"nodes" jsonschema:"required,minimum=1"`
	GPUsPerNode int    `yaml:"gpusPerNode" jsonschema:"required,minimum=1"`
	// NodesPerRack is for the placements that know racks.
	NodesPerRack int `yaml:"nodesPerRack" jsonschema:"minimum=1,maximum=1000000"`
	// CPUsPerNode and MemoryGiBPerNode are for policies that share them.
	CPUsPerNode      int `yaml:"cpusPerNode" jsonschema:"minimum=0,maximum=1000000"`
	MemoryGiBPerNode int `yaml:"memoryGiBPerNode" jsonschema:"minimum=0,maximum=1000000"`
	// GPUType is a label, such as H100.
	GPUType string `yaml:"gpuType"`
	// Spares is the number of nodes in reserve for those that are lost.
	Spares int `yaml:"spares" jsonschema:"minimum=0"`
	// Price is that of a GPU-hour, in any currency.
	Price float64 `yaml:"price" jsonschema:"minimum=0,maximum=1000000000"`
	// Billing says what is paid for: all capacity, or what jobs hold.
	Billing billing `yaml:"billing"`
}

// availabilitySpec says how the capacity of a pool changes. Trace, Spot, Steps and
// Events are of GPUs that are lost and come back, Calendar of those another
// tenant holds.
type availabilitySpec struct {
	// Pool may be left out where there is only one.
	Pool string `yaml:"pool"`
	// Notice is how long before it happens each loss is announced.
	Notice simtime.Duration `yaml:"notice"`
	// Detection is how long jobs hang that a failure without notice hits.
	Detection simtime.Duration `yaml:"detection"`
	// HealthCheck is how long nodes that come back are tested first.
	HealthCheck simtime.Duration   `yaml:"healthCheck"`
	Trace       *availabilityTrace `yaml:"trace"`
	Spot        *spotSpec          `yaml:"spot"`
	Steps       []stepSpec         `yaml:"steps" jsonschema:"minItems=1"`
	Calendar    *calendarSpec      `yaml:"calendar"`
	Events      []eventSpec        `yaml:"events" jsonschema:"minItems=1"`
	Failures    *failuresSpec      `yaml:"failures"`
	Maintenance *maintenanceSpec   `yaml:"maintenance"`
}

// traceSource names a trace; exactly one of Sample and File is given.
type traceSource struct {
	// Sample is the name of a built-in trace.
	Sample string `yaml:"sample"`
	// File is a path, relative to the folder of the experiment's file.
	File string `yaml:"file"`
	// Format is found by content where it is left out.
	Format string `yaml:"format"`
	// Lenient leaves faulty rows out and counts them.
	Lenient bool `yaml:"lenient"`
}

// name is the name in results: that of the sample or file.
func (t traceSource) name() string {
	if t.Sample != "" {
		return t.Sample
	}
	return t.File
}

// availabilityTrace is a trace of nodes or GPUs. The keys below say what its file
// does not, each for the formats that need it.
type availabilityTrace struct {
	traceSource
	// Group keeps the nodes of one group, or is the column of a table.
	Group string `yaml:"group"`
	// Unit is that of the times of a plot of steps.
	Unit string `yaml:"unit" jsonschema:"enum=ms,enum=s,enum=h"`
	// Samples says how samples that step back in time are read.
	Samples string `yaml:"samples" jsonschema:"enum=running-max,enum=blocks"`
	// Gap is the time between ticks, instead of the file's.
	Gap simtime.Duration `yaml:"gap" jsonschema:"exclusiveMinimum=0"`
	// Invert swaps 0 and 1 of ticks, Mask is what a 1 stands for.
	Invert bool `yaml:"invert"`
	Mask   int  `yaml:"mask" jsonschema:"minimum=1,maximum=1000000"`
	// Nodes are those of the cluster, of which a trace of faults names only some.
	Nodes int `yaml:"nodes" jsonschema:"minimum=1,maximum=1000000"`
	// Resample draws another series of counts like this one for each seed.
	Resample *resampleSpec `yaml:"resample"`
}

// stepSpec is the number of GPUs that are there from an instant on.
type stepSpec struct {
	At   simtime.Duration `yaml:"at" jsonschema:"required"`
	GPUs int              `yaml:"gpus" jsonschema:"required,minimum=0"`
}

// eventSpec is a node that goes or comes back, whose processes die, or that runs at
// a share of its speed until it is well again. Nodes count from 0 and are up at
// first.
type eventSpec struct {
	At    simtime.Duration `yaml:"at" jsonschema:"required"`
	Node  int              `yaml:"node" jsonschema:"required,minimum=0"`
	State string           `yaml:"state" jsonschema:"required,enum=up,enum=down,enum=crash,enum=slow,enum=well"`
	Speed *float64         `yaml:"speed"`
}

// outputsSpec says which files are written; what is left out is written, but not of
// a sweep, which has many runs.
type outputsSpec struct {
	Timeline *bool `yaml:"timeline"`
	Plots    *bool `yaml:"plots"`
	Jobs     *bool `yaml:"jobs"`
	// Page is report.html.
	Page *bool `yaml:"page"`
	// Write are files beside the usual ones, by name.
	Write []report.FileName `yaml:"write"`
}

// newSpec returns the defaults.
func newSpec() spec {
	return spec{
		Seeds:   seeds{1},
		Cluster: clusterSpec{Placement: cluster.Count},
	}
}
