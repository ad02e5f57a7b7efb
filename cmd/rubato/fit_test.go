package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The examples of docs/fit.md are what the program prints: a block of csv is a
// file, named in its first line; a block of console is a command and its output.
func TestFitDocumentation(t *testing.T) {
	doc, err := os.ReadFile("../../docs/fit.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	for _, b := range regexp.MustCompile("(?s)```csv\n# (\\S+)\n(.*?)```").FindAllSubmatch(doc, -1) {
		require.NoError(t, os.WriteFile(string(b[1]), b[2], 0o666))
	}
	commands := regexp.MustCompile("(?s)```console\n\\$ rubato ([^\n]+)\n(.*?)```").FindAllSubmatch(doc, -1)
	require.Len(t, commands, 2)
	for _, b := range commands {
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitOK, execute(strings.Fields(string(b[1])), &stdout, &stderr), stderr.String())
		require.Equal(t, string(b[2]), stdout.String())
	}
}

// What is printed as YAML can be put into an experiment as it is.
func TestFittedModelIsValid(t *testing.T) {
	dir := t.TempDir()
	csv, file := filepath.Join(dir, "m.csv"), filepath.Join(dir, "m.yaml")
	require.NoError(t, os.WriteFile(csv, []byte("gpus,samples_per_second\n8,100\n16,190\n32,350\n64,600\n"), 0o666))
	for _, model := range []string{"linear", "amdahl", "power-law"} {
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitOK, execute([]string{"fit", csv, "--replica-gpus", "8", "--model", model}, &stdout, &stderr), stderr.String())
		_, yaml, found := strings.Cut(stdout.String(), "to put under workload:\n\n")
		require.True(t, found)
		experiment := "name: fitted\ncluster: {pools: [{name: a, nodes: 8, gpusPerNode: 8}]}\npolicies: {fifo: {}}\nworkload:\n" +
			"  jobs: [{id: a, submit: 0s, gpus: 8, duration: 1h}]\n" + yaml
		require.NoError(t, os.WriteFile(file, []byte(experiment), 0o666))
		require.Equal(t, exitOK, execute([]string{"validate", file}, &stdout, &stderr), stderr.String())
	}
}
