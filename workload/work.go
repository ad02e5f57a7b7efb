package workload

import (
	"math"
	"math/bits"

	"rubato/simtime"
)

// RateUnit is the rate of one replica at reference speed.
const RateUnit Rate = 1_000_000_000

// Rate is a training speed in billionths of one replica's reference speed.
type Rate uint64

// RateOf rounds a speed-up over one replica to the nearest Rate. The speed-up
// must be finite and not negative.
func RateOf(speedup float64) Rate {
	return Rate(math.RoundToEven(speedup * float64(RateUnit)))
}

// Work is an exact amount of training: a 128-bit count of Rate × milliseconds.
// The zero value is no work.
type Work struct{ hi, lo uint64 }

// WorkOf returns what a job does at rate r in d. A negative d counts as zero.
func WorkOf(r Rate, d simtime.Duration) Work {
	if d <= 0 {
		return Work{}
	}
	hi, lo := bits.Mul64(uint64(r), uint64(d))
	return Work{hi, lo}
}

// Less reports whether w is smaller than v.
func (w Work) Less(v Work) bool {
	return w.hi < v.hi || w.hi == v.hi && w.lo < v.lo
}

// Sub returns w − v, or zero where v is larger: the last millisecond of a job
// may do more than was left.
func (w Work) Sub(v Work) Work {
	if w.Less(v) {
		return Work{}
	}
	lo, borrow := bits.Sub64(w.lo, v.lo, 0)
	hi, _ := bits.Sub64(w.hi, v.hi, borrow)
	return Work{hi, lo}
}

// Plus returns w + v.
func (w Work) Plus(v Work) Work {
	lo, carry := bits.Add64(w.lo, v.lo, 0)
	hi, _ := bits.Add64(w.hi, v.hi, carry)
	return Work{hi, lo}
}

// Least returns the smaller of two.
func Least(w, v Work) Work {
	if v.Less(w) {
		return v
	}
	return w
}

// Time returns the least whole number of milliseconds in which w is done at
// rate r, at most simtime.Longest; a job at rate 0 never ends.
func (w Work) Time(r Rate) simtime.Duration {
	if w.hi >= uint64(r) {
		return simtime.Longest
	}
	q, rem := bits.Div64(w.hi, w.lo, uint64(r))
	if rem > 0 {
		q++
	}
	return simtime.Duration(min(q, uint64(simtime.Longest)))
}

// ReplicaMillis returns w as milliseconds of one replica at reference speed,
// for output only.
func (w Work) ReplicaMillis() float64 {
	v := float64(float64(w.hi)*(1<<64)) + float64(w.lo)
	return v / float64(RateUnit)
}

// times returns w n times over.
func (w Work) times(n uint64) Work {
	hi, lo := bits.Mul64(w.lo, n)
	return Work{hi + w.hi*n, lo}
}

// Second returns the whole second nearest to when w is done at rate r by one who
// begins at an instant, the later of two, and whether that is before w is done.
func (w Work) Second(r Rate, from simtime.Time) (at simtime.Time, early bool) {
	const second = simtime.Time(simtime.Second)
	into := simtime.Duration(from % second)
	start := from - simtime.Time(into)
	half := w.Plus(WorkOf(r, into+simtime.Second/2))
	perSecond := WorkOf(r, simtime.Second)
	if perSecond.hi > 0 || half.hi >= perSecond.lo {
		done := from.Add(w.Time(r))
		return done, false
	}
	n, _ := bits.Div64(half.hi, half.lo, perSecond.lo)
	at = start + simtime.Time(n)*second
	return max(at, from), WorkOf(r, at.Sub(from)).Less(w)
}
