package policy

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
	"rubato/workload"
)

func testJob(id string, phase Phase, active int) *Job {
	sizes, _ := workload.Steps(2, 8, 2)
	return &Job{
		Job:   &workload.Job{ID: id, Sizes: sizes, Requested: 4, Profile: &workload.Profile{ReplicaGPUs: 1}},
		Phase: phase, Size: active, Active: active,
	}
}

func newTestPlan(free int) *Plan {
	p := NewPlan("test")
	p.Reset(&State{Now: simtime.Time(simtime.Hour), Pools: []*Pool{{Name: "p"}}}, func(int) int { return free }, nil)
	return p
}

func TestPlanKeepsAccount(t *testing.T) {
	p := newTestPlan(10)
	a, b, c := testJob("a", Queued, 0), testJob("b", Training, 4), testJob("c", Training, 4)
	c.Held = 2
	require.False(t, p.Start(testJob("big", Queued, 0), 8) && p.Start(testJob("second", Queued, 0), 8), "8 + 8 of 10")
	p = newTestPlan(10)
	require.True(t, p.Start(a, 4))
	require.True(t, p.Start(a, 6), "a start may grow")
	require.Equal(t, 4, p.Free(0))
	p.Hold(b, 6)
	require.Equal(t, 2, p.Free(0))
	p.Stop(c, simtime.Second)
	require.Equal(t, 4, p.Free(0), "held GPUs are free at once")
	actions, err := p.Actions()
	require.NoError(t, err)
	require.Equal(t, []Action{{Verb: Start, Job: a, Size: 6}, {Verb: Hold, Job: b, Size: 6}, {Verb: Stop, Job: c, Grace: simtime.Second}}, actions)
	p.Wake(simtime.Time(simtime.Minute))
	require.Equal(t, simtime.Never, p.NextWake(), "the past wakes nobody")
	p.Wake(simtime.Time(3 * simtime.Hour))
	p.Wake(simtime.Time(2 * simtime.Hour))
	require.Equal(t, simtime.Time(2*simtime.Hour), p.NextWake())
}

func TestIllegalPlans(t *testing.T) {
	for want, plan := range map[string]func(*Plan){
		`policy test at 1h0m0s: cannot start job "a" (size 3): its legal sizes are 2..8 step 2`:               func(p *Plan) { p.Start(testJob("a", Queued, 0), 3) },
		`policy test at 1h0m0s: cannot start job "a" (size 4): it is training, not queued`:                    func(p *Plan) { p.Start(testJob("a", Training, 4), 4) },
		`policy test at 1h0m0s: cannot resize job "a" (size 8): needs 4 more GPUs and 3 are free in pool "p"`: func(p *Plan) { p.Resize(testJob("a", Training, 4), 8, 0) },
		`policy test at 1h0m0s: cannot hold for job "a" (size 4): it is queued, so it does not run`:           func(p *Plan) { p.Hold(testJob("a", Queued, 0), 4) },
		`policy test at 1h0m0s: cannot stop job "a" (size 0): it is draining already`:                         func(p *Plan) { p.Stop(testJob("a", Draining, 4), 0) },
		`policy test at 1h0m0s: cannot hold for job "a" (size 4): it is faulted; resize or stop it`:           func(p *Plan) { p.Hold(testJob("a", Faulted, 2), 4) },
		`policy test at 1h0m0s: cannot stop job "a" (size 0): the plan has another action for it`: func(p *Plan) {
			j := testJob("a", Training, 4)
			p.Resize(j, 2, 0)
			p.Stop(j, 0)
		},
	} {
		p := newTestPlan(3)
		plan(p)
		_, err := p.Actions()
		require.EqualError(t, err, want)
	}
}

func TestRegistry(t *testing.T) {
	var names []string
	for _, e := range Entries() {
		names = append(names, e.Name)
		require.Equal(t, e.Name, e.New().Name())
		require.NotEmpty(t, e.Summary)
		require.NotEmpty(t, e.Source)
		require.NotEmpty(t, e.Doc)
	}
	require.Subset(t, names, []string{"fifo", "hyperpod", "priority"})
	require.True(t, slices.IsSorted(names))
	_, err := Lookup("none")
	require.EqualError(t, err, `no policy "none"`)
}

func TestParameterWords(t *testing.T) {
	var q Queueing
	require.NoError(t, q.UnmarshalText([]byte("strict")))
	require.Equal(t, Strict, q)
	require.EqualError(t, q.UnmarshalText([]byte("fast")), `"fast": want best-effort or strict`)
	var p Precedence
	require.NoError(t, p.UnmarshalText([]byte("higher-priority")))
	require.Equal(t, HigherPriority, p)
	require.EqualError(t, p.UnmarshalText([]byte("any")), `"any": want same-priority or higher-priority`)
}
