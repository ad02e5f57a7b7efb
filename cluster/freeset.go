package cluster

import "math/bits"

// freeSet is a set of node numbers whose least member is found quickly.
type freeSet struct {
	words []uint64
	// low is a word before which there is no member.
	low int
}

func newFreeSet(n int) freeSet { return freeSet{words: make([]uint64, (n+63)/64)} }

func (s *freeSet) add(n int) {
	s.words[n>>6] |= 1 << (n & 63)
	s.low = min(s.low, n>>6)
}

func (s *freeSet) remove(n int) { s.words[n>>6] &^= 1 << (n & 63) }

// least returns the least member, or -1.
func (s *freeSet) least() int {
	for ; s.low < len(s.words); s.low++ {
		if w := s.words[s.low]; w != 0 {
			return s.low<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// next returns the least member that is at least n, or -1.
func (s *freeSet) next(n int) int {
	i := n >> 6
	if n == 0 || i < s.low {
		return s.least()
	}
	for mask := ^uint64(0) << (n & 63); i < len(s.words); i, mask = i+1, ^uint64(0) {
		if w := s.words[i] & mask; w != 0 {
			return i<<6 + bits.TrailingZeros64(w)
		}
	}
	return -1
}
