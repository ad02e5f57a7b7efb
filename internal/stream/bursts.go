package stream

import (
	"math/rand/v2"

	"rubato/simtime"
)

// Bursts is a rate that switches between calm and burst, both for exponential
// times: under it a Poisson process is a Markov-modulated one of two states (Fischer
// and Meier-Hellstern, The Markov-modulated Poisson process cookbook, 1993).
type Bursts struct {
	random *rand.Rand
	rates  [2]float64 // of calm and burst
	lasts  [2]float64 // mean times of calm and burst, in ms
	state  int
	until  float64
}

// NewBursts returns a rate that in bursts is factor times that of the calm; calm
// and bursts last so long on average. It begins in its steady state.
func NewBursts(r *rand.Rand, factor float64, calm, burst simtime.Duration) *Bursts {
	c, b := float64(calm), float64(burst)
	rate := (c + b) / (c + float64(factor*b)) // of the calm, so that the mean is 1
	out := &Bursts{random: r, rates: [2]float64{rate, rate * factor}, lasts: [2]float64{c, b}}
	if r.Float64() < b/(c+b) {
		out.state = 1
	}
	out.until = float64(r.ExpFloat64() * out.lasts[out.state])
	return out
}

// At implements Rate.
func (b *Bursts) At(now float64) (rate, until float64) {
	for b.until <= now {
		b.state = 1 - b.state
		b.until += float64(b.random.ExpFloat64() * b.lasts[b.state])
	}
	return b.rates[b.state], b.until
}
