package fit

import (
	"fmt"

	"rubato/workload"
)

// Measurements are the rows of a file.
type Measurements struct {
	File string
	// Unit is samples/s or tokens/s.
	Unit string
	// ReplicaGPUs is how many GPUs make a replica.
	ReplicaGPUs int
	// Types are the GPU types in the order in which the file names them; the
	// speed of the others is relative to the first. Without the column gpu_type
	// there is one, without a name.
	Types []string
	Rows  []Row
	// HasNodes and HasBatch say whether the rows' Nodes and Batch are known.
	HasNodes, HasBatch bool
}

// Row is one measurement.
type Row struct {
	Line        int
	GPUs, Nodes int
	Replicas    int
	Batch       int     // in samples, over all replicas
	Type        int     // index in Types
	Rate        float64 // samples or tokens a second
}

// Shape is how the measured job ran.
func (r *Row) Shape() workload.Shape {
	return workload.Shape{Replicas: r.Replicas, Nodes: max(1, r.Nodes), Racks: 1}
}

// point is what repeated measurements share.
type point struct{ gpus, nodes, batch, gpuType int }

func (r *Row) point() point { return point{r.GPUs, r.Nodes, r.Batch, r.Type} }

// groups returns the rows of each point, in the file's order.
func (m *Measurements) groups() [][]Row {
	at := make(map[point]int)
	var out [][]Row
	for _, r := range m.Rows {
		i, seen := at[r.point()]
		if !seen {
			i = len(out)
			at[r.point()] = i
			out = append(out, nil)
		}
		out[i] = append(out[i], r)
	}
	return out
}

// label names the point of a row: what differs between rows of one size.
func (m *Measurements) label(r *Row) string {
	s := fmt.Sprintf("%d GPUs", r.GPUs)
	if r.GPUs == 1 {
		s = "1 GPU"
	}
	if m.HasNodes {
		s += fmt.Sprintf(", %d nodes", r.Nodes)
		if r.Nodes == 1 {
			s = s[:len(s)-1]
		}
	}
	if m.HasBatch {
		s += fmt.Sprintf(", batch %d", r.Batch)
	}
	if len(m.Types) > 1 {
		s += ", " + m.Types[r.Type]
	}
	return s
}
