package sim_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/cluster"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// valid is a scenario of one job.
func valid() *sim.Scenario {
	p := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}}
	return &sim.Scenario{
		Pools: []cluster.Pool{{Name: "p", Nodes: 1, GPUsPerNode: 4}},
		Jobs: []workload.Job{
			{ID: "a", Requested: 2, Sizes: workload.Fixed(2), Work: workload.WorkOf(2*workload.RateUnit, simtime.Second), Profile: p},
			{ID: "b", Submit: 5, Requested: 2, Sizes: workload.Fixed(2), Work: workload.WorkOf(2*workload.RateUnit, simtime.Second), Profile: p},
		},
	}
}

func TestImpossibleScenarios(t *testing.T) {
	require.NoError(t, valid().Check())
	for want, spoil := range map[string]func(*sim.Scenario){
		"the cluster has no pool":                                                        func(s *sim.Scenario) { s.Pools = nil },
		`pool "p" has 0 nodes of 4 GPUs: no GPU at all`:                                  func(s *sim.Scenario) { s.Pools[0].Nodes = 0 },
		`no placement "best"`:                                                            func(s *sim.Scenario) { s.Placement.Rule = "best" },
		`job "b" is submitted before the one that precedes it`:                           func(s *sim.Scenario) { s.Jobs[0].Submit = 9 },
		`job "a" asks for pool 1 of 1`:                                                   func(s *sim.Scenario) { s.Jobs[0].Pool = 1 },
		`job "a": requested size 3 is not one of its sizes 2`:                            func(s *sim.Scenario) { s.Jobs[0].Requested = 3 },
		`job "a" has no scaling model`:                                                   func(s *sim.Scenario) { s.Jobs[0].Profile = &workload.Profile{ReplicaGPUs: 1} },
		`job "a": a replica of 0 GPUs`:                                                   func(s *sim.Scenario) { s.Jobs[0].Profile = &workload.Profile{Scaling: workload.Linear{}} },
		"a change at 1ms is for node 1 of the 1 of pool \"p\"":                           func(s *sim.Scenario) { s.Availability.Changes = []cluster.Change{{At: 1, Node: 1, Delta: -1}} },
		"a change at 1ms is for pool 2 of 1":                                             func(s *sim.Scenario) { s.Availability.Changes = []cluster.Change{{At: 1, Pool: 2}} },
		"a change of pool \"p\" is at -1ms with 0s of notice and 0s of detection":        func(s *sim.Scenario) { s.Availability.Changes = []cluster.Change{{At: -1, Node: cluster.ByCount}} },
		"an incident at 1ms is in pool 2 of 1":                                           func(s *sim.Scenario) { s.Availability.Incidents = []cluster.Incident{{At: 1, Pool: 2}} },
		"an incident at 1ms is on node 3 of the 1 of pool \"p\"":                         func(s *sim.Scenario) { s.Availability.Incidents = []cluster.Incident{{At: 1, Node: 3}} },
		"an incident in pool \"p\" is at 0s, at a speed of 2, with 0s of detection":      func(s *sim.Scenario) { s.Availability.Incidents = []cluster.Incident{{Speed: 2}} },
		"failures are for pool 2 of 1":                                                   func(s *sim.Scenario) { s.Availability.Failures = []cluster.Failures{{Pool: 2}} },
		"the storage has a bandwidth of -1 and of 0 a node":                              func(s *sim.Scenario) { s.Storage.Bandwidth = -1 },
		`pool "p" has 1 nodes, 1 of them spares`:                                         func(s *sim.Scenario) { s.Pools[0].Spares = 1 },
		`job "a": a negative duration`:                                                   func(s *sim.Scenario) { s.Jobs[0].Checkpoint.Memory.Load = -1 },
		`job "a": a checkpoint of 9007199254740993 bytes, want at most 9007199254740992`: func(s *sim.Scenario) { s.Jobs[0].Checkpoint.Bytes = workload.MaxBytes + 1 },
	} {
		s := valid()
		spoil(s)
		_, err := sim.Run(context.Background(), s, &policy.FIFO{}, nil)
		require.EqualError(t, err, want)
	}
}

