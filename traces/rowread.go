package traces

import (
	"rubato/simtime"
)

// The methods below read a cell of a row. The first that is at fault is kept as
// the row's, so that a parser need not look after each.

// note keeps the first fault.
func (r *row) note(err *Error) {
	if r.fault == nil && err != nil {
		r.fault = err
	}
}

// text returns a cell as it is, "" if there is no such column.
func (r *row) text(name string) string {
	f, _ := r.get(name)
	return f.text
}

// label returns a cell that must not be empty.
func (r *row) label(name string) string {
	f := r.must(name)
	if f.text == "" {
		r.note(f.fault("a name"))
	}
	return f.text
}

// whole reads a cell as a whole number from low to high.
func (r *row) whole(name string, low, high int64) int64 {
	v, err := r.must(name).whole(low, high)
	r.note(err)
	return v
}

// gpus reads a cell as a number of GPUs, which may be 0.
func (r *row) gpus(name string) int { return int(r.whole(name, 0, maxUnits)) }

// seconds reads a cell as seconds, rounded half to even to milliseconds.
func (r *row) seconds(name string) simtime.Duration {
	d, err := r.must(name).span(simtime.Second, simtime.Millisecond)
	r.note(err)
	return d
}

// wholeSeconds reads a cell as a whole number of seconds.
func (r *row) wholeSeconds(name string) simtime.Duration {
	return simtime.Duration(r.whole(name, 0, int64(simtime.Longest/simtime.Second))) * simtime.Second
}

// stamp reads a cell as a wall-clock time, in milliseconds since 1970.
func (r *row) stamp(name string) simtime.Time {
	f := r.must(name)
	t, ok := parseStamp(f.text)
	if !ok {
		r.note(f.fault("YYYY-MM-DD HH:MM:SS"))
	}
	return t
}

// span returns the time from one cell's instant to that of a later one.
func (r *row) span(from, to simtime.Time, name string) simtime.Duration {
	if d := to.Sub(from); d < 0 || d > simtime.Longest {
		r.note(r.must(name).wrong(name+" at or after the start, by at most 10 years", "end before the start"))
		return 0
	}
	return to.Sub(from)
}

// share sets the GPUs of a job that are given in thousandths.
func (j *Job) share(milli int64) {
	j.GPUs = int((milli + 999) / 1000)
	if milli%1000 != 0 {
		j.MilliGPUs = int(milli)
	}
}
