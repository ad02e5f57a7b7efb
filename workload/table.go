package workload

import (
	"fmt"
	"math"
	"slices"
)

// Point is a measured throughput, in any unit, at a number of replicas.
type Point struct {
	Replicas   int
	Throughput float64
}

// Table interpolates linearly between measured points, so that it is monotone
// wherever they are. Below the first point throughput is proportional to the
// size; above the last one it stays what it was there. One replica's reference
// speed is the first point's throughput a replica.
type Table struct {
	// Extrapolate goes on above the last point along the line through the last
	// two in logarithms of both, as a power law does.
	Extrapolate bool

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

// Speedup interpolates the throughput and divides by the reference speed.
func (t *Table) Speedup(s Shape) float64 {
	p, n := t.points, s.Replicas
	i, found := slices.BinarySearchFunc(p, n, func(q Point, n int) int { return q.Replicas - n })
	switch {
	case found:
		return p[i].Throughput / t.unit
	case i == 0:
		return float64(n)
	case i == len(p):
		return t.beyond(n) / t.unit
	}
	a, b := p[i-1], p[i]
	share := float64(n-a.Replicas) / float64(b.Replicas-a.Replicas)
	return (a.Throughput + float64(share*(b.Throughput-a.Throughput))) / t.unit
}

// beyond returns the throughput above the last point.
func (t *Table) beyond(n int) float64 {
	last := t.points[len(t.points)-1]
	if !t.Extrapolate || len(t.points) == 1 {
		return last.Throughput
	}
	before := t.points[len(t.points)-2]
	slope := math.Log(last.Throughput/before.Throughput) / math.Log(float64(last.Replicas)/float64(before.Replicas))
	return last.Throughput * math.Pow(float64(n)/float64(last.Replicas), slope)
}

func (t *Table) String() string { return fmt.Sprintf("table of %d points", len(t.points)) }
