package experiments

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/sim"
	"rubato/simtime"

	"rubato/policy"
	"rubato/report"
)

// table runs an experiment and prints its report.
func table(t *testing.T, e *Experiment, parallel int) string {
	t.Helper()
	rep, err := e.Run(context.Background(), RunOptions{Parallel: parallel})
	require.NoError(t, err)
	var b bytes.Buffer
	for _, r := range rep.Runs {
		fmt.Fprintf(&b, "%s %+v\n", r.Label, *r.Result)
	}
	require.NoError(t, rep.Table(&b, report.TableOptions{}))
	return b.String()
}

func TestResultsDoNotDependOnParallelRuns(t *testing.T) {
	load := func() *Experiment {
		e, err := Load("spot-p3", Options{Seeds: "1..4", Set: []string{"workload.model.elastic.share=0.5"}})
		require.NoError(t, err)
		return e
	}
	want := table(t, load(), 1)
	for _, n := range []int{2, 8, 64} {
		require.Equal(t, want, table(t, load(), n))
	}
	e := load()
	require.Equal(t, want, table(t, e, 8))
	require.Equal(t, want, table(t, e, 1), "an experiment can be run again")
}

func TestRunsAreInOrderOfPoliciesThenSeeds(t *testing.T) {
	e, err := Load("critical-job", Options{Seeds: "[5, 3]", Policies: []string{"hyperpod", "fifo"}})
	require.NoError(t, err)
	rep, err := e.Run(context.Background(), RunOptions{})
	require.NoError(t, err)
	var got []string
	for _, r := range rep.Runs {
		got = append(got, fmt.Sprint(r.Label, " ", r.Result.Seed))
	}
	require.Equal(t, []string{"hyperpod 5", "hyperpod 3", "fifo 5", "fifo 3"}, got)
	require.Equal(t, []string{"policy=hyperpod,fifo", "seeds=[5, 3]"}, rep.Manifest.Settings)
	require.Equal(t, []uint64{5, 3}, rep.Manifest.Seeds)
}

func TestManifestNamesClairvoyantPoliciesAndTraces(t *testing.T) {
	e, err := Load("spot-p3", Options{Policies: []string{"srtf", "fifo"}})
	require.NoError(t, err)
	m := e.manifest()
	require.Equal(t, []string{"srtf"}, m.Clairvoyant)
	require.Len(t, m.Traces, 2)
	require.Equal(t, 344, m.Traces[0].Rows)
	require.Equal(t, "tiresias", m.Traces[1].Format)
	require.NotEmpty(t, m.Version)
}

func TestCancelledRunReturnsTheContextsError(t *testing.T) {
	e, err := Load("philly-ee9e8c", Options{Seeds: "1..20"})
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	calls := 0
	_, err = e.Run(ctx, RunOptions{Progress: func(p Progress) {
		calls++
		require.LessOrEqual(t, p.Jobs, p.AllJobs)
		cancel()
	}})
	require.ErrorIs(t, err, context.Canceled)
	require.NotZero(t, calls)
}

func TestProgressEndsWithAllJobs(t *testing.T) {
	e, err := Load("critical-job", Options{Seeds: "1..3"})
	require.NoError(t, err)
	last := 0
	_, err = e.Run(context.Background(), RunOptions{Progress: func(p Progress) {
		require.Equal(t, 18, p.AllJobs)
		require.GreaterOrEqual(t, p.Jobs, last)
		last = p.Jobs
	}})
	require.NoError(t, err)
	require.Equal(t, 18, last)
}

// broken is a policy with a bug.
type broken struct {
	policy.FIFO
	Reason string `yaml:"reason"`
}

func (b *broken) Decide(*policy.State, *policy.Plan) { panic(b.Reason) }

func TestPanicOfAPolicyIsAnError(t *testing.T) {
	for _, parallel := range []int{1, 8} {
		e, err := Load("critical-job", Options{Seeds: "1..3"})
		require.NoError(t, err)
		e.spec.Policies[1].Value.values = &broken{Reason: "no way"}
		e.spec.Policies[2].Value.values = &broken{Reason: "never"}
		_, err = e.Run(context.Background(), RunOptions{Parallel: parallel})
		require.ErrorContains(t, err, "policy priority, seed 1: internal error, please report it: no way")
		require.False(t, BadInput(err))
	}
}

// A workload that depends on the seed may be at fault for one seed only.
func TestFaultOfALaterSeedIsBadInput(t *testing.T) {
	text := complete(`seeds: "1..40"
workload:
  jobs: [{id: a, gpus: 32, duration: 1h, elastic: {sizes: [8, 32], share: 0.9}}]
policies: {hyperpod: {}}
`)
	var e *Experiment
	for seed := 1; e == nil; seed++ {
		var err error
		if e, err = Read("x.yaml", []byte(text), "", Options{Seeds: fmt.Sprintf("%d..%d", seed, seed+100)}); err != nil {
			require.True(t, BadInput(err))
		}
	}
	_, err := e.Run(context.Background(), RunOptions{})
	require.True(t, BadInput(err), err)
	require.EqualError(t, err, `x.yaml:3:24: workload.jobs[0].gpus: job "a" can never run: it needs at least 32 GPUs, want at most the 16 that pool "p" ever has for jobs`)
	require.False(t, errors.Is(err, context.Canceled))
}

// Under torchft a job of 10 h is a ninth slower, under the others not, at one policy
// each; the jobs themselves have no operator.
func TestOperatorOfAPolicy(t *testing.T) {
	e, err := Read("x.yaml", []byte(`
name: x
cluster: {pools: [{name: p, nodes: 1, gpusPerNode: 8}]}
workload: {jobs: [{id: a, gpus: 8, duration: 9h}]}
policies:
  plain: {policy: fifo}
  live: {policy: fifo, operator: {preset: torchft}}
  slow: {policy: fifo, operator: {preset: torchft, overhead: 0.5}}
`), "", Options{})
	require.NoError(t, err)
	rep, err := e.Run(context.Background(), RunOptions{})
	require.NoError(t, err)
	for i, end := range []simtime.Duration{9 * simtime.Hour, 10 * simtime.Hour, 18 * simtime.Hour} {
		require.Equal(t, simtime.Time(end), rep.Runs[i].Result.End)
	}
	require.Equal(t, int64(8*9*simtime.Hour), rep.Runs[2].Result.Spent[sim.Lost])
}
