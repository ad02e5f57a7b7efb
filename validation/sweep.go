package main

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"rubato/report"
	"rubato/workload"
)

// sweepPoint is a mean time between failures with the best interval for it.
type sweepPoint struct {
	dalyCase
	waste float64 // by theory, in percent
	runs  []float64
}

// sweep simulates jobs of 50 intervals over five decades of MTBF.
func sweep(e effort) []sweepPoint {
	var out []sweepPoint
	for half := range 11 {
		m := 1e3 * math.Pow(10, float64(half)/2)
		interval := span(workload.DalyHigher(60, m)).Seconds()
		c := dalyCase{50 * interval, interval, 60, 120, span(m).Seconds()}
		runs := replicate(e.sweep, c.simulate)
		out = append(out, sweepPoint{c, 100 * (1 - c.work/c.wall()), runs})
	}
	return out
}

func (p sweepPoint) simulated() float64 {
	mean, _ := interval(p.runs)
	return 100 * (1 - p.work/mean)
}

func sweepSection(points []sweepPoint) section {
	s := section{
		title: "Checkpoint sweep",
		text: `Share of the run time that is not work, in percent, over five decades of MTBF: saves of 60 s at Daly's
higher-order interval, restarts of 120 s, 50 intervals of work.

![Waste against mean time between failures: the simulated points lie on the curve of theory](checkpoint-sweep.png)`,
	}
	for _, p := range points {
		mean, half := interval(p.runs)
		// The interval of the run time, taken over to the waste.
		margin := 100 * p.work / mean * half / mean
		what := fmt.Sprintf("MTBF %.4g s, interval %.4g s", p.mtbf, p.interval)
		s.rows = append(s.rows, estimated(what, p.waste, p.simulated(), margin, len(p.runs), "Daly 2006, exact"))
	}
	return s
}

func plotSweep(points []sweepPoint) ([]byte, error) {
	l := report.LogLog{
		Title:  "Simulated waste lies on Daly's curve over five decades of failure rates",
		Note:   "Circles: mean of simulated runs, saves of 60 s at Daly's interval, restarts of 120 s. Line: the exact formula.",
		XLabel: "mean time between failures in s (log scale)", YLabel: "waste in % of the run time (log scale)",
		Decades: true,
		Curves:  []report.Curve{{Label: "Daly 2006"}},
	}
	for _, p := range points {
		l.Measured = append(l.Measured, report.XY{X: p.mtbf, Y: p.simulated()})
	}
	for i := range 101 {
		m := 1e3 * math.Pow(10, float64(i)/20)
		t := workload.DalyHigher(60, m)
		c := dalyCase{50 * t, t, 60, 120, m}
		l.Curves[0].Points = append(l.Curves[0].Points, report.XY{X: m, Y: 100 * (1 - c.work/c.wall())})
	}
	return l.PNG()
}

// optima compares the interval at which simulated jobs take the least time with
// theory.
func optima(e effort) section {
	s := section{
		title: "Best interval",
		text: `The interval, in seconds, at which a job of a given work takes the least time on average: the minimum of a
polynomial of fourth degree in log τ through the simulated means at nine intervals, each with the same failures,
against Daly's higher-order formula and the exact minimum of (e^((τ+C)/M)−1)/τ. Saves of 60 s, restarts of 120 s. Waste
is flat about its minimum; Young's √(2CM) is within the 5 %, too.`,
	}
	for _, m := range []float64{1e4, 1e5, 1e6} {
		best := simulatedOptimum(m, e.best)
		s.rows = append(s.rows,
			within(fmt.Sprintf("MTBF %g s, Daly's higher order", m), workload.DalyHigher(60, m), best, 0.05, "Daly 2006, eq. 37"),
			within(fmt.Sprintf("MTBF %g s, exact", m), exactOptimum(60, m), best, 0.05, "minimum of Daly's run time"))
	}
	return s
}

// exactOptimum minimises (e^((τ+C)/M)−1)/τ by bisection on its derivative:
// e^((τ+C)/M)·(τ/M−1)+1 = 0.
func exactOptimum(c, m float64) float64 {
	lo, hi := 0.0, m
	for range 200 {
		t := (lo + hi) / 2
		if math.Exp((t+c)/m)*(t/m-1)+1 < 0 {
			lo = t
		} else {
			hi = t
		}
	}
	return lo
}

// simulatedOptimum fits the means over a grid around theory's value.
func simulatedOptimum(m float64, runs int) float64 {
	const steps, reach = 9, 0.8
	center := workload.DalyHigher(60, m)
	work := 100 * center
	var x, y []float64
	for i := range steps {
		u := reach * (2*float64(i)/(steps-1) - 1)
		c := dalyCase{work, center * math.Exp(u), 60, 120, m}
		mean, _ := interval(replicate(runs, c.simulate))
		x, y = append(x, u), append(y, mean/work)
	}
	p := polynomial(x, y, 4)
	best, least := 0.0, math.Inf(1)
	for i := range 2001 {
		u := reach * (float64(i)/1000 - 1)
		if v := p[0] + u*(p[1]+u*(p[2]+u*(p[3]+u*p[4]))); v < least {
			best, least = u, v
		}
	}
	return center * math.Exp(best)
}

// polynomial fits coefficients by least squares, the constant first.
func polynomial(x, y []float64, degree int) []float64 {
	a := mat.NewDense(len(x), degree+1, nil)
	for i, u := range x {
		for d := range degree + 1 {
			a.Set(i, d, math.Pow(u, float64(d)))
		}
	}
	var c mat.VecDense
	if err := c.SolveVec(a, mat.NewVecDense(len(y), y)); err != nil {
		panic(err)
	}
	return c.RawVector().Data
}
