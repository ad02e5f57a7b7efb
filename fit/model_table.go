package fit

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"rubato/workload"
)

// tableLaw has the throughput of each measured size as a parameter; between them
// it interpolates. Beyond the last size it goes on as a power law: what stays flat
// there would be judged by the flat part alone when the last size is left out.
func tableLaw(m *Measurements, rows []Row) (*law, string) {
	var sizes []int
	for _, r := range rows {
		sizes = append(sizes, r.Replicas)
	}
	slices.Sort(sizes)
	sizes = slices.Compact(sizes)
	l := &law{interpolates: true, anySize: true}
	for _, n := range sizes {
		mean := 0.0
		count := 0
		for _, r := range rows {
			if r.Replicas == n {
				mean += r.Rate
				count++
			}
		}
		mean /= float64(count)
		l.params = append(l.params, positive(fmt.Sprintf("at %d GPUs", n*m.ReplicaGPUs), m.Unit, mean/2, mean*2))
	}
	l.rate = func(p []float64, r *Row) float64 {
		if i, ok := slices.BinarySearch(sizes, r.Replicas); ok {
			return p[i]
		}
		t, err := newTable(sizes, p)
		if err != nil {
			return math.NaN()
		}
		return t.Speedup(r.Shape()) * p[0] / float64(sizes[0])
	}
	l.refuse = func(p []float64) error {
		_, err := newTable(sizes, p)
		return err
	}
	l.scaling = func(p []float64) string {
		var points []string
		for i, n := range sizes {
			points = append(points, fmt.Sprintf("[%d, %s]", n*m.ReplicaGPUs, digits(p[i])))
		}
		return "{model: table, points: [" + strings.Join(points, ", ") + "], extrapolate: true}"
	}
	return l, ""
}

// newTable is the table of the first parameters, one a size.
func newTable(sizes []int, p []float64) (*workload.Table, error) {
	points := make([]workload.Point, len(sizes))
	for i, n := range sizes {
		points[i] = workload.Point{Replicas: n, Throughput: p[i]}
	}
	t, err := workload.NewTable(points)
	if err != nil {
		return nil, err
	}
	t.Extrapolate = true
	return t, nil
}
