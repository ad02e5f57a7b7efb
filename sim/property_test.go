package sim_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/cluster"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

func TestMain(m *testing.M) {
	flag.Parse()
	if !isSet("rapid.checks") {
		if err := flag.Set("rapid.checks", "1000"); err != nil {
			panic(err)
		}
	}
	os.Exit(m.Run())
}

func isSet(name string) bool {
	found := false
	flag.Visit(func(f *flag.Flag) { found = found || f.Name == name })
	return found
}

// TestRandomScenarios runs every policy on random scenarios, with the state
// recounted after each instant (SetAudit).
func TestRandomScenarios(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario(t)
		for _, entry := range policy.Entries() {
			r := simulate(t, sc, entry.New(), nil)
			checkResult(t, sc, r)
			again := simulate(t, sc, entry.New(), watch(t, sc))
			require.Equal(t, r, again, "%s: a second run, watched, differs", entry.Name)
		}
	})
}

// TestStaticTwins: without priorities, losses or elastic jobs, a preemptive and
// an elastic policy do what fifo does.
func TestStaticTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario(t)
		sc.Availability = cluster.Availability{Initial: sc.Availability.Initial}
		for i := range sc.Jobs {
			sc.Jobs[i].Priority, sc.Jobs[i].Elsewhere = 0, nil
			sc.Jobs[i].Sizes = workload.Fixed(sc.Jobs[i].Requested)
		}
		want := simulate(t, sc, &policy.FIFO{}, nil)
		strict := &policy.HyperPod{Queueing: policy.Strict, SurgeYieldsTo: policy.SamePriority, Governance: true}
		for _, p := range []policy.Policy{&policy.Priority{}, strict} {
			got := simulate(t, sc, p, nil)
			require.Equal(t, want.Jobs, got.Jobs, p.Name())
			require.Equal(t, want.Spent, got.Spent, p.Name())
		}
	})
}

func simulate(t require.TestingT, sc *sim.Scenario, p policy.Policy, o *sim.Observer) *sim.Result {
	r, err := sim.Run(context.Background(), sc, p, o)
	require.NoError(t, err)
	return r
}

// checkResult checks what must hold of any result.
func checkResult(t require.TestingT, sc *sim.Scenario, r *sim.Result) {
	require.Len(t, r.Jobs, len(sc.Jobs))
	pools := sim.GPUMillis{}
	for _, p := range r.Pools {
		for s, v := range p {
			pools[s] += v
		}
	}
	require.Equal(t, r.Spent, pools)
	for i, j := range r.Jobs {
		spec := &sc.Jobs[i]
		require.Equal(t, spec.ID, j.ID)
		if j.Phase.Over() {
			require.GreaterOrEqual(t, j.End, j.Submit)
			require.LessOrEqual(t, j.Queued, j.TimeToTrain())
		}
		if j.Phase == policy.Done {
			checkWork(t, spec, &j)
		}
		checkLosses(t, &j)
		if !spec.Sizes.Elastic() {
			require.Zero(t, j.Resizes, "rigid job %s was resized", j.ID)
		}
	}
}

// checkWork: a completed job has trained for as long as its work takes, give or
// take the last millisecond of each spell.
func checkWork(t require.TestingT, spec *workload.Job, j *sim.JobResult) {
	if _, linear := spec.Scaling.(workload.Linear); !linear || spec.Speed > 0 {
		return
	}
	want := spec.Work.ReplicaMillis() * float64(spec.ReplicaGPUs)
	require.InDelta(t, want, float64(j.Spent[sim.Training]), float64(spec.GPUs(spec.Sizes.Max())), j.ID)
	require.GreaterOrEqual(t, float64(j.Spent[sim.Training]), want, j.ID)
}

// checkLosses: every loss has its cause, and what is productive was trained.
func checkLosses(t require.TestingT, j *sim.JobResult) {
	lost := int64(0)
	for _, v := range j.LostBy {
		require.GreaterOrEqual(t, v, int64(0))
		lost += v
	}
	require.Equal(t, j.Spent[sim.Lost], lost, j.ID)
	for s, v := range j.Spent {
		require.GreaterOrEqual(t, v, int64(0), "%s %v", j.ID, sim.GPUState(s))
	}
	require.GreaterOrEqual(t, j.Spent[sim.Training], int64(j.Productive), j.ID)
	require.GreaterOrEqual(t, j.Productive, simtime.Duration(0), j.ID)
}

// watch returns an observer that checks that the steps it is told tile the
// time and always add up to the cluster, and that whoever is told of jobs knows
// where their GPUs are at each of them.
func watch(t require.TestingT, sc *sim.Scenario) *sim.Observer {
	gpus := 0
	for _, p := range sc.Pools {
		gpus += p.GPUs()
	}
	last := simtime.Time(0)
	jobs := make([]policy.Job, len(sc.Jobs))
	return &sim.Observer{
		Advance: func(from, to simtime.Time, c *sim.Counts) {
			require.Equal(t, last, from)
			require.Greater(t, to, from)
			last = to
			sum := 0
			for _, n := range c {
				sum += n
			}
			require.Equal(t, gpus, sum)
			require.Equal(t, c[sim.Starting:], countsOf(jobs)[sim.Starting:], "at %v", from)
		},
		Transition: func(_ simtime.Time, j *policy.Job) { jobs[j.Index] = *j },
	}
}

