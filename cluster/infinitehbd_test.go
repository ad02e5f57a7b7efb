package cluster

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// infiniteHBD returns the outages of the nodes of InfiniteHBD's trace, in hours, and
// the days of its 400 nodes on which they were up. The package cannot use the reader
// of traces; here is another.
func infiniteHBD(t *testing.T) (outages []float64, nodeDays float64) {
	data, err := os.ReadFile(filepath.Join("..", "..", "shared", "traces", "infinitehbd", "fault_trace.json"))
	if os.IsNotExist(err) {
		t.Skip("no ../shared/traces/infinitehbd beside the repository")
	}
	require.NoError(t, err)
	var events []struct {
		Node string  `json:"node_id"`
		Time float64 `json:"event_time"`
		Type string  `json:"event_type"`
	}
	require.NoError(t, json.Unmarshal(data, &events))
	open, since := map[string]int{}, map[string]float64{}
	for _, e := range events {
		if e.Type == "fault_start" {
			if open[e.Node]++; open[e.Node] == 1 {
				since[e.Node] = e.Time
			}
			continue
		}
		if open[e.Node]--; open[e.Node] == 0 {
			outages = append(outages, 24*(e.Time-since[e.Node]))
		}
	}
	nodeDays = 400 * events[len(events)-1].Time
	for _, h := range outages {
		nodeDays -= h / 24
	}
	return outages, nodeDays
}

// distance is the greatest between the distribution function of a sample and
// another (Kolmogorov's and Smirnov's).
func distance(sample []float64, of func(float64) float64) float64 {
	sample = slices.Clone(sample)
	slices.Sort(sample)
	most, n := 0.0, float64(len(sample))
	for i, v := range sample {
		most = max(most, math.Abs(of(v)-float64(i)/n), math.Abs(of(v)-float64(i+1)/n))
	}
	return most
}
