package html

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"rubato/policy"
	"rubato/report"
	"rubato/simtime"
)

func TestCondense(t *testing.T) {
	of := func(from, to simtime.Time, p policy.Phase, gpus int) report.Interval {
		return report.Interval{From: from, To: to, Phase: p, GPUs: gpus}
	}
	for _, c := range []struct {
		name     string
		in, want []report.Interval
	}{
		{"a save between trainings is part of them",
			[]report.Interval{of(0, 100, policy.Training, 4), of(100, 105, policy.Saving, 4), of(105, 200, policy.Training, 4)},
			[]report.Interval{of(0, 200, policy.Training, 4)}},
		{"a short start is part of the training after it",
			[]report.Interval{of(0, 5, policy.Starting, 4), of(5, 100, policy.Training, 4)},
			[]report.Interval{of(0, 100, policy.Training, 4)}},
		{"what is long enough stays",
			[]report.Interval{of(0, 50, policy.Queued, 0), of(50, 70, policy.Starting, 2), of(70, 90, policy.Training, 2)},
			[]report.Interval{of(0, 50, policy.Queued, 0), of(50, 70, policy.Starting, 2), of(70, 90, policy.Training, 2)}},
		{"a job that is short remains",
			[]report.Interval{of(3, 4, policy.Training, 1)},
			[]report.Interval{of(3, 4, policy.Training, 1)}},
		{"two short ones are the longer of them",
			[]report.Interval{of(0, 2, policy.Starting, 1), of(2, 5, policy.Training, 1)},
			[]report.Interval{of(0, 5, policy.Training, 1)}},
	} {
		t.Run(c.name, func(t *testing.T) { require.Equal(t, c.want, condense(c.in, 10)) })
	}
}

// Condensed intervals follow each other without gaps over the same span, are no
// shorter than asked for unless there is only one, and condense no further.
func TestCondenseKeepsTheSpan(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var in []report.Interval
		at := simtime.Time(rapid.IntRange(0, 9).Draw(t, "from"))
		for range rapid.IntRange(1, 30).Draw(t, "n") {
			v := report.Interval{From: at, GPUs: rapid.IntRange(0, 2).Draw(t, "gpus")}
			at = at.Add(simtime.Duration(rapid.IntRange(1, 30).Draw(t, "length")))
			v.To = at
			in = append(in, v)
		}
		from := in[0].From
		out := condense(in, 10)
		require.Equal(t, from, out[0].From)
		require.Equal(t, at, out[len(out)-1].To)
		for i := range out {
			require.True(t, len(out) == 1 || length(out[i]) >= 10, "%v", out)
			require.True(t, i == 0 || out[i-1].To == out[i].From)
		}
		require.Equal(t, out, condense(slices.Clone(out), 10))
	})
}
