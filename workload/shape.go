package workload

// Shape is how a job runs: how many replicas, over how many nodes and racks.
type Shape struct{ Replicas, Nodes, Racks int }

// Room is how the nodes of a pool are built. A zero field stands for no limit:
// one node holds all, one rack holds all nodes.
type Room struct{ GPUsPerNode, NodesPerRack int }

// Compact returns the shape of n replicas of some GPUs each on as few nodes and
// racks as can be.
func (r Room) Compact(n, replicaGPUs int) Shape {
	s := Shape{n, 1, 1}
	if r.GPUsPerNode > 0 {
		s.Nodes = ceil(n*replicaGPUs, r.GPUsPerNode)
	}
	if r.NodesPerRack > 0 {
		s.Racks = ceil(s.Nodes, r.NodesPerRack)
	}
	return s
}

func ceil(a, b int) int { return (a + b - 1) / b }

// Spread is what it costs a job to lie wider than it must. Each field is a
// factor of its speed; zero stands for 1.
type Spread struct {
	// Nodes counts if the job lies on more nodes than it needs, Racks if it lies
	// on more racks.
	Nodes, Racks float64
}

// Factor returns the factor of the speed of a job that lies as it does and could
// lie compactly.
func (s Spread) Factor(is, compact Shape) float64 {
	f := 1.0
	if s.Nodes > 0 && is.Nodes > compact.Nodes {
		f = s.Nodes
	}
	if s.Racks > 0 && is.Racks > compact.Racks {
		f *= s.Racks
	}
	return f
}
