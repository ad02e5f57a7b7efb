package check

import (
	"container/heap"
	"fmt"
	"math"
	"runtime"
	"strconv"
)

// How often a case is run for its speed: until it took this long in all, within these
// bounds, and again as often if it seems too slow: a disturbance passes, a slow
// program stays. A turn is made of samples so short that, where a machine has other
// work, some fall between two interruptions of it. A case that takes less than the
// shortest time is run several times in a sample.
const (
	fewestTurns = 3
	mostTurns   = 5
	enough      = 0.15 // seconds
	turn        = 0.02
	shortest    = 0.002
	mostRuns    = 1000 // in a sample
	tries       = 3
	// pieces of the reference loop are timed one by one.
	pieces = 10
)

// speedOf returns how many reference loops take the time of one run. Both take turns,
// so that both see the machine as it is, and the fastest of each counts: whatever
// disturbs makes slower, never faster. The clock is in seconds.
func speedOf(run func() error, slow func(float64) bool, clock func() float64) (float64, error) {
	return inTurns(run, func() { reference() }, slow, clock)
}

func inTurns(run func() error, reference func(), slow func(float64) bool, clock func() float64) (float64, error) {
	once, err := timed(clock, 1, run)
	if err != nil {
		return 0, err
	}
	runs, samples := sampling(once)
	loop := func() error { reference(); return nil }
	fastest, fastestLoop, ratio := math.Inf(1), math.Inf(1), 0.0
	for range tries {
		spent := 0.0
		for n := 0; n < fewestTurns || n < mostTurns && spent < enough; n++ {
			for range pieces {
				looped, _ := timed(clock, 1, loop)
				fastestLoop = min(fastestLoop, looped)
			}
			for range samples {
				took, err := timed(clock, runs, run)
				if err != nil {
					return 0, err
				}
				spent += took
				fastest = min(fastest, took/float64(runs))
			}
		}
		if !(fastestLoop > 0) || !(fastest > 0) {
			return 0, fmt.Errorf("the clock stood still: %v s for the case, %v s for the reference loop", fastest, fastestLoop)
		}
		if ratio = significant(fastest / (pieces * fastestLoop)); !slow(ratio) {
			break
		}
	}
	return ratio, nil
}

// sampling returns how many runs, of a case that takes so long, are a sample, and how
// many samples a turn.
func sampling(once float64) (runs, samples int) {
	if !(once > 0) {
		return 1, 1
	}
	runs = int(min(mostRuns, math.Ceil(shortest/once)))
	return runs, int(max(1, min(pieces, turn/(once*float64(runs)))))
}

// timed is what calls of a function take by a clock, from a heap without garbage.
func timed(clock func() float64, times int, do func() error) (float64, error) {
	runtime.GC()
	from := clock()
	for range times {
		if err := do(); err != nil {
			return 0, err
		}
	}
	return clock() - from, nil
}

// significant leaves three digits: more are noise.
func significant(v float64) float64 {
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 3, 64), 64)
	return v
}

// reference is a piece of the reference loop: a queue of events, a table of what they touch and
// some garbage, as a simulator has, but none of its code, so that no change to that
// changes the measure. It returns what it came to, so that it is not optimised away.
func reference() uint64 {
	const live, passed = 4096, 10_000
	var q agenda
	touched := make(map[uint64]*event, live)
	x, sum := uint64(1), uint64(0)
	for i := range uint64(live + passed) {
		x = x*6364136223846793005 + 1442695040888963407
		if i >= live {
			e := heap.Pop(&q).(*event)
			sum += e.at
			delete(touched, e.job)
		}
		e := &event{at: i + x>>52, job: i, gpus: [4]uint32{uint32(x)}}
		touched[e.job] = e
		heap.Push(&q, e)
	}
	return sum + uint64(len(touched))
}

type event struct {
	at, job uint64
	gpus    [4]uint32
}

// agenda is a heap by time.
type agenda []*event

// Len is the number of events.
func (q agenda) Len() int { return len(q) }

// Less is the order of times.
func (q agenda) Less(i, j int) bool { return q[i].at < q[j].at }

// Swap swaps two events.
func (q agenda) Swap(i, j int) { q[i], q[j] = q[j], q[i] }

// Push puts an event at the end.
func (q *agenda) Push(x any) { *q = append(*q, x.(*event)) }

// Pop takes the last event.
func (q *agenda) Pop() any {
	old := *q
	last := len(old) - 1
	x := old[last]
	*q = old[:last]
	return x
}
