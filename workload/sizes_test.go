package workload

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestSizes(t *testing.T) {
	steps, err := Steps(4, 13, 4)
	require.NoError(t, err)
	list, err := Discrete(8, 4, 4, 12)
	require.NoError(t, err)
	for _, s := range []Sizes{steps, list} {
		require.Equal(t, []int{4, 12}, []int{s.Min(), s.Max()})
		require.True(t, s.Elastic())
		for n, want := range map[int]int{3: 0, 4: 4, 7: 4, 8: 8, 11: 8, 12: 12, 99: 12} {
			require.Equal(t, want, s.Floor(n), "%v floor %d", s, n)
		}
	}
	require.Equal(t, "4..12 step 4", steps.String())
	require.Equal(t, "4, 8, 12", list.String())
	require.Equal(t, "7", Fixed(7).String())
	require.False(t, Fixed(7).Elastic())
	require.False(t, Sizes{}.Legal(0))
}

func TestSizeErrors(t *testing.T) {
	for want, f := range map[string]func() (Sizes, error){
		"minimum 0: a job needs at least one replica": func() (Sizes, error) { return Steps(0, 4, 1) },
		"minimum 8 is over maximum 4":                 func() (Sizes, error) { return Steps(8, 4, 1) },
		"step 0: want at least 1":                     func() (Sizes, error) { return Steps(1, 4, 0) },
		"no size given":                               func() (Sizes, error) { return Discrete() },
		"size -2: a job needs at least one replica":   func() (Sizes, error) { return Discrete(4, -2) },
	} {
		_, err := f()
		require.EqualError(t, err, want)
	}
}

// TestFloorIsTheGreatest compares Floor with a search of all sizes.
func TestFloorIsTheGreatest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lo := rapid.IntRange(1, 20).Draw(t, "min")
		step := rapid.IntRange(1, 7).Draw(t, "step")
		s, err := Steps(lo, lo+rapid.IntRange(0, 40).Draw(t, "more"), step)
		require.NoError(t, err)
		var all []int
		for n := lo; n <= s.Max(); n += step {
			all = append(all, n)
		}
		d, err := Discrete(all...)
		require.NoError(t, err)
		n := rapid.IntRange(0, 80).Draw(t, "n")
		want := 0
		for _, a := range all {
			if a <= n {
				want = a
			}
		}
		require.Equal(t, want, s.Floor(n))
		require.Equal(t, want, d.Floor(n))
		require.Equal(t, want == n && n > 0, s.Legal(n))
	})
}

// Above is the inverse of Floor: the least size whose floor is over that of n.
func TestAbove(t *testing.T) {
	steps, err := Steps(4, 13, 3)
	require.NoError(t, err)
	list, err := Discrete(2, 16, 4)
	require.NoError(t, err)
	for _, s := range []Sizes{steps, list, Fixed(5)} {
		for n := range 20 {
			want := 0
			for m := 20; m > n; m-- {
				if s.Legal(m) {
					want = m
				}
			}
			require.Equal(t, want, s.Above(n), "%v above %d", s, n)
		}
	}
}
