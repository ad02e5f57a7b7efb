package sim

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"rubato/cluster"
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// crowd returns n rigid jobs that keep 4,096 GPUs about 90 % busy.
func crowd(n int) *Scenario {
	r := rand.New(rand.NewPCG(1, 1))
	p := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}}
	sc := &Scenario{Pools: []cluster.Pool{{Name: "p", Nodes: 512, GPUsPerNode: 8}}, Jobs: make([]workload.Job, n)}
	sizes := []int{1, 1, 1, 1, 2, 4, 8, 8, 16, 32}
	at := 0.0
	for i := range sc.Jobs {
		at += r.ExpFloat64() * 7200
		size := sizes[r.IntN(len(sizes))]
		d := simtime.Duration(1 + r.ExpFloat64()*3.6e6)
		sc.Jobs[i] = workload.Job{
			ID: fmt.Sprint(i), Submit: simtime.Time(at), Priority: r.IntN(3), Requested: size, Sizes: workload.Fixed(size),
			Work: workload.WorkOf(workload.Rate(size)*workload.RateUnit, d), Profile: p,
		}
	}
	return sc
}

func benchmarkCrowd(b *testing.B, name string, n int) {
	audit = nil
	sc := crowd(n)
	entry, err := policy.Lookup(name)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		r, err := Run(context.Background(), sc, entry.New(), nil)
		if err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(r.Events), "events/op")
		b.ReportMetric(100*float64(r.Spent[Training])/float64(r.Spent.Capacity()), "%busy")
	}
	b.ReportMetric(float64(n)*float64(b.N)/b.Elapsed().Seconds(), "jobs/s")
}

// BenchmarkLongQueue replays 100,000 jobs that are all submitted at once, so that
// nearly all of them are queued nearly all of the time.
func BenchmarkLongQueue(b *testing.B) {
	sc := crowd(100_000)
	for i := range sc.Jobs {
		sc.Jobs[i].Submit = 0
		sc.Jobs[i].Team = fmt.Sprint("team", i%10)
	}
	for _, entry := range policy.Entries() {
		b.Run(entry.Name, func(b *testing.B) {
			audit = nil
			b.ReportAllocs()
			var rounds int64
			for b.Loop() {
				r, err := Run(context.Background(), sc, entry.New(), nil)
				if err != nil {
					b.Fatal(err)
				}
				rounds += r.Rounds
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(rounds), "ns/round")
		})
	}
}

func BenchmarkMillionJobsFIFO(b *testing.B)     { benchmarkCrowd(b, "fifo", 1_000_000) }
func BenchmarkMillionJobsPriority(b *testing.B) { benchmarkCrowd(b, "priority", 1_000_000) }
func BenchmarkMillionJobsHyperPod(b *testing.B) { benchmarkCrowd(b, "hyperpod", 1_000_000) }

// BenchmarkEventQueue is the hold model: take the first of 10,000 events and
// schedule another.
func BenchmarkEventQueue(b *testing.B) {
	q := newEventQueue()
	r := rand.New(rand.NewPCG(1, 1))
	for range 10_000 {
		q.schedule(simtime.Time(r.ExpFloat64()*1e6), jobEnds, 0)
	}
	b.ReportAllocs()
	for b.Loop() {
		e := q.pop()
		q.schedule(e.at+simtime.Time(r.ExpFloat64()*1e6), jobEnds, 0)
	}
}

// BenchmarkEventQueueMove re-plans an event among 10,000.
func BenchmarkEventQueueMove(b *testing.B) {
	q := newEventQueue()
	r := rand.New(rand.NewPCG(1, 1))
	var h []handle
	for range 10_000 {
		h = append(h, q.schedule(simtime.Time(r.ExpFloat64()*1e6), jobEnds, 0))
	}
	b.ReportAllocs()
	for b.Loop() {
		q.move(h[r.IntN(len(h))], simtime.Time(r.ExpFloat64()*1e6))
	}
}
