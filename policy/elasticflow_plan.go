package policy

import (
	"math"

	"rubato/simtime"
)

// level is a size that makes a job faster than all smaller ones.
type level struct {
	size, gpus int
	speed      float64 // ms of one replica at reference speed in 1 ms
}

// stretch is a part of a plan: a level from one instant to another.
type stretch struct {
	from, to simtime.Time
	level    int
}

// flow is a job with its plan.
type flow struct {
	share
	levels []level
	work   float64      // that is left, in ms of one replica at reference speed
	due    simtime.Time // end of the last round that ends by the deadline
	plan   []stretch
	usage  float64 // GPU-ms of the plan
}

// levelsOf lists the levels of a job in increasing order.
func levelsOf(j *Job, into []level) []level {
	best := 0.0
	for n := j.Sizes.Above(0); n > 0; n = j.Sizes.Above(n) {
		if v := speedAt(j, n); v > best {
			best = v
			into = append(into, level{n, j.GPUs(n), v})
		}
	}
	return into
}

// within returns the greatest level up to one that some GPUs suffice for, -1 if
// there is none.
func (f *flow) within(level, gpus int) int {
	for level >= 0 && f.levels[level].gpus > gpus {
		level--
	}
	return level
}

func (f *flow) speed(level int) float64 {
	if level < 0 {
		return 0
	}
	return f.levels[level].speed
}

// tolerance is what rounding may take from work that would just be done in time.
const tolerance = 1e-9

// satisfy plans a job from an instant on with the least level at which it is done
// when it is due: its minimum satisfactory share. It reports whether there is one;
// otherwise the job gets all that it can use. Levels change at the starts of rounds.
func (f *flow) satisfy(c *profile, from simtime.Time, round simtime.Duration) bool {
	if f.due > from {
		c.split(roundUp(f.due, round))
		for top := range f.levels {
			done := 0.0
			for i := c.at(f.due - 1); i >= 0 && c.end(i) > from; i-- {
				length := min(c.end(i), f.due).Sub(max(c.steps[i].at, from))
				done += float64(length) * f.speed(f.within(top, c.steps[i].free))
				if done >= f.work*(1-tolerance) {
					f.lay(c, from, round, i, top)
					return true
				}
			}
		}
	}
	f.lay(c, from, round, 0, len(f.levels)-1)
	return false
}

// lay writes a plan: a level from a step of the profile on and the next lower one
// before, as far as GPUs are free, until the work is done.
func (f *flow) lay(c *profile, from simtime.Time, round simtime.Duration, first, top int) {
	f.plan, f.usage = f.plan[:0], 0
	left := f.work
	for i := c.at(from); i < len(c.steps) && left > f.work*tolerance; i++ {
		level := top
		if i < first {
			level--
		}
		if level = f.within(level, c.steps[i].free); level < 0 {
			continue
		}
		at, to := max(c.steps[i].at, from), c.end(i)
		needs := left / f.levels[level].speed
		length := min(needs, float64(to.Sub(at)))
		left -= length * f.levels[level].speed
		f.usage += length * float64(f.levels[level].gpus)
		if needs == length {
			whole := simtime.Duration(math.Ceil(needs * (1 - tolerance)))
			left, to = 0, min(to, roundUp(at.Add(whole), round))
		}
		f.plan = append(f.plan, stretch{at, to, level})
	}
}

// book takes the GPUs of the plan out of a profile; with a sign of -1 it gives them
// back.
func (f *flow) book(c *profile, sign int) {
	for _, s := range f.plan {
		first, last := c.split(s.from), c.split(s.to)
		for i := first; i < last; i++ {
			c.steps[i].free -= sign * f.levels[s.level].gpus
		}
	}
}

// now returns the level of the plan at an instant, -1 for none.
func (f *flow) now(t simtime.Time) int {
	if len(f.plan) > 0 && f.plan[0].from == t {
		return f.plan[0].level
	}
	return -1
}

// roundUp returns the start of the next round at or after an instant.
func roundUp(t simtime.Time, every simtime.Duration) simtime.Time {
	if every == 0 {
		return t
	}
	return t.Add((every - simtime.Duration(t)%every) % every)
}
