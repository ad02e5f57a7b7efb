package traces

import (
	"fmt"
	"strconv"
)

// Error is a fault in a trace. Line and Col count from 1, Col in bytes; both
// are 0 if the fault is not at one place.
type Error struct {
	File      string
	Line, Col int
	Got       string // the offending text, in full
	Want      string // what was expected, in words
	reason    string // what a lenient reading counts it under
	byRule    bool   // a strict reading counts it too
}

// leftOut is the fault of a row that a rule leaves out, even in a strict reading.
func leftOut(reason string) *Error { return &Error{reason: reason, byRule: true} }

// Error formats the fault as file:line:column: got "…", want ….
func (e *Error) Error() string {
	place := e.File
	if e.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Col)
	}
	return fmt.Sprintf("%s: got %s, want %s", place, strconv.Quote(shorten(e.Got)), e.Want)
}

// maxQuoted is the longest piece of input, in characters, shown in a message.
const maxQuoted = 60

// shorten cuts s to maxQuoted characters.
func shorten(s string) string {
	n, cut := 0, 0
	for i := range s {
		if n++; n == maxQuoted {
			cut = i
		}
	}
	if n <= maxQuoted {
		return s
	}
	return s[:cut] + "…"
}

// skips counts rows by reason, in order of first occurrence.
type skips []Skip

// add counts one more row under reason.
func (s *skips) add(reason string) { s.addN(reason, 1) }

// addN counts n more rows under reason.
func (s *skips) addN(reason string, n int) {
	if n == 0 {
		return
	}
	for i := range *s {
		if (*s)[i].Reason == reason {
			(*s)[i].Count += n
			return
		}
	}
	*s = append(*s, Skip{Reason: reason, Count: n})
}
