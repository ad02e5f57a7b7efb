package experiments

import (
	"fmt"
	"regexp"
	"sync"

	"rubato/cluster"
	"rubato/experiments/internal/strict"
	"rubato/sim"
	"rubato/simtime"
	"rubato/traces"
	"rubato/workload"
)

// Experiment is an experiment that has been checked.
type Experiment struct {
	Name, Title, Description string

	given  Options
	source []byte // the YAML
	doc    *strict.Doc
	dir    string // of relative paths; "" for a built-in experiment
	spec   spec

	pools        []cluster.Pool
	availability cluster.Availability
	draws        []draw // what of it depends on the seed
	greatest     []int  // of each pool: the most GPUs it ever has for jobs
	// Of each pool: its processes of failures, and at what rate a node fails by
	// those that interrupt jobs, in 1/ms.
	processes   []int
	failureRate []float64
	traces      []usedTrace
	rows        []traces.Job // of the job trace, in its window
	resampled   *resampling  // of them, if they are drawn anew for each seed
	like        []traces.Job // that generated ones are drawn from
	models      []*model     // of workload.model, then of each job of the list

	cache  *traceCache
	points []point // at which it is run; none of an experiment that is a point itself

	mu    sync.Mutex // of the building of jobs
	first []workload.Job
}

// usedTrace is a trace that the experiment reads.
type usedTrace struct {
	path, name     string // key in the YAML; sample or file
	format, sha256 string
	rows           int
	settings       []traces.Setting
	skipped        []traces.Skip
}

// compile checks what the decoding cannot and makes the scenario.
func (e *Experiment) compile(policies []string) {
	e.checkName()
	e.choosePolicies(policies)
	if !e.compilePools() {
		return
	}
	e.compileAvailability()
	e.compileWorkload()
	e.checkOperators()
	if e.doc.Err() == nil && e.fewJobs() {
		e.greatest = greatestCapacity(e.pools, e.availability)
		e.first = e.buildJobs(e.spec.Seeds[0])
	}
}

var word = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

const wantWord = "a word of letters, digits, - and _"

func (e *Experiment) checkName() {
	if !word.MatchString(e.spec.Name) {
		e.doc.Wrong(wantWord, "name")
	}
	if len(e.spec.Policies) == 0 {
		e.doc.Wrong("at least one policy", "policies")
	}
	for _, p := range e.spec.Policies {
		if !word.MatchString(p.Key) {
			e.doc.Problem("got the label "+strict.Quote(p.Key)+", want "+wantWord, "policies."+p.Key)
		}
	}
}

// scenario returns what the runs with a seed replay.
func (e *Experiment) scenario(seed uint64) (*sim.Scenario, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	jobs := e.first
	if e.random() && seed != e.spec.Seeds[0] {
		jobs = e.buildJobs(seed)
		if err := e.doc.Err(); err != nil {
			return nil, err
		}
	}
	return &sim.Scenario{
		Pools: e.pools, Availability: e.capacity(seed), Jobs: jobs,
		Horizon: simtime.Time(e.spec.Horizon), Seed: seed,
		Storage:   cluster.Storage{Bandwidth: int64(e.spec.Cluster.Storage.Bandwidth), PerNode: int64(e.spec.Cluster.Storage.PerNode)},
		Placement: sim.Placement{Rule: e.spec.Cluster.Placement, Relax: e.spec.Cluster.RelaxAfter},
	}, nil
}

// Policies returns the labels of the policies.
func (e *Experiment) Policies() []string { return e.spec.Policies.Keys() }

// String sums the experiment up in a line.
func (e *Experiment) String() string {
	gpus := 0
	for _, p := range e.pools {
		gpus += p.GPUs()
	}
	sweep := ""
	if e.Sweeps() {
		sweep = ", " + count(len(e.points), "point", "points")
	}
	return fmt.Sprintf("%s: %s, %s%s, %s, %s", e.Name, count(len(e.spec.Policies), "policy", "policies"),
		count(len(e.spec.Seeds), "seed", "seeds"), sweep, count(len(e.first), "job", "jobs"), count(gpus, "GPU", "GPUs"))
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
