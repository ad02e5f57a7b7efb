package experiments

import (
	"fmt"
	"math/big"

	"rubato/simtime"
	"rubato/traces"
)

// readJobTrace reads the trace of jobs, cuts its window and stretches it.
func (e *Experiment) readJobTrace() {
	t := e.spec.Workload.Trace
	if t == nil {
		return
	}
	const path = "workload.trace"
	if t.Until > 0 && t.Until <= t.From {
		e.doc.Wrong(fmt.Sprintf("a time after from, %v", t.From), path+".until")
		return
	}
	name, data, ok := e.readSource(t.traceSource, path)
	if !ok {
		return
	}
	jobs, err := traces.ReadJobs(name, data, t.options())
	if err != nil {
		e.traceFault(err, t.traceSource, path)
		return
	}
	used := usedTrace{path, name, jobs.Format, jobs.SHA256, len(jobs.Rows), jobs.Skipped}
	e.rows = t.window(jobs.Rows)
	if out := len(jobs.Rows) - len(e.rows); out > 0 {
		used.skipped = append(used.skipped, traces.Skip{Reason: "outside from and until", Count: out})
	}
	e.traces = append(e.traces, used)
	if len(e.rows) == 0 {
		e.doc.Problem(fmt.Sprintf("got no job between from and until, want some of the %d of the trace, which are submitted from %v to %v",
			len(jobs.Rows), jobs.Rows[0].Submit, jobs.Rows[len(jobs.Rows)-1].Submit), path+".from", path+".until")
		return
	}
	e.stretch(t, path)
}

func (t *jobTrace) options() traces.Options {
	o := traces.Options{Format: t.Format, Lenient: t.Lenient, Group: t.Group, ZeroDuration: t.ZeroDuration}
	switch t.Unit {
	case "s":
		o.Unit = simtime.Second
	case "ms":
		o.Unit = simtime.Millisecond
	}
	return o
}

// window returns the jobs submitted from From to Until, From being time 0.
func (t *jobTrace) window(rows []traces.Job) []traces.Job {
	var out []traces.Job
	for _, r := range rows {
		if s := simtime.Duration(r.Submit); s >= t.From && (t.Until == 0 || s < t.Until) {
			r.Submit = r.Submit.Add(-t.From)
			out = append(out, r)
		}
	}
	return out
}

// stretch multiplies the times of the rows by the factors.
func (e *Experiment) stretch(t *jobTrace, path string) {
	longest := big.NewInt(int64(simtime.Longest))
	for i := range e.rows {
		r := &e.rows[i]
		submit, duration := t.SubmitFactor.scale(int64(r.Submit)), t.DurationFactor.scale(int64(r.Duration))
		switch {
		case submit.Cmp(longest) > 0:
			e.doc.Wrong(fmt.Sprintf("a factor that leaves every submission within ten years; not so line %d", r.Line), path+".submitFactor")
			return
		case duration.Cmp(longest) > 0 || duration.Sign() == 0:
			e.doc.Wrong(fmt.Sprintf("a factor that leaves every run time between 1 ms and ten years; not so line %d", r.Line), path+".durationFactor")
			return
		}
		r.Submit, r.Duration = simtime.Time(submit.Int64()), simtime.Duration(duration.Int64())
	}
}
