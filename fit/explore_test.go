package fit

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"rubato/workload"
)

func synth(rnd *rand.Rand, truth string, noise float64) *Measurements {
	m := &Measurements{File: "s", Unit: "samples/s", ReplicaGPUs: 1, Types: []string{""}, HasNodes: true, HasBatch: true}
	u := func(a, b float64) float64 { return a * math.Pow(b/a, rnd.Float64()) }
	sc := u(1, 1000)
	am, pl := workload.Amdahl{Serial: u(0.005, 0.2)}, workload.PowerLaw{Exponent: 0.6 + 0.35*rnd.Float64()}
	C := u(1, 20)
	rg := workload.Ring{Compute: C, Batch: 512, Local: workload.Link{Latency: C * u(1e-4, 1e-3), Transfer: C * u(0.005, 0.03)}, Remote: workload.Link{Latency: C * u(2e-4, 2e-3), Transfer: C * u(0.01, 0.1)}}
	po := workload.Pollux{AlphaCompute: u(0.01, 0.05), BetaCompute: u(0.001, 0.005), AlphaLocal: u(0.02, 0.1), BetaLocal: u(0.002, 0.01), AlphaNode: u(0.1, 0.4), BetaNode: u(0.003, 0.01), Gamma: u(1.1, 3)}
	batches := []int{512}
	sizes := []int{1, 2, 3, 4, 6, 8, 16, 24, 32, 48, 64}
	if truth == "uneven-batch" {
		sizes = []int{1, 2, 3, 5, 6, 7, 10, 12, 14, 20, 30, 40}
		batches = []int{60}
	}
	if truth == "pollux" {
		batches = []int{256, 1024, 2048}
	}
	for _, n := range sizes {
		for _, b := range batches {
			for range 3 {
				r := Row{GPUs: n, Replicas: n, Nodes: (n + 7) / 8, Batch: b}
				var v float64
				switch truth {
				case "linear":
					v = sc * float64(n)
				case "amdahl":
					v = sc * am.Speedup(r.Shape())
				case "power-law":
					v = sc * pl.Speedup(r.Shape())
				case "uneven-batch":
					v = sc * workload.UnevenBatch{Batch: 60}.Speedup(r.Shape())
				case "ring":
					v = float64(b) / rg.StepTime(r.Shape())
				case "pollux":
					v = float64(b) / po.StepTime(r.Shape(), share(&r), 0)
				}
				r.Rate = v * math.Exp(noise*rnd.NormFloat64())
				m.Rows = append(m.Rows, r)
			}
		}
	}
	return m
}

func TestExplore(t *testing.T) {
	for _, truth := range []string{"linear", "amdahl", "power-law", "uneven-batch", "ring", "pollux"} {
		won, paired := map[string]int{}, map[string]int{}
		t0 := time.Now()
		bad := 0
		for seed := range 40 {
			rnd := rand.New(rand.NewPCG(uint64(seed), 5))
			m := synth(rnd, truth, 0.025)
			r, err := Run(context.Background(), m, Options{Seed: 1})
			if err != nil {
				t.Fatal(err)
			}
			won[r.Preferred]++
			best := r.leastError()
			ch := best
			for i := range r.Fits {
				f := &r.Fits[i]
				if f.Validation == nil {
					continue
				}
				d := &Validation{}
				for k := range f.Validation.squares {
					d.squares = append(d.squares, f.Validation.squares[k]-best.Validation.squares[k])
				}
				mean, se := d.mean()
				if mean <= se && f.Fitted < ch.Fitted {
					ch = f
				}
			}
			paired[ch.Model]++
			// more starts
			if f := r.fit(truth); f != nil && (truth == "ring" || truth == "pollux") {
				l := f.e.law
				var from [][]float64
				for s := uint64(2); s < 8; s++ {
					from = append(from, l.startingPoints(s)...)
				}
				e := l.estimate(m.Rows, from)
				if math.Abs(e.rss/f.e.rss-1) > 1e-6 {
					bad++
					fmt.Println("  rss", f.e.rss, e.rss, f.e.p, e.p)
				}
			}
		}
		fmt.Println(truth, won, "paired", paired, "bad", bad, time.Since(t0))
	}
}
