package stream

import (
	"math"

	"rubato/simtime"
)

// Week is a rate that repeats each week and is constant within hours.
type Week struct {
	hours [7 * 24]float64
	begin float64 // time since Monday, 00:00, of instant 0, in ms
}

// NewWeek returns the rate with the weights of the 24 hours of a day times those of
// the seven days from Monday on, scaled to a mean of 1; nil weights are all equal.
// Instant 0 is that long after a Monday, 00:00.
func NewWeek(hours, days []float64, begin simtime.Duration) *Week {
	w := &Week{begin: float64(begin)}
	sum := 0.0
	for i := range w.hours {
		w.hours[i] = 1
		if hours != nil {
			w.hours[i] *= hours[i%24]
		}
		if days != nil {
			w.hours[i] *= days[i/24]
		}
		sum += w.hours[i]
	}
	for i := range w.hours {
		w.hours[i] *= float64(len(w.hours)) / sum
	}
	return w
}

// At implements Rate.
func (w *Week) At(now float64) (rate, until float64) {
	hour := math.Floor((now + w.begin) / float64(simtime.Hour))
	until = float64((hour+1)*float64(simtime.Hour)) - w.begin
	if until <= now { // now is within a rounding of the hour's end
		hour++
		until += float64(simtime.Hour)
	}
	return w.hours[int(math.Mod(hour, float64(len(w.hours))))], until
}
