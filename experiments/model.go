package experiments

import (
	"fmt"

	"rubato/simtime"
	"rubato/workload"
)

// model is a modelSpec that has been checked.
type model struct {
	pool     int
	profile  *workload.Profile
	elastic  *elasticSpec // nil: rigid
	priority int
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
	m := &model{priority: or(s.Priority, 0), prefixes: prefixes}
	m.pool, _ = e.poolIndex(or(s.Pool, ""), m.paths("pool")...)
	c, r := or(s.Checkpoint, checkpointSpec{}), or(s.Restart, restartSpec{})
	m.profile = &workload.Profile{
		ReplicaGPUs: or(s.ReplicaGPUs, 1),
		Checkpoint:  workload.Checkpoint{Interval: workload.Interval{Time: c.Interval}, Save: c.Save},
		ReplicaCPUs: or(s.ReplicaCPUs, 0), ReplicaMemoryGiB: or(s.ReplicaMemoryGiB, 0),
		Restart:        e.restart(r, m),
		NonPreemptible: !or(s.Preemptible, true),
		MaxLosses:      or(s.MaxLosses, 0),
	}
	m.profile.Scaling = e.scaling(or(s.Scaling, scalingSpec{Model: "linear"}), m)
	if s.Elastic != nil && !s.Elastic.none {
		m.elastic = s.Elastic
		e.checkElastic(m)
	}
	return m
}

// restart makes the costs of starts.
func (e *Experiment) restart(r restartSpec, m *model) workload.Restart {
	if r.Preset == "" {
		var out workload.Restart
		first := or(r.FirstStart, r.Start)
		out.First = &first
		out.Costs[workload.ProcessStart], out.Costs[workload.Load] = workload.Constant(r.Start), workload.Constant(r.Load)
		return out
	}
	if r.Start != 0 || r.Load != 0 || r.FirstStart != nil {
		e.doc.Problem("want either preset or start, load and firstStart", m.paths("restart")...)
	}
	for _, p := range workload.RestartPresets() {
		if p.Name == r.Preset {
			return p.Restart
		}
	}
	return workload.Restart{}
}

// scaling makes a scaling model of replicas out of one of GPUs.
func (e *Experiment) scaling(s scalingSpec, m *model) workload.Scaling {
	for _, k := range []struct {
		key, model string
		given      bool
	}{{"serial", "amdahl", s.Serial != nil}, {"exponent", "power-law", s.Exponent != nil}, {"points", "table", s.Points != nil}} {
		if k.given != (k.model == s.Model) {
			paths := m.paths("scaling." + k.key)
			if k.given {
				e.doc.Wrong(fmt.Sprintf("no %s with model %s; it is of model %s", k.key, s.Model, k.model), paths...)
			} else {
				e.doc.Problem(fmt.Sprintf("got no %q, which model %s requires", k.key, s.Model), m.paths("scaling")...)
			}
			return workload.Linear{}
		}
	}
	switch s.Model {
	case "amdahl":
		return workload.Amdahl{Serial: *s.Serial}
	case "power-law":
		return workload.PowerLaw{Exponent: *s.Exponent}
	case "table":
		return e.table(s.Points, m)
	}
	return workload.Linear{}
}

// maxSpeedup keeps rates within 64 bits.
const maxSpeedup = 1e9

func (e *Experiment) table(pairs [][]float64, m *model) workload.Scaling {
	replica := m.profile.ReplicaGPUs
	var points []workload.Point
	for i, p := range pairs {
		path := fmt.Sprintf("scaling.points[%d]", i)
		if len(p) != 2 {
			e.doc.Wrong("a pair of GPUs and throughput, such as [8, 14000]", m.paths(path)...)
			return workload.Linear{}
		}
		gpus := int(max(0, min(p[0], maxGPUs+1)))
		if float64(gpus) != p[0] || gpus < 1 || gpus > maxGPUs || gpus%replica != 0 {
			e.doc.Wrong(fmt.Sprintf("GPUs as a whole number over 0, a multiple of replicaGPUs, %d", replica), m.paths(path+"[0]")...)
			return workload.Linear{}
		}
		points = append(points, workload.Point{Replicas: gpus / replica, Throughput: p[1]})
	}
	t, err := workload.NewTable(points)
	if err != nil {
		e.doc.Wrong("other points: "+err.Error(), m.paths("scaling.points")...)
		return workload.Linear{}
	}
	for _, p := range points {
		if t.Speedup(workload.Shape{Replicas: p.Replicas}) > maxSpeedup {
			e.doc.Wrong(fmt.Sprintf("throughputs at most %g times that of one replica", maxSpeedup), m.paths("scaling.points")...)
			return workload.Linear{}
		}
	}
	return t
}

// rawJob is a job before its model is applied.
type rawJob struct {
	id, user, team string
	name           string
	submit, cancel simtime.Duration
	gpus           int
	duration       simtime.Duration
	estimate       simtime.Duration
	priority       int
	line           int // of the trace
}

func (r rawJob) String() string {
	if r.line > 0 {
		return fmt.Sprintf("job %q (line %d of the trace)", r.id, r.line)
	}
	return fmt.Sprintf("job %q", r.id)
}
