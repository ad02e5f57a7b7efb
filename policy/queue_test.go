package policy

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/workload"
)

// TestWalk compares a walk that leaves out what does not fit with first fit
// over the whole queue.
func TestWalk(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := NewQueue(&Priority{})
		jobs := make([]Job, rapid.IntRange(0, 40).Draw(t, "jobs"))
		for i := range jobs {
			size := rapid.IntRange(1, 5).Draw(t, "size")
			jobs[i] = Job{Index: int32(i), Job: &workload.Job{
				Priority: rapid.IntRange(0, 2).Draw(t, "priority"), Requested: size, Profile: &workload.Profile{ReplicaGPUs: 1},
			}}
			q.Insert(&jobs[i])
		}
		for i := range jobs {
			if rapid.IntRange(0, 3).Draw(t, "removed") == 0 {
				q.Remove(&jobs[i])
			}
		}
		free := rapid.IntRange(0, 20).Draw(t, "free")
		want, left := []*Job{}, free
		for j := range q.All() {
			if j.Requested <= left {
				left -= j.Requested
				want = append(want, j)
			}
		}
		got, left := []*Job{}, free
		looked := 0
		w := q.Walk()
		for j := w.Next(); j != nil; j = w.Next() {
			looked++
			if j.Requested > left {
				w.LeaveOut()
				continue
			}
			left -= j.Requested
			got = append(got, j)
		}
		require.Equal(t, want, got)
		require.LessOrEqual(t, looked, len(got)+5, "one look a size that does not fit")
		require.True(t, slices.IsSortedFunc(got, func(a, b *Job) int {
			if ByPriority(a, b) {
				return -1
			}
			return 1
		}))
	})
}
