package fit

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/workload"
)

// plan is a set of measurements to be made up: each size with each batch, some
// times, on nodes of 8 GPUs.
type plan struct {
	sizes, batches []int
	repeats        int
}

var (
	doublingPlan = plan{sizes: []int{1, 2, 3, 4, 6, 8, 16, 24, 32, 48, 64}, batches: []int{512}, repeats: 3}
	unevenPlan   = plan{sizes: []int{1, 2, 3, 5, 7, 11, 14, 20, 31, 40}, batches: []int{60}, repeats: 3}
	batchesPlan  = plan{sizes: []int{1, 2, 3, 4, 6, 8, 16, 24, 32, 48, 64}, batches: []int{256, 1024, 4096}, repeats: 2}
)

// measure makes rows of a law with log-normal noise.
func (p plan) measure(rnd *rand.Rand, noise float64, rate func(r *Row) float64) *Measurements {
	m := &Measurements{File: "made up", Unit: "samples/s", ReplicaGPUs: 1, Types: []string{""}, HasNodes: true, HasBatch: true}
	for _, n := range p.sizes {
		for _, b := range p.batches {
			for range p.repeats {
				r := Row{Line: len(m.Rows) + 2, GPUs: n, Replicas: n, Nodes: (n + 7) / 8, Batch: b}
				r.Rate = rate(&r) * math.Exp(noise*rnd.NormFloat64())
				m.Rows = append(m.Rows, r)
			}
		}
	}
	return m
}

// planted is a model with parameters to be found again.
type planted struct {
	model string
	plan  plan
	// params draws the parameters in the order of the law's.
	params func(draw func(low, high float64) float64) []float64
	rate   func(p []float64, r *Row) float64
}

var plantings = []planted{
	{"linear", doublingPlan,
		func(draw func(a, b float64) float64) []float64 { return []float64{draw(1, 1e4)} },
		func(p []float64, r *Row) float64 { return p[0] * float64(r.Replicas) }},
	{"amdahl", doublingPlan,
		func(draw func(a, b float64) float64) []float64 { return []float64{draw(1, 1e4), draw(0.01, 0.3)} },
		func(p []float64, r *Row) float64 { return p[0] / (p[1] + (1-p[1])/float64(r.Replicas)) }},
	{"power-law", doublingPlan,
		func(draw func(a, b float64) float64) []float64 { return []float64{draw(1, 1e4), draw(0.5, 0.95)} },
		func(p []float64, r *Row) float64 { return p[0] * math.Pow(float64(r.Replicas), p[1]) }},
	{"uneven-batch", unevenPlan,
		func(draw func(a, b float64) float64) []float64 { return []float64{draw(1, 1e4)} },
		func(p []float64, r *Row) float64 {
			return p[0] * workload.UnevenBatch{Batch: r.Batch}.Speedup(r.Shape())
		}},
	{"ring", doublingPlan,
		func(draw func(a, b float64) float64) []float64 {
			c := draw(1, 20)
			return []float64{c, c * draw(3e-3, 1e-2), c * draw(0.05, 0.2), c * draw(2e-3, 5e-3), c * draw(0.1, 0.3)}
		},
		func(p []float64, r *Row) float64 {
			ring := workload.Ring{Compute: p[0], Batch: r.Batch, Local: workload.Link{Latency: p[1], Transfer: p[2]}, Remote: workload.Link{Latency: p[3], Transfer: p[4]}}
			return float64(r.Batch) / ring.StepTime(r.Shape())
		}},
	{"pollux", batchesPlan,
		func(draw func(a, b float64) float64) []float64 {
			return []float64{draw(0.03, 0.1), draw(5e-4, 2e-3), draw(0.15, 0.4), draw(0.01, 0.04), draw(0.4, 1), draw(0.005, 0.02), draw(1.2, 2)}
		},
		func(p []float64, r *Row) float64 {
			x := workload.Pollux{AlphaCompute: p[0], BetaCompute: p[1], AlphaLocal: p[2], BetaLocal: p[3], AlphaNode: p[4], BetaNode: p[5], Gamma: p[6]}
			return float64(r.Batch) / x.StepTime(r.Shape(), (r.Batch+r.Replicas-1)/r.Replicas, 0)
		}},
}

// draw returns a truth of the planted model and measurements of it.
func (pl planted) draw(rnd *rand.Rand, noise float64) ([]float64, *Measurements) {
	truth := pl.params(func(low, high float64) float64 { return low * math.Pow(high/low, rnd.Float64()) })
	return truth, pl.plan.measure(rnd, noise, func(r *Row) float64 { return pl.rate(truth, r) })
}

// law is that of the model of the name.
func (pl planted) law(t require.TestingT, m *Measurements) *law {
	chosen, err := choose([]string{pl.model})
	require.NoError(t, err)
	l, reason := chosen[0].build(m, m.Rows)
	require.Empty(t, reason)
	return l
}

