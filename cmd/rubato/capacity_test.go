package main

import (
	"context"
	"encoding/csv"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/experiments"
)

// span is a time, in seconds, with a number of GPUs there for jobs.
type span struct{ from, to, capacity float64 }

// The windows that a report compares policies over rest on this: until a run
// ends it has at each instant the capacity that those of the other policies have.
func TestPoliciesHaveTheSameCapacity(t *testing.T) {
	for _, name := range experiments.Names() {
		if e, err := experiments.Load(name, experiments.Options{}); err != nil || e.Sweeps() {
			require.NoError(t, err)
			continue // it keeps no timeline
		}
		var first []span
		for policy, spans := range capacities(t, name) {
			if first == nil {
				first = spans
			}
			end := min(first[len(first)-1].to, spans[len(spans)-1].to)
			require.Equal(t, until(first, end), until(spans, end), "%s under %s", name, policy)
		}
	}
}

// capacities runs an experiment with one seed and reads its timeline.csv.
func capacities(t *testing.T, name string) map[string][]span {
	e, err := experiments.Load(name, experiments.Options{Seeds: "1"})
	require.NoError(t, err)
	rep, err := e.Run(context.Background(), experiments.RunOptions{Record: true})
	require.NoError(t, err)
	dir := t.TempDir()
	out := e.Outputs()
	out.NoPlots, out.NoTimeline = true, false
	_, _, err = rep.WriteFiles(dir, out)
	require.NoError(t, err)
	f, err := os.Open(filepath.Join(dir, "timeline.csv"))
	require.NoError(t, err)
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"from_s", "to_s", "down", "external", "idle_blocked"}, rows[0][2:7])
	spans := make(map[string][]span)
	for _, row := range rows[1:] {
		s := span{number(t, row[2]), number(t, row[3]), 0}
		for _, gpus := range row[6 : len(row)-1] {
			s.capacity += number(t, gpus)
		}
		of := spans[row[0]]
		if n := len(of); n > 0 && of[n-1].capacity == s.capacity {
			of[n-1].to = s.to
			continue
		}
		spans[row[0]] = append(of, s)
	}
	require.NotEmpty(t, spans)
	return spans
}

func number(t *testing.T, s string) float64 {
	v, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return v
}

// until cuts spans off at an instant.
func until(spans []span, end float64) []span {
	var out []span
	for _, s := range spans {
		if s.from < end {
			out = append(out, span{s.from, min(s.to, end), s.capacity})
		}
	}
	return out
}
