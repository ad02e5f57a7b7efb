package cluster

// nearest returns the rule that a misspelt name most likely means: the first
// with the fewest edits, if they are at most two.
func nearest(name string) (Placement, bool) {
	best, least := Placement(""), 3
	for _, p := range Placements() {
		if d := edits(name, string(p)); d < least {
			best, least = p, d
		}
	}
	return best, best != ""
}

// edits is the Levenshtein distance.
func edits(a, b string) int {
	if a == "" || b == "" || len(a) > 2*len(b) {
		return max(len(a), len(b))
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(replaced, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
