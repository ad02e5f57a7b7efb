package cluster

import (
	"cmp"
	"container/heap"
	"math/rand/v2"
	"strconv"

	"rubato/internal/stream"
	"rubato/simtime"
)

// Spot is a birth-death process of machines: offers come as a Poisson process, one is
// taken as long as fewer than Nodes are there, and each machine is taken away after an
// exponential time. It is Erlang's loss system; at time 0 it is in its steady state.
type Spot struct {
	Nodes int
	// Between is the mean time between offers, Life that of a machine.
	Between, Life simtime.Duration
}

// Arrival is a machine of a Spot that comes, or, if it does not, goes.
type Arrival struct {
	At    simtime.Time
	Comes bool
	Name  string
}

// Until draws what comes and goes before an instant, in order of time; of one instant
// what goes is first. Every offer has a life of its own, whether it is taken or not,
// so that another number of Nodes moves no draw.
func (s Spot) Until(seed uint64, name string, end simtime.Time) []Arrival {
	offers, lives := stream.New(seed, "spot/"+name+"/offers"), stream.New(seed, "spot/"+name+"/lives")
	between := stream.Distribution{Family: stream.Exponential, Mean: s.Between}
	life := stream.Distribution{Family: stream.Exponential, Mean: s.Life}
	var out []Arrival
	there := &departures{}
	come := func(at simtime.Time) {
		stay := life.Draw(lives)
		if there.Len() == s.Nodes {
			return
		}
		a := Arrival{At: at, Comes: true, Name: strconv.Itoa(len(out))}
		out = append(out, a)
		heap.Push(there, Arrival{At: at.Add(stay), Name: a.Name})
	}
	for range s.steady(stream.New(seed, "spot/"+name+"/start")) {
		come(0)
	}
	for at := simtime.Time(between.Draw(offers)); at < end; at = at.Add(between.Draw(offers)) {
		out = there.leave(out, at)
		come(at)
	}
	return there.leave(out, end-1)
}

// steady draws the number of machines in the steady state, in which n are there with
// a probability in proportion to (Life/Between)^n / n!.
func (s Spot) steady(r *rand.Rand) int {
	load := float64(s.Life) / float64(s.Between)
	weights := make([]float64, s.Nodes+1)
	weight, sum := 1.0, 0.0
	for n := range weights {
		if n > 0 {
			weight = float64(weight * load / float64(n))
		}
		if weight > 1e200 { // only their ratios count
			for i := range n {
				weights[i] /= weight
			}
			sum, weight = sum/weight, 1
		}
		weights[n] = weight
		sum += weight
	}
	u := float64(r.Float64() * sum)
	for n, w := range weights {
		if u -= w; u < 0 {
			return n
		}
	}
	return s.Nodes
}

// departures are those to come, the first on top.
type departures []Arrival

// leave adds the departures up to an instant.
func (d *departures) leave(out []Arrival, at simtime.Time) []Arrival {
	for d.Len() > 0 && (*d)[0].At <= at {
		out = append(out, heap.Pop(d).(Arrival))
	}
	return out
}

// Len, Less, Swap, Push and Pop make it a heap.
func (d departures) Len() int { return len(d) }

// Less is by time.
func (d departures) Less(i, j int) bool {
	return cmp.Or(cmp.Compare(d[i].At, d[j].At), cmp.Compare(d[i].Name, d[j].Name)) < 0
}

// Swap exchanges two.
func (d departures) Swap(i, j int) { d[i], d[j] = d[j], d[i] }

// Push adds one.
func (d *departures) Push(x any) { *d = append(*d, x.(Arrival)) }

// Pop takes the last.
func (d *departures) Pop() any {
	last := (*d)[len(*d)-1]
	*d = (*d)[:len(*d)-1]
	return last
}
