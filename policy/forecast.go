package policy

import "rubato/simtime"

// forecast is the past of a pool's capacity: its level and damped linear trend (Holt,
// Int. J. Forecasting 20(1), 2004; damped by Gardner and McKenzie, Management Science
// 31(10), 1985), sampled once an interval.
type forecast struct {
	now     int // the capacity last seen
	level   float64
	trend   float64
	samples int64 // intervals begun
}

const (
	levelWeight  = 0.5
	trendWeight  = 0.3
	trendDamping = 0.8
)

// sample takes the capacity seen at an instant; the first of an interval counts, and
// for those that went by without one the last that was seen.
func (f *forecast) sample(at simtime.Time, interval simtime.Duration, gpus int) {
	due := int64(at)/int64(interval) + 1
	switch {
	case f.samples == 0:
		f.level, f.samples = float64(gpus), due
	case f.samples < due:
		for missed := min(due-f.samples-1, mostMissed); missed > 0; missed-- {
			f.add(f.now)
		}
		f.samples = due
		f.add(gpus)
	}
	f.now = gpus
}

// mostMissed intervals without a change leave nothing of what was before them.
const mostMissed = 1000

func (f *forecast) add(gpus int) {
	before := f.level
	f.level = levelWeight*float64(gpus) + (1-levelWeight)*(f.level+trendDamping*f.trend)
	f.trend = trendWeight*(f.level-before) + (1-trendWeight)*trendDamping*f.trend
}

// next appends the capacity of the next n intervals: the first is as it is now.
func (f *forecast) next(out []int, n int, p Predictor, most int) []int {
	ahead, damping := 0.0, trendDamping
	for i := range n {
		gpus := f.now
		if p == Trend && i > 0 {
			ahead += damping * f.trend
			damping *= trendDamping
			gpus = int(float64(f.now) + ahead + 0.5)
		}
		out = append(out, max(0, min(gpus, most)))
	}
	return out
}
