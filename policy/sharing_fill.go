package policy

import (
	"container/heap"
	"math"
)

// fill hands GPUs out a step at a time to the jobs that have some: always to the one
// whose key is least, of equals to the first submitted. A job whose next size does
// not fit any more, or whose key is infinite, keeps what it has.
func (r *sharing) fill(gpus int, key func(s *share) float64) {
	q := &r.heap
	q.shares = q.shares[:0]
	for i := range r.jobs {
		s := &r.jobs[i]
		if size, _ := s.next(); size > 0 && s.size > 0 {
			s.key = key(s)
			q.shares = append(q.shares, s)
		}
	}
	heap.Init(q)
	for len(q.shares) > 0 {
		s := q.shares[0]
		size, more := s.next()
		if size == 0 || more > gpus || math.IsInf(s.key, 1) {
			heap.Pop(q)
			continue
		}
		gpus -= more
		s.size = size
		s.key = key(s)
		heap.Fix(q, 0)
	}
}

// shareHeap orders shares by their keys, then by submission.
type shareHeap struct{ shares []*share }

// Len is for package heap.
func (h *shareHeap) Len() int { return len(h.shares) }

// Less puts the job with the least key first.
func (h *shareHeap) Less(i, j int) bool {
	a, b := h.shares[i], h.shares[j]
	if a.key != b.key {
		return a.key < b.key
	}
	return BySubmission(a.job, b.job)
}

// Swap is for package heap.
func (h *shareHeap) Swap(i, j int) { h.shares[i], h.shares[j] = h.shares[j], h.shares[i] }

// Push is for package heap.
func (h *shareHeap) Push(x any) { h.shares = append(h.shares, x.(*share)) }

// Pop is for package heap.
func (h *shareHeap) Pop() any {
	last := h.shares[len(h.shares)-1]
	h.shares = h.shares[:len(h.shares)-1]
	return last
}
