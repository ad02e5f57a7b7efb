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

// What is printed as YAML can be put into an experiment as it is; of pollux once the
// limits of its batches are filled in.
func TestFittedModelIsValid(t *testing.T) {
	const bySize = "gpus,samples_per_second\n8,100\n16,190\n32,350\n64,600\n"
	const byNode = "gpus,nodes,batch,gpu_type,samples_per_second\n1,1,64,a,100\n2,1,64,a,190\n4,1,64,a,350\n8,1,64,a,600\n16,2,64,a,900\n32,4,64,a,1300\n8,1,64,b,300\n4,1,64,b,170\n"
	dir := t.TempDir()
	csv, file := filepath.Join(dir, "m.csv"), filepath.Join(dir, "m.yaml")
	for model, text := range map[string]string{
		"linear": bySize, "amdahl": bySize, "power-law": bySize, "table": bySize, "uneven-batch": byNode, "ring": byNode, "pollux": byNode,
	} {
		require.NoError(t, os.WriteFile(csv, []byte(text), 0o666))
		var stdout, stderr bytes.Buffer
		require.Equal(t, exitOK, execute([]string{"fit", csv, "--model", model}, &stdout, &stderr), stderr.String())
		_, yaml, found := strings.Cut(stdout.String(), "to put under workload:\n\n")
		require.True(t, found)
		for key, value := range map[string]string{"initialBatch": "64", "maxBatch": "4096", "minLocal": "1", "maxLocal": "256", "noise": "500"} {
			yaml = regexp.MustCompile(key+":.*").ReplaceAllString(yaml, key+": "+value)
		}
		experiment := "name: fitted\ncluster: {pools: [{name: a, nodes: 8, gpusPerNode: 8, gpuType: b}]}\npolicies: {fifo: {}}\nworkload:\n" +
			"  jobs: [{id: a, submit: 0s, gpus: 8, duration: 1h}]\n" + yaml
		require.NoError(t, os.WriteFile(file, []byte(experiment), 0o666))
		require.Equal(t, exitOK, execute([]string{"validate", file}, &stdout, &stderr), stderr.String()+"\n"+experiment)
	}
}
