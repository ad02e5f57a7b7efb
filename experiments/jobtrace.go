package experiments

import (
	"fmt"
	"math/big"

	"rubato/simtime"
	"rubato/traces"
)

// readJobTrace reads a trace of jobs, cuts its window and stretches it; it returns
// no jobs if there is a fault.
func (e *Experiment) readJobTrace(t *jobTrace, path string) []traces.Job {
	t.profiled = e.models[0] != nil && e.models[0].profiles != nil
	if t.Until > 0 && t.Until <= t.From {
		e.doc.Wrong(fmt.Sprintf("a time after from, %v", t.From), path+".until")
		return nil
	}
	name, jobs, ok := e.cachedJobs(t, path)
	if !ok {
		return nil
	}
	used := usedTrace{path, name, jobs.Format, jobs.SHA256, len(jobs.Rows), jobs.Settings, jobs.Skipped}
	rows := t.window(jobs.Rows)
	if out := len(jobs.Rows) - len(rows); out > 0 {
		used.skipped = append(used.skipped, traces.Skip{Reason: "outside from and until", Count: out})
	}
	e.traces = append(e.traces, used)
	if len(rows) == 0 {
		e.doc.Problem(fmt.Sprintf("got no job between from and until, want some of the %d of the trace, which are submitted from %v to %v",
			len(jobs.Rows), jobs.Rows[0].Submit, jobs.Rows[len(jobs.Rows)-1].Submit), path+".from", path+".until")
		return nil
	}
	if !e.stretch(t, rows, path) {
		return nil
	}
	return rows
}

// cachedJobs reads the trace, or takes it from the point of the sweep that read it
// first.
func (e *Experiment) cachedJobs(t *jobTrace, path string) (string, *traces.Jobs, bool) {
	o := t.options()
	key := fmt.Sprintf("%+v %+v %+v", t.traceSource, o, or(t.Throughputs, throughputsSpec{}))
	if jobs := e.cache.jobs[key]; jobs != nil {
		return t.name(), jobs, true
	}
	name, data, ok := e.readSource(t.traceSource, path)
	if !ok || !e.readThroughputs(t, &o, path) {
		return "", nil, false
	}
	jobs, err := traces.ReadJobs(name, data, o)
	if err != nil {
		e.traceFault(err, t.traceSource, path)
		return "", nil, false
	}
	e.cache.jobs[key] = jobs
	return name, jobs, true
}

// traceCache keeps the traces of jobs that were read, for all points of a sweep, by
// where they are and how they are read.
type traceCache struct {
	jobs map[string]*traces.Jobs
}

func newTraceCache() *traceCache { return &traceCache{make(map[string]*traces.Jobs)} }

// traceUnits are the words for the units of a trace's times.
var traceUnits = map[string]simtime.Duration{"ms": simtime.Millisecond, "s": simtime.Second, "h": simtime.Hour}

// options returns how the trace is read, but for its throughputs.
func (t *jobTrace) options() traces.Options {
	return traces.Options{
		Format: t.Format, Lenient: t.Lenient, Group: t.Group, ZeroDuration: t.ZeroDuration, ZeroGPUs: t.ZeroGPUs,
		Unit: traceUnits[t.Unit], Attempts: t.Attempts, Profiled: t.profiled,
	}
}

// readThroughputs reads the file of throughputs that some formats need.
func (e *Experiment) readThroughputs(t *jobTrace, o *traces.Options, path string) bool {
	if t.Throughputs == nil {
		return true
	}
	name, data, ok := e.readFile(t.Throughputs.File, path+".throughputs.file")
	if !ok {
		return false
	}
	var err error
	if o.Throughputs, err = traces.ReadThroughputs(name, data, t.Throughputs.GPU); err != nil {
		e.doc.Problem(err.Error(), path+".throughputs.gpu")
		return false
	}
	return true
}

// window returns the jobs submitted from From to Until, From being time 0.
func (t *jobTrace) window(rows []traces.Job) []traces.Job {
	var out []traces.Job
	for _, r := range rows {
		if s := simtime.Duration(r.Submit); s >= t.From && (t.Until == 0 || s < t.Until) {
			r.Submit = r.Submit.Add(-t.From)
			if r.Deadline > 0 {
				r.Deadline = r.Deadline.Add(-t.From)
			}
			out = append(out, r)
		}
	}
	return out
}

// stretch multiplies the times of the rows by the factors; what a user allows or
// expects grows with the run time.
func (e *Experiment) stretch(t *jobTrace, rows []traces.Job, path string) bool {
	longest := big.NewInt(int64(simtime.Longest))
	for i := range rows {
		r := &rows[i]
		submit, duration := t.SubmitFactor.scale(int64(r.Submit)), t.DurationFactor.scale(int64(r.Duration))
		switch {
		case submit.Cmp(longest) > 0:
			e.doc.Wrong(fmt.Sprintf("a factor that leaves every submission within ten years; not so line %d", r.Line), path+".submitFactor")
			return false
		case duration.Cmp(longest) > 0 || duration.Sign() == 0 && !t.profiled:
			e.doc.Wrong(fmt.Sprintf("a factor that leaves every run time between 1 ms and ten years; not so line %d", r.Line), path+".durationFactor")
			return false
		}
		if r.Deadline > 0 {
			r.Deadline = simtime.Time(submit.Int64()).Add(t.stretched(r.Deadline.Sub(r.Submit)))
		}
		r.Estimate = t.stretched(r.Estimate)
		r.Submit, r.Duration = simtime.Time(submit.Int64()), simtime.Duration(duration.Int64())
	}
	return true
}

// stretched multiplies a span that grows with run times by their factor, up to ten
// years.
func (t *jobTrace) stretched(d simtime.Duration) simtime.Duration {
	longer := t.DurationFactor.scale(int64(d))
	if longer.Cmp(big.NewInt(int64(simtime.Longest))) > 0 {
		return simtime.Longest
	}
	return simtime.Duration(longer.Int64())
}
