package report

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// A job waits 5 ms, starts on 2 GPUs, trains from 10 on, holds a third one from 20
// on, is announced to lose one, and is done at 30. Another waits to the end, 40.
func TestIntervals(t *testing.T) {
	l := &Log{}
	observe := func(now simtime.Time, index int32, p policy.Phase, c policy.Cause, gpus, held, doomed int) {
		l.Observe(now, &policy.Job{Job: &workload.Job{}, Index: index, Phase: p, Cause: c, Active: gpus, Held: held, Doomed: doomed})
	}
	observe(0, 0, policy.Queued, policy.AfterSubmission, 0, 0, 0)
	observe(5, 0, policy.Starting, policy.AfterAllocation, 2, 0, 0)
	observe(5, 0, policy.Starting, policy.AfterAllocation, 2, 0, 0)
	observe(7, 1, policy.Queued, policy.AfterSubmission, 0, 0, 0)
	observe(10, 0, policy.Restoring, policy.AfterAllocation, 2, 0, 0)
	observe(10, 0, policy.Training, policy.AfterAllocation, 2, 0, 0)
	observe(20, 0, policy.Training, policy.AfterAllocation, 2, 1, 0)
	observe(25, 0, policy.Training, policy.AfterAllocation, 2, 1, 1)
	observe(30, 0, policy.Done, policy.AfterCompletion, 0, 0, 0)
	require.Equal(t, []interval{
		{0, 0, 5, policy.Queued, policy.AfterSubmission, 0, 0},
		{0, 5, 10, policy.Starting, policy.AfterAllocation, 2, 0},
		{0, 10, 20, policy.Training, policy.AfterAllocation, 2, 0},
		{0, 20, 30, policy.Training, policy.AfterAllocation, 2, 1},
		{1, 7, 40, policy.Queued, policy.AfterSubmission, 0, 0},
	}, l.intervals(40))
	require.Equal(t, 8, l.n, "what is told twice is kept once")
}

// stateOf is the state of a job's active GPUs in a phase.
func stateOf(p policy.Phase) sim.GPUState {
	switch p {
	case policy.Faulted, policy.Hung:
		return sim.Holding
	}
	for s := range sim.NumStates {
		if s.String() == p.String() {
			return s
		}
	}
	panic(p)
}

// Under every policy the GPU time of a job's intervals is that of its account, and
// they follow each other from its submission to its end.
func TestIntervalsAreTheAccounts(t *testing.T) {
	causes := map[policy.Cause]bool{}
	for _, run := range simulated(t, policyNames(), 2).Runs {
		spent := make([]sim.GPUMillis, len(run.Result.Jobs))
		queued := make([]simtime.Duration, len(run.Result.Jobs))
		at := make([]simtime.Time, len(run.Result.Jobs))
		for i := range at {
			at[i] = run.Result.Jobs[i].Submit
		}
		for _, v := range run.Log.intervals(run.Result.End) {
			causes[v.cause] = true
			require.Equal(t, at[v.job], v.from, "%s: intervals of job %d", run.Label, v.job)
			require.Greater(t, v.to, v.from)
			at[v.job] = v.to
			d := v.to.Sub(v.from)
			if v.phase == policy.Queued {
				queued[v.job] += d
				require.Zero(t, v.gpus+v.held)
				continue
			}
			spent[v.job][stateOf(v.phase)] += int64(v.gpus) * int64(d)
			spent[v.job][sim.Holding] += int64(v.held) * int64(d)
		}
		for i := range run.Result.Jobs {
			j := &run.Result.Jobs[i]
			want := j.Spent
			want[sim.Training] += want[sim.Lost]
			want[sim.Lost] = 0
			require.Equal(t, want, spent[i], "%s, seed %d, job %s", run.Label, run.Result.Seed, j.ID)
			require.Equal(t, j.Queued, queued[i])
			require.Equal(t, max(j.Submit, min(j.End, run.Result.End)), at[i])
		}
	}
	for c := policy.AfterSubmission; c < policy.AfterCompletion; c++ {
		require.True(t, causes[c] || c == policy.AfterMigration, "no interval after %v", c)
	}
}

// The table of events tells the same as that of intervals: a row an entry.
func TestEvents(t *testing.T) {
	r := simulated(t, []string{"hyperpod"}, 1)
	var b bytes.Buffer
	require.NoError(t, r.eventsTable().CSV(&b))
	require.Equal(t, 1+r.Runs[0].Log.n, bytes.Count(b.Bytes(), []byte("\n")))
}

func BenchmarkLog(b *testing.B) {
	jobs := make([]policy.Job, 1000)
	for i := range jobs {
		jobs[i].Job, jobs[i].Index = &workload.Job{}, int32(i)
	}
	l := &Log{}
	b.ReportAllocs()
	n := 0
	for b.Loop() {
		j := &jobs[n%len(jobs)]
		j.Phase = policy.Phase(n / len(jobs) % 5)
		l.Observe(simtime.Time(n), j)
		n++
	}
}
