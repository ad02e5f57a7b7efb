package report

import (
	"bytes"
	"fmt"
	"image/png"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

var madeUpLabels = []string{"fifo", "hyperpod", "srtf (told true run times)", "las", "conservative-backfill-30-chars", "easy", "gandiva", "first-fit, elastic, no restart"}

// madeUp is a report of n policies that looks like a real one.
func madeUp(n, seeds, steps int) *Report {
	r := &Report{Title: "made up"}
	for p := range n {
		for s := range seeds {
			r.Runs = append(r.Runs, madeUpRun(p, uint64(s+1), steps))
		}
	}
	return r
}

func madeUpRun(p int, seed uint64, steps int) Run {
	rnd := rand.New(rand.NewPCG(seed, 7))
	t := &Timeline{}
	res := &sim.Result{Seed: seed, GPUs: 512}
	wander := 0.0
	var now simtime.Time
	for range steps {
		wander = min(1, max(0, wander+0.06*rnd.NormFloat64()+0.01))
		c := madeUpCounts(rnd, p, wander)
		to := now.Add(1 + simtime.Duration(rnd.ExpFloat64()*float64(60*simtime.Hour+simtime.Duration(p)*3*simtime.Hour)/float64(steps)))
		t.Observe(now, to, &c)
		for s, k := range c {
			res.Spent[s] += int64(k) * int64(to.Sub(now))
		}
		now = to
	}
	res.Spent[sim.Lost] = res.Spent[sim.Training] / 50
	res.Spent[sim.Training] -= res.Spent[sim.Lost]
	res.End = now
	for i := range 400 {
		d := simtime.Duration((0.05 + rnd.ExpFloat64()*float64(i%7)) * (2 - 0.1*float64(p)) * float64(simtime.Hour))
		j := sim.JobResult{ID: fmt.Sprint(i), End: simtime.Time(d), Phase: policy.Done}
		if i%50 == p {
			j.Phase = policy.Queued
		}
		res.Jobs = append(res.Jobs, j)
	}
	return Run{Label: madeUpLabels[p], Result: res, Timeline: t}
}

func madeUpCounts(rnd *rand.Rand, p int, wander float64) sim.Counts {
	var c sim.Counts
	left := 512
	take := func(s sim.GPUState, part float64) {
		c[s] = int(part * float64(left))
		left -= c[s]
	}
	if rnd.IntN(12) == 0 {
		take(sim.Down, 0.08)
	}
	take(sim.External, 0.25*wander)
	take(sim.IdleBlocked, 0.3*rnd.Float64()/float64(p+1))
	take(sim.IdleUnused, 0.1*rnd.Float64())
	take(sim.Starting, 0.06*rnd.Float64())
	take(sim.Restoring, 0.06*rnd.Float64())
	take(sim.Saving, 0.05*rnd.Float64())
	take(sim.Draining, 0.04*rnd.Float64())
	take(sim.Holding, 0.04*rnd.Float64())
	take(sim.Training, 1)
	return c
}

var plots = []struct {
	name string
	draw func(*Report) ([]byte, error)
}{{"waste", wastePlot}, {"allocation", allocationPlot}, {"time-to-train", timeToTrainPlot}}

// TestLook writes pictures to look at into the folder PLOTS, if it is set.
func TestLook(t *testing.T) {
	dir := os.Getenv("PLOTS")
	if dir == "" {
		t.Skip("PLOTS is not set")
	}
	for name, r := range map[string]*Report{"1": madeUp(1, 1, 60), "3": madeUp(3, 5, 20000), "8": madeUp(8, 1, 900)} {
		for _, p := range plots {
			b, err := p.draw(r)
			require.NoError(t, err)
			_, err = png.Decode(bytes.NewReader(b))
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(filepath.Join(dir, p.name+"-"+name+".png"), b, 0o644))
		}
	}
}
