package check

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rubato/compare"
	"rubato/experiments"
	"rubato/experiments/internal/strict"
)

// Baseline is a baseline that has been checked, with the experiments of its cases.
type Baseline struct {
	path  string
	text  []byte
	cases []*testCase
}

// testCase is an experiment to run, with what is allowed and what was recorded.
type testCase struct {
	name       string
	line       int
	experiment *experiments.Experiment
	behaviour  string
	tolerances [compare.NumMetrics]tolerance
	speed      tolerance
	recorded   *recordedCase // nil where nothing is
}

// spec is a baseline as it is written.
type spec struct {
	Version    int                      `yaml:"version" jsonschema:"required,minimum=1,maximum=1"`
	Behaviour  string                   `yaml:"behaviour" jsonschema:"enum=exact,enum=report,enum=ignore"`
	Tolerances strict.Map[tolerance]    `yaml:"tolerances"`
	Speed      *tolerance               `yaml:"speed"`
	Cases      strict.Map[caseSpec]     `yaml:"cases" jsonschema:"required"`
	Recorded   strict.Map[recordedCase] `yaml:"recorded"`
}

// What a change of behaviour does.
const (
	exact  = "exact"  // it fails
	warned = "report" // it is shown
	ignore = "ignore"
)

// caseSpec is a case as it is written; it may be nothing.
type caseSpec struct {
	// Experiment is built in or a path relative to the baseline's folder; without it
	// the case's name is that of a built-in one.
	Experiment string                `yaml:"experiment"`
	Policies   []string              `yaml:"policies"`
	Seeds      *value                `yaml:"seeds"`
	Set        strict.Map[value]     `yaml:"set"`
	Behaviour  string                `yaml:"behaviour" jsonschema:"enum=exact,enum=report,enum=ignore"`
	Tolerances strict.Map[tolerance] `yaml:"tolerances"`
	Speed      *tolerance            `yaml:"speed"`

	node strict.Node
}

// DecodeNode reads a map, or nothing.
func (c *caseSpec) DecodeNode(n strict.Node) {
	type plain caseSpec
	if !n.IsNull() {
		n.Into((*plain)(c), "")
	}
	c.node = n
}

// value is any YAML.
type value string

// DecodeNode takes all there is.
func (v *value) DecodeNode(n strict.Node) { *v = value(n.YAML()) }

// Read reads a baseline and the experiments that it names. The error lists all
// faults.
func Read(path string) (*Baseline, error) {
	text, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, fmt.Errorf("%s: no such file, want a baseline; the least is\n%s", path, least)
	}
	if err != nil {
		return nil, err
	}
	return parse(path, text)
}

const least = `  version: 1
  cases:
    hyperpod-night: {}
then rubato check FILE --update records what it gives`

func parse(path string, text []byte) (*Baseline, error) {
	doc := strict.Parse(path, text)
	s := spec{Behaviour: exact}
	doc.Decode(&s)
	if doc.Err() == nil && len(s.Cases) == 0 {
		doc.Wrong("at least one case", "cases")
	}
	usual := usualTolerances()
	declare(&usual, s.Tolerances)
	b := &Baseline{path: path, text: text}
	for i := range s.Cases {
		b.cases = append(b.cases, s.testCase(&s.Cases[i], usual, filepath.Dir(path)))
	}
	s.checkRecorded()
	if err := doc.Err(); err != nil {
		return nil, err
	}
	return b, b.checkLast(len(s.Recorded) > 0)
}

func (s *spec) testCase(c *strict.Entry[caseSpec], tolerances [compare.NumMetrics]tolerance, dir string) *testCase {
	out := &testCase{name: c.Key, line: lineOf(c.Value.node), behaviour: s.Behaviour, tolerances: tolerances, speed: usualSpeed}
	if c.Value.Behaviour != "" {
		out.behaviour = c.Value.Behaviour
	}
	declare(&out.tolerances, c.Value.Tolerances)
	for _, t := range []*tolerance{s.Speed, c.Value.Speed} {
		if t != nil {
			out.speed = *t
		}
	}
	out.experiment = c.Value.load(c.Key, dir)
	for i := range s.Recorded {
		if s.Recorded[i].Key == c.Key {
			out.recorded = &s.Recorded[i].Value
		}
	}
	return out
}

// load reads the experiment; its faults are those of the case.
func (c *caseSpec) load(name, dir string) *experiments.Experiment {
	if c.Experiment != "" {
		name = c.Experiment
	}
	if _, ok := experiments.Source(name); !ok && c.Experiment != "" && !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	o := experiments.Options{Policies: c.Policies}
	if c.Seeds != nil {
		o.Seeds = string(*c.Seeds)
	}
	for _, s := range c.Set {
		o.Set = append(o.Set, s.Key+"="+string(s.Value))
	}
	e, err := experiments.Load(name, o)
	if err != nil {
		for fault := range strings.Lines(err.Error()) {
			c.node.Problem(strings.TrimSuffix(fault, "\n"))
		}
	}
	return e
}

// checkRecorded records a fault of each recorded case that is no longer a case.
func (s *spec) checkRecorded() {
	names := s.Cases.Keys()
	for _, r := range s.Recorded {
		if !slices.Contains(names, r.Key) {
			r.Value.node.Problem("got the record of a case that is not among the cases; rename it as its case, or take it out" +
				strict.DidYouMean(r.Key, names))
		}
	}
}

// lineOf is the line of a node in its file.
func lineOf(n strict.Node) int {
	var line, column int
	place := n.Place()
	if cut := strings.LastIndex(place, ":"); cut > 0 {
		place = place[strings.LastIndex(place[:cut], ":")+1:]
	}
	_, _ = fmt.Sscanf(place, "%d:%d", &line, &column)
	return line
}
