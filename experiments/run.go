package experiments

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"rubato/report"
	"rubato/sim"
)

// RunOptions say how to run; they do not change the results.
type RunOptions struct {
	// Parallel is how many runs go on at once; 0 means GOMAXPROCS.
	Parallel int
	// Record records what the experiment's files show beside the results: what
	// the GPUs did over time, what happened to the jobs.
	Record bool
	// Store is a folder in which each run is kept as soon as it has ended, so that
	// what is finished survives whatever happens later; "" keeps nothing.
	Store string
	// Resume takes from the store what is there instead of running it.
	Resume bool
	// Progress, if it is set, is told now and then how far all is. It is called by
	// one goroutine at a time.
	Progress func(Progress)
}

// Progress is how far the runs of an experiment are.
type Progress struct {
	// Runs have ended or were in the store, of AllRuns.
	Runs, AllRuns int
	// Jobs have ended, of AllJobs of the runs that were not in the store.
	Jobs, AllJobs int
	// Stored runs were in the store, and Damaged ones there are run again.
	Stored, Damaged int
}

// Interrupted is the error of a run that was cancelled with some of it stored.
type Interrupted struct {
	// Kept of Runs runs are in the folder Store.
	Kept, Runs int
	Store      string
}

func (i *Interrupted) Error() string {
	return fmt.Sprintf("interrupted; %d of %d runs are kept in %s", i.Kept, i.Runs, i.Store)
}

// Unwrap returns context.Canceled.
func (i *Interrupted) Unwrap() error { return context.Canceled }

// task is one run: a policy with a seed at a point.
type task struct {
	label       string
	policy      policySpec
	seed        uint64
	point, draw int // places of the point and of the seed
	key         string
	same        int // place of the run that it repeats, its own if it repeats none
}

// runner runs tasks on several goroutines. They are handed out point by point and
// seed by seed, so that the policies share the jobs of a seed, and their results
// kept in order.
type runner struct {
	*Experiment
	options  RunOptions
	files    report.Outputs
	report   *report.Report
	tasks    []task
	order    []int   // in which tasks are handed out
	errs     []error // in that order
	next     atomic.Int64
	stop     atomic.Bool
	store    *store
	progress *progress
	shared   []shared // by point, then seed
	opened   []opened // by point
}

// shared is a scenario that is built by the first of its runs.
type shared struct {
	once sync.Once
	sc   *sim.Scenario
	err  error
	left atomic.Int64
}

// opened is a point that is read by the first of its runs.
type opened struct {
	once sync.Once
	e    *Experiment
	err  error
	left atomic.Int64
}

// run runs all tasks and returns the first error in the order in which they are
// handed out, which does not depend on how many run at once.
func (r *runner) run(ctx context.Context) error {
	parallel := r.options.Parallel
	if parallel < 1 {
		parallel = runtime.GOMAXPROCS(0)
	}
	var wg sync.WaitGroup
	for range min(parallel, len(r.order)) {
		wg.Go(func() { r.work(ctx) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
		if r.store != nil {
			return &Interrupted{r.progress.runs(), len(r.order), r.store.dir}
		}
		return err
	}
	for _, err := range r.errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// work takes tasks until there are none left or one has failed.
func (r *runner) work(ctx context.Context) {
	for !r.stop.Load() && ctx.Err() == nil {
		k := int(r.next.Add(1)) - 1
		if k >= len(r.order) {
			return
		}
		if r.errs[k] = r.one(ctx, r.order[k]); r.errs[k] != nil {
			r.stop.Store(true)
		}
	}
}

// one does a task, or finds it in the store.
func (r *runner) one(ctx context.Context, i int) error {
	t, run := &r.tasks[i], &r.report.Runs[i]
	defer r.leave(t)
	if r.options.Resume && r.store != nil {
		found, err := r.store.load(t.key, run)
		switch {
		case errors.Is(err, errDamaged):
			r.progress.damaged(r.points[t.point].jobs)
		case err != nil:
			return err
		case found:
			return r.finish(run)
		}
	}
	if err := r.simulate(ctx, t, run); err != nil {
		return err
	}
	if r.store != nil {
		if err := r.store.save(t.key, run); err != nil {
			return err
		}
	}
	return r.finish(run)
}

// finish counts a run and lets go of its jobs if no file needs them.
func (r *runner) finish(run *report.Run) error {
	r.progress.done()
	if r.files.Jobs() {
		return nil
	}
	return run.Condense(r.report)
}

// simulate runs a task; a bug that panics is an error of the run.
func (r *runner) simulate(ctx context.Context, t *task, run *report.Run) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s: internal error, please report it: %v\n%s", t.name(run), p, debug.Stack())
		}
	}()
	sc, err := r.scenarioOf(t)
	if err != nil {
		return err
	}
	o := r.record(run)
	o.Progress = r.progress.observer()
	if own := t.policy.placement; own != "" {
		with := *sc
		with.Placement.Rule = own
		sc = &with
	}
	if o := t.policy.operator; o != nil {
		sc = o.under(sc)
	}
	run.Result, err = sim.Run(ctx, sc, t.policy.fresh(), &o)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("%s: %w", t.name(run), err)
	}
	if err == nil {
		o.Progress(run.Result.End, len(sc.Jobs), len(sc.Jobs))
	}
	return err
}

// record returns an observer of a run that records what the files need.
func (r *runner) record(run *report.Run) sim.Observer {
	var o sim.Observer
	if !r.options.Record {
		return o
	}
	if r.files.Timeline() {
		run.Timeline = &report.Timeline{}
		o.Advance = run.Timeline.Observe
	}
	if r.files.Log() {
		run.Log = &report.Log{}
		o.Transition = run.Log.Observe
	}
	return o
}

func (t *task) name(run *report.Run) string {
	at := ""
	if v := run.Point(); v != "" {
		at = ", " + v
	}
	return fmt.Sprintf("policy %s, seed %d%s", t.label, t.seed, at)
}

// scenarioOf returns the scenario of a task, which others may share.
func (r *runner) scenarioOf(t *task) (*sim.Scenario, error) {
	p := &r.opened[t.point]
	p.once.Do(func() {
		if p.e, p.err = r.points[t.point].open(); p.err == nil && p.e.scenarioHash() != r.points[t.point].scenario {
			p.err = errors.New("an availability trace has changed since it was checked; run again")
		}
	})
	if p.err != nil {
		return nil, p.err
	}
	s := &r.shared[t.point*len(r.spec.Seeds)+t.draw]
	e := p.e
	s.once.Do(func() { s.sc, s.err = e.scenario(t.seed) })
	return s.sc, s.err
}

// leave lets go of what only finished runs needed.
func (r *runner) leave(t *task) {
	if s := &r.shared[t.point*len(r.spec.Seeds)+t.draw]; s.left.Add(-1) == 0 {
		s.sc = nil
	}
	if p := &r.opened[t.point]; p.left.Add(-1) == 0 {
		p.e = nil
	}
}
