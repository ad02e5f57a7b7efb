package check

import "context"

// Outcome is how what cases give now compares with the baseline.
type Outcome struct {
	baseline *Baseline
	cases    []caseOutcome
}

// caseOutcome is how a case compares.
type caseOutcome struct {
	*testCase
	now      *measured // nil if it could not be run
	err      error
	findings []Finding
}

// Run runs all cases and compares them with what was recorded. A case that cannot be
// run is part of the outcome; only the context's error ends it. Tell, if it is set, is
// told each case before it is run.
func (b *Baseline) Run(ctx context.Context, tell func(name string, place, of int)) (*Outcome, error) {
	return b.run(ctx, tell, cpuTime)
}

func (b *Baseline) run(ctx context.Context, tell func(name string, place, of int), clock func() float64) (*Outcome, error) {
	o := &Outcome{baseline: b}
	for i, c := range b.cases {
		if tell != nil {
			tell(c.name, i, len(b.cases))
		}
		now, err := c.measure(ctx, clock)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		at := caseOutcome{testCase: c, now: now, err: err}
		if err == nil {
			at.findings = c.judge(now)
		} else {
			at.now = nil
		}
		o.cases = append(o.cases, at)
	}
	return o, nil
}

// Regressions is the number of findings that fail.
func (o *Outcome) Regressions() int { return o.count(func(f *Finding) bool { return f.Kind.fails() }) }

func (o *Outcome) count(want func(*Finding) bool) int {
	n := 0
	for i := range o.cases {
		for k := range o.cases[i].findings {
			if want(&o.cases[i].findings[k]) {
				n++
			}
		}
	}
	return n
}

// NotRun is the number of cases that could not be run, for an error of theirs.
func (o *Outcome) NotRun() int {
	n := 0
	for i := range o.cases {
		if o.cases[i].err != nil {
			n++
		}
	}
	return n
}

// Update returns the text of the baseline with what the cases give now, and the
// outcome of a check against the old one is what it changes. A speed that is within
// its tolerance keeps its record, so that noise is no change. It fails if a case could
// not be run.
func (o *Outcome) Update() ([]byte, error) {
	var now []*measured
	for i := range o.cases {
		c := &o.cases[i]
		if c.err != nil {
			return nil, c.err
		}
		m := *c.now
		if old := c.recorded; old != nil && old.Speed > 0 && m.speed > 0 && !c.speed.exceeded(old.Speed, m.speed) {
			m.speed = old.Speed
		}
		now = append(now, &m)
	}
	return o.baseline.written(now)
}

// figures is the number of figures that are compared.
func (o *Outcome) figures() int {
	return o.count(func(f *Finding) bool { return f.metric >= 0 })
}
