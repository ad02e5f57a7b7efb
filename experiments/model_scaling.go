package experiments

import (
	"fmt"
	"slices"
	"strings"

	"rubato/workload"
)

// scalingKey is a key of a scaling model.
type scalingKey struct {
	name  string
	given bool
}

// keys lists the keys that only some models have.
func (s *scalingSpec) keys() []scalingKey {
	return []scalingKey{
		{"serial", s.Serial != nil}, {"exponent", s.Exponent != nil}, {"points", s.Points != nil}, {"extrapolate", s.Extrapolate != nil},
		{"batch", s.Batch != nil}, {"compute", s.Compute != nil}, {"gradientBytes", s.GradientBytes != 0}, {"local", s.Local != nil}, {"remote", s.Remote != nil},
		{"alphaCompute", s.AlphaCompute != nil}, {"betaCompute", s.BetaCompute != nil}, {"alphaLocal", s.AlphaLocal != nil}, {"betaLocal", s.BetaLocal != nil},
		{"alphaNode", s.AlphaNode != nil}, {"betaNode", s.BetaNode != nil}, {"gamma", s.Gamma != nil}, {"initialBatch", s.InitialBatch != nil},
		{"maxBatch", s.MaxBatch != nil}, {"minLocal", s.MinLocal != nil}, {"maxLocal", s.MaxLocal != nil}, {"noise", s.Noise != nil},
		{"sample", s.Sample != nil}, {"folder", s.Folder != nil}, {"application", s.Application != nil}, {"wholeSeconds", s.WholeSeconds != nil},
	}
}

// keysOf are the keys of each model: those it requires, then those it may have.
var keysOf = map[string][2]string{
	"linear":       {"", ""},
	"amdahl":       {"serial", ""},
	"power-law":    {"exponent", ""},
	"table":        {"points", "extrapolate"},
	"uneven-batch": {"batch", ""},
	"ring":         {"compute local", "remote batch gradientBytes"},
	"profile":      {"", "sample folder application batch wholeSeconds"},
	"pollux": {"alphaCompute betaCompute gamma initialBatch maxBatch minLocal maxLocal noise",
		"alphaLocal betaLocal alphaNode betaNode"},
}

// checkScalingKeys reports the first key that the model lacks or does not have.
func (e *Experiment) checkScalingKeys(s *scalingSpec, m *model) bool {
	required, optional := strings.Fields(keysOf[s.Model][0]), strings.Fields(keysOf[s.Model][1])
	for _, k := range s.keys() {
		needs, may := slices.Contains(required, k.name), slices.Contains(optional, k.name)
		switch {
		case k.given && !needs && !may:
			e.doc.Wrong(fmt.Sprintf("no %s with model %s; it is of %s", k.name, s.Model, modelsWith(k.name)), m.paths("scaling."+k.name)...)
			return false
		case needs && !k.given:
			e.doc.Problem(fmt.Sprintf("got no %q, which model %s requires", k.name, s.Model), m.paths("scaling")...)
			return false
		}
	}
	return true
}

// modelsWith names the models that have a key.
func modelsWith(key string) string {
	var models []string
	for _, name := range []string{"amdahl", "power-law", "table", "uneven-batch", "ring", "pollux", "profile"} {
		if k := keysOf[name]; slices.Contains(strings.Fields(k[0]+" "+k[1]), key) {
			models = append(models, name)
		}
	}
	if len(models) == 1 {
		return "model " + models[0]
	}
	return "models " + strings.Join(models, " and ")
}

// scaling makes a scaling model of replicas out of one of GPUs.
func (e *Experiment) scaling(s scalingSpec, m *model) workload.Scaling {
	if !e.checkScalingKeys(&s, m) {
		return workload.Linear{}
	}
	switch s.Model {
	case "amdahl":
		return workload.Amdahl{Serial: *s.Serial}
	case "power-law":
		return workload.PowerLaw{Exponent: *s.Exponent}
	case "table":
		return e.table(s, m)
	case "uneven-batch":
		return workload.UnevenBatch{Batch: *s.Batch}
	case "ring":
		return e.ring(s, m)
	case "profile":
		e.openProfiles(s, m)
	case "pollux":
		return e.pollux(s, m)
	}
	return workload.Linear{}
}

