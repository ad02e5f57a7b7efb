package check

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/compare"
)

// A figure may be worse by its tolerance, not by more; better is told, not failed.
func TestFigures(t *testing.T) {
	none := math.NaN()
	for _, c := range []struct {
		metric    int
		tolerance tolerance
		was, now  float64
		want      Kind
		text      string
	}{
		{compare.Wasted, tolerance{relative: 0.02}, 100, 100, Same, "100 → 100"},
		{compare.Wasted, tolerance{relative: 0.02}, 100, 102, Same, "100 → 102, +2.0 %, allowed 2 %"},
		{compare.Wasted, tolerance{relative: 0.02}, 100, 103, Worse, "100 → 103, +3.0 %, allowed 2 %"},
		{compare.Wasted, tolerance{relative: 0.02}, 100, 97, Better, "100 → 97, -3.0 %, allowed 2 %"},
		{compare.Wasted, tolerance{relative: 0.02, absolute: 5}, 100, 103, Same, "100 → 103, +3.0 %, allowed 2 % or 5"},
		{compare.Wasted, tolerance{}, 100, 100.000001, Worse, "100 → 100.000001, +1e-06 %, allowed 0"},
		{compare.ETTR, tolerance{absolute: 0.5}, 90, 89.4, Worse, "90 → 89.4, -0.7 %, allowed 0.5"},
		{compare.ETTR, tolerance{absolute: 0.5}, 90, 90.6, Better, "90 → 90.6, +0.7 %, allowed 0.5"},
		{compare.Undone, tolerance{relative: 0.5}, 0, 1, Worse, "0 → 1, from nothing, allowed 50 %"},
		{compare.Undone, tolerance{relative: 0.5}, 2, 0, Better, "2 → 0, -100.0 %, allowed 50 %"},
		{compare.Cost, tolerance{}, none, 1, New, "none in the baseline, 1 now"},
		{compare.Cost, tolerance{}, 1.5, none, Gone, "1.5 in the baseline, none now"},
	} {
		var of testCase
		of.tolerances[c.metric] = c.tolerance
		f, ok := of.judgeFigure(c.metric, c.was, c.now)
		require.True(t, ok)
		require.Equal(t, c.want, f.Kind, "%+v", c)
		require.Equal(t, c.text, f.Text)
	}
	_, ok := new(testCase).judgeFigure(compare.Cost, none, none)
	require.False(t, ok)
}

func TestWhatFails(t *testing.T) {
	fails := map[Kind]bool{Same: false, Better: false, Reported: false, Changed: true, New: true, Gone: true, Worse: true}
	for k, want := range fails {
		require.Equal(t, want, k.fails(), k)
	}
	require.Len(t, kindWords, len(fails))
}

func TestBehaviour(t *testing.T) {
	now := &measured{input: "i", policies: []policyFigures{{name: "a", behaviour: "new"}, {name: "b", behaviour: "same"}, {name: "c"}}}
	recorded := &recordedCase{Input: "i", Policies: policies{
		{Key: "a", Value: recordedPolicy{behaviour: "old"}}, {Key: "b", Value: recordedPolicy{behaviour: "same"}}, {Key: "d"},
	}}
	kinds := func(behaviour string) string {
		c := &testCase{behaviour: behaviour, recorded: recorded}
		out := ""
		for _, f := range c.judge(now) {
			if f.metric < 0 {
				out += fmt.Sprint(f.Policy, " ", f.Check, " ", f.Kind, "; ")
			}
		}
		return out
	}
	require.Equal(t, "a behaviour CHANGED; b behaviour ok; c record NEW; d record GONE; ", kinds(exact))
	require.Equal(t, "a behaviour changed; b behaviour ok; c record NEW; d record GONE; ", kinds(warned))
	require.Equal(t, "c record NEW; d record GONE; ", kinds(ignore))
}

// Speed fails where it is slower, is left alone where it is not measured.
func TestSpeed(t *testing.T) {
	for _, c := range []struct {
		was, now float64
		want     Kind
	}{{2, 2.9, Same}, {2, 3.1, Worse}, {2, 0.9, Better}, {0, 1, New}} {
		of := testCase{speed: usualSpeed, recorded: &recordedCase{Speed: c.was}}
		f, ok := of.judgeSpeed(c.now)
		require.True(t, ok)
		require.Equal(t, c.want, f.Kind, c)
	}
	_, ok := (&testCase{recorded: &recordedCase{Speed: 2}}).judgeSpeed(0)
	require.False(t, ok)
}
