package main

import (
	"context"
	"runtime"
	"sync"

	"rubato/policy"
	"rubato/sim"
)

// replicate runs f for the seeds 1 to n on all cores and returns the values in
// order of the seeds.
func replicate[T any](n int, f func(seed uint64) T) []T {
	out := make([]T, n)
	var wg sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for i := range next {
				out[i] = f(uint64(i + 1))
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
	return out
}

// column returns one figure of each replication.
func column[T any](of []T, f func(T) float64) []float64 {
	out := make([]float64, len(of))
	for i, v := range of {
		out[i] = f(v)
	}
	return out
}

// run runs a scenario that is known to be possible.
func run(sc *sim.Scenario, p policy.Policy, o *sim.Observer) *sim.Result {
	r, err := sim.Run(context.Background(), sc, p, o)
	if err != nil {
		panic(err)
	}
	return r
}
