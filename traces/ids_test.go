package traces

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// TestIDsAgreeWithAMap compares with a map of all ids, over ids of which many go up
// and some do not.
func TestIDsAgreeWithAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s ids
		var jobs jobList
		seen := make(map[string]int)
		for i := range rapid.IntRange(1, 40).Draw(t, "jobs") {
			id := rapid.OneOf(rapid.Just(strconv.Itoa(10*i+1)), rapid.StringMatching(`0?[1-9]{1,2}`), rapid.SampledFrom([]string{"a", "999999999999999999", "1000000000000000000"})).Draw(t, "id")
			line := i + 2
			require.Equal(t, seen[id], s.first(id, line, &jobs), id)
			if seen[id] == 0 {
				seen[id] = line
				jobs.add(Job{ID: id, Line: line})
			}
		}
	})
}

func TestJobListOfBlocks(t *testing.T) {
	var l jobList
	for i := range 2*blockSize + 1 {
		l.add(Job{Line: i})
	}
	all := l.all()
	require.Len(t, all, 2*blockSize+1)
	for i, j := range all {
		require.Equal(t, i, j.Line)
	}
}
