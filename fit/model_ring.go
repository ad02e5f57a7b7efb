package fit

import (
	"fmt"

	"rubato/workload"
)

// Indices of the ring's parameters.
const (
	ringFirst = iota // compute, or the scale if times are only relative
	localLatency
	localTransfer
	remoteLatency
	remoteTransfer
)

// ringLaw fits times in seconds where it knows them. The throughput alone says
// only how long the messages take relative to computing: then compute is 1.
func ringLaw(m *Measurements, rows []Row) (*law, string) {
	if !m.HasNodes {
		return nil, "it needs the column nodes, or --gpus-per-node"
	}
	v := &ringVariant{absolute: m.HasBatch && m.Unit == "samples/s"}
	switch {
	case !m.HasBatch:
		v.remarks = append(v.remarks, "without the column batch every replica is taken to have the same batch at every size")
	case m.sameBatch():
		v.batch = m.Rows[0].Batch
	case !m.sameShare():
		return nil, "it keeps the batch of the job or of each replica at every size, and here both vary"
	}
	if !v.absolute {
		v.remarks = append(v.remarks, "times are relative to compute, which is set to 1: seconds need seconds_per_step or samples_per_second, and batch")
	}
	return v.law(m, rows), ""
}

// ringVariant is the ring with what is known of a file.
type ringVariant struct {
	batch    int  // global batch, if it is the same at every size
	absolute bool // times are in seconds
	remarks  []string
}

func (v *ringVariant) law(m *Measurements, rows []Row) *law {
	first, unit, longest := scale(m, rows), "× compute", 1.0
	if v.absolute {
		unit, longest = "s", v.longest(rows)
		first = essential("compute", unit, longest/100, longest)
	}
	link := func(name, like string, least float64, refinement bool) parameter {
		q := cost(name, unit, least*longest, longest)
		q.like, q.refinement = like, refinement
		if !v.absolute { // computing may be as good as 0 beside it
			q.high, q.atHigh = 1e6, true
		}
		return q
	}
	return &law{
		params: []parameter{
			first,
			link("local.latency", "remote.latency", 1e-6, true), link("local.transfer", "remote.transfer", 1e-4, false),
			link("remote.latency", "local.latency", 1e-6, true), link("remote.transfer", "local.transfer", 1e-4, false),
		},
		rate: func(p []float64, r *Row) float64 {
			ring := v.ring(p)
			if v.absolute {
				return float64(r.Batch) / ring.StepTime(r.Shape())
			}
			return p[ringFirst] * ring.Speedup(r.Shape())
		},
		scaling: v.scaling,
		remarks: v.remarks,
	}
}

// longest is the time of one replica for a step, if replicas were no help.
func (v *ringVariant) longest(rows []Row) float64 {
	out := 0.0
	for _, r := range rows {
		t := float64(r.Batch) / r.Rate
		if v.batch > 0 {
			t *= float64(r.Replicas)
		}
		out = max(out, t)
	}
	return out
}

func (v *ringVariant) ring(p []float64) workload.Ring {
	r := workload.Ring{
		Compute: 1, Batch: v.batch,
		Local:  workload.Link{Latency: p[localLatency], Transfer: p[localTransfer]},
		Remote: workload.Link{Latency: p[remoteLatency], Transfer: p[remoteTransfer]},
	}
	if v.absolute {
		r.Compute = p[ringFirst]
	}
	return r
}

func (v *ringVariant) scaling(p []float64) string {
	r := v.ring(p)
	batch := ""
	if v.batch > 0 {
		batch = fmt.Sprintf(", batch: %d", v.batch)
	}
	link := func(l workload.Link) string {
		return fmt.Sprintf("{latency: %s, transfer: %s}", digits(l.Latency), digits(l.Transfer))
	}
	return fmt.Sprintf("{model: ring, compute: %s%s, local: %s, remote: %s}", digits(r.Compute), batch, link(r.Local), link(r.Remote))
}
