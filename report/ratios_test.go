package report

import (
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/sim"
	"rubato/simtime"
)

// Job a starts after an hour in the queue, and of the four hours to its end trains
// three. Job b starts at 6 and is still there at 8, the run's end, having kept
// half an hour. Job c never starts.
func TestETTR(t *testing.T) {
	at := func(h int64) simtime.Time { return simtime.Time(h * hour) }
	a := sim.JobResult{FirstStart: at(1), End: at(5), Productive: 3 * simtime.Hour}
	b := sim.JobResult{Submit: at(2), FirstStart: at(6), End: simtime.Never, Productive: simtime.Hour / 2}
	c := sim.JobResult{FirstStart: simtime.Never, End: simtime.Never}
	cancelled := sim.JobResult{FirstStart: simtime.Never, End: at(2)}
	res := &sim.Result{End: at(8)}
	require.Equal(t, 0.75, *ettr(res, a))
	require.Equal(t, 0.25, *ettr(res, b))
	require.Equal(t, 3.5/6, *ettr(res, a, b, c, cancelled))
	require.Nil(t, ettr(res, c, cancelled))
	require.Nil(t, ettr(res))
}

func TestGoodput(t *testing.T) {
	require.Nil(t, goodput(&sim.GPUMillis{sim.Down: 1, sim.External: 1, sim.IdleBlocked: 1, sim.IdleEmpty: 1, sim.IdleUnused: 1}))
	spent := sim.GPUMillis{sim.IdleBlocked: 9}
	for s := sim.Starting; s < sim.NumStates; s++ {
		spent[s] = 1
	}
	require.Equal(t, 1/7.0, *goodput(&spent), "one of starting, restoring, saving, draining, holding, training, lost")
}
