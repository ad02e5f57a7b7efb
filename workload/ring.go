package workload

import "fmt"

// Link is what a message of the ring costs, in seconds.
type Link struct {
	// Latency is the time of a message of no bytes.
	Latency float64
	// Transfer is the time in which all the gradients pass the link once: their
	// bytes over its bandwidth.
	Transfer float64
}

// Ring is data parallelism with ring all-reduce. A step on n replicas takes
//
//	T(n) = C(n) + 2(n−1)·Latency + 2(n−1)/n·Transfer
//
// with the link within a node or, on several nodes, between them (Thakur,
// Rabenseifner and Gropp, IJHPCA 19(1), 2005, section 4.4; Patarasu and Yuan,
// JPDC 69(2), 2009). Compute and communication do not overlap.
type Ring struct {
	// Compute is the time in seconds that one replica computes for a step.
	Compute float64
	// Batch, if it is set, is the global batch, kept at every size and split as by
	// UnevenBatch: then C(n) = Compute·⌈B/n⌉/B. Without it every replica has a
	// batch of its own, and C(n) = Compute.
	Batch int
	// Local is the link within a node, Remote that between nodes.
	Local, Remote Link
}

// StepTime returns T(n) in seconds.
func (r Ring) StepTime(s Shape) float64 {
	t := r.Compute
	if r.Batch > 0 {
		t *= float64(ceil(r.Batch, s.Replicas)) / float64(r.Batch)
	}
	l := r.Local
	if s.Nodes > 1 {
		l = r.Remote
	}
	steps := float64(2 * (s.Replicas - 1))
	return t + float64(steps*l.Latency) + float64(steps/float64(s.Replicas)*l.Transfer)
}

// Speedup returns the samples a second over those of one replica.
func (r Ring) Speedup(s Shape) float64 {
	v := r.Compute / r.StepTime(s)
	if r.Batch > 0 {
		return v
	}
	return float64(s.Replicas) * v
}

func (r Ring) String() string {
	if r.Batch > 0 {
		return fmt.Sprintf("ring all-reduce, batch %d in %g s", r.Batch, r.Compute)
	}
	return fmt.Sprintf("ring all-reduce, %g s a step", r.Compute)
}
