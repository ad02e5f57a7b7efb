package cluster

import "fmt"

// Pool is a set of like nodes in which jobs are placed.
type Pool struct {
	Name        string
	Nodes       int
	GPUsPerNode int
	// GPUType is a label, such as H100.
	GPUType string
	// NodesPerRack is the number of nodes of a rack; 0 means that the pool is
	// one.
	NodesPerRack int
	// CPUsPerNode and MemoryGiBPerNode are for policies that share them.
	CPUsPerNode, MemoryGiBPerNode int
	// Spares is the number of nodes kept in reserve, at first the highest-numbered
	// ones: no job gets their GPUs until a node is lost, when one of them takes its
	// place. A node that comes back becomes a spare if one is missing.
	Spares int
	// Price is that of a GPU for an hour, in any currency.
	Price float64
	// Rented GPUs are paid for only while a job has them: idle ones are not wasted.
	Rented bool
}

// GPUs returns the pool's GPUs, there or not.
func (p Pool) GPUs() int { return p.Nodes * p.GPUsPerNode }

// maxGPUs keeps sums of GPU-milliseconds over ten years within an int64.
const maxGPUs = 10_000_000

// Check reports what makes the pool impossible.
func (p Pool) Check() error {
	switch {
	case p.Nodes < 1 || p.GPUsPerNode < 1:
		return fmt.Errorf("pool %q has %d nodes of %d GPUs: no GPU at all", p.Name, p.Nodes, p.GPUsPerNode)
	case p.Spares < 0 || p.Spares >= p.Nodes:
		return fmt.Errorf("pool %q has %d nodes, %d of them spares", p.Name, p.Nodes, p.Spares)
	case p.Nodes > maxGPUs/p.GPUsPerNode:
		return fmt.Errorf("pool %q has over %d GPUs", p.Name, maxGPUs)
	}
	return nil
}
