package experiments

import (
	"fmt"
	"math"

	"rubato/experiments/internal/strict"
	"rubato/simtime"
	"rubato/traces"
	"rubato/workload"
)

// model is a modelSpec that has been checked.
type model struct {
	pool    int
	profile *workload.Profile
	// elsewhere are the other pools in which a job may run.
	elsewhere []place
	elastic   *elasticSpec // nil: rigid
	priority  int
	// deadlineFactor is the time to a deadline as a multiple of the run time, 0 for
	// none.
	deadlineFactor float64
	// steps is the interval between saves in steps of stepTime, 0 for another.
	steps    int
	stepTime simtime.Duration
	bySize   map[int]*workload.Profile
	profiles *profiles // nil for other scaling models
	// prefixes are the paths under which its keys may be, in order.
	prefixes []string
}

// paths returns where a key of the model may be, the job's own first.
func (m *model) paths(key string) []string { return keyPaths(m.prefixes, key) }

func keyPaths(prefixes []string, key string) []string {
	var out []string
	for _, p := range prefixes {
		out = append(out, p+"."+key)
	}
	return out
}

// compileModel checks a model whose keys stand under the given paths.
func (e *Experiment) compileModel(s modelSpec, prefixes ...string) *model {
	m := &model{priority: or(s.Priority, 0), deadlineFactor: or(s.DeadlineFactor, 0), prefixes: prefixes}
	others := e.homeOf(s, m)
	pool := e.pools[m.pool]
	e.checkSpeeds(s.GPUSpeeds, m)
	m.profile = &workload.Profile{
		ReplicaGPUs: e.replica(s, m),
		ReplicaCPUs: or(s.ReplicaCPUs, 0), ReplicaMemoryGiB: or(s.ReplicaMemoryGiB, 0),
		Room:           roomOf(pool),
		Speed:          e.gpuSpeed(s.GPUSpeeds, m.pool, m),
		Restart:        e.restart(or(s.Restart, restartSpec{}), m),
		NonPreemptible: !or(s.Preemptible, true),
		MaxLosses:      or(s.MaxLosses, 0),
		SurgePriority:  s.SurgePriority,
	}
	if t := s.Timeouts; t != nil {
		m.profile.Timeouts = workload.Timeouts{Graceful: t.Graceful, Scaling: t.Scaling, Faulty: t.Faulty, Snooze: t.Snooze}
	}
	if l := s.Limits; l != nil {
		m.profile.Limits = workload.Limits{Active: l.Active, Startup: l.Startup, Fault: l.Fault}
	}
	if s.Spread != nil {
		m.profile.Spread = workload.Spread{Nodes: or(s.Spread.Nodes, 0), Racks: or(s.Spread.Racks, 0)}
	}
	if l := s.Ladder; l != nil {
		m.profile.Ladder = workload.Ladder{
			Period: l.Period, ProcessRestarts: or(l.ProcessRestarts, math.MaxInt), FullRestarts: or(l.FullRestarts, math.MaxInt), Avoid: or(l.AvoidOffenders, 0),
		}
	}
	e.checkpoint(or(s.Checkpoint, checkpointSpec{}), m)
	e.operator(s, m)
	m.profile.Scaling = e.scaling(or(s.Scaling, scalingSpec{Model: "linear"}), m)
	if s.Elastic != nil && !s.Elastic.none {
		m.elastic = s.Elastic
		e.checkElastic(m)
	}
	for _, i := range others {
		m.elsewhere = append(m.elsewhere, place{pool: i, room: roomOf(e.pools[i]), speed: e.gpuSpeed(s.GPUSpeeds, i, m)})
	}
	return m
}

// profileFor returns the profile of jobs that request a size: an interval in steps is
// so much work at that size.
func (m *model) profileFor(requested int) *workload.Profile {
	if m.steps == 0 {
		return m.profile
	}
	p := m.bySize[requested]
	if p == nil {
		if m.bySize == nil {
			m.bySize = make(map[int]*workload.Profile)
		}
		c := *m.profile
		p = &c
		p.Checkpoint.Interval.Work = p.WorkIn(simtime.Duration(m.steps)*m.stepTime, requested)
		m.bySize[requested] = p
	}
	return p
}

// replica is the number of GPUs of a replica.
func (e *Experiment) replica(s modelSpec, m *model) int {
	if s.TensorParallel == nil && s.PipelineParallel == nil {
		return or(s.ReplicaGPUs, 1)
	}
	if s.ReplicaGPUs != nil {
		e.doc.Problem("want either replicaGPUs or tensorParallel and pipelineParallel, whose product it is", m.paths("replicaGPUs")...)
	}
	return or(s.TensorParallel, 1) * or(s.PipelineParallel, 1)
}

// checkSpeeds checks the speeds of GPU types.
func (e *Experiment) checkSpeeds(speeds *strict.Map[float64], m *model) {
	if speeds == nil {
		return
	}
	for _, s := range *speeds {
		if !(s.Value > 0 && s.Value <= 1e6) {
			e.doc.Wrong("a speed over 0, relative to the GPUs for which durations are given", m.paths("gpuSpeeds."+s.Key)...)
		}
	}
}

// gpuSpeed is the speed of the GPUs of a pool; 0 where all are alike.
func (e *Experiment) gpuSpeed(speeds *strict.Map[float64], index int, m *model) float64 {
	if speeds == nil {
		return 0
	}
	pool, types, speed := e.pools[index], []string(nil), 0.0
	for _, s := range *speeds {
		if s.Key == pool.GPUType {
			speed = s.Value
		}
		types = append(types, s.Key)
	}
	if speed == 0 {
		e.doc.Problem(fmt.Sprintf("got no speed for the gpuType %s of pool %q, want it among %s%s", strict.Quote(pool.GPUType), pool.Name,
			strict.List(types), strict.DidYouMean(pool.GPUType, types)), m.paths("gpuSpeeds")...)
	}
	return speed
}

// rawJob is a job before its model is applied.
type rawJob struct {
	id, user, team string
	name           string
	submit, cancel simtime.Duration
	deadline       simtime.Duration
	gpus           int
	// minGPUs and maxGPUs are the sizes a trace gives; 0 if it gives none.
	minGPUs, maxGPUs int
	duration         simtime.Duration
	estimate         simtime.Duration
	priority         int
	batch            int
	steps            int64
	line             int // of the trace
}

// rawOf is a job of a trace.
func rawOf(r *traces.Job) rawJob {
	return rawJob{
		id: r.ID, user: r.User, team: r.Group, name: r.Model, submit: simtime.Duration(r.Submit),
		gpus: r.GPUs, minGPUs: r.MinGPUs, maxGPUs: r.MaxGPUs, duration: r.Duration, estimate: r.Estimate,
		deadline: simtime.Duration(r.Deadline), priority: r.Priority, batch: r.Batch, steps: r.Steps, line: r.Line,
	}
}

func (r rawJob) String() string {
	if r.line > 0 {
		return fmt.Sprintf("job %q (line %d of the trace)", r.id, r.line)
	}
	return fmt.Sprintf("job %q", r.id)
}
