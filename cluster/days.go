package cluster

import "rubato/simtime"

// Days is a set of days of the week; the empty set stands for all of them.
type Days uint8

// Sets of days.
const (
	Weekdays Days = 1<<5 - 1
	Weekend  Days = 1<<5 | 1<<6
)

// Day returns the set of one day, 0 being Monday.
func Day(n int) Days { return 1 << n }

// holds reports whether the day that has begun so long after a Monday, 00:00, is in
// the set.
func (d Days) holds(at simtime.Duration) bool {
	day := (at/simtime.Day%7 + 7) % 7
	return d == 0 || d&(1<<day) != 0
}
