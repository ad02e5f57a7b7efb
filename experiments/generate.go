package experiments

import (
	"fmt"
	"math"
	"math/rand/v2"

	"rubato/internal/stream"
	"rubato/simtime"
	"rubato/traces"
)

// checkGenerate checks the generator and reads the trace that its jobs are like.
func (e *Experiment) checkGenerate() {
	g := e.spec.Workload.Generate
	if g == nil {
		return
	}
	const path = "workload.generate"
	e.checkDistribution(g.Interarrival, path+".interarrival")
	if span := float64(g.Interarrival.Mean) * float64(g.Jobs); span > float64(simtime.Longest)/2 {
		e.doc.Wrong("a mean by which all jobs arrive within five years", path+".interarrival")
	}
	if g.Cycle != nil {
		e.checkCycle(g.Cycle, path+".cycle")
	}
	switch {
	case g.Like != nil && (g.Duration != nil || g.GPUs != nil):
		e.doc.Problem("got like beside duration or gpus, want either: the trace has both", path+".like")
	case g.Like != nil:
		e.readLike(g.Like, path+".like")
	default:
		e.checkSizes(g, path)
	}
}

// checkSizes checks the sizes and run times.
func (e *Experiment) checkSizes(g *generateSpec, path string) {
	if g.Duration == nil {
		e.doc.Problem(`got no "duration", which is required unless there is like`, path)
	} else {
		e.checkDistribution(*g.Duration, path+".duration")
	}
	if g.GPUs == nil && !e.doc.Has(path+".gpus") {
		e.doc.Problem(`got no "gpus", which is required unless there is like`, path)
		return
	}
	sum := 0.0
	for _, w := range g.GPUs {
		at := path + ".gpus." + w.Key
		if gpus, ok := gpuKey(w.Key); !ok || gpus < 1 {
			e.doc.Problem(fmt.Sprintf("got the key %q, want a number of GPUs", w.Key), at)
		}
		if w.Value.Duration != nil {
			e.checkDistribution(*w.Value.Duration, at+".duration")
		}
		sum += w.Value.Weight
	}
	if sum <= 0 {
		e.doc.Problem("want at least one size with a weight over 0", path+".gpus")
	}
}

// readLike reads the trace that generated jobs are like.
func (e *Experiment) readLike(t *jobTrace, path string) {
	switch {
	case t.Resample != nil:
		e.doc.Problem("want no resample here: jobs are drawn one at a time; it is a key of workload.trace", path+".resample")
	case t.SubmitFactor.Rat != nil:
		e.doc.Problem("want no submitFactor here: only what jobs are like is taken from the trace, not when they come", path+".submitFactor")
	default:
		e.like = e.readJobTrace(t, path)
	}
}

// checkDistribution checks that a distribution has its shape and no other, and
// reports whether it does.
func (e *Experiment) checkDistribution(d distribution, path string) bool {
	family := stream.Family(d.Distribution)
	switch {
	case (d.Sigma != nil) != (family == stream.Lognormal):
		e.doc.Problem("want sigma with the distribution lognormal and with no other", path+".sigma")
	case (d.Shape != nil) != (family == stream.Weibull || family == stream.Pareto):
		e.doc.Problem("want shape with the distributions weibull and pareto and with no other", path+".shape")
	case family == stream.Pareto && *d.Shape <= 1:
		e.doc.Wrong("a tail index over 1, so that there is a mean", path+".shape")
	default:
		return true
	}
	return false
}

// gpuKey reads a key such as 8.
func gpuKey(s string) (int, bool) {
	var n int
	if !isWhole(s) || len(s) > 8 {
		return 0, false
	}
	_, err := fmt.Sscan(s, &n)
	return n, err == nil
}

