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
	// Load is how many times as fast as written jobs arrive: times of submission are
	// divided by it. From there to a deadline or cancellation it is as long as written.
	Load decimal `yaml:"load"`
	// Model holds for every job; a job may override it key by key.
	Model modelSpec `yaml:"model"`
}

// jobTrace is a trace of jobs.
type jobTrace struct {
	traceSource
	// Group keeps the jobs of one group (virtual cluster).
	Group string `yaml:"group"`
	// Unit is that of the times of a tiresias trace.
	Unit string `yaml:"unit" jsonschema:"enum=s,enum=ms,enum=h"`
	// ZeroDuration says what becomes of jobs of duration 0.
	ZeroDuration string `yaml:"zeroDuration" jsonschema:"enum=error,enum=drop,enum=min-1s"`
	// ZeroGPUs says what becomes of jobs without GPUs.
	ZeroGPUs string `yaml:"zeroGPUs" jsonschema:"enum=error,enum=drop"`
	// Attempts says what the run time of a job is that was tried several times.
	Attempts string `yaml:"attempts" jsonschema:"enum=sum,enum=span,enum=each"`
	// Throughputs give the run times of a trace that gives steps of training.
	Throughputs *throughputsSpec `yaml:"throughputs"`
	// From and Until keep the jobs submitted in between, counted from the
	// trace's start; From becomes time 0.
	From  simtime.Duration `yaml:"from"`
	Until simtime.Duration `yaml:"until" jsonschema:"exclusiveMinimum=0"`
	// SubmitFactor and DurationFactor stretch the times of submission and the
	// run times.
	SubmitFactor   decimal `yaml:"submitFactor"`
	DurationFactor decimal `yaml:"durationFactor"`

	profiled bool // its run times come from profiles
	// Resample draws another trace like this one for each seed.
	Resample *resampleSpec `yaml:"resample"`
}

// throughputsSpec is a file of steps a second, as published with Gavel, and the GPU
// type in it that counts.
type throughputsSpec struct {
	File string `yaml:"file" jsonschema:"required"`
	GPU  string `yaml:"gpu" jsonschema:"required"`
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
	// Deadline is when it should be done, Cancel when its user cancels the job.
	Deadline simtime.Duration `yaml:"deadline" jsonschema:"exclusiveMinimum=0"`
	Cancel   simtime.Duration `yaml:"cancel" jsonschema:"exclusiveMinimum=0"`
	User     string           `yaml:"user"`
	Team     string           `yaml:"team"`
	// Name says what is trained; estimates by history go by user and name.
	Name string `yaml:"name"`
	modelSpec
}

// modelSpec is what a job is like. A key that is left out is not set.
type modelSpec struct {
	Pool *string `yaml:"pool"`
	// Pools are several in which a job may run, instead of Pool; it waits in the first.
	Pools       *[]string `yaml:"pools" jsonschema:"minItems=1"`
	ReplicaGPUs *int      `yaml:"replicaGPUs" jsonschema:"minimum=1"`
	// TensorParallel × PipelineParallel GPUs are a replica, instead of ReplicaGPUs.
	TensorParallel   *int `yaml:"tensorParallel" jsonschema:"minimum=1,maximum=100000"`
	PipelineParallel *int `yaml:"pipelineParallel" jsonschema:"minimum=1,maximum=100000"`
	// ReplicaCPUs and ReplicaMemoryGiB count under policies that share them.
	ReplicaCPUs      *int         `yaml:"replicaCPUs" jsonschema:"minimum=0,maximum=1000000"`
	ReplicaMemoryGiB *int         `yaml:"replicaMemoryGiB" jsonschema:"minimum=0,maximum=1000000"`
	Scaling          *scalingSpec `yaml:"scaling"`
	// GPUSpeeds are the speeds of GPU types, relative to that for which durations
	// are given.
	GPUSpeeds   *strict.Map[float64] `yaml:"gpuSpeeds"`
	Spread      *spreadSpec          `yaml:"spread"`
	Checkpoint  *checkpointSpec      `yaml:"checkpoint"`
	Restart     *restartSpec         `yaml:"restart"`
	Operator    *operatorSpec        `yaml:"operator"`
	Ladder      *ladderSpec          `yaml:"ladder"`
	Elastic     *elasticSpec         `yaml:"elastic"`
	Priority    *int                 `yaml:"priority" jsonschema:"minimum=-1000000000,maximum=1000000000"`
	Preemptible *bool                `yaml:"preemptible"`
	// DeadlineFactor sets deadlines, where there is none, to so many times a job's run
	// time after its submission.
	DeadlineFactor *float64 `yaml:"deadlineFactor" jsonschema:"exclusiveMinimum=0,maximum=1000000"`
	// SurgePriority is that of the GPUs beyond the least size, Timeouts and Limits
	// are the job's own.
	SurgePriority *int          `yaml:"surgePriority" jsonschema:"minimum=-1000000000,maximum=1000000000"`
	Timeouts      *timeoutsSpec `yaml:"timeouts"`
	Limits        *limitsSpec   `yaml:"limits"`
	// MaxLosses is how many failures a job survives; 0 sets no limit.
	MaxLosses *int `yaml:"maxLosses" jsonschema:"minimum=0"`
}

// timeoutsSpec are a job's own times for changes of its size.
type timeoutsSpec struct {
	Graceful *simtime.Duration `yaml:"gracefulShutdown"`
	Scaling  *simtime.Duration `yaml:"scaling"`
	Faulty   *simtime.Duration `yaml:"faultyScaleDown"`
	Snooze   *simtime.Duration `yaml:"scaleUpSnooze"`
}

// limitsSpec says when a job that takes too long fails.
type limitsSpec struct {
	Active  simtime.Duration `yaml:"active" jsonschema:"exclusiveMinimum=0"`
	Startup simtime.Duration `yaml:"startup" jsonschema:"exclusiveMinimum=0"`
	Fault   simtime.Duration `yaml:"fault" jsonschema:"exclusiveMinimum=0"`
}

// merge returns the model with the keys that over sets replaced.
func (m modelSpec) merge(over modelSpec) modelSpec {
	if over.Pool != nil || over.Pools != nil {
		m.Pool, m.Pools = over.Pool, over.Pools
	}
	override(&m.ReplicaGPUs, over.ReplicaGPUs)
	override(&m.ReplicaCPUs, over.ReplicaCPUs)
	override(&m.ReplicaMemoryGiB, over.ReplicaMemoryGiB)
	override(&m.TensorParallel, over.TensorParallel)
	override(&m.PipelineParallel, over.PipelineParallel)
	override(&m.Scaling, over.Scaling)
	override(&m.GPUSpeeds, over.GPUSpeeds)
	override(&m.Spread, over.Spread)
	override(&m.Operator, over.Operator)
	override(&m.Ladder, over.Ladder)
	override(&m.Checkpoint, over.Checkpoint)
	override(&m.Restart, over.Restart)
	override(&m.Elastic, over.Elastic)
	override(&m.Priority, over.Priority)
	override(&m.Preemptible, over.Preemptible)
	override(&m.MaxLosses, over.MaxLosses)
	override(&m.DeadlineFactor, over.DeadlineFactor)
	override(&m.SurgePriority, over.SurgePriority)
	override(&m.Timeouts, over.Timeouts)
	override(&m.Limits, over.Limits)
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
