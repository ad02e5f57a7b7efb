package traces

import "strings"

// nearest returns the candidate with the fewest edits to name and that number
// of edits; the first one wins a tie. Case is ignored.
func nearest(name string, candidates []string) (best string, edits int) {
	edits = -1
	for _, c := range candidates {
		if d := distance(strings.ToLower(name), strings.ToLower(c)); edits < 0 || d < edits {
			best, edits = c, d
		}
	}
	return best, edits
}

// maxCompared bounds the work of distance on hostile names.
const maxCompared = 200

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
