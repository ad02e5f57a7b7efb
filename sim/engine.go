package sim

import (
	"context"
	"fmt"

	"rubato/cluster"
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// engine is the state of one run.
type engine struct {
	sc       *Scenario
	policy   policy.Policy
	observer Observer

	now     simtime.Time
	queue   *eventQueue
	cluster *cluster.Cluster
	ledger  ledger
	result  *Result

	jobs     []job
	arrived  int      // jobs[:arrived] are submitted
	demand   []demand // of each pool
	ended    int
	turns    int64
	known    []capacityEvent // in order
	random   *cluster.Strikes
	struck   []capacityEvent // by random processes; see strike
	unstruck []int32         // places in struck that are free
	storage  storage
	hit      []*job            // jobs that just lost GPUs
	noticed  []*job            // jobs with doomed GPUs
	spare    [][]cluster.Piece // emptied slices of jobs that gave up their GPUs

	state     policy.State
	plan      *policy.Plan
	predictor predictor
	// findsPlace is nil where GPUs are only counted.
	findsPlace func(j *policy.Job, pool, gpus int) bool
	// fragmented is the number of free GPUs that by count would do for a queued
	// job, while none can be placed.
	fragmented int
	sizes      []cluster.SizeCount // scratch for that
	timer      handle
	// dirty says that something happened that calls for a scheduling round.
	dirty bool
}

// Run replays a scenario under a policy. The policy must be a fresh value; the
// observer may be nil. Runs of one scenario may go on at the same time. It
// fails on an impossible scenario, on an illegal plan, on a violated ledger,
// and with the context's error when that is cancelled.
func Run(ctx context.Context, sc *Scenario, p policy.Policy, o *Observer) (*Result, error) {
	if err := sc.Check(); err != nil {
		return nil, err
	}
	e := newEngine(sc, p)
	if err := e.predictor.check(sc); err != nil {
		return nil, fmt.Errorf("policy %s: %w", p.Name(), err)
	}
	if o != nil {
		e.observer = *o
	}
	if err := e.run(ctx); err != nil {
		return nil, err
	}
	return e.finish()
}

func newEngine(sc *Scenario, p policy.Policy) *engine {
	e := &engine{
		sc: sc, policy: p,
		queue:   newEventQueue(),
		cluster: cluster.New(sc.Pools, sc.Availability.Initial, sc.Seed),
		result:  &Result{Policy: p.Name(), Seed: sc.Seed, Jobs: make([]JobResult, len(sc.Jobs))},
		jobs:    make([]job, len(sc.Jobs)),
		demand:  make([]demand, len(sc.Pools)),
		known:   knownEvents(&sc.Availability),
		random:  cluster.NewStrikes(sc.Availability.Failures, sc.Pools, sc.Seed),
		plan:    policy.NewPlan(p.Name()),

		predictor: newPredictor(sc, p),
	}
	e.storage = storage{Storage: sc.Storage, engine: e}
	e.state.Progress, e.state.Unsaved, e.state.Defragment = e.progress, e.unsaved, e.defragment
	e.state.Left = func(j *policy.Job) workload.Work { e.settle(&e.jobs[j.Index]); return e.jobs[j.Index].left }
	if r := sc.Placement.Rule; r != "" && r != cluster.Count {
		e.findsPlace = e.findPlace
	}
	for i := range sc.Jobs {
		spec := &sc.Jobs[i]
		e.jobs[i] = job{
			Job:    policy.Job{Job: spec, Home: spec, Index: int32(i)},
			result: &e.result.Jobs[i],
			left:   spec.Work, hasLimits: spec.Limits != workload.Limits{}, stored: mark{left: spec.Work}, fullRate: spec.Rate(spec.Requested),
		}
		*e.jobs[i].result = JobResult{
			ID: spec.ID, User: spec.User, Team: spec.Team, Pool: spec.Pool, Priority: spec.Priority,
			GPUs: spec.GPUs(spec.Requested), Submit: spec.Submit, Deadline: spec.Deadline,
			RunTime: spec.Work.Time(e.jobs[i].fullRate), FirstStart: simtime.Never, End: simtime.Never,
		}
		if c, ok := spec.Scaling.(workload.Course); ok {
			e.jobs[i].course = &course{Course: c}
		}
	}
	for i, spec := range sc.Pools {
		e.ledger.pools = append(e.ledger.pools, account{gpus: spec.GPUs()})
		e.result.GPUs += spec.GPUs()
		e.state.Pools = append(e.state.Pools, newPool(i, spec, p))
		e.demand[i].rented = spec.Rented
	}
	for i := range sc.Jobs {
		if j := &sc.Jobs[i]; j.SurgePriority != nil {
			e.state.Pools[j.Pool].Surging = true
			for k := range j.Elsewhere {
				e.state.Pools[j.Elsewhere[k].Pool].Surging = true
			}
		}
	}
	for i := range sc.Pools {
		e.cluster.CallSpares(i)
	}
	e.scheduleArrival()
	e.scheduleKnown(0)
	e.scheduleRandom()
	e.queue.schedule(sc.horizon(), scenarioEnds, 0)
	return e
}

// run handles events until the last job has ended, the horizon is reached or
// nothing more can happen.
func (e *engine) run(ctx context.Context) error {
	for e.ended < len(e.jobs) && e.queue.len() > 0 {
		at := e.queue.next().at
		if at == e.sc.horizon() && e.queue.next().class() == scenarioEnds {
			if e.queue.len() > 1 || e.sc.Horizon > 0 {
				return e.advance(at)
			}
			return nil
		}
		if err := e.advance(at); err != nil {
			return err
		}
		if err := e.instant(ctx); err != nil {
			return err
		}
		if audit != nil {
			if err := audit(e); err != nil {
				return err
			}
		}
	}
	return nil
}

// audit is a deeper check of the state after each instant, set by tests.
var audit func(*engine) error

// roundsAtOnce is how many rounds at one instant mean that a policy does not
// settle: each but the first follows something that took no time.
const roundsAtOnce = 10_000

// instant handles all events of the present instant, then schedules.
func (e *engine) instant(ctx context.Context) error {
	for rounds := 0; ; rounds++ {
		for e.queue.len() > 0 && e.queue.next().at == e.now && e.queue.next().class() != scenarioEnds {
			if e.dirty && e.queue.next().class() == segmentEndsLate {
				break
			}
			e.handle(e.queue.pop())
			e.result.Events++
			if e.result.Events%65536 == 0 {
				if err := ctx.Err(); err != nil {
					return err
				}
				if e.observer.Progress != nil {
					e.observer.Progress(e.now, e.ended, len(e.jobs))
				}
			}
		}
		if !e.dirty && rounds > 0 {
			e.fragmented = e.countFragmented()
		}
		if !e.dirty || e.ended == len(e.jobs) || e.now == e.sc.horizon() {
			return nil
		}
		if rounds == roundsAtOnce {
			return fmt.Errorf("policy %s at %v: no end of scheduling rounds at one instant", e.policy.Name(), e.now)
		}
		if err := e.round(); err != nil {
			return err
		}
	}
}

func (e *engine) handle(ev event) {
	switch ev.class() {
	case jobEnds:
		j := &e.jobs[ev.subject]
		j.event, j.Cause = 0, policy.AfterCompletion
		e.end(j, policy.Done)
	case phaseEnds:
		j := &e.jobs[ev.subject]
		e.storage.arrived(j, &j.event)
		e.phaseEnds(j)
	case segmentEnds, segmentEndsLate:
		e.segmentEnds(&e.jobs[ev.subject])
	case graceEnds:
		j := &e.jobs[ev.subject]
		j.grace = 0
		e.graceEnds(j)
	case limitEnds, deadlineEnds:
		e.limitEnds(&e.jobs[ev.subject], ev.class())
	case copyEnds:
		j := &e.jobs[ev.subject]
		e.storage.arrived(j, &j.tiers.copying)
		e.copyEnds(j)
	case capacityComes, capacityGoes, incidentHits, noticeGiven:
		e.strike(ev.subject)
	case jobArrives:
		e.arrive(&e.jobs[ev.subject])
		e.scheduleArrival()
	case jobCancelled:
		if j := &e.jobs[ev.subject]; !j.Phase.Over() {
			j.Cause = policy.AfterCancellation
			e.end(j, policy.Cancelled)
		}
	case timerFires:
		e.timer = 0
		e.dirty = true
	}
}

func (e *engine) scheduleArrival() {
	if e.arrived < len(e.jobs) {
		e.queue.schedule(e.sc.Jobs[e.arrived].Submit, jobArrives, int32(e.arrived))
	}
}

func (e *engine) arrive(j *job) {
	e.arrived++
	e.ask(j, demand{unfinished: 1})
	j.since = e.now
	j.Estimate = e.predictor.estimate(j.Job.Job)
	if j.Cancel > 0 {
		e.queue.schedule(max(j.Cancel, e.now), jobCancelled, j.Index)
	}
	j.Cause = policy.AfterSubmission
	e.setPhase(j, policy.Queued)
	e.dirty = true
}
