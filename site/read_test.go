package site

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// replace replaces words by texts, in pairs.
func replace(s string, pairs ...string) string { return strings.NewReplacer(pairs...).Replace(s) }

func TestUnrecognised(t *testing.T) {
	tests := []struct{ name, data, message string }{
		{"empty", " \n", `f: got "", want one of these:`},
		{"prose", "hello", `f:1:1: got "hello", want one of these:`},
		{"other kind", `{"kind": "Nod", "items": []}`, `f:1:1: got "a map", want one of these:`},
		{"other objects", `{"kind": "NodList", "items": [{"metadata": {}}]}`, `f:1:1: got "a map", want objects of kind`},
		{"cut short", `{"kind": "Node", `, `want JSON: unexpected end of JSON input`},
		{"bad JSON", "{\n  \"kind\": Node}", `f:2:11: got "Node}", want JSON: invalid character 'N' looking for beginning of value`},
		{"bad YAML", "a: [", `f: got "yaml: line 1: did not find expected node content", want YAML`},
		{"deep", strings.Repeat("[", 200), `want JSON: more than 100 levels`},
		{"bomb", "a: &a [x, x, x, x, x, x, x, x, x]\n" + bomb(), "want at most 1048576 values and 100 levels, aliases replaced"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Read("f", []byte(tt.data))
			require.ErrorContains(t, err, tt.message)
		})
	}
}

// bomb is YAML in which each line stands for nine times the line before.
func bomb() string {
	var b strings.Builder
	for c := 'b'; c < 'l'; c++ {
		b.WriteString(string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+", ", 9) + "]\n")
	}
	return b.String()
}

func FuzzRead(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	require.NoError(f, err)
	require.NotEmpty(f, files)
	for _, name := range files {
		data, err := os.ReadFile(name)
		require.NoError(f, err)
		f.Add(string(data))
	}
	f.Add("a: &a [*a]")
	f.Add(`{"nodes": [{"name": "a", "gres": "gpu:1g.5gb:7,gpu:h100:2(S:0-1)", "cpus": 1, "real_memory": 2048, "state": ["IDLE"]}]}`)
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Read("f", []byte(text))
		if err != nil {
			require.ErrorAs(t, err, new(*Error))
			return
		}
		for _, j := range e.Jobs {
			require.Positive(t, j.ReplicaGPUs)
			require.Contains(t, j.Sizes, j.Replicas)
			require.IsIncreasing(t, append([]int{-1}, j.Sizes...))
		}
		for _, p := range e.Pools {
			require.Positive(t, p.GPUs())
			require.LessOrEqual(t, p.Away, p.Nodes)
		}
		for i, s := range e.Series {
			require.True(t, i == 0 || s.At > e.Series[i-1].At)
		}
	})
}
