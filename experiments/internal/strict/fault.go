package strict

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// Fault is one thing that is wrong in a document.
type Fault struct {
	// Place is file:line:column, or the command-line option at fault.
	Place string
	// Path is the key at fault, such as cluster.pools[0].nodes; it may be "".
	Path string
	// Text says what was found and what was wanted.
	Text string
}

// Error formats the fault as place: path: got …, want ….
func (f Fault) Error() string {
	if f.Path == "" {
		return f.Place + ": " + f.Text
	}
	return f.Place + ": " + f.Path + ": " + f.Text
}

// Faults are all that is wrong in a document, in the order of the reading.
type Faults []Fault

// maxListed is the greatest number of faults in a message.
const maxListed = 50

// Error lists the faults, one a line.
func (f Faults) Error() string {
	lines := make([]string, 0, maxListed+1)
	for i := range f[:min(len(f), maxListed)] {
		lines = append(lines, f[i].Error())
	}
	if more := len(f) - maxListed; more > 0 {
		lines = append(lines, fmt.Sprintf("… and %d more", more))
	}
	return strings.Join(lines, "\n")
}

// maxQuoted is the longest piece of input, in characters, shown in a message.
const maxQuoted = 60

// Quote shows a piece of input in a message: in quotes, shortened.
func Quote(s string) string {
	return strconv.Quote(shorten(s))
}

func shorten(s string) string {
	r := []rune(s)
	if len(r) <= maxQuoted {
		return s
	}
	return string(r[:maxQuoted-1]) + "…"
}

// plain makes text fit for the middle of a line: printable and short.
func plain(s string) string { return printable(shorten(s)) }

func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '\uFFFD'
	}, s)
}

// List joins words as "a, b or c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return fmt.Sprintf("%s or %s", strings.Join(words[:last], ", "), words[last])
}
