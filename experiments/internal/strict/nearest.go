package strict

import (
	"fmt"
	"strings"

	"rubato/internal/words"
)

// DidYouMean returns `; did you mean "…"?` with the candidate that is nearest to
// name, or "" where none is near: half of it is other, and it does not begin
// with name.
func DidYouMean(name string, candidates []string) string {
	best, edits := "", -1
	for _, c := range candidates {
		d := words.Edits(name, c)
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
