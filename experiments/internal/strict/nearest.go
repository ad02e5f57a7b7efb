package strict

import (
	"fmt"
	"strings"
)

// DidYouMean returns `; did you mean "…"?` with the candidate that is nearest to
// name, or "" where none is near: half of it is other, and it does not begin
// with name.
func DidYouMean(name string, candidates []string) string {
	best, edits := "", -1
	for _, c := range candidates {
		d := distance(strings.ToLower(name), strings.ToLower(c))
		if len(name) > 2 && strings.HasPrefix(strings.ToLower(c), strings.ToLower(name)) {
			d = 1
		}
		if edits < 0 || d < edits {
			best, edits = c, d
		}
	}
	if edits < 0 || edits > max(2, len(best)/2) || name == best {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// maxCompared bounds the work on hostile names.
const maxCompared = 100

// distance is the Levenshtein distance of the first bytes of a and b.
func distance(a, b string) int {
	a, b = a[:min(len(a), maxCompared)], b[:min(len(b), maxCompared)]
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replace := diagonal
			if a[i] != b[j] {
				replace++
			}
			diagonal = row[j+1]
			row[j+1] = min(replace, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
