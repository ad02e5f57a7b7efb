package experiments

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"rubato/sim"
	"rubato/simtime"
)

// RunOptions say how to run; they do not change the results.
type RunOptions struct {
	// Parallel is how many runs go on at once; 0 means GOMAXPROCS.
	Parallel int
	// Record records what the experiment's files show beside the results: what
	// the GPUs did over time, what happened to the jobs.
	Record bool
	// Progress, if it is set, is told now and then how many jobs of how many
	// have ended, over all runs. It is called by one goroutine at a time.
	Progress func(ended, jobs int)
}

// task is one run: a policy with a seed.
type task struct {
	label  string
	policy policySpec
	seed   uint64
}

// tasks lists the runs: policies in order, each with all seeds.
func (e *Experiment) tasks() []task {
	var out []task
	for _, p := range e.spec.Policies {
		for _, s := range e.spec.Seeds {
			out = append(out, task{p.Key, p.Value, s})
		}
	}
	return out
}

// runner runs tasks on several goroutines. They are handed out seed by seed, so
// that the policies share the jobs of a seed, and their results kept in order.
type runner struct {
	*Experiment
	tasks    []task
	results  []*sim.Result
	observe  []sim.Observer
	errs     []error // in the order in which tasks are handed out
	next     atomic.Int64
	stop     atomic.Bool
	progress *progress
	shared   []sharedScenario // by index of the seed
}

// sharedScenario is a scenario that is built by the first of its runs.
type sharedScenario struct {
	once sync.Once
	sc   *sim.Scenario
	err  error
	left atomic.Int64
}

// run runs all tasks and returns the first error in the order in which they are
// handed out, which does not depend on parallel.
func (r *runner) run(ctx context.Context, parallel int) error {
	if parallel < 1 {
		parallel = runtime.GOMAXPROCS(0)
	}
	r.shared = make([]sharedScenario, len(r.spec.Seeds))
	for i := range r.shared {
		r.shared[i].left.Store(int64(len(r.spec.Policies)))
	}
	var wg sync.WaitGroup
	for range min(parallel, len(r.tasks)) {
		wg.Go(func() { r.work(ctx) })
	}
	wg.Wait()
	if err := ctx.Err(); err != nil {
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
	policies, all := len(r.spec.Policies), len(r.tasks)
	for !r.stop.Load() && ctx.Err() == nil {
		k := int(r.next.Add(1)) - 1
		if k >= all {
			return
		}
		seed := k / policies
		i := k%policies*len(r.spec.Seeds) + seed
		if r.errs[k] = r.one(ctx, i, seed); r.errs[k] != nil {
			r.stop.Store(true)
		}
	}
}

// one runs a task; a bug that panics is an error of the run.
func (r *runner) one(ctx context.Context, i, seed int) (err error) {
	t := r.tasks[i]
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("policy %s, seed %d: internal error, please report it: %v\n%s", t.label, t.seed, p, debug.Stack())
		}
	}()
	s := &r.shared[seed]
	s.once.Do(func() { s.sc, s.err = r.scenario(t.seed) })
	if s.err != nil {
		return s.err
	}
	sc := s.sc
	if s.left.Add(-1) == 0 {
		s.sc = nil // the last run of the seed has it
	}
	o := &r.observe[i]
	o.Progress = r.progress.observer()
	if own := t.policy.placement; own != "" {
		with := *sc
		with.Placement.Rule = own
		sc = &with
	}
	if o := t.policy.operator; o != nil {
		sc = o.under(sc)
	}
	r.results[i], err = sim.Run(ctx, sc, t.policy.fresh(), o)
	if err != nil && ctx.Err() == nil {
		return fmt.Errorf("policy %s, seed %d: %w", t.label, t.seed, err)
	}
	o.Progress(r.end(i), len(sc.Jobs), len(sc.Jobs))
	return err
}

func (r *runner) end(i int) simtime.Time {
	if r.results[i] == nil {
		return 0
	}
	return r.results[i].End
}

// progress adds up the progress of runs.
type progress struct {
	mu    sync.Mutex
	ended int
	jobs  int
	tell  func(ended, jobs int)
}

// observer returns a function for one run.
func (p *progress) observer() func(simtime.Time, int, int) {
	mine := 0
	return func(_ simtime.Time, ended, _ int) {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.ended += ended - mine
		mine = ended
		if p.tell != nil {
			p.tell(p.ended, p.jobs)
		}
	}
}
