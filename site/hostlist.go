package site

import (
	"fmt"
	"strconv"
	"strings"
)

// maxHosts bounds what a list of hosts stands for.
const maxHosts = 100_000

// expandHosts returns the names in a list of Slurm such as n[01-03,7],login or
// rack[1-2]n[1-4].
func expandHosts(text string) ([]string, error) {
	var out []string
	for text != "" {
		end, depth := 0, 0
		for ; end < len(text) && (text[end] != ',' || depth > 0); end++ {
			switch text[end] {
			case '[':
				depth++
			case ']':
				depth--
			}
		}
		names, err := expandHost(text[:end])
		if err != nil {
			return nil, err
		}
		if out = append(out, names...); len(out) > maxHosts {
			return nil, tooManyHosts
		}
		text = strings.TrimPrefix(text[end:], ",")
	}
	return out, nil
}

var tooManyHosts = fmt.Errorf("at most %d nodes", maxHosts)

// expandHost expands the brackets of one name.
func expandHost(text string) ([]string, error) {
	out := []string{""}
	for {
		plain, rest, more := strings.Cut(text, "[")
		if out = appendEach(out, []string{plain}); !more {
			return out, nil
		}
		inner, after, closed := strings.Cut(rest, "]")
		if !closed {
			return nil, fmt.Errorf("a list of nodes such as n[01-16,20]")
		}
		numbers, err := expandRanges(inner)
		if err != nil {
			return nil, err
		}
		if len(out)*len(numbers) > maxHosts {
			return nil, tooManyHosts
		}
		out, text = appendEach(out, numbers), after
	}
}

// appendEach appends each of the tails to each of the heads.
func appendEach(heads, tails []string) []string {
	var out []string
	for _, h := range heads {
		for _, t := range tails {
			out = append(out, h+t)
		}
	}
	return out
}

// expandRanges expands 01-03,7.
func expandRanges(text string) ([]string, error) {
	var out []string
	for part := range strings.SplitSeq(text, ",") {
		low, high, wide := strings.Cut(part, "-")
		if !wide {
			high = low
		}
		from, err1 := strconv.ParseUint(low, 10, 31)
		to, err2 := strconv.ParseUint(high, 10, 31)
		if err1 != nil || err2 != nil || to < from {
			return nil, fmt.Errorf("ranges such as 01-16,20")
		}
		if to-from >= maxHosts || len(out)+int(to-from) >= maxHosts {
			return nil, tooManyHosts
		}
		for n := from; n <= to; n++ {
			out = append(out, fmt.Sprintf("%0*d", len(low), n))
		}
	}
	return out, nil
}