// countsOf are the GPUs of jobs by state.
func countsOf(jobs []policy.Job) *sim.Counts {
	var c sim.Counts
	states := map[policy.Phase]sim.GPUState{
		policy.Starting: sim.Starting, policy.Restoring: sim.Restoring, policy.Training: sim.Training, policy.Saving: sim.Saving,
		policy.Draining: sim.Draining, policy.Faulted: sim.Holding, policy.Hung: sim.Holding,
	}
	for i := range jobs {
		if j := &jobs[i]; j.Active > 0 {
			c[states[j.Phase]] += j.Active
		}
		c[sim.Holding] += jobs[i].Held
	}
	return &c
}

func drawScenario(t *rapid.T) *sim.Scenario {
	sc := &sim.Scenario{Seed: rapid.Uint64().Draw(t, "seed")}
	sc.Placement.Rule = rapid.SampledFrom(cluster.Placements()).Draw(t, "placement")
	sc.Placement.Relax = drawSpan(t, "relax")
	if rapid.Bool().Draw(t, "with horizon") {
		sc.Horizon = drawTime(t, "horizon") + 1
	}
	for i := range rapid.IntRange(1, 2).Draw(t, "pools") {
		p := cluster.Pool{NodesPerRack: i, Price: 2, Name: fmt.Sprint("p", i), Nodes: rapid.IntRange(1, 5).Draw(t, "nodes"), GPUsPerNode: rapid.IntRange(1, 4).Draw(t, "gpus a node")}
		p.Rented = rapid.Bool().Draw(t, "rented")
		p.Spares = rapid.SampledFrom([]int{0, 0, p.Nodes - 1}).Draw(t, "spares")
		sc.Pools = append(sc.Pools, p)
		up := p.GPUs()
		if rapid.Bool().Draw(t, "by node") {
			drawNodeLosses(t, sc, i)
		} else {
			up = drawCounts(t, sc, i, cluster.Lost)
		}
		sc.Availability.Initial = append(sc.Availability.Initial, up)
		drawCounts(t, sc, i, cluster.External)
	}
	sc.Availability.Sort()
	drawMishaps(t, sc)
	if sc.Horizon == 0 { // killed without a save at every turn, a job may go on for ever
		sc.Horizon = 20_000_000
	}
	at := simtime.Time(0)
	for i := range rapid.IntRange(0, 12).Draw(t, "jobs") {
		at += simtime.Time(rapid.IntRange(0, 40).Draw(t, "after")) * 1000
		sc.Jobs = append(sc.Jobs, drawJob(t, sc, i, at))
	}
	return sc
}

// drawTime draws from few instants, so that many things happen at one.
func drawTime(t *rapid.T, label string) simtime.Time {
	return simtime.Time(rapid.IntRange(0, 60).Draw(t, label)) * 10_000
}

func drawSpan(t *rapid.T, label string) simtime.Duration {
	return simtime.Duration(rapid.SampledFrom([]int{0, 0, 5, 10, 20, 100}).Draw(t, label)) * simtime.Second
}

// drawNodeLosses takes nodes and brings them back.
func drawNodeLosses(t *rapid.T, sc *sim.Scenario, pool int) {
	p := sc.Pools[pool]
	for node := range p.Nodes {
		at, delta := simtime.Time(0), -p.GPUsPerNode
		for range rapid.IntRange(0, 4).Draw(t, "losses") {
			at += drawTime(t, "loss after") / 4
			c := cluster.Change{At: at, Pool: pool, Node: node, Delta: delta}
			if delta < 0 {
				c.Notice = drawSpan(t, "notice")
				c.Detection = drawSpan(t, "detection")
			}
			sc.Availability.Changes = append(sc.Availability.Changes, c)
			at, delta = at+1, -delta
		}
	}
}

// drawCounts adds a step function and returns where it starts.
func drawCounts(t *rapid.T, sc *sim.Scenario, pool int, cause cluster.Cause) int {
	total := sc.Pools[pool].GPUs()
	initial := 0
	if cause == cluster.Lost {
		initial = rapid.IntRange(0, total).Draw(t, "initial")
	}
	var steps []cluster.Step
	at := simtime.Time(0)
	for range rapid.IntRange(0, 5).Draw(t, "steps") {
		at += drawTime(t, "step after") / 4
		steps = append(steps, cluster.Step{At: at, GPUs: rapid.IntRange(0, total).Draw(t, "count")})
	}
	sc.Availability.Changes = append(sc.Availability.Changes, cluster.Changes(pool, initial, steps, cause, drawSpan(t, "notice"))...)
	return initial
}

