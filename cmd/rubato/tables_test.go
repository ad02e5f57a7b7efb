package main

import (
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The examples of docs/tables.md run, in order, where there is what runs them.
func TestExamplesOfTables(t *testing.T) {
	data, err := os.ReadFile("../../docs/tables.md")
	require.NoError(t, err)
	t.Chdir(t.TempDir())
	blocks := regexp.MustCompile("(?s)```(sh|sql|python)\n(.*?)```").FindAllStringSubmatch(string(data), -1)
	require.Len(t, blocks, 4)
	for _, b := range blocks {
		language, text := b[1], b[2]
		if language == "sh" {
			args := strings.Fields(text)
			require.Equal(t, "rubato", args[0])
			require.Equal(t, exitOK, execute(args[1:], io.Discard, io.Discard))
			continue
		}
		t.Run(language, func(t *testing.T) { runExample(t, language, text) })
	}
}

func runExample(t *testing.T, language, text string) {
	var cmd *exec.Cmd
	switch language {
	case "sql":
		cmd = exec.Command("duckdb", "-csv", "-c", text)
	case "python":
		if exec.Command("python3", "-c", "import pandas").Run() != nil {
			t.Skip("there is no python3 with pandas")
		}
		cmd = exec.Command("python3", "-c", text)
	}
	if cmd.Err != nil {
		t.Skipf("there is no %s", cmd.Args[0])
	}
	out, err := cmd.CombinedOutput()
	require.NoError(t, err, string(out))
	require.Greater(t, strings.Count(string(out), "\n"), 2, string(out))
}
