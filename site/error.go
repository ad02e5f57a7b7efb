package site

import (
	"fmt"
	"strconv"
)

// Error is a fault of a file. Line and Col count from 1; both are 0 if the fault
// is not at one place.
type Error struct {
	File      string
	Line, Col int
	Path      string // of the key, such as items[3].spec.replicas; may be ""
	Got, Want string
}

// Error formats the fault as file:line:column: path: got "…", want ….
func (e *Error) Error() string {
	place := e.File
	if e.Line > 0 {
		place = fmt.Sprintf("%s:%d:%d", e.File, e.Line, e.Col)
	}
	if e.Path != "" {
		place += ": " + e.Path
	}
	return fmt.Sprintf("%s: got %s, want %s", place, strconv.Quote(shorten(e.Got)), e.Want)
}

// shorten cuts a text to what a message shows of it.
func shorten(s string) string {
	const most = 60
	if r := []rune(s); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return s
}
