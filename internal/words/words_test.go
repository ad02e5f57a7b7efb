package words

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNearest(t *testing.T) {
	best, edits := Nearest("Elastc", []string{"static", "elastic", "elastics"})
	require.Equal(t, "elastic", best)
	require.Equal(t, 1, edits)
	best, edits = Nearest("ab", []string{"ba", "b"})
	require.Equal(t, "b", best, "one deletion, against two for the other")
	require.Equal(t, 1, edits)
	_, edits = Nearest("x", nil)
	require.Equal(t, -1, edits)
}

func TestParse(t *testing.T) {
	type rule string
	all := []rule{"block", "skip", "wait"}
	var r rule
	require.NoError(t, Parse(&r, []byte("skip"), all))
	require.Equal(t, rule("skip"), r)
	require.EqualError(t, Parse(&r, []byte("blok"), all), `"blok": want block, skip or wait (the nearest is "block")`)
	require.EqualError(t, Parse(&r, []byte("preempt"), all), `"preempt": want block, skip or wait`)
	require.EqualError(t, Parse(&r, nil, all), `"": want block, skip or wait`)
	require.Equal(t, rule("skip"), r, "an error changes nothing")
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"kitten", "sitting", 3}, {"flaw", "lawn", 2}, {"ABC", "abc", 0}} {
		require.Equal(t, c.want, Edits(c.a, c.b), c)
		require.Equal(t, c.want, Edits(c.b, c.a), c)
	}
	long := strings.Repeat("x", 1<<20)
	require.Equal(t, 99, Edits(long, "x"), "only the first bytes count")
}