// ring makes the model of ring all-reduce.
func (e *Experiment) ring(s scalingSpec, m *model) workload.Scaling {
	r := workload.Ring{Compute: *s.Compute, Batch: or(s.Batch, 0), Local: e.link(s, *s.Local, "local", m)}
	switch pool := e.pools[m.pool]; {
	case s.Remote != nil:
		r.Remote = e.link(s, *s.Remote, "remote", m)
	case pool.Nodes > 1:
		e.doc.Problem(fmt.Sprintf("got no \"remote\", the link between nodes, of which pool %q has %d", pool.Name, pool.Nodes), m.paths("scaling")...)
	}
	return r
}

// link is a link with its transfer, which may be given by bytes and bandwidth.
func (e *Experiment) link(s scalingSpec, l linkSpec, key string, m *model) workload.Link {
	out := workload.Link{Latency: l.Latency, Transfer: l.Transfer}
	switch {
	case l.Bandwidth > 0 && l.Transfer > 0:
		e.doc.Problem("want either transfer or bandwidth", m.paths("scaling."+key)...)
	case l.Bandwidth > 0 && s.GradientBytes == 0:
		e.doc.Problem("got a bandwidth, want gradientBytes with it", m.paths("scaling."+key)...)
	case l.Bandwidth > 0:
		out.Transfer = float64(s.GradientBytes) / float64(l.Bandwidth)
	case s.GradientBytes > 0:
		e.doc.Problem("got no bandwidth, which gradientBytes require", m.paths("scaling."+key)...)
	}
	return out
}

func (e *Experiment) pollux(s scalingSpec, m *model) workload.Scaling {
	p := &workload.Pollux{
		AlphaCompute: *s.AlphaCompute, BetaCompute: *s.BetaCompute, AlphaLocal: or(s.AlphaLocal, 0), BetaLocal: or(s.BetaLocal, 0),
		AlphaNode: or(s.AlphaNode, 0), BetaNode: or(s.BetaNode, 0), Gamma: *s.Gamma,
		InitialBatch: *s.InitialBatch, MaxBatch: *s.MaxBatch, MinLocal: *s.MinLocal, MaxLocal: *s.MaxLocal, Noise: *s.Noise,
	}
	switch {
	case p.MaxBatch < p.InitialBatch:
		e.doc.Wrong(fmt.Sprintf("at least initialBatch, %d", p.InitialBatch), m.paths("scaling.maxBatch")...)
	case p.MaxLocal < p.MinLocal:
		e.doc.Wrong(fmt.Sprintf("at least minLocal, %d", p.MinLocal), m.paths("scaling.maxLocal")...)
	case p.AlphaCompute+p.BetaCompute == 0:
		e.doc.Wrong("a time over 0 for computing: alphaCompute or betaCompute", m.paths("scaling.alphaCompute")...)
	case !(p.Best(workload.Shape{Replicas: 1, Nodes: 1, Racks: 1}).Goodput > 0):
		e.doc.Problem("got limits that leave one replica no batch, want minLocal ≤ maxLocal and a batch from initialBatch to maxBatch", m.paths("scaling")...)
	default:
		return p
	}
	return workload.Linear{}
}

// maxSpeedup keeps rates within 64 bits.
const maxSpeedup = 1e9

// table makes the model of measured points.
func (e *Experiment) table(s scalingSpec, m *model) workload.Scaling {
	replica := m.profile.ReplicaGPUs
	var points []workload.Point
	for i, p := range s.Points {
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
	t.Extrapolate = or(s.Extrapolate, false)
	return t
}