// Parameters are found again within a few standard errors from measurements with
// 2 to 3 % noise.
func TestPlantedParametersAreFound(t *testing.T) {
	for _, pl := range plantings {
		t.Run(pl.model, func(t *testing.T) {
			tried, onBounds := 0, 0
			rapid.Check(t, func(t *rapid.T) {
				rnd := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
				truth, m := pl.draw(rnd, rapid.Float64Range(0.02, 0.03).Draw(t, "noise"))
				tried++
				if !found(t, pl.law(t, m), m.Rows, truth) {
					onBounds++
				}
			})
			require.Less(t, onBounds, tried/4)
		})
	}
}

// found checks a fit against the truth. It returns false if by chance a parameter
// is on its bound, which the standard errors of the others take as known.
func found(t *rapid.T, l *law, rows []Row, truth []float64) bool {
	e := l.estimate(rows, l.startingPoints(1)[:6])
	// The truth is no better than the best fit, and worse only by chance: the ratio
	// below is distributed as F, with a mean of about 1.
	s := &search{law: l, rows: rows}
	worse, spare := sumOfSquares(s.residuals(truth))-e.rss, len(rows)-len(truth)
	require.GreaterOrEqual(t, worse, -1e-9*e.rss)
	require.Less(t, worse/float64(len(truth))/(e.rss/float64(spare)), 25.0)
	if slices.ContainsFunc(e.states, func(s state) bool { return s != fitted }) {
		return false
	}
	errors := e.standardErrors(rows)
	for i, want := range truth {
		// In the unbounded variable the estimate is closer to normal.
		q := &l.params[i]
		off := math.Abs(q.free(e.p[i])-q.free(want)) / (errors[i] / q.slope(e.p[i]))
		require.Less(t, off, 6.0, "%s: true %g, fitted %g ± %g", q.name, want, e.p[i], errors[i])
	}
	return true
}

// Without noise they are found to many digits.
func TestExactMeasurementsGiveExactParameters(t *testing.T) {
	for _, pl := range plantings {
		for seed := range uint64(5) {
			truth, m := pl.draw(rand.New(rand.NewPCG(seed, 2)), 0)
			l := pl.law(t, m)
			e := l.estimate(m.Rows, l.startingPoints(1))
			for i, want := range truth {
				require.InEpsilon(t, want, e.p[i], 1e-6, "%s, %s", pl.model, l.params[i].name)
			}
		}
	}
}

// The model that the measurements are of is preferred in most cases. A linear one
// and an uneven split hardly differ, nor do a ring and Pollux' model with gamma 1.
func TestTrueModelIsPreferred(t *testing.T) {
	const tries = 8
	for _, pl := range plantings {
		won := make(map[string]int)
		for seed := range uint64(tries) {
			_, m := pl.draw(rand.New(rand.NewPCG(seed, 3)), 0.025)
			res, err := Run(context.Background(), m, Options{Seed: 1})
			require.NoError(t, err)
			won[res.Preferred]++
		}
		require.GreaterOrEqual(t, won[pl.model], 3*tries/4, "%s: preferred were %v", pl.model, won)
	}
}

// Standard errors are the spread of estimates over measurements made anew.
func TestStandardErrorsAreTheSpreadOfRefits(t *testing.T) {
	const refits = 150
	for _, pl := range plantings {
		truth, m := pl.draw(rand.New(rand.NewPCG(4, 4)), 0)
		l := pl.law(t, m)
		rnd := rand.New(rand.NewPCG(5, 5))
		sum, squares, claimed := make([]float64, len(truth)), make([]float64, len(truth)), make([]float64, len(truth))
		for range refits {
			m := pl.plan.measure(rnd, 0.025, func(r *Row) float64 { return pl.rate(truth, r) })
			e := l.estimate(m.Rows, [][]float64{truth})
			for i, s := range e.standardErrors(m.Rows) {
				sum[i] += e.p[i]
				squares[i] += e.p[i] * e.p[i]
				claimed[i] += s / refits
			}
		}
		for i := range truth {
			mean := sum[i] / refits
			spread := math.Sqrt((squares[i] - sum[i]*mean) / (refits - 1))
			// The spread of 150 is itself known to 6 %.
			require.InEpsilon(t, spread, claimed[i], 0.25, "%s, %s", pl.model, l.params[i].name)
		}
	}
}

// The fit with the most parameters: Pollux' model to 66 rows at 33 points, without
// and with leaving each point out.
func BenchmarkPollux(b *testing.B) {
	pl := plantings[len(plantings)-1]
	_, m := pl.draw(rand.New(rand.NewPCG(1, 6)), 0.025)
	l := pl.law(b, m)
	b.Run("fit", func(b *testing.B) {
		for b.Loop() {
			l.estimate(m.Rows, l.startingPoints(1))
		}
	})
	b.Run("run", func(b *testing.B) {
		for b.Loop() {
			_, err := Run(context.Background(), m, Options{Models: []string{pl.model}, Seed: 1})
			require.NoError(b, err)
		}
	})
}
