package workload

import (
	"fmt"
	"math"
)

// Scaling says how fast a job runs at each size.
type Scaling interface {
	// Speedup returns the throughput at n replicas over that of one replica.
	Speedup(n int) float64
	// String names the model and its parameters.
	String() string
}

// Linear is perfect scaling: n replicas are n times as fast as one.
type Linear struct{}

// Speedup returns n.
func (Linear) Speedup(n int) float64 { return float64(n) }

func (Linear) String() string { return "linear" }

// Amdahl is 1/(s + (1−s)/n), where Serial is the share s of the work that
// does not run in parallel (Amdahl, AFIPS 1967).
type Amdahl struct{ Serial float64 }

// Speedup returns 1/(s + (1−s)/n).
func (a Amdahl) Speedup(n int) float64 {
	return 1 / (a.Serial + (1-a.Serial)/float64(n))
}

func (a Amdahl) String() string { return fmt.Sprintf("amdahl, serial share %g", a.Serial) }

// PowerLaw is n to the power of Exponent.
type PowerLaw struct{ Exponent float64 }

// Speedup returns n^Exponent.
func (p PowerLaw) Speedup(n int) float64 { return math.Pow(float64(n), p.Exponent) }

func (p PowerLaw) String() string { return fmt.Sprintf("power law, exponent %g", p.Exponent) }
