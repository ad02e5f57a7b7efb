package traces

import (
	"strconv"
	"strings"
)

// sacctID is the id of a row: a job (123), a task of an array (123_4), a component
// of a heterogeneous job (123+1), a step of any of them (123.batch), or the tasks
// of an array that wait (123_[4-10%2]).
type sacctID struct {
	job     string // without component and step
	element int    // component
	step    bool
	waiting []span // tasks, if it is an array that waits
	limited bool   // the array says how many of its tasks may run at once
}

// span is the numbers from, from+step, … up to to.
type span struct{ from, to, step int }

func (s span) len() int { return (s.to-s.from)/s.step + 1 }

// maxTasks bounds the tasks of the waiting arrays of a file, since a few bytes can
// stand for millions.
const maxTasks = 100_000

const wantID = "an id such as 123, 123_4, 123_[4-10%2], 123+0 or 123.batch"

// parseSacctID reads the id of a row.
func parseSacctID(f field) (id sacctID, fault *Error) {
	rest := f.text
	if open := strings.IndexByte(rest, '['); open > 0 {
		return id, id.parseArray(f, open)
	}
	rest, _, id.step = strings.Cut(rest, ".")
	job, element, component := strings.Cut(rest, "+")
	if component {
		n, _, ok := decimal(element, 1, 1_000_000)
		if !ok || !digits(element) {
			return id, f.fault(wantID)
		}
		id.element = int(n)
	}
	base, task, array := strings.Cut(job, "_")
	if !digits(base) || array && !digits(task) {
		return id, f.fault(wantID)
	}
	id.job = job
	return id, nil
}

// parseArray reads 123_[0-7:2,9%2], whose bracket is at open.
func (id *sacctID) parseArray(f field, open int) *Error {
	base, bracket := f.text[:open], f.text[open:]
	inner, closed := strings.CutSuffix(bracket[1:], "]")
	number, under := strings.CutSuffix(base, "_")
	if !closed || !under || !digits(number) {
		return f.fault(wantID)
	}
	id.job = number
	var limit string
	inner, limit, id.limited = strings.Cut(inner, "%")
	if id.limited && !digits(limit) {
		return f.fault(wantID)
	}
	for part := range strings.SplitSeq(inner, ",") {
		s, ok := parseSpan(part)
		if !ok {
			return f.fault("the tasks of an array such as 123_[0-7:2,9%2], not cut short")
		}
		id.waiting = append(id.waiting, s)
	}
	return nil
}

// parseSpan reads 4, 4-10 or 4-10:2.
func parseSpan(text string) (s span, ok bool) {
	text, width, stepped := strings.Cut(text, ":")
	low, high, wide := strings.Cut(text, "-")
	if !wide {
		high = low
	}
	if !stepped {
		width = "1"
	}
	for _, part := range []struct {
		text string
		into *int
	}{{low, &s.from}, {high, &s.to}, {width, &s.step}} {
		v, err := strconv.Atoi(part.text)
		if err != nil || !digits(part.text) || v > 1<<31 {
			return s, false
		}
		*part.into = v
	}
	return s, s.step > 0 && s.from <= s.to && (wide || !stepped)
}
