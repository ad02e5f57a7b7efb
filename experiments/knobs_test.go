package experiments

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// knobs are those of an experiment by path.
func knobs(t *testing.T, text string, o Options) map[string]Knob {
	e, err := Read("x.yaml", []byte(complete(text)), "", o)
	require.NoError(t, err)
	out := map[string]Knob{}
	for _, k := range e.Knobs() {
		require.NotContains(t, out, k.Path)
		out[k.Path] = k
	}
	return out
}

func TestKnobs(t *testing.T) {
	got := knobs(t, `
seeds: [4, 5]
cluster: {pools: [{name: p, nodes: 4, gpusPerNode: 8}, {name: q, nodes: 8, gpusPerNode: 8}]}
availability:
  - {pool: p, failures: {mtbf: 10d, repair: 1h}}
  - {pool: q, steps: [{at: 0s, gpus: 64}], notice: 2m}
workload:
  jobs: [{id: a, gpus: 8, duration: 1h, pool: p}]
  model: {checkpoint: {interval: daly, mtbf: 1d, save: 90s}, elastic: none}
policies: {slow: {policy: hyperpod, scalingTimeout: 45s}}
`, Options{})
	for path, want := range map[string][]string{
		"workload.load":                  {"0.25", "0.5", "0.75", "0.9", "1", "1.1", "1.25", "1.5", "2", "3", "4"},
		"cluster.pools[1].nodes":         {"2", "4", "6", "8", "10", "12", "16", "24", "32"},
		"availability[0].failures.mtbf":  {"12h", "1d", "2d", "4d", "7d", "10d", "14d", "30d", "60d", "120d"},
		"availability[1].notice":         {"10s", "20s", "30s", "1m", "2m", "5m", "10m", "20m", "30m"},
		"workload.model.checkpoint.save": {"5s", "10s", "20s", "30s", "1m", "90s", "2m", "5m", "10m", "20m", "30m"},
		"policies.slow.scalingTimeout":   {"5s", "10s", "20s", "30s", "45s", "1m", "2m", "5m", "10m"},
		"seeds":                          {"1..1", "[4, 5]", "1..3", "1..5", "1..10", "1..20", "1..30"},
	} {
		require.Equal(t, want, got[path].Values, path)
		require.True(t, got[path].Ordered, path)
	}
	require.Equal(t, "45s", got["policies.slow.scalingTimeout"].Value)
	require.Contains(t, got["policies.slow.scalingTimeout"].Description, "same scale event")
	require.NotContains(t, got, "workload.model.checkpoint.interval", "it is no span")
	require.NotContains(t, got, "workload.generate.jobs")
}

// What a setting has changed is what the knob stands at.
func TestKnobsAfterSettings(t *testing.T) {
	got := knobs(t, "", Options{Set: []string{"workload.load=1.2"}})
	require.Equal(t, "1.2", got["workload.load"].Value)
	require.Equal(t, []string{"0.3", "0.6", "0.9", "1.08", "1.2", "1.32", "1.5", "1.8", "2.4", "3.6", "4.8"}, got["workload.load"].Values)
}

func TestKnobsOfSweep(t *testing.T) {
	got := knobs(t, "sweep: {axes: {load: {path: workload.load, values: [0.5, 1]}}}\n", Options{})
	require.NotContains(t, got, "workload.load")
	require.Contains(t, got, "seeds")
}

// Every knob of every built-in experiment changes a value that is there: one step to
// either side is an experiment, or says what does not go together with it.
func TestKnobsOfBuiltinsTurn(t *testing.T) {
	for _, name := range Names() {
		e, err := Load(name, Options{})
		require.NoError(t, err)
		ks := e.Knobs()
		require.NotEmpty(t, ks)
		for _, k := range ks {
			require.Contains(t, k.Values, k.Value, k.Path)
			_, err := Load(name, Options{Set: []string{k.Path + "=" + k.Value}})
			require.NoError(t, err, "%s: %s", name, k.Path)
			for _, v := range []string{k.Values[0], k.Values[len(k.Values)-1]} {
				if _, err := Load(name, Options{Set: []string{k.Path + "=" + v}}); err != nil {
					require.NotContains(t, err.Error(), "want one of", "%s: no such key as %s", name, k.Path)
					require.NotContains(t, err.Error(), "want a number and a unit", "%s: %s=%s", name, k.Path, v)
				}
			}
		}
	}
}
