package sim

import (
	"fmt"

	"rubato/simtime"
)

// GPUState is what a GPU is doing. Each GPU is in exactly one state at each
// instant.
type GPUState uint8

// The states, in the order of tables and plots.
const (
	// Down: node failed or spot capacity withdrawn.
	Down GPUState = iota
	// External: held by inference or another tenant.
	External
	// IdleBlocked: no job's, while a job is queued in the pool.
	IdleBlocked
	// IdleUnused: no job's, no job is queued in the pool, but an unfinished one runs.
	IdleUnused
	// IdleEmpty: no job's, and the pool has no unfinished job.
	IdleEmpty
	// Starting: a job's, before its processes have met.
	Starting
	// Restoring: a job's, while it reads a checkpoint.
	Restoring
	// Saving: a job's, paused for a periodic checkpoint.
	Saving
	// Draining: a job's, paused to save for a scale event, a notice or a
	// preemption.
	Draining
	// Holding: a job's, but not in its training: held for a growth, or left
	// over by a fault.
	Holding
	// Training: computing, and not rolled back later.
	Training
	// Lost: computed, and rolled back later.
	Lost
	NumStates
)

var stateNames = [NumStates]string{"down", "external", "idle_blocked", "idle_unused", "idle_empty", "starting", "restoring", "saving", "draining", "holding", "training", "lost"}

func (s GPUState) String() string { return stateNames[s] }

// Wasted reports whether GPU time in the state counts as waste.
func (s GPUState) Wasted() bool {
	switch s {
	case Down, External, IdleEmpty, Training:
		return false
	}
	return true
}

// GPUMillis is an amount of GPU time, in GPU-milliseconds, by state.
type GPUMillis [NumStates]int64

// Capacity is what was there for jobs: all states but Down and External.
func (m *GPUMillis) Capacity() int64 { return m.total() - m[Down] - m[External] }

// Wasted is the sum of the states that count as waste.
func (m *GPUMillis) Wasted() int64 {
	var sum int64
	for s, v := range m {
		if GPUState(s).Wasted() {
			sum += v
		}
	}
	return sum
}

// WastePercent is what was wasted of the capacity, less what no policy could
// have used (IdleEmpty); 0 where there was none.
func (m *GPUMillis) WastePercent() float64 {
	usable := m.Capacity() - m[IdleEmpty]
	if usable == 0 {
		return 0
	}
	return 100 * float64(m.Wasted()) / float64(usable)
}

func (m *GPUMillis) total() int64 {
	var sum int64
	for _, v := range m {
		sum += v
	}
	return sum
}

// Counts is the number of GPUs in each state at one instant. Lost is 0: work is
// lost in hindsight.
type Counts [NumStates]int

// ledger accounts for every GPU-millisecond of the cluster, pool by pool.
type ledger struct{ pools []account }

// account is the ledger of a pool.
type account struct {
	gpus   int
	counts Counts
	spent  GPUMillis
}

// advance charges d of the present counts.
func (l *ledger) advance(d simtime.Duration) {
	for i := range l.pools {
		p := &l.pools[i]
		for s, n := range &p.counts {
			p.spent[s] += int64(n) * int64(d)
		}
	}
}

// total is the number of GPUs in each state, in all pools.
func (l *ledger) total() Counts {
	sum := l.pools[0].counts
	for i := range l.pools[1:] {
		for s, n := range &l.pools[1+i].counts {
			sum[s] += n
		}
	}
	return sum
}

// lose moves training that was rolled back.
func (l *ledger) lose(pool int, gpuMillis int64) {
	spent := &l.pools[pool].spent
	spent[Training] -= gpuMillis
	spent[Lost] += gpuMillis
}

// check returns an error unless every GPU of each pool is in one state and every
// GPU-millisecond since time 0 is accounted for.
func (l *ledger) check(now simtime.Time) error {
	for i := range l.pools {
		p := &l.pools[i]
		sum := 0
		for s, n := range &p.counts {
			if n < 0 {
				return fmt.Errorf("ledger at %v: %d GPUs of pool %d %v", now, n, i, GPUState(s))
			}
			sum += n
		}
		if want := int64(p.gpus) * int64(now); sum != p.gpus || p.spent.total() != want {
			return fmt.Errorf("ledger at %v: %d of %d GPUs and %d of %d GPU-milliseconds of pool %d are accounted for",
				now, sum, p.gpus, p.spent.total(), want, i)
		}
	}
	return nil
}
