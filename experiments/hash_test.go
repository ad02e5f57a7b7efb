package experiments

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/traces"
)

// hashOf reads an experiment and returns its hash.
func hashOf(t *testing.T, dir, text string, o Options) string {
	t.Helper()
	e, err := Read("x.yaml", []byte(complete(text)), dir, o)
	require.NoError(t, err)
	return e.hash()
}

// A trace is the same however it is packed, and wherever it is.
func TestHashIgnoresHowTracesArePacked(t *testing.T) {
	dir := t.TempDir()
	plain, err := traces.Sample("tiresias/60_job.csv")
	require.NoError(t, err)
	unix := bytes.ReplaceAll(plain, []byte("\r\n"), []byte("\n"))
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, err = z.Write(unix)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	for name, data := range map[string][]byte{
		"unix.csv": unix, "dos.csv": bytes.ReplaceAll(unix, []byte("\n"), []byte("\r\n")), "packed.csv.gz": packed.Bytes(),
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), data, 0o666))
	}
	want := hashOf(t, dir, "workload: {trace: {sample: tiresias/60_job.csv}}\n", Options{})
	for _, name := range []string{"unix.csv", "dos.csv", "packed.csv.gz"} {
		require.Equal(t, want, hashOf(t, dir, "workload: {trace: {file: "+name+"}}\n", Options{}), name)
	}
}

func TestHashIsOfWhatIsMeant(t *testing.T) {
	same := hashOf(t, "", "", Options{})
	for _, text := range []string{
		"# a comment\nname: y\n", "title: z\noutputs: {plots: false}\n", "seeds: \"1..1\"\n", "policies:\n  \"fifo\":\n",
		"workload:\n  jobs:\n    - {duration: 60m, id: \"a\", gpus: 8}\n",
	} {
		require.Equal(t, same, hashOf(t, "", text, Options{}), text)
	}
	seen := map[string]string{same: ""}
	for _, text := range []string{
		"seeds: 2\n", "horizon: 1d\n", "origin: 2026-01-05T08:00:00Z\n", "policies: {priority: {}}\n",
		"policies: {priority: {gracePeriod: 1m}}\n", "policies: {other: {policy: fifo}}\n", "policies: {fifo: {}, priority: {}}\n",
		"workload: {jobs: [{id: a, gpus: 8, duration: 2h}]}\n", "workload: {jobs: [{id: a, gpus: 8, duration: 1h}], model: {maxLosses: 1}}\n",
		"workload: {jobs: [{id: a, gpus: 8, duration: 1h, elastic: {maxFactor: 2}}]}\n",
		"workload: {jobs: [{id: a, gpus: 8, duration: 1h, elastic: {maxFactor: 2, step: 8}}]}\n",
		"cluster: {pools: [{name: p, nodes: 4, gpusPerNode: 4}]}\n",
		"availability: [{steps: [{at: 0s, gpus: 16}]}]\n", "availability: [{notice: 1m, steps: [{at: 0s, gpus: 16}]}]\n",
	} {
		h := hashOf(t, "", text, Options{})
		require.NotContains(t, seen, h, text)
		seen[h] = text
	}
}
