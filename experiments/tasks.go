package experiments

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"rubato/report"
)

// Run runs each policy with each seed at each point of the sweep and returns the
// report, its runs in the order of the points, then of the policies, then of the
// seeds. Nothing in it depends on how many runs go on at once, nor on how many of
// them were in the store. It fails with the context's error when that is cancelled,
// which is an [Interrupted] where there is a store.
func (e *Experiment) Run(ctx context.Context, o RunOptions) (*report.Report, error) {
	r := &runner{Experiment: e, options: o, files: e.Outputs(), report: e.newReport()}
	if o.Store != "" {
		s, err := openStore(o.Store)
		if err != nil {
			return nil, err
		}
		r.store = s
	}
	r.makeTasks()
	if err := r.run(ctx); err != nil {
		return nil, err
	}
	for i, t := range r.tasks {
		if t.same != i {
			r.report.Runs[i].Repeat(&r.report.Runs[t.same])
		}
	}
	return r.report, nil
}

// makeTasks lists the runs, in order, and the order in which they are handed out.
// A run that is the same as one before it, for an axis that does not touch it, is
// not done again.
func (r *runner) makeTasks() {
	seeds := r.spec.Seeds
	for p := range r.points {
		at := &r.points[p]
		for _, policy := range at.policies {
			for s, seed := range seeds {
				r.tasks = append(r.tasks, task{label: policy.Key, policy: policy.Value, seed: seed, point: p, draw: s, same: len(r.tasks)})
				r.report.Runs = append(r.report.Runs, report.Run{Label: policy.Key, Variant: at.variant(), Prices: at.prices})
			}
		}
	}
	r.shared = make([]shared, len(r.points)*len(seeds))
	r.opened = make([]opened, len(r.points))
	r.progress = &progress{tell: r.options.Progress}
	r.handOut()
	r.errs = make([]error, len(r.order))
}

func (r *runner) handOut() {
	first := make(map[string]int)
	policies, seeds := len(r.spec.Policies), len(r.spec.Seeds)
	for k := range r.tasks {
		point, within := k/(policies*seeds), k%(policies*seeds)
		i := (point*policies+within%policies)*seeds + within/policies
		t := &r.tasks[i]
		t.key = r.key(t)
		if same, seen := first[t.key]; seen {
			t.same = same
			continue
		}
		first[t.key] = i
		r.order = append(r.order, i)
		r.shared[point*seeds+t.draw].left.Add(1)
		r.opened[point].left.Add(1)
		r.progress.expect(r.points[point].jobs, r.options.Resume && r.store != nil && r.store.has(t.key))
	}
}

// key is the hash of all that determines a run: the scenario, the seed, the policy
// with its parameters, what is recorded, and, where runs are stored, the program.
func (r *runner) key(t *task) string {
	h := sha256.New()
	fmt.Fprintf(h, "%s\nseed %d\n", r.points[t.point].scenario, t.seed)
	if r.options.Record {
		fmt.Fprintf(h, "timeline %v, log %v\n", r.files.Timeline(), r.files.Log())
	}
	t.policy.writeCanonical(h, "")
	if r.store != nil {
		fmt.Fprintf(h, "program %s\n", r.store.program)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
