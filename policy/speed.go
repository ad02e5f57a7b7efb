package policy

import "math"

// timeAt returns how long a job still trains at a size, in ms, by the policy's
// estimate; infinite at size 0.
func (s *State) timeAt(j *Job, size int) float64 {
	if size == 0 {
		return math.Inf(1)
	}
	return s.workOf(j) / speedAt(j, size)
}

// workOf returns what a job still has to do, by the policy's estimate, in ms of one
// replica at reference speed.
func (s *State) workOf(j *Job) float64 {
	return float64(s.Remaining(j)) * speedAt(j, j.Requested)
}

// speedAt is a job's speed at a size, 0 at size 0, relative to one replica at
// reference speed.
func speedAt(j *Job, size int) float64 {
	if size == 0 {
		return 0
	}
	return float64(j.Rate(size)) / 1e9
}
