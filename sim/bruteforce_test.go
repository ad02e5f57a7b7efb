package sim_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/cluster"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// drawFree draws rigid jobs without any cost on a cluster of the given GPUs.
func drawFree(t *rapid.T, gpus, most int) *sim.Scenario {
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "p", Nodes: gpus, GPUsPerNode: 1}}}
	free := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}}
	at := simtime.Time(0)
	for i := range rapid.IntRange(1, most).Draw(t, "jobs") {
		at += simtime.Time(rapid.IntRange(0, 4).Draw(t, "after")) * 1000
		size := rapid.IntRange(1, gpus).Draw(t, "size")
		j := workload.Job{ID: fmt.Sprint("j", i), Submit: at, Requested: size, Sizes: workload.Fixed(size), Profile: free}
		j.Work = workload.WorkOf(j.Rate(size), simtime.Duration(rapid.IntRange(1, 9).Draw(t, "length"))*simtime.Second)
		sc.Jobs = append(sc.Jobs, j)
	}
	return sc
}

func sumOfJCT(r *sim.Result) (sum simtime.Duration) {
	for i := range r.Jobs {
		sum += r.Jobs[i].TimeToTrain()
	}
	return sum
}

// TestSRTFIsOptimal compares srtf on one GPU with every order of priority that
// up to seven jobs can have, preempting freely: one of them is optimal for the
// mean time.
func TestSRTFIsOptimal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawFree(t, 1, 7)
		entry, err := policy.Lookup("srtf")
		require.NoError(t, err)
		got := sumOfJCT(simulate(t, sc, entry.New(), nil))
		best := simtime.Duration(1 << 62)
		permute(len(sc.Jobs), func(order []int) { best = min(best, byOrder(sc, order)) })
		require.Equal(t, best, got)
	})
}

// byOrder is the sum of JCT on one GPU when the first unfinished job in an order
// that is there always runs. It knows nothing of the engine.
func byOrder(sc *sim.Scenario, order []int) (sum simtime.Duration) {
	left := make([]int64, len(order))
	for i := range left {
		left[i] = int64(sc.Jobs[i].Work.ReplicaMillis()) / 1000
	}
	for now, done := int64(0), 0; done < len(order); now++ {
		for _, i := range order {
			if left[i] > 0 && int64(sc.Jobs[i].Submit) <= now*1000 {
				if left[i]--; left[i] == 0 {
					sum += simtime.Duration((now+1)*1000 - int64(sc.Jobs[i].Submit))
					done++
				}
				break
			}
		}
	}
	return sum
}

// permute calls f with every permutation of 0 … n-1.
func permute(n int, f func([]int)) {
	p := make([]int, n)
	for i := range p {
		p[i] = i
	}
	var rec func(int)
	rec = func(k int) {
		if k == n {
			f(p)
			return
		}
		for i := k; i < n; i++ {
			p[k], p[i] = p[i], p[k]
			rec(k + 1)
			p[k], p[i] = p[i], p[k]
		}
	}
	rec(0)
}

// TestConservativeDelaysNobody: with exact estimates no job starts later than
// under fifo, which lets nobody pass.
func TestConservativeDelaysNobody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawFree(t, 5, 12)
		fifo := simulate(t, sc, &policy.FIFO{}, nil)
		entry, err := policy.Lookup("conservative")
		require.NoError(t, err)
		got := simulate(t, sc, entry.New(), nil)
		for i := range got.Jobs {
			require.LessOrEqual(t, got.Jobs[i].FirstStart, fifo.Jobs[i].FirstStart, got.Jobs[i].ID)
		}
	})
}

// TestEASYKeepsTheHeadsReservation: with exact estimates the head of the queue
// starts no later than the running jobs alone would let it when it became the
// head.
func TestEASYKeepsTheHeadsReservation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		sc := drawFree(t, 5, 12)
		entry, err := policy.Lookup("easy")
		require.NoError(t, err)
		w := &reservationWatch{Policy: entry.New(), gpus: 5, promised: map[string]simtime.Time{}}
		r := simulate(t, sc, w, nil)
		for _, j := range r.Jobs {
			if p, ok := w.promised[j.ID]; ok {
				require.LessOrEqual(t, j.FirstStart, p, j.ID)
			}
		}
	})
}

// reservationWatch notes, before each round, when the head of the queue could
// start at the latest if nobody else started.
type reservationWatch struct {
	policy.Policy
	gpus     int
	promised map[string]simtime.Time
}

func (w *reservationWatch) Estimates() policy.Estimates {
	return w.Policy.(policy.Estimator).Estimates()
}

func (w *reservationWatch) Decide(s *policy.State, p *policy.Plan) {
	for head := range s.Pools[0].Queue.All() {
		if _, known := w.promised[head.ID]; !known {
			w.promised[head.ID] = w.latest(s, head)
		}
		break
	}
	w.Policy.Decide(s, p)
}

// latest tries the ends of the running jobs one by one.
func (w *reservationWatch) latest(s *policy.State, head *policy.Job) simtime.Time {
	tries := []simtime.Time{s.Now}
	for j := range s.Pools[0].Running.All() {
		tries = append(tries, s.Now.Add(s.Remaining(j)))
	}
	best := simtime.Never
	for _, at := range tries {
		free := w.gpus
		for j := range s.Pools[0].Running.All() {
			if s.Now.Add(s.Remaining(j)) > at {
				free -= j.Active
			}
		}
		if free >= head.Requested {
			best = min(best, at)
		}
	}
	return best
}

// TestNastyInput runs every policy on what breaks schedulers: thousands of
// arrivals at one instant with equal keys, jobs of no length, jobs as large as
// the cluster, and capacity that goes to nothing and comes back.
func TestNastyInput(t *testing.T) {
	p := &workload.Profile{ReplicaGPUs: 1, Scaling: workload.Linear{}, Checkpoint: workload.Checkpoint{Save: simtime.Second},
		Restart: restart(simtime.Second, simtime.Second, simtime.Second)}
	sc := &sim.Scenario{Pools: []cluster.Pool{{Name: "p", Nodes: 64, GPUsPerNode: 8}}}
	for i := range 10_000 {
		size, length := 8, 100*simtime.Second
		switch i % 10 {
		case 0:
			length = 0
		case 1:
			size = 512
		}
		j := workload.Job{ID: fmt.Sprint("j", i), Requested: size, Sizes: workload.Fixed(size), Profile: p, Estimate: simtime.Minute}
		if i%4 == 3 && size == 8 {
			j.Sizes, _ = workload.Steps(8, 64, 8)
		}
		j.Work = workload.WorkOf(j.Rate(size), length)
		sc.Jobs = append(sc.Jobs, j)
	}
	sc.Availability.Changes = cluster.Changes(0, 512, []cluster.Step{{At: 500_000, GPUs: 0}, {At: 900_000, GPUs: 512}}, cluster.Lost, 0)
	sim.WithoutAudit(func() {
		for _, e := range policy.Entries() {
			r := simulate(t, sc, e.New(), nil)
			checkResult(t, sc, r)
			for _, j := range r.Jobs {
				require.Equal(t, policy.Done, j.Phase, "%s: %s", e.Name, j.ID)
			}
		}
	})
}

// restart has a first start, later ones and loads of constant cost.
func restart(first, start, load simtime.Duration) workload.Restart {
	r := workload.Restart{First: &first}
	r.Costs[workload.ProcessStart], r.Costs[workload.Load] = workload.Constant(start), workload.Constant(load)
	return r
}
