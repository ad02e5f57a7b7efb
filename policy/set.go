package policy

import (
	"iter"
	"sort"
)

// Set is a set of jobs in a fixed order. What orders a job must not change
// while it is in a set. Insertions and removals near either end are cheap,
// others move at most half of the set.
type Set struct {
	before func(a, b *Job) bool
	ring   []*Job // its length is a power of two
	head   int
	n      int
}

// NewSet returns an empty set in the order given, which must be total.
func NewSet(before func(a, b *Job) bool) *Set {
	return &Set{before: before, ring: make([]*Job, 16)}
}

// Len returns the number of jobs in the set.
func (s *Set) Len() int { return s.n }

// At returns the i-th job.
func (s *Set) At(i int) *Job { return *s.slot(i) }

// All yields the jobs in order.
func (s *Set) All() iter.Seq[*Job] {
	return func(yield func(*Job) bool) {
		for i := range s.n {
			if !yield(s.At(i)) {
				return
			}
		}
	}
}

// Insert adds a job that is not in the set.
func (s *Set) Insert(j *Job) {
	i := s.search(j)
	if s.n == len(s.ring) {
		s.grow()
	}
	s.n++
	if i < s.n/2 {
		s.head = (s.head - 1) & (len(s.ring) - 1)
		for k := 0; k < i; k++ {
			*s.slot(k) = *s.slot(k + 1)
		}
	} else {
		for k := s.n - 1; k > i; k-- {
			*s.slot(k) = *s.slot(k - 1)
		}
	}
	*s.slot(i) = j
}

// Remove takes a job out and reports whether it was in the set.
func (s *Set) Remove(j *Job) bool {
	i := s.search(j)
	if i == s.n || s.At(i) != j {
		return false
	}
	if i < s.n/2 {
		for k := i; k > 0; k-- {
			*s.slot(k) = *s.slot(k - 1)
		}
		*s.slot(0) = nil
		s.head = (s.head + 1) & (len(s.ring) - 1)
	} else {
		for k := i; k < s.n-1; k++ {
			*s.slot(k) = *s.slot(k + 1)
		}
		*s.slot(s.n - 1) = nil
	}
	s.n--
	return true
}

// search returns the place of j, or where it would go.
func (s *Set) search(j *Job) int {
	if s.n > 0 && s.before(s.At(s.n-1), j) {
		return s.n
	}
	return sort.Search(s.n, func(i int) bool { return !s.before(s.At(i), j) })
}

func (s *Set) slot(i int) **Job { return &s.ring[(s.head+i)&(len(s.ring)-1)] }

func (s *Set) grow() {
	ring := make([]*Job, 2*len(s.ring))
	for i := range s.n {
		ring[i] = s.At(i)
	}
	s.ring, s.head = ring, 0
}
