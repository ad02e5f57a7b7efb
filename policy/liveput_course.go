package policy

import "rubato/simtime"

// courseOfSizes works out, backwards in time, what a job trains at best from each
// interval on. All of it is scratch.
type courseOfSizes struct {
	sizes  []int     // 0 and the legal sizes within capacity
	rates  []float64 // of the sizes
	values []float64 // of the interval worked on, by size
	after  []float64 // of the one that follows it
	moves  []int     // by interval: the size that it is best to change to, as an index
	stays  []bool    // by interval and size: whether it is best not to change
}

// best returns the first size of the best course of a job that has some size now, and
// spends the capacity that its course takes.
func (c *courseOfSizes) best(l *Liveput, j *Job, now int) int {
	c.list(j, now, l.capacity)
	n := l.horizonOf(j)
	c.plan(l, j, n)
	k := 0
	for i, s := range c.sizes {
		if s == now {
			k = i
		}
	}
	first := 0
	for i := range l.capacity {
		if i < n && !c.stays[i*len(c.sizes)+k] {
			k = c.moves[i]
		}
		if i == 0 {
			first = c.sizes[k]
		}
		l.capacity[i] = max(0, l.capacity[i]-j.GPUs(c.sizes[k]))
	}
	return first
}

// list sets the sizes that come into question.
func (c *courseOfSizes) list(j *Job, now int, capacity []int) {
	most := 0
	for _, n := range capacity {
		most = max(most, n)
	}
	c.sizes, c.rates = append(c.sizes[:0], 0), append(c.rates[:0], 0)
	for n := j.Sizes.Above(0); n > 0 && (j.GPUs(n) <= most || n <= now); n = j.Sizes.Above(n) {
		c.sizes, c.rates = append(c.sizes, n), append(c.rates, rate(j.Home, n))
	}
}

// horizonOf is how many intervals a job can be expected to run for at most.
func (l *Liveput) horizonOf(j *Job) int {
	left := l.state.timeAt(j, j.Sizes.Max()) / float64(l.Interval)
	if left < float64(l.Lookahead) {
		return int(left) + 1
	}
	return l.Lookahead
}

// plan fills moves and stays for the first n intervals.
func (c *courseOfSizes) plan(l *Liveput, j *Job, n int) {
	s := len(c.sizes)
	c.values, c.after = resized(c.values, s), resized(c.after, s)
	c.moves, c.stays = resized(c.moves, n), resized(c.stays, n*s)
	clear(c.after)
	span, pause := float64(l.Interval), float64(l.changeOfSize(j))
	for i := n - 1; i >= 0; i-- {
		best, value := 0, c.after[0]
		for k := 1; k < s && j.GPUs(c.sizes[k]) <= l.capacity[i]; k++ {
			if v := c.rates[k]*(span-pause) + c.after[k]; v > value {
				best, value = k, v
			}
		}
		c.moves[i] = best
		for k := range s {
			stay := c.rates[k]*span + c.after[k]
			fits := j.GPUs(c.sizes[k]) <= l.capacity[i]
			c.stays[i*s+k] = fits && stay >= value
			c.values[k] = max(stay, value)
			if !fits {
				c.values[k] = value - c.rates[k]*l.unsavedAt(j, i)
			}
		}
		c.values, c.after = c.after, c.values
	}
}

// changeOfSize is how long a job does not train when its size changes.
func (l *Liveput) changeOfSize(j *Job) simtime.Duration {
	if l.Changeover > 0 {
		return l.Changeover
	}
	return changeIn(j.Home, j.Requested)
}

// unsavedAt is for how long a job will have trained without a checkpoint when it is
// lost in an interval, in ms.
func (l *Liveput) unsavedAt(j *Job, interval int) float64 {
	if every := savesEvery(j.Home, j.Requested); every > 0 {
		return every / 2
	}
	return float64(l.state.Unsaved(j))/float64(max(1, j.Active)) + float64(interval)*float64(l.Interval)
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}
