package workload

import (
	"fmt"
	"slices"
)

// Point is a measured throughput, in any unit, at a number of replicas.
type Point struct {
	Replicas   int
	Throughput float64
}

// Table interpolates linearly between measured points. Below the first point
// throughput is proportional to the size; above the last one it stays what it
// was there. One replica's reference speed is the first point's throughput a
// replica.
type Table struct {
	points []Point
	unit   float64
}

// NewTable checks and sorts measured points.
func NewTable(points []Point) (*Table, error) {
	if len(points) == 0 {
		return nil, fmt.Errorf("a scaling table needs at least one point")
	}
	p := slices.Clone(points)
	slices.SortFunc(p, func(a, b Point) int { return a.Replicas - b.Replicas })
	for i, q := range p {
		switch {
		case q.Replicas < 1:
			return nil, fmt.Errorf("point %d: %d replicas, want at least 1", i+1, q.Replicas)
		case !(q.Throughput > 1e-9) || q.Throughput > 1e12:
			return nil, fmt.Errorf("%d replicas: throughput %g, want a number from 1e-9 to 1e12", q.Replicas, q.Throughput)
		case i > 0 && q.Replicas == p[i-1].Replicas:
			return nil, fmt.Errorf("two points for %d replicas", q.Replicas)
		}
	}
	return &Table{points: p, unit: p[0].Throughput / float64(p[0].Replicas)}, nil
}

// Speedup interpolates the throughput at n and divides by the reference speed.
func (t *Table) Speedup(n int) float64 {
	p := t.points
	i, found := slices.BinarySearchFunc(p, n, func(q Point, n int) int { return q.Replicas - n })
	switch {
	case found:
		return p[i].Throughput / t.unit
	case i == 0:
		return float64(n)
	case i == len(p):
		return p[i-1].Throughput / t.unit
	}
	a, b := p[i-1], p[i]
	share := float64(n-a.Replicas) / float64(b.Replicas-a.Replicas)
	return (a.Throughput + float64(share*(b.Throughput-a.Throughput))) / t.unit
}

func (t *Table) String() string { return fmt.Sprintf("table of %d points", len(t.points)) }
