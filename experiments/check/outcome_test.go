package check

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/compare"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// outcome has a finding of each kind.
func outcome() *Outcome {
	record := func(behaviour string, wasted, ettr float64) recordedPolicy {
		p := recordedPolicy{behaviour: behaviour, line: 12}
		for m := range p.figures {
			p.figures[m] = math.NaN()
		}
		p.figures[compare.Wasted], p.figures[compare.ETTR] = wasted, ettr
		return p
	}
	now := func(name, behaviour string, wasted, ettr float64) policyFigures {
		return policyFigures{name, behaviour, record("", wasted, ettr).figures}
	}
	night := &testCase{
		name: "night", line: 3, behaviour: exact, tolerances: usualTolerances(), speed: usualSpeed,
		recorded: &recordedCase{Input: "i", Speed: 2, line: 10, Policies: policies{
			{Key: "fifo", Value: record("f", 100, 90)},
			{Key: "hyperpod load=0.6", Value: record("h", 100, 80)},
			{Key: "gone", Value: record("g", 1, 1)},
		}},
	}
	calm := &testCase{name: "calm", line: 4, behaviour: warned, tolerances: usualTolerances(), speed: usualSpeed, recorded: &recordedCase{
		Input: "i", Speed: 2, line: 20, Policies: policies{{Key: "fifo", Value: record("f", 100, 90)}},
	}}
	o := &Outcome{baseline: &Baseline{path: "a,b:c.yaml"}}
	for _, c := range []struct {
		of  *testCase
		now *measured
	}{
		{night, &measured{input: "i", speed: 4, policies: []policyFigures{now("fifo", "f", 100, 90), now("hyperpod load=0.6", "x", 103, 84), now("new", "n", 1, 1)}}},
		{calm, &measured{input: "j", speed: 1.9, policies: []policyFigures{now("fifo", "x", 100.5, 90)}}},
	} {
		o.cases = append(o.cases, caseOutcome{testCase: c.of, now: c.now, findings: c.of.judge(c.now)})
	}
	o.cases = append(o.cases, caseOutcome{testCase: &testCase{name: "broken", line: 5}, err: errors.New("100 % <broken> | \nat line 2")})
	return o
}

func TestOutputs(t *testing.T) {
	o := outcome()
	for name, write := range map[string]func(io.Writer) error{"outcome.txt": o.Text, "outcome.xml": o.JUnit, "outcome.github": o.GitHub, "outcome.md": o.Markdown} {
		var b bytes.Buffer
		require.NoError(t, write(&b))
		path := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(path, b.Bytes(), 0o666))
		}
		want, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, string(want), b.String(), name)
	}
	require.Equal(t, "could not run 1 case: 3 cases, 6 figures compared with a,b:c.yaml", o.Verdict())
	o.cases = o.cases[:2]
	require.Equal(t, "5 regressions: 2 cases, 6 figures compared with a,b:c.yaml", o.Verdict())
	o.cases = o.cases[1:]
	require.Equal(t, "no regression: 1 case, 2 figures compared with a,b:c.yaml", o.Verdict())
}

// What JUnit's readers count is what the outcome counts.
func TestJUnitCounts(t *testing.T) {
	o := outcome()
	var b bytes.Buffer
	require.NoError(t, o.JUnit(&b))
	var read junitSuites
	require.NoError(t, xml.Unmarshal(b.Bytes(), &read))
	require.Equal(t, o.Regressions(), read.Failures)
	require.Equal(t, o.NotRun(), read.Errors)
	tests, failures := 0, 0
	for _, s := range read.Suites {
		tests += len(s.Cases)
		for _, c := range s.Cases {
			if c.Failure != nil {
				failures++
			}
		}
	}
	require.Equal(t, read.Tests, tests)
	require.Equal(t, read.Failures, failures)
}

// GitHub shows ten annotations of a kind: the tenth says how many there are more.
func TestAnnotationsAreFew(t *testing.T) {
	o := outcome()
	o.cases = o.cases[:1]
	for range 20 {
		o.cases[0].findings = append(o.cases[0].findings, absent(New, "p", 1, "it is new"))
	}
	var b bytes.Buffer
	require.NoError(t, o.GitHub(&b))
	require.Equal(t, 10, strings.Count(b.String(), "::error "))
	require.Contains(t, b.String(), "it is new%0A… and 15 more\n")
	require.Equal(t, 25, o.Regressions())
}
