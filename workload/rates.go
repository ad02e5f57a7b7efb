package workload

import (
	"fmt"

	"rubato/simtime"
)

// WorkOfSteps is the work of some steps where one replica takes so many a second.
func WorkOfSteps(steps int64, perSecond float64) (Work, error) {
	s := float64(steps) / perSecond
	if !(s > 0) || s > simtime.Longest.Seconds() {
		return Work{}, fmt.Errorf("%d steps at %g a second", steps, perSecond)
	}
	return workOfSeconds(s), nil
}
