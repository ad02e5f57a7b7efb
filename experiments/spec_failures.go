package experiments

import (
	"rubato/experiments/internal/strict"
	"rubato/simtime"
)

// failuresSpec is a random process that strikes the nodes, or racks, of a pool.
type failuresSpec struct {
	// Kind is what happens: the node is lost, its processes die, or it runs slowly.
	Kind  string `yaml:"kind" jsonschema:"enum=node,enum=crash,enum=slow"`
	Scope string `yaml:"scope" jsonschema:"enum=node,enum=rack"`
	// MTBF is the time from the end of one failure of a node to the next. Rate, in
	// failures a 1,000 node-days, stands for an exponential one.
	MTBF *distribution `yaml:"mtbf"`
	Rate *float64      `yaml:"rate" jsonschema:"exclusiveMinimum=0,maximum=1000000000"`
	// Published is the name of a real cluster, whose rate of failures, and repair where
	// it is known, stand for those that are not given.
	Published string `yaml:"published" jsonschema:"enum=rsc-1,enum=rsc-2,enum=llama-3,enum=infinitehbd"`
	// Repair is how long a node is away or slow.
	Repair *distribution `yaml:"repair"`
	// Speed is the share of its speed at which a slow node runs.
	Speed *float64 `yaml:"speed"`
}

// DecodeNode reads a map with the defaults: single nodes are lost.
func (f *failuresSpec) DecodeNode(n strict.Node) {
	type plain failuresSpec
	p := plain{Kind: "node", Scope: "node"}
	n.Into(&p, "")
	*f = failuresSpec(p)
}

// maintenanceSpec takes nodes away at times that are planned.
type maintenanceSpec struct {
	First simtime.Duration `yaml:"first"`
	// Every is from the start of one maintenance to the next; without it there is
	// one.
	Every    simtime.Duration `yaml:"every" jsonschema:"exclusiveMinimum=0"`
	Duration simtime.Duration `yaml:"duration" jsonschema:"required,exclusiveMinimum=0"`
	Nodes    nodeList         `yaml:"nodes" jsonschema:"required"`
	// Rolling takes one node after another.
	Rolling bool `yaml:"rolling"`
}

// nodeList is some nodes of a pool, or all.
type nodeList struct {
	All  bool
	List []int
}

// DecodeNode reads all or a list of numbers.
func (l *nodeList) DecodeNode(n strict.Node) {
	switch {
	case n.IsScalar() && n.Text() == "all":
		l.All = true
	case n.IsList():
		n.Into(&l.List, "minimum=0,minItems=1")
	default:
		n.Wrong("all or a list of nodes such as [0, 1]")
	}
}

// storageSpec is where checkpoints are written and read.
type storageSpec struct {
	// Bandwidth is shared by all who read or write at once; PerNode bounds what
	// one node does.
	Bandwidth byteRate `yaml:"bandwidth"`
	PerNode   byteRate `yaml:"perNode"`
}
