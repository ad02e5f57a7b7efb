package check

import (
	"bytes"
	"fmt"
	"math"
	"regexp"
	"strconv"

	"gopkg.in/yaml.v3"

	"rubato/compare"
	"rubato/experiments/internal/strict"
)

// recordedCase is what a case gave when the baseline was written.
type recordedCase struct {
	// Input is the hash of all that determines the results.
	Input string `yaml:"input" jsonschema:"required"`
	// Speed is how many reference loops take the CPU time of one run of the case; 0
	// where it was not measured.
	Speed float64 `yaml:"reference_loops" jsonschema:"exclusiveMinimum=0"`
	// Policies are by label, with the point of a sweep behind it.
	Policies policies `yaml:"policies" jsonschema:"required"`

	node strict.Node
	line int
}

// DecodeNode reads a map.
func (r *recordedCase) DecodeNode(n strict.Node) {
	type plain recordedCase
	n.Into((*plain)(r), "")
	r.node, r.line = n, lineOf(n)
}

// policies are the records of policies, in order.
type policies = strict.Map[recordedPolicy]

// recordedPolicy is what a policy did: the digest of its runs and the means of its
// figures over the seeds, NaN where a run has none.
type recordedPolicy struct {
	behaviour string
	figures   [compare.NumMetrics]float64
	line      int
}

// DecodeNode reads the digest and the figures.
func (r *recordedPolicy) DecodeNode(n strict.Node) {
	r.line = lineOf(n)
	for m := range r.figures {
		r.figures[m] = math.NaN()
	}
	if !n.Take("behaviour", &r.behaviour) {
		n.Problem(`got no "behaviour", which is required`)
	}
	var written strict.Map[recordedFigure]
	n.Into(&written, "")
	for _, w := range written {
		if m := metricOf(w.Key, w.Value.node); m >= 0 {
			r.figures[m] = w.Value.value
		}
	}
}

// recordedFigure is a number.
type recordedFigure struct {
	value float64
	node  strict.Node
}

// DecodeNode reads a number.
func (f *recordedFigure) DecodeNode(n strict.Node) {
	f.node = n
	n.Into(&f.value, "")
}

// recordedKey is the line from which on a baseline is written by the program.
var recordedKey = regexp.MustCompile(`(?m)^recorded:`)

// checkLast makes sure that what people wrote can be told from what the program did.
func (b *Baseline) checkLast(recorded bool) error {
	at := recordedKey.FindIndex(b.text)
	if !recorded && at == nil {
		return nil
	}
	if at == nil || anyKey.Match(b.text[at[1]:]) {
		return strict.Faults{{Place: b.path, Path: "recorded", Text: wantLast}}
	}
	return nil
}

const wantLast = "got it in the midst of the file, want it as the last key, at the start of a line: --update rewrites all from there on"

var anyKey = regexp.MustCompile(`(?m)^[^\s#]`)

const recordedHead = "# Below is what rubato check --update recorded. Do not edit: run it again.\n"

// written returns the text of the baseline with another record.
func (b *Baseline) written(cases []*measured) ([]byte, error) {
	var out bytes.Buffer
	own := b.text
	if at := recordedKey.FindIndex(own); at != nil {
		own = bytes.TrimSuffix(own[:at[0]], []byte(recordedHead))
	}
	out.Write(bytes.TrimRight(own, "\n"))
	out.WriteString("\n\n" + recordedHead)
	enc := yaml.NewEncoder(&out)
	enc.SetIndent(2)
	list := mapping{}
	for i, m := range cases {
		list.put(b.cases[i].name, m.yaml())
	}
	top := mapping{}
	top.put("recorded", list.node())
	if err := enc.Encode(top.node()); err != nil {
		return nil, err
	}
	// What cannot be read again is not written.
	if _, err := parse(b.path, out.Bytes()); err != nil {
		return nil, fmt.Errorf("the new baseline could not be read again, so nothing is written: %w", err)
	}
	return out.Bytes(), nil
}

func (m *measured) yaml() *yaml.Node {
	out := mapping{}
	out.put("input", word(m.input))
	if m.speed > 0 {
		out.put("reference_loops", number(m.speed))
	}
	policies := mapping{}
	for i := range m.policies {
		p := &m.policies[i]
		figures := mapping{}
		figures.put("behaviour", word(p.behaviour))
		for k, v := range p.figures {
			if !math.IsNaN(v) {
				figures.put(compare.Metrics[k].Name, number(v))
			}
		}
		policies.put(p.name, figures.node())
	}
	out.put("policies", policies.node())
	return out.node()
}

// mapping is a map of YAML in the order in which it is made.
type mapping []*yaml.Node

func (m *mapping) put(key string, value *yaml.Node) { *m = append(*m, word(key), value) }

func (m mapping) node() *yaml.Node { return &yaml.Node{Kind: yaml.MappingNode, Content: m} }

func word(s string) *yaml.Node {
	n := &yaml.Node{}
	n.SetString(s)
	return n
}

func number(v float64) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Value: strconv.FormatFloat(v, 'f', -1, 64)}
}
