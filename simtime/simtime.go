// Package simtime is the simulator's clock arithmetic: integer milliseconds
// since the start of the scenario. Time is never a float, so sums are exact
// and results do not depend on the machine.
package simtime

import (
	"fmt"
	"math"
	"time"
)

// Time is an instant: milliseconds since the start of the scenario.
type Time int64

// Duration is a span of time in milliseconds.
type Duration int64

// Units of Duration.
const (
	Millisecond Duration = 1
	Second               = 1000 * Millisecond
	Minute               = 60 * Second
	Hour                 = 60 * Minute
	Day                  = 24 * Hour
)

// Never is later than every instant a scenario can reach.
const Never Time = math.MaxInt64

// Longest is the longest scenario, ten years; a longer span in an input is an
// error, so that sums of GPU-milliseconds cannot overflow.
const Longest = 3653 * Day

// Add returns the instant d after t.
func (t Time) Add(d Duration) Time { return t + Time(d) }

// Sub returns the span from u to t.
func (t Time) Sub(u Time) Duration { return Duration(t - u) }

// Seconds returns t in seconds, for output only.
func (t Time) Seconds() float64 { return float64(t) / float64(Second) }

// String formats t as the span since the scenario's start.
func (t Time) String() string {
	if t == Never {
		return "never"
	}
	return Duration(t).String()
}

// Seconds returns d in seconds, for output only.
func (d Duration) Seconds() float64 { return float64(d) / float64(Second) }

// Hours returns d in hours, for output only.
func (d Duration) Hours() float64 { return float64(d) / float64(Hour) }

// String formats d in the form that Parse reads, such as 1h30m0s.
func (d Duration) String() string {
	if d > math.MaxInt64/Duration(time.Millisecond) {
		return fmt.Sprintf("%dh", int64(d/Hour))
	}
	return (time.Duration(d) * time.Millisecond).String()
}
