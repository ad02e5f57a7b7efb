package experiments

import (
	"context"
	"strings"
	"time"

	"rubato/report"
	"rubato/report/html"
	"rubato/sim"
	"rubato/traces"
)

// Run runs each policy with each seed and returns the report, its runs in the
// order of the policies, then of the seeds. Nothing in it depends on how many
// runs go on at once. It fails with the context's error when that is cancelled.
func (e *Experiment) Run(ctx context.Context, o RunOptions) (*report.Report, error) {
	tasks := e.tasks()
	r := &runner{
		Experiment: e, tasks: tasks, results: make([]*sim.Result, len(tasks)), errs: make([]error, len(tasks)),
		observe:  make([]sim.Observer, len(tasks)),
		progress: &progress{jobs: len(tasks) * len(e.first), tell: o.Progress},
	}
	out := e.newReport(tasks)
	if o.Record {
		for i := range out.Runs {
			r.observe[i] = record(&out.Runs[i], e.Outputs())
		}
	}
	if err := r.run(ctx, o.Parallel); err != nil {
		return nil, err
	}
	for i := range out.Runs {
		out.Runs[i].Result = r.results[i]
	}
	return out, nil
}

// record returns an observer of a run that records what the files need.
func record(run *report.Run, files report.Outputs) sim.Observer {
	var o sim.Observer
	if files.Timeline() {
		run.Timeline = &report.Timeline{}
		o.Advance = run.Timeline.Observe
	}
	if files.Log() {
		run.Log = &report.Log{}
		o.Transition = run.Log.Observe
	}
	return o
}

// newReport returns the report without results.
func (e *Experiment) newReport(tasks []task) *report.Report {
	out := &report.Report{Title: e.Title, Manifest: e.manifest(), Source: string(e.source), Credits: e.credits()}
	if out.Title == "" {
		out.Title = e.Name
	}
	for _, p := range e.pools {
		out.Pools = append(out.Pools, p.Name)
		out.Prices = append(out.Prices, p.Price)
	}
	for _, t := range tasks {
		out.Runs = append(out.Runs, report.Run{Label: t.label, Variant: map[string]string{}})
	}
	return out
}

// Outputs returns which files the experiment wants.
func (e *Experiment) Outputs() report.Outputs {
	o := report.Outputs{NoTimeline: !e.spec.Outputs.Timeline, NoPlots: !e.spec.Outputs.Plots, Write: e.spec.Outputs.Write}
	if e.spec.Outputs.Page {
		o.Page = html.Write
	}
	return o
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
	return m
}
