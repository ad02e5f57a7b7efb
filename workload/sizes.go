package workload

import (
	"fmt"
	"slices"
	"strings"
)

// Sizes is the set of sizes, in replicas, at which a job may run: either
// min, min+step, … up to max, or a list. The zero value holds no size.
type Sizes struct {
	min, max, step int
	list           []int
}

// Fixed is the one size of a rigid job.
func Fixed(n int) Sizes { return Sizes{min: n, max: n, step: 1} }

// Steps returns the sizes min + k·step that are at most max.
func Steps(min, max, step int) (Sizes, error) {
	switch {
	case min < 1:
		return Sizes{}, fmt.Errorf("minimum %d: a job needs at least one replica", min)
	case max < min:
		return Sizes{}, fmt.Errorf("minimum %d is over maximum %d", min, max)
	case step < 1:
		return Sizes{}, fmt.Errorf("step %d: want at least 1", step)
	}
	return Sizes{min: min, max: min + (max-min)/step*step, step: step}, nil
}

// Discrete returns the sizes of a list, in any order.
func Discrete(list ...int) (Sizes, error) {
	if len(list) == 0 {
		return Sizes{}, fmt.Errorf("no size given")
	}
	l := slices.Clone(list)
	slices.Sort(l)
	if l[0] < 1 {
		return Sizes{}, fmt.Errorf("size %d: a job needs at least one replica", l[0])
	}
	l = slices.Compact(l)
	return Sizes{min: l[0], max: l[len(l)-1], list: l}, nil
}

// Min returns the least legal size.
func (s Sizes) Min() int { return s.min }

// Max returns the greatest legal size.
func (s Sizes) Max() int { return s.max }

// Elastic reports whether there is more than one legal size.
func (s Sizes) Elastic() bool { return s.min < s.max }

// Floor returns the greatest legal size that is at most n, or 0 where none is.
func (s Sizes) Floor(n int) int {
	switch {
	case n < s.min:
		return 0
	case n >= s.max:
		return s.max
	case s.list == nil:
		return s.min + (n-s.min)/s.step*s.step
	}
	i, found := slices.BinarySearch(s.list, n)
	if !found {
		i--
	}
	return s.list[i]
}

// Above returns the least legal size over n, or 0 where none is.
func (s Sizes) Above(n int) int {
	switch {
	case n >= s.max:
		return 0
	case n < s.min:
		return s.min
	case s.list == nil:
		return s.min + ((n-s.min)/s.step+1)*s.step
	}
	i, found := slices.BinarySearch(s.list, n)
	if found {
		i++
	}
	return s.list[i]
}

// Legal reports whether a job may run at size n.
func (s Sizes) Legal(n int) bool { return n > 0 && s.Floor(n) == n }

// String lists the sizes, such as "32", "8..64 step 8" or "1, 2, 4".
func (s Sizes) String() string {
	switch {
	case !s.Elastic():
		return fmt.Sprint(s.min)
	case s.list != nil:
		return strings.Trim(strings.ReplaceAll(fmt.Sprint(s.list), " ", ", "), "[]")
	}
	return fmt.Sprintf("%d..%d step %d", s.min, s.max, s.step)
}
