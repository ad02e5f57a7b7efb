package experiments

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/cluster"
	"rubato/simtime"
	"rubato/traces"
)

func TestTraceNodesTakeTheLowestFreeSlot(t *testing.T) {
	for _, c := range []struct{ name, events, want string }{
		{"one after another", "0+a 0+b 5-a 7+c", "0+0 0+1 5-0 7+0"},
		{"lowest first", "0+a 0+b 0+c 5-c 6-a 7+d 8+e", "0+0 0+1 0+2 5-2 6-0 7+0 8+2"},
		{"a node that comes back", "0+a 5-a 9+a", "0+0 5-0 9+0"},
		{"replaced at once, with room", "0+a 5-a 5+b", "0+0 5-0 5+1"},
		{"replaced at once, without room", "0+a 0+b 0+c 5-a 5+d", "0+0 0+1 0+2 5-0 6+0"},
		{"no stay at all", "0+a 5+b 5-b", "0+0"},
		{"no stay after a replacement", "0+a 0+b 0+c 5-a 5+d 5-d", "0+0 0+1 0+2 5-0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := source{pool: cluster.Pool{Nodes: 3, GPUsPerNode: 8}}
			var got []string
			for _, ch := range newSlots(s).place(parseEvents(t, c.events)) {
				got = append(got, fmt.Sprintf("%d%c%d", ch.At, "-+"[boolInt(ch.Delta > 0)], ch.Node))
			}
			require.Equal(t, c.want, strings.Join(got, " "))
		})
	}
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// parseEvents reads events such as 5-a: at 5 ms node a goes.
func parseEvents(t *testing.T, s string) []traces.NodeEvent {
	var out []traces.NodeEvent
	for _, f := range strings.Fields(s) {
		i := strings.IndexAny(f, "+-")
		var at int
		_, err := fmt.Sscan(f[:i], &at)
		require.NoError(t, err)
		out = append(out, traces.NodeEvent{At: simtime.Time(at), Up: f[i] == '+', Node: f[i+1:]})
	}
	return out
}

func TestGreatestCapacity(t *testing.T) {
	for _, c := range []struct {
		availability string
		want         int
	}{
		{"[]", 16},
		{"[{steps: [{at: 0s, gpus: 4}, {at: 1h, gpus: 12}, {at: 2h, gpus: 2}]}]", 12},
		{"[{calendar: {base: 10, hours: [{from: \"22:00\", to: \"06:00\", gpus: 3}]}}]", 13},
		{"[{calendar: {base: 10}}, {steps: [{at: 0s, gpus: 12}, {at: 1h, gpus: 16}]}]", 6},
		{"[{trace: {file: nodes.csv}}]", 16},
		{"[{events: [{at: 1h, node: 0, state: down}]}]", 16},
	} {
		e, err := Read("x.yaml", []byte(complete("workload: {jobs: [{id: a, gpus: 1, duration: 1h}]}\navailability: "+c.availability+"\n")), "testdata/traces", Options{})
		require.NoError(t, err, c.availability)
		require.Equal(t, []int{c.want}, e.greatest, c.availability)
	}
}
