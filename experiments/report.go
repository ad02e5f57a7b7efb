package experiments

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"strings"
	"time"

	"rubato/report"
	"rubato/report/html"
	"rubato/traces"
)

// newReport returns the report without runs.
func (e *Experiment) newReport() *report.Report {
	out := &report.Report{
		Title: e.Title, Manifest: e.manifest(), Pools: e.poolNames(), Prices: e.points[0].prices,
		Source: string(e.source), Credits: e.credits(),
		Statistics: report.Statistics{Warmup: e.spec.Statistics.Warmup, Cooldown: e.spec.Statistics.Cooldown},
	}
	if out.Title == "" {
		out.Title = e.Name
	}
	return out
}

// Sweeps reports whether the experiment has a sweep.
func (e *Experiment) Sweeps() bool { return e.spec.Sweep != nil }

// Runs is the number of runs.
func (e *Experiment) Runs() int { return len(e.points) * len(e.spec.Policies) * len(e.spec.Seeds) }

// Outputs returns which files the experiment wants.
func (e *Experiment) Outputs() report.Outputs {
	o := e.spec.Outputs
	out := report.Outputs{
		NoTimeline: !or(o.Timeline, !e.Sweeps()), NoPlots: !or(o.Plots, !e.Sweeps()), NoJobs: !or(o.Jobs, !e.Sweeps()),
		Write: o.Write,
	}
	if or(o.Page, !e.Sweeps()) {
		out.Page = html.Write
	}
	return out
}

// credits are those of the traces; of the user's own only the name is known.
func (e *Experiment) credits() []report.Credit {
	var out []report.Credit
	for _, t := range e.traces {
		c := report.Credit{Name: t.name}
		for _, s := range traces.Samples() {
			if s.Name == t.name {
				c = report.Credit{Name: s.Name, Title: s.Title, Source: s.Source, Licence: s.Licence, Citation: s.Citation}
			}
		}
		out = append(out, c)
	}
	return out
}

// manifest says what the results are made from.
func (e *Experiment) manifest() report.Manifest {
	m := report.Manifest{
		Version: ProgramVersion(), Experiment: e.Name, ScenarioSHA256: e.hash(), Seeds: e.spec.Seeds,
		Traces: []report.Trace{}, Settings: e.given.settings(), Clairvoyant: []string{},
	}
	if o := e.spec.Origin; !o.IsZero() {
		m.Origin = o.Format(time.RFC3339Nano)
	}
	for _, t := range e.traces {
		u := report.Trace{Name: t.name, Format: t.format, SHA256: t.sha256, Rows: t.rows, Options: []string{}, Skipped: []report.Skip{}}
		for _, o := range t.settings {
			u.Options = append(u.Options, strings.ToLower(o.Name[:1])+o.Name[1:]+"="+o.Value)
		}
		for _, s := range t.skipped {
			u.Skipped = append(u.Skipped, report.Skip{Reason: s.Reason, Count: s.Count})
		}
		m.Traces = append(m.Traces, u)
	}
	for _, p := range e.spec.Policies {
		if p.Value.clairvoyant() {
			m.Clairvoyant = append(m.Clairvoyant, p.Key)
		}
	}
	for i := range e.points {
		m.Points = append(m.Points, e.pairing(&e.points[i]))
	}
	return m
}

// pairing says with which runs of other results those at a point may be compared.
func (e *Experiment) pairing(p *point) report.Point {
	out := report.Point{Variant: p.variant(), ScenarioSHA256: p.scenario, Policies: make(map[string]string)}
	if s := e.spec.Statistics; s != (statisticsSpec{}) {
		h := sha256.New()
		fmt.Fprintln(h, p.scenario)
		writeCanonical(h, "statistics", reflect.ValueOf(s))
		out.ScenarioSHA256 = hex.EncodeToString(h.Sum(nil))
	}
	for _, q := range p.policies {
		h := sha256.New()
		q.Value.writeCanonical(h, "")
		out.Policies[q.Key] = hex.EncodeToString(h.Sum(nil))
	}
	return out
}
