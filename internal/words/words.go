// Package words reads values that are one of a few words, and finds the word that
// a misspelt one most likely means.
package words

import (
	"fmt"
	"strings"
)

// Parse sets a string type to the one of its words that text is. Otherwise the
// error lists them and, if one is near, names it.
func Parse[T ~string](dst *T, text []byte, words []T) error {
	var names []string
	for _, w := range words {
		if string(text) == string(w) {
			*dst = w
			return nil
		}
		names = append(names, string(w))
	}
	last := len(names) - 1
	err := fmt.Errorf("%q: want %s or %s", text, strings.Join(names[:last], ", "), names[last])
	if best, edits := Nearest(string(text), names); edits <= 2 && edits < len(text) {
		return fmt.Errorf("%w (the nearest is %q)", err, best)
	}
	return err
}

// maxCompared bounds the work on hostile words, in bytes.
const maxCompared = 100

// Nearest returns the candidate with the fewest edits to a word and that number of
// edits, the first of equals; case is ignored. Without candidates it returns -1.
func Nearest(word string, candidates []string) (best string, edits int) {
	edits = -1
	for _, c := range candidates {
		if d := Edits(word, c); edits < 0 || d < edits {
			best, edits = c, d
		}
	}
	return best, edits
}

// Edits is the Levenshtein distance of two words, ignoring case; of long words
// it compares the first bytes only.
func Edits(a, b string) int {
	a, b = strings.ToLower(a), strings.ToLower(b)
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
