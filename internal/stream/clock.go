package stream

import "rubato/simtime"

// Rate is how fast a clock runs, piece by piece.
type Rate interface {
	// At returns the rate at an instant and the instant up to which it holds, both
	// in milliseconds. Instants never go back.
	At(now float64) (rate, until float64)
}

// Clock turns a stationary process into one whose rate varies: between events as
// much of the rate's integral passes as the stationary process would have taken
// time. Of a Poisson process this change of time makes, exactly, the Poisson
// process of the varying rate (Çinlar, Introduction to Stochastic Processes, 1975,
// chapter 4); no draw is thrown away, so that another rate moves the events but
// keeps what was drawn.
type Clock struct {
	// Rates are multiplied; each has a mean of 1 in the long run.
	Rates []Rate
	now   float64
}

// end is where a clock stops.
const end = float64(2 * simtime.Longest)

// Advance lets a span of the stationary process pass and returns the time, which is
// at most twice the longest there is.
func (c *Clock) Advance(span simtime.Duration) simtime.Duration {
	if len(c.Rates) == 0 {
		c.now = min(c.now+float64(span), end)
		return simtime.Duration(c.now)
	}
	left := float64(span)
	for c.now < end {
		rate, until := 1.0, end
		for _, r := range c.Rates {
			v, u := r.At(c.now)
			rate, until = rate*v, min(until, u)
		}
		if passes := float64(rate * (until - c.now)); passes < left {
			left -= passes
			c.now = until
			continue
		}
		if rate > 0 {
			c.now = min(c.now+float64(left/rate), end)
		}
		break
	}
	return simtime.Duration(c.now)
}
