package traces

import (
	"fmt"
	"strconv"
	"strings"

	"rubato/simtime"
)

// maxUnits bounds GPUs of a job and units of a sample, so that the product
// with simtime.Longest fits in 64 bits.
const maxUnits = 1_000_000

// field is one cell of a row.
type field struct {
	name      string // of its column
	text      string
	line, col int
}

// fault returns the error of a field that is not what is wanted.
func (f field) fault(want string) *Error {
	return &Error{Line: f.line, Col: f.col, Got: f.text,
		Want: f.name + " as " + want, reason: "bad " + f.name}
}

// wrong returns the error of a field that breaks a rule in its context.
func (f field) wrong(want, reason string) *Error {
	return &Error{Line: f.line, Col: f.col, Got: f.text, Want: want, reason: reason}
}

// whole reads the field as a whole number from low to high.
func (f field) whole(low, high int64) (int64, *Error) {
	v, exact, ok := decimal(f.text, 1, high)
	if !ok || !exact || v < low || strings.Contains(f.text, ".") {
		return 0, f.fault(fmt.Sprintf("a whole number from %d to %d", low, high))
	}
	return v, nil
}

// gpus reads the field as a number of GPUs, which may be 0.
func (f field) gpus() (int, *Error) {
	v, err := f.whole(0, maxUnits)
	return int(v), err
}

// signed reads the field as a whole number that may be negative.
func (f field) signed() (int, *Error) {
	v, err := strconv.Atoi(f.text)
	if err != nil {
		return 0, f.fault("a whole number")
	}
	return v, nil
}

// span reads the field as a decimal number of units, rounded half to even to
// whole grains.
func (f field) span(unit, grain simtime.Duration) (simtime.Duration, *Error) {
	v, _, ok := decimal(f.text, int64(unit/grain), int64(simtime.Longest/grain))
	if !ok {
		return 0, f.fault(fmt.Sprintf("a plain decimal number of %s from 0 to 10 years", unitName(unit)))
	}
	return simtime.Duration(v) * grain, nil
}

// unitName is the word for a unit of time in messages.
func unitName(unit simtime.Duration) string {
	return map[simtime.Duration]string{simtime.Millisecond: "milliseconds", simtime.Second: "seconds",
		simtime.Hour: "hours", simtime.Day: "days"}[unit]
}
