package workload

import (
	"fmt"
	"math"
)

// Scaling says how fast a job runs in each shape.
type Scaling interface {
	// Speedup returns the throughput in a shape over that of one replica.
	Speedup(s Shape) float64
	// String names the model and its parameters.
	String() string
}

// Linear is perfect scaling: n replicas are n times as fast as one.
type Linear struct{}

// Speedup returns the number of replicas.
func (Linear) Speedup(s Shape) float64 { return float64(s.Replicas) }

func (Linear) String() string { return "linear" }

// Amdahl is 1/(s + (1−s)/n), where Serial is the share s of the work that
// does not run in parallel (Amdahl, AFIPS 1967).
type Amdahl struct{ Serial float64 }

// Speedup returns 1/(s + (1−s)/n).
func (a Amdahl) Speedup(s Shape) float64 {
	return 1 / (a.Serial + (1-a.Serial)/float64(s.Replicas))
}

func (a Amdahl) String() string { return fmt.Sprintf("amdahl, serial share %g", a.Serial) }

// PowerLaw is n to the power of Exponent.
type PowerLaw struct{ Exponent float64 }

// Speedup returns n^Exponent.
func (p PowerLaw) Speedup(s Shape) float64 { return math.Pow(float64(s.Replicas), p.Exponent) }

func (p PowerLaw) String() string { return fmt.Sprintf("power law, exponent %g", p.Exponent) }

// UnevenBatch keeps the global batch at every size: each replica takes ⌊B/n⌋ or
// ⌈B/n⌉ of its samples, and a step takes as long as the largest share, so that
// the speed-up is B/⌈B/n⌉. Over B replicas no more are of use. It is how
// HyperPod's elastic recipes split a batch.
type UnevenBatch struct{ Batch int }

// Speedup returns B/⌈B/n⌉.
func (u UnevenBatch) Speedup(s Shape) float64 {
	return float64(u.Batch) / float64(ceil(u.Batch, s.Replicas))
}

func (u UnevenBatch) String() string { return fmt.Sprintf("uneven split of a batch of %d", u.Batch) }
