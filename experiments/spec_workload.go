package experiments

import (
	"rubato/experiments/internal/strict"
	"rubato/simtime"
)

// workloadSpec is the jobs: those of a trace, of a list and of a generator
// together.
type workloadSpec struct {
	Trace    *jobTrace     `yaml:"trace"`
	Jobs     []jobSpec     `yaml:"jobs" jsonschema:"minItems=1"`
	Generate *generateSpec `yaml:"generate"`
	// Model holds for every job; a job may override it key by key.
	Model modelSpec `yaml:"model"`
}

// jobTrace is a trace of jobs.
type jobTrace struct {
	traceSource
	// Group keeps the jobs of one group (virtual cluster).
	Group string `yaml:"group"`
	// Unit is that of the times of a tiresias trace.
	Unit string `yaml:"unit" jsonschema:"enum=s,enum=ms"`
	// ZeroDuration says what becomes of jobs of duration 0.
	ZeroDuration string `yaml:"zeroDuration" jsonschema:"enum=error,enum=drop,enum=min-1s"`
	// From and Until keep the jobs submitted in between, counted from the
	// trace's start; From becomes time 0.
	From  simtime.Duration `yaml:"from"`
	Until simtime.Duration `yaml:"until" jsonschema:"exclusiveMinimum=0"`
	// SubmitFactor and DurationFactor stretch the times of submission and the
	// run times.
	SubmitFactor   decimal `yaml:"submitFactor"`
	DurationFactor decimal `yaml:"durationFactor"`
}

// jobSpec is one job of a list.
type jobSpec struct {
	ID     string           `yaml:"id" jsonschema:"required"`
	Submit simtime.Duration `yaml:"submit"`
	// GPUs is the requested size and Duration the run time at that size,
	// without saves, restarts or losses.
	GPUs     int              `yaml:"gpus" jsonschema:"required,minimum=1"`
	Duration simtime.Duration `yaml:"duration" jsonschema:"required,exclusiveMinimum=0"`
	// Estimate is its user's estimate of the run time at that size.
	Estimate simtime.Duration `yaml:"estimate" jsonschema:"exclusiveMinimum=0"`
	// Cancel is when its user cancels the job.
	Cancel simtime.Duration `yaml:"cancel" jsonschema:"exclusiveMinimum=0"`
	User   string           `yaml:"user"`
	Team   string           `yaml:"team"`
	// Name says what is trained; estimates by history go by user and name.
	Name string `yaml:"name"`
	modelSpec
}

// generateSpec makes jobs at random: arrivals in a renewal process, Poisson by
// default.
type generateSpec struct {
	Jobs         int          `yaml:"jobs" jsonschema:"required,minimum=1,maximum=10000000"`
	Interarrival distribution `yaml:"interarrival" jsonschema:"required"`
	Duration     distribution `yaml:"duration" jsonschema:"required"`
	// GPUs are the requested sizes with their weights.
	GPUs strict.Map[float64] `yaml:"gpus" jsonschema:"required"`
}

// modelSpec is what a job is like. A key that is left out is not set.
type modelSpec struct {
	Pool        *string `yaml:"pool"`
	ReplicaGPUs *int    `yaml:"replicaGPUs" jsonschema:"minimum=1"`
	// ReplicaCPUs and ReplicaMemoryGiB count under policies that share them.
	ReplicaCPUs      *int            `yaml:"replicaCPUs" jsonschema:"minimum=0,maximum=1000000"`
	ReplicaMemoryGiB *int            `yaml:"replicaMemoryGiB" jsonschema:"minimum=0,maximum=1000000"`
	Scaling          *scalingSpec    `yaml:"scaling"`
	Checkpoint       *checkpointSpec `yaml:"checkpoint"`
	Restart          *restartSpec    `yaml:"restart"`
	Elastic          *elasticSpec    `yaml:"elastic"`
	Priority         *int            `yaml:"priority" jsonschema:"minimum=-1000000000,maximum=1000000000"`
	Preemptible      *bool           `yaml:"preemptible"`
	// MaxLosses is how many losses of GPUs without notice a job survives; 0
	// sets no limit.
	MaxLosses *int `yaml:"maxLosses" jsonschema:"minimum=0"`
}

type scalingSpec struct {
	Model    string   `yaml:"model" jsonschema:"required,enum=linear,enum=amdahl,enum=power-law,enum=table"`
	Serial   *float64 `yaml:"serial" jsonschema:"minimum=0,maximum=1"`
	Exponent *float64 `yaml:"exponent" jsonschema:"exclusiveMinimum=0,maximum=1"`
	// Points are pairs of GPUs and throughput, in any unit.
	Points [][]float64 `yaml:"points" jsonschema:"minItems=1"`
}

type checkpointSpec struct {
	// Interval is the training time between periodic saves; none without it.
	Interval simtime.Duration `yaml:"interval" jsonschema:"exclusiveMinimum=0"`
	// Save is how long training pauses for a save, periodic or on demand.
	Save simtime.Duration `yaml:"save"`
}

type restartSpec struct {
	// Preset takes the costs of a published simulator instead.
	Preset string `yaml:"preset" jsonschema:"enum=free,enum=helios,enum=lucid,enum=shockwave"`
	// Start is the time from allocation to training, without Load.
	Start simtime.Duration `yaml:"start"`
	// Load is the time to read a checkpoint, where there is one.
	Load simtime.Duration `yaml:"load"`
	// FirstStart is Start for the first time; as Start where it is left out.
	FirstStart *simtime.Duration `yaml:"firstStart"`
}

// merge returns the model with the keys that over sets replaced.
func (m modelSpec) merge(over modelSpec) modelSpec {
	override(&m.Pool, over.Pool)
	override(&m.ReplicaGPUs, over.ReplicaGPUs)
	override(&m.ReplicaCPUs, over.ReplicaCPUs)
	override(&m.ReplicaMemoryGiB, over.ReplicaMemoryGiB)
	override(&m.Scaling, over.Scaling)
	override(&m.Checkpoint, over.Checkpoint)
	override(&m.Restart, over.Restart)
	override(&m.Elastic, over.Elastic)
	override(&m.Priority, over.Priority)
	override(&m.Preemptible, over.Preemptible)
	override(&m.MaxLosses, over.MaxLosses)
	return m
}

func override[T any](p **T, over *T) {
	if over != nil {
		*p = over
	}
}

// or returns what p points to, or a default.
func or[T any](p *T, missing T) T {
	if p == nil {
		return missing
	}
	return *p
}