// each makes the jobs for a seed, in order of submission; time 0 is so long after a
// Monday, 00:00, and like are the jobs to draw from.
func (g *generateSpec) each(seed uint64, begin simtime.Duration, like []traces.Job, add func(rawJob)) {
	arrive := g.arrivals(seed, begin)
	var describe func(*rawJob)
	if g.Like != nil {
		describe = alike(stream.New(seed, "like"), like)
	} else {
		describe = g.describer(seed)
	}
	for i := range g.Jobs {
		r := rawJob{id: fmt.Sprintf("g%d", i+1), submit: arrive()}
		describe(&r)
		add(r)
	}
}

// arrivals returns a function that returns the time of the next submission.
func (g *generateSpec) arrivals(seed uint64, begin simtime.Duration) func() simtime.Duration {
	random, between := stream.New(seed, "arrivals"), g.Interarrival.stream()
	var clock stream.Clock
	if c := g.Cycle; c != nil {
		clock.Rates = append(clock.Rates, stream.NewWeek(c.Hours, c.Days, begin))
	}
	if b := g.Bursts; b != nil {
		clock.Rates = append(clock.Rates, stream.NewBursts(stream.New(seed, "bursts"), b.Factor, b.Every, b.Length))
	}
	mean := or(g.Batch, 1)
	batch := geometric(stream.New(seed, "batches"), mean)
	var now simtime.Duration
	left := 0
	return func() simtime.Duration {
		if left == 0 {
			left = batch()
			now = clock.Advance(times(between.Draw(random), mean))
		}
		left--
		return now
	}
}

// times is d × f rounded, at most twice the longest there is.
func times(d simtime.Duration, f float64) simtime.Duration {
	return simtime.Duration(math.RoundToEven(min(float64(d)*f, float64(2*simtime.Longest))))
}

// geometric returns a function that draws numbers of at least 1 with a mean.
func geometric(r *rand.Rand, mean float64) func() int {
	if mean <= 1 {
		return func() int { return 1 }
	}
	rate := -math.Log1p(-1 / mean)
	return func() int { return int(math.Max(1, math.Ceil(r.ExpFloat64()/rate))) }
}

// describer returns a function that draws the size and the run time of a job. A
// size's own run times come from a stream of its own, so that they move no others.
func (g *generateSpec) describer(seed uint64) func(*rawJob) {
	sizes, durations := stream.New(seed, "sizes"), stream.New(seed, "durations")
	pick, duration := g.picker(), g.Duration.stream()
	own := make([]func() simtime.Duration, len(g.GPUs))
	for i, w := range g.GPUs {
		if d := w.Value.Duration; d != nil {
			r, of := stream.New(seed, "durations/"+w.Key), d.stream()
			own[i] = func() simtime.Duration { return of.Draw(r) }
		}
	}
	return func(r *rawJob) {
		i, n := pick(sizes.Float64())
		r.gpus, r.duration = n, duration.Draw(durations)
		if own[i] != nil {
			r.duration = own[i]()
		}
	}
}

// alike returns a function that draws what a job is like from the jobs of a trace.
func alike(random *rand.Rand, rows []traces.Job) func(*rawJob) {
	return func(r *rawJob) {
		row := &rows[random.IntN(len(rows))]
		id, submit := r.id, r.submit
		*r = rawOf(row)
		r.id, r.submit, r.line = id, submit, 0
		if row.Deadline > 0 {
			r.deadline = submit + row.Deadline.Sub(row.Submit)
		}
	}
}

// picker returns a function from a number in [0,1) to a place in GPUs and its size.
func (g *generateSpec) picker() func(float64) (int, int) {
	var places, gpus []int
	var upTo []float64
	sum := 0.0
	for i, w := range g.GPUs {
		if w.Value.Weight > 0 {
			n, _ := gpuKey(w.Key)
			sum += w.Value.Weight
			places, gpus, upTo = append(places, i), append(gpus, n), append(upTo, sum)
		}
	}
	return func(u float64) (int, int) {
		for i := range upTo {
			if u*sum < upTo[i] {
				return places[i], gpus[i]
			}
		}
		return places[len(gpus)-1], gpus[len(gpus)-1]
	}
}
