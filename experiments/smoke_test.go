package experiments

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"rubato/sim"
	"rubato/simtime"
)

func TestSmoke(t *testing.T) {
	for _, n := range Names() {
		t0 := time.Now()
		e, err := Load(n, Options{})
		require.NoError(t, err)
		fmt.Println(e, time.Since(t0))
		r := &runner{Experiment: e, tasks: e.tasks(), progress: &progress{}}
		r.results = make([]*sim.Result, len(r.tasks))
		r.errs = make([]error, len(r.tasks))
		r.observe = make([]func(from, to simtime.Time, c *sim.Counts), len(r.tasks))
		require.NoError(t, r.run(context.Background(), 1))
		for i, res := range r.results {
			done := 0
			var ttt simtime.Duration
			for _, j := range res.Jobs {
				if j.End != simtime.Never {
					done++
					ttt += j.TimeToTrain()
				}
			}
			fmt.Println(" ", r.tasks[i].label, res.End, "done", done, "mean", ttt/simtime.Duration(max(1, done)), "resizes", res.Resizes, res.Preemptions, res.NodeLosses, "ev", res.Events)
			for s, v := range res.Spent {
				fmt.Printf(" %v=%.2f", sim.GPUState(s), float64(v)/3.6e6)
			}
			fmt.Println()
		}
		fmt.Println(time.Since(t0))
	}
}
