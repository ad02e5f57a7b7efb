package policy

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/workload"
)

// TestSet compares a Set with a sorted slice under random insertions and
// removals.
func TestSet(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		jobs := make([]Job, 60)
		for i := range jobs {
			jobs[i] = Job{Job: &workload.Job{Priority: rapid.IntRange(0, 3).Draw(t, "priority")}, Index: int32(i)}
		}
		set := NewSet(ByPriority)
		want := []*Job{}
		for range rapid.IntRange(0, 200).Draw(t, "operations") {
			j := &jobs[rapid.IntRange(0, len(jobs)-1).Draw(t, "job")]
			if i := slices.Index(want, j); i >= 0 {
				require.True(t, set.Remove(j))
				want = slices.Delete(want, i, i+1)
			} else {
				require.False(t, set.Remove(j))
				set.Insert(j)
				want = append(want, j)
				slices.SortFunc(want, func(a, b *Job) int {
					if ByPriority(a, b) {
						return -1
					}
					return 1
				})
			}
			require.Equal(t, want, slices.AppendSeq([]*Job{}, set.All()))
			require.Equal(t, len(want), set.Len())
		}
	})
}

// BenchmarkSet inserts and removes in the middle of 4,096 jobs.
func BenchmarkSet(b *testing.B) {
	jobs := make([]Job, 4097)
	set := NewSet(BySubmission)
	for i := range jobs {
		jobs[i] = Job{Index: int32(i)}
		if i != 2048 {
			set.Insert(&jobs[i])
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		set.Insert(&jobs[2048])
		set.Remove(&jobs[2048])
	}
}
