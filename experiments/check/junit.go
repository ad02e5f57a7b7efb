package check

import (
	"encoding/xml"
	"io"
	"strings"
)

type junitSuites struct {
	XMLName  xml.Name     `xml:"testsuites"`
	Name     string       `xml:"name,attr"`
	Tests    int          `xml:"tests,attr"`
	Failures int          `xml:"failures,attr"`
	Errors   int          `xml:"errors,attr"`
	Suites   []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Class   string     `xml:"classname,attr"`
	Name    string     `xml:"name,attr"`
	File    string     `xml:"file,attr"`
	Line    int        `xml:"line,attr"`
	Failure *junitFail `xml:"failure"`
	Error   *junitFail `xml:"error"`
	Output  string     `xml:"system-out,omitempty"`
}

type junitFail struct {
	Message string `xml:"message,attr"`
	Type    string `xml:"type,attr"`
	Text    string `xml:",chardata"`
}

// JUnit writes the outcome as JUnit XML: a suite a case, a test a comparison.
func (o *Outcome) JUnit(w io.Writer) error {
	all := junitSuites{Name: "rubato check " + o.baseline.path}
	for i := range o.cases {
		s := o.cases[i].junit(o.baseline.path)
		all.Tests, all.Failures, all.Errors = all.Tests+s.Tests, all.Failures+s.Failures, all.Errors+s.Errors
		all.Suites = append(all.Suites, s)
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(all); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (c *caseOutcome) junit(file string) junitSuite {
	s := junitSuite{Name: c.name}
	if c.err != nil {
		s.Errors = 1
		s.Cases = append(s.Cases, junitCase{Class: c.name, Name: "run", File: file, Line: c.line, Error: &junitFail{c.err.Error(), "error", c.err.Error()}})
	}
	for i := range c.findings {
		f := &c.findings[i]
		t := junitCase{Class: c.name, Name: strings.TrimSpace(f.Policy + " " + f.Check), File: file, Line: f.Line, Output: f.Text}
		if f.Kind.fails() {
			s.Failures++
			t.Failure = &junitFail{f.Text, strings.ToLower(f.Kind.String()), f.Text}
			t.Output = ""
		}
		s.Cases = append(s.Cases, t)
	}
	s.Tests = len(s.Cases)
	return s
}
