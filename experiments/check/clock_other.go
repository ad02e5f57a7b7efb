//go:build !unix

package check

import "time"

var began = time.Now()

// cpuTime is the wall clock, in seconds, where there is no portable CPU time.
func cpuTime() float64 { return time.Since(began).Seconds() }
