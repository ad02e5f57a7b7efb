package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

func TestDeadlines(t *testing.T) {
	job := func(deadline, end simtime.Time, p policy.Phase) sim.JobResult {
		return sim.JobResult{Deadline: deadline, End: end, Phase: p}
	}
	r := &sim.Result{Jobs: []sim.JobResult{
		job(0, 5, policy.Done),
		job(10, 10, policy.Done),
		job(10, 11, policy.Done),
		job(10, 1, policy.Refused),
		job(10, 1, policy.Failed),
		job(10, simtime.Never, policy.Training),
	}}
	require.Equal(t, &deadlines{Jobs: 5, Met: 1}, deadlinesOf(r))
	r.Jobs = r.Jobs[:1]
	require.Nil(t, deadlinesOf(r))
}
