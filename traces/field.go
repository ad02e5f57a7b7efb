package traces

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"rubato/simtime"
)

// maxUnits bounds GPUs of a job and units of a sample, so that the product
// with simtime.Longest fits in 64 bits.
const maxUnits = 1_000_000

// stampLayout is how the formats write wall-clock times.
const stampLayout = "2006-01-02 15:04:05"

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

// cells splits the line at commas into one field for each name.
func (l line) cells(names []string) ([]field, *Error) {
	if n := strings.Count(l.text, ",") + 1; n != len(names) {
		return nil, &Error{Line: l.num, Col: 1, Got: l.text, reason: "wrong number of fields",
			Want: fmt.Sprintf("%d comma-separated fields, not %d", len(names), n)}
	}
	if i := strings.IndexByte(l.text, '"'); i >= 0 {
		return nil, &Error{Line: l.num, Col: i + 1, Got: l.text[i:], reason: "quoted field",
			Want: "fields without quotes"}
	}
	fields := make([]field, 0, len(names))
	col := 1
	for text := range strings.SplitSeq(l.text, ",") {
		fields = append(fields, field{names[len(fields)], text, l.num, col})
		col += len(text) + 1
	}
	return fields, nil
}

// whole reads the field as a whole number from low to high.
func (f field) whole(low, high int64) (int64, *Error) {
	v, exact, ok := decimal(f.text, 0, high)
	if !ok || !exact || v < low || strings.Contains(f.text, ".") {
		return 0, f.fault(fmt.Sprintf("a whole number from %d to %d", low, high))
	}
	return v, nil
}

// gpus reads the field as a number of GPUs.
func (f field) gpus() (int, *Error) {
	v, err := f.whole(1, maxUnits)
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
// whole grains. The unit must be the grain times a power of ten.
func (f field) span(unit, grain simtime.Duration) (simtime.Duration, *Error) {
	shift := 0
	for g := grain; g < unit; g *= 10 {
		shift++
	}
	v, _, ok := decimal(f.text, shift, int64(simtime.Longest/grain))
	if !ok {
		return 0, f.fault(fmt.Sprintf("a plain decimal number of %s from 0 to 10 years", unitName(unit)))
	}
	return simtime.Duration(v) * grain, nil
}

// unitName is the word for a unit of time in messages.
func unitName(unit simtime.Duration) string {
	if unit == simtime.Millisecond {
		return "milliseconds"
	}
	return "seconds"
}

// parseStamp reads a wall-clock time as if UTC, in milliseconds since 1970.
func parseStamp(text string) (simtime.Time, bool) {
	t, err := time.Parse(stampLayout, text)
	if err != nil || t.Format(stampLayout) != text {
		return 0, false
	}
	return simtime.Time(t.UnixMilli()), true
}

// wallClock is the inverse of parseStamp.
func wallClock(t simtime.Time) time.Time {
	return time.UnixMilli(int64(t)).UTC()
}
