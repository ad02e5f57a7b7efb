package experiments

import (
	"regexp"
	"strconv"
	"strings"

	"rubato/experiments/internal/strict"
	"rubato/simtime"
)

// checkpointSpec says when a job saves its state, and what that costs.
type checkpointSpec struct {
	Interval intervalSpec `yaml:"interval"`
	// MTBF is the mean time between failures of a node, for the intervals young,
	// daly and daly-higher; that of the pool's failures where it is left out.
	MTBF simtime.Duration `yaml:"mtbf" jsonschema:"exclusiveMinimum=0"`
	// StepTime is that of a step at the requested size.
	StepTime simtime.Duration `yaml:"stepTime" jsonschema:"exclusiveMinimum=0"`
	// Save is how long training pauses for a save, periodic or on demand, beside
	// the time to write the state.
	Save simtime.Duration `yaml:"save"`
	// Size is that of the state: of it, Parameters and Class at most one.
	Size              byteSize `yaml:"size"`
	Parameters        *float64 `yaml:"parameters" jsonschema:"exclusiveMinimum=0,maximum=1000000000000000"`
	BytesPerParameter *float64 `yaml:"bytesPerParameter" jsonschema:"exclusiveMinimum=0,maximum=1000"`
	Class             string   `yaml:"class" jsonschema:"enum=8B,enum=70B,enum=405B,enum=671B,enum=1T"`
	// Async writes the state, for Background and the time its bytes take, while
	// training goes on.
	Async      bool             `yaml:"async"`
	Background simtime.Duration `yaml:"background"`
	Memory     *memorySpec      `yaml:"memory"`
}

// memorySpec is a tier of checkpoints in the nodes' memory.
type memorySpec struct {
	Interval simtime.Duration `yaml:"interval" jsonschema:"required,exclusiveMinimum=0"`
	Save     simtime.Duration `yaml:"save"`
	Load     simtime.Duration `yaml:"load"`
	Copies   int              `yaml:"copies" jsonschema:"minimum=0,maximum=1000"`
}

// DecodeNode reads a map with the default of one copy on a neighbour.
func (m *memorySpec) DecodeNode(n strict.Node) {
	type plain memorySpec
	p := plain{Copies: 1}
	n.Into(&p, "")
	*m = memorySpec(p)
}

// intervalSpec is the training between two saves: a time, a number of steps or a
// rule.
type intervalSpec struct {
	Time  simtime.Duration
	Steps int
	Rule  string
}

var stepNumber = regexp.MustCompile(`^([0-9]{1,9}) steps?$`)

const wantInterval = "a duration such as 30m, a number of steps such as 500 steps, or young, daly or daly-higher"

// DecodeNode reads one of the three forms.
func (i *intervalSpec) DecodeNode(n strict.Node) {
	if !n.IsScalar() {
		n.Wrong(wantInterval)
		return
	}
	text := n.Text()
	if m := stepNumber.FindStringSubmatch(text); m != nil && strings.Trim(m[1], "0") != "" {
		i.Steps, _ = strconv.Atoi(m[1])
		return
	}
	switch text {
	case "young", "daly", "daly-higher":
		i.Rule = text
		return
	}
	if _, err := simtime.ParseDuration(text); err != nil {
		n.Wrong(wantInterval + strict.DidYouMean(text, []string{"young", "daly", "daly-higher"}))
		return
	}
	n.Into(&i.Time, "exclusiveMinimum=0")
}
