package cluster

import (
	"container/heap"
	"math/rand/v2"

	"rubato/internal/stream"
	"rubato/simtime"
)

// Strike is a Change or an Incident that a random process brings about.
type Strike struct {
	// Heard is when it is first heard of: a loss with notice when that is given.
	Heard    simtime.Time
	Change   *Change
	Incident *Incident
}

// Strikes draws the strikes of random processes one by one, in order of Heard.
// What it draws depends on the processes, the pools and the seed alone.
type Strikes struct {
	pools []Pool
	units unitHeap
	ready []Strike
}

// unit is what a process strikes at once: a node or a rack.
type unit struct {
	*Failures
	random      *rand.Rand
	first, past int // its nodes
	order       int
	next        simtime.Time // of the next strike, when it is heard of
	fails       simtime.Time // when it happens, if it is a failure
	struck      bool
}

// NewStrikes returns the strikes of some processes in some pools.
func NewStrikes(processes []Failures, pools []Pool, seed uint64) *Strikes {
	s := &Strikes{pools: pools}
	for i := range processes {
		f := &processes[i]
		p := pools[f.Pool]
		random := stream.New(seed, "failures/"+f.Name)
		step := f.nodesAtOnce(p)
		for first := 0; first < p.Nodes; first += step {
			u := &unit{Failures: f, random: random, first: first, past: min(first+step, p.Nodes), order: len(s.units)}
			u.fail(0)
			s.units = append(s.units, u)
		}
	}
	heap.Init(&s.units)
	return s
}

// fail draws the next failure of a unit that is well from an instant on.
func (u *unit) fail(well simtime.Time) {
	u.fails = well.Add(u.Between.Draw(u.random))
	u.next, u.struck = u.fails, false
	if u.Kind == NodeLoss {
		u.next = max(well, u.fails.Add(-u.Notice))
	}
}

// Next returns the next strike; false once it would be later than the longest run.
func (s *Strikes) Next() (Strike, bool) {
	for len(s.ready) == 0 {
		if len(s.units) == 0 || s.units[0].next > simtime.Time(simtime.Longest) {
			return Strike{}, false
		}
		u := s.units[0]
		s.strike(u)
		heap.Fix(&s.units, 0)
	}
	next := s.ready[0]
	s.ready = s.ready[1:]
	return next, true
}

// strike makes the next strikes of a unit, one a node, and draws what follows.
func (s *Strikes) strike(u *unit) {
	heard := u.next
	for n := u.first; n < u.past; n++ {
		s.ready = append(s.ready, u.at(heard, n, s.pools[u.Pool].GPUsPerNode))
	}
	switch {
	case u.Kind == Crash || u.struck:
		u.fail(max(heard, u.fails))
	default:
		u.struck = true
		u.next = u.fails.Add(u.Repair.Draw(u.random))
		if u.Kind == NodeLoss {
			u.next = u.next.Add(u.HealthCheck)
		}
	}
}

func (u *unit) at(heard simtime.Time, node, gpus int) Strike {
	switch {
	case u.Kind == Crash:
		return Strike{Heard: heard, Incident: &Incident{At: heard, Pool: u.Pool, Node: node, Detection: u.Detection}}
	case u.Kind == Slowdown && u.struck:
		return Strike{Heard: heard, Incident: &Incident{At: heard, Pool: u.Pool, Node: node, Speed: 1}}
	case u.Kind == Slowdown:
		return Strike{Heard: heard, Incident: &Incident{At: heard, Pool: u.Pool, Node: node, Speed: u.Speed}}
	case u.struck:
		return Strike{Heard: heard, Change: &Change{At: heard, Pool: u.Pool, Node: node, Delta: gpus}}
	}
	return Strike{Heard: heard, Change: &Change{
		At: u.fails, Pool: u.Pool, Node: node, Delta: -gpus, Notice: u.fails.Sub(heard), Detection: u.Detection,
	}}
}

// unitHeap orders units by their next strike.
type unitHeap []*unit

// Len is for package heap.
func (h unitHeap) Len() int { return len(h) }

// Less orders by time, then by process and node.
func (h unitHeap) Less(i, j int) bool {
	if h[i].next != h[j].next {
		return h[i].next < h[j].next
	}
	return h[i].order < h[j].order
}

// Swap is for package heap.
func (h unitHeap) Swap(i, j int) { h[i], h[j] = h[j], h[i] }

// Push is for package heap.
func (h *unitHeap) Push(x any) { *h = append(*h, x.(*unit)) }

// Pop is for package heap.
func (h *unitHeap) Pop() any {
	old := *h
	u := old[len(old)-1]
	*h = old[:len(old)-1]
	return u
}