// lazy plans what is not legal, or never settles.
type lazy struct {
	policy.FIFO
	plan func(*policy.State, *policy.Plan)
}

func (l *lazy) Name() string { return "lazy" }

func (l *lazy) Decide(s *policy.State, p *policy.Plan) { l.plan(s, p) }

func TestBadPoliciesAreErrors(t *testing.T) {
	_, err := sim.Run(context.Background(), valid(), &lazy{plan: func(s *policy.State, p *policy.Plan) {
		for j := range s.Pools[0].Queue.All() {
			p.Start(j, 1)
		}
	}}, nil)
	require.EqualError(t, err, `policy lazy at 0s: cannot start job "a" (size 1): its legal sizes are 2`)

	_, err = sim.Run(context.Background(), valid(), &lazy{plan: func(s *policy.State, p *policy.Plan) {
		for j := range s.Pools[0].Queue.All() {
			p.Start(j, 2)
		}
		for j := range s.Pools[0].Running.All() {
			p.Stop(j, 0)
		}
	}}, nil)
	require.EqualError(t, err, "policy lazy at 5ms: no end of scheduling rounds at one instant")

	_, err = sim.Run(context.Background(), valid(), &policy.Backfill{Source: policy.User}, nil)
	require.EqualError(t, err, `policy : it uses the users' estimates of run time and job "a" has none`)
}

// TestEstimates: half the truth, a fixed error, the user's word, and the mean of
// what the user ran before.
func TestEstimates(t *testing.T) {
	seen := map[string]simtime.Duration{}
	sc := valid()
	sc.Jobs[0].User, sc.Jobs[1].User = "u", "u"
	sc.Jobs[0].Estimate, sc.Jobs[1].Estimate = 7000, 8000
	sc.Jobs[1].Submit = 2000
	for source, want := range map[policy.Source][2]simtime.Duration{
		policy.Oracle:      {500, 500},
		policy.User:        {3500, 4000},
		policy.History:     {simtime.Hour / 2, 500},
		policy.NoEstimates: {0, 0},
	} {
		p := &estimating{given: policy.Estimates{Source: source, Factor: 0.5}, seen: seen}
		_, err := sim.Run(context.Background(), sc, p, nil)
		require.NoError(t, err)
		require.Equal(t, map[string]simtime.Duration{"a": want[0], "b": want[1]}, seen, source)
	}
	// The name counts before the user alone: c is like a, d like nothing before.
	sc = valid()
	for i, name := range []string{"bert", "gpt"} {
		sc.Jobs[i].User, sc.Jobs[i].Name = "u", name
		sc.Jobs[i].Submit = simtime.Time(4000 * i)
	}
	sc.Jobs[1].Work = workload.WorkOf(2*workload.RateUnit, 3*simtime.Second)
	for _, name := range []string{"bert", "t5"} {
		j := sc.Jobs[0]
		j.ID, j.Name, j.Submit = name, name, 9000
		sc.Jobs = append(sc.Jobs, j)
	}
	_, err := sim.Run(context.Background(), sc, &estimating{given: policy.Estimates{Source: policy.History}, seen: seen}, nil)
	require.NoError(t, err)
	require.Equal(t, simtime.Second, seen["bert"])
	require.Equal(t, 2*simtime.Second, seen["t5"], "the mean of 1 s and 3 s")
	noisy := func(seed uint64) simtime.Duration {
		sc.Seed = seed
		_, err := sim.Run(context.Background(), sc, &estimating{given: policy.Estimates{Source: policy.Noisy, Sigma: 0.5}, seen: seen}, nil)
		require.NoError(t, err)
		return seen["a"]
	}
	require.Equal(t, noisy(1), noisy(1))
	require.NotEqual(t, noisy(1), noisy(2))
}

// estimating notes the estimates it is given.
type estimating struct {
	policy.FIFO
	given policy.Estimates
	seen  map[string]simtime.Duration
}

func (e *estimating) Estimates() policy.Estimates { return e.given }

func (e *estimating) Decide(s *policy.State, p *policy.Plan) {
	for j := range s.Pools[0].Queue.All() {
		e.seen[j.ID] = j.Estimate
	}
	e.FIFO.Decide(s, p)
}