func drawJob(t *rapid.T, sc *sim.Scenario, i int, at simtime.Time) workload.Job {
	p := &workload.Profile{
		ReplicaGPUs: rapid.IntRange(1, 2).Draw(t, "replica"),
		Scaling: rapid.SampledFrom([]workload.Scaling{
			workload.Linear{}, workload.Linear{}, workload.Amdahl{Serial: 0.1}, workload.PowerLaw{Exponent: 0.7},
		}).Draw(t, "scaling"),
		Checkpoint:     workload.Checkpoint{Interval: workload.Interval{Time: drawSpan(t, "interval")}, Save: drawSpan(t, "save")},
		Restart:        restart(drawSpan(t, "first"), drawSpan(t, "start"), drawSpan(t, "load")),
		NonPreemptible: rapid.IntRange(0, 9).Draw(t, "non-preemptible") == 0,
		MaxLosses:      rapid.SampledFrom([]int{0, 0, 2}).Draw(t, "max losses"),
	}
	if rapid.Bool().Draw(t, "detailed") {
		drawDetails(t, p)
	}
	j := workload.Job{
		ID: fmt.Sprint("j", i), Submit: at, Priority: rapid.IntRange(0, 2).Draw(t, "priority"),
		Pool: rapid.IntRange(0, len(sc.Pools)-1).Draw(t, "pool"), Profile: p,
		Requested: rapid.IntRange(1, 6).Draw(t, "size"),
	}
	j.Sizes = drawSizes(t, j.Requested)
	if rapid.IntRange(0, 9).Draw(t, "cancelled") == 0 {
		j.Cancel = at + drawTime(t, "cancel")
	}
	p.Room = workload.Room{GPUsPerNode: sc.Pools[j.Pool].GPUsPerNode, NodesPerRack: sc.Pools[j.Pool].NodesPerRack}
	j.Work = j.WorkIn(simtime.Duration(rapid.IntRange(0, 300).Draw(t, "duration"))*simtime.Second, j.Requested)
	if p.Checkpoint.Interval.Rule == workload.ByWork {
		p.Checkpoint.Interval.Work = j.WorkIn(20*simtime.Second, j.Requested)
	}
	drawElsewhere(t, sc, &j)
	return j
}

// drawElsewhere lets some jobs run in another pool, too, and gives some a deadline.
func drawElsewhere(t *rapid.T, sc *sim.Scenario, j *workload.Job) {
	if rapid.Bool().Draw(t, "with deadline") {
		j.Deadline = j.Submit + drawTime(t, "deadline")
	}
	if len(sc.Pools) == 1 || rapid.Bool().Draw(t, "in one pool") {
		return
	}
	other := 1 - j.Pool
	p := *j.Profile
	p.Room = workload.Room{GPUsPerNode: sc.Pools[other].GPUsPerNode, NodesPerRack: sc.Pools[other].NodesPerRack}
	j.Elsewhere = []workload.Job{j.InPool(other, &p)}
}

func drawSizes(t *rapid.T, requested int) workload.Sizes {
	switch rapid.IntRange(0, 2).Draw(t, "elasticity") {
	case 1:
		step := rapid.IntRange(1, 2).Draw(t, "step")
		lo := requested - step*rapid.IntRange(0, (requested-1)/step).Draw(t, "down")
		s, err := workload.Steps(lo, requested+rapid.IntRange(0, 6).Draw(t, "up"), step)
		require.NoError(t, err)
		return s
	case 2:
		s, err := workload.Discrete(requested, rapid.IntRange(1, 8).Draw(t, "a size"), rapid.IntRange(1, 8).Draw(t, "a size"))
		require.NoError(t, err)
		return s
	}
	return workload.Fixed(requested)
}

// TestHyperPodParameters runs hyperpod with all its parameters at random.
func TestHyperPodParameters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawScenario(t)
		p := &policy.HyperPod{
			ScalingTimeout: drawSpan(t, "scaling"), Graceful: drawSpan(t, "graceful"), Faulty: drawSpan(t, "faulty"), Snooze: drawSpan(t, "snooze"),
			MinStable: drawSpan(t, "min stable"), Backoff: drawSpan(t, "backoff"), BackoffReset: 1 + drawSpan(t, "reset"),
			Queueing:      rapid.SampledFrom([]policy.Queueing{policy.Strict, policy.BestEffort}).Draw(t, "queueing"),
			SurgeYieldsTo: rapid.SampledFrom([]policy.Precedence{policy.SamePriority, policy.HigherPriority}).Draw(t, "yields"),
			GrowthTakes:   rapid.SampledFrom([]policy.Takings{policy.Idle, policy.LowerPriority}).Draw(t, "takes"),
			Governance:    rapid.Bool().Draw(t, "governance"),
		}
		checkResult(t, sc, simulate(t, sc, p, watch(t, sc)))
	})
}
