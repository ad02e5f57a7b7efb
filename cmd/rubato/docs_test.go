package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"
)

// The examples of the pages on sweeps and on the gate run, in order: YAML with a name
// is a file, each line of a shell is a command.
func TestExamplesOfSweepsAndCheck(t *testing.T) {
	for page, commands := range map[string]int{"sweeps.md": 7, "check.md": 3} {
		t.Run(page, func(t *testing.T) {
			text, err := os.ReadFile("../../docs/" + page)
			require.NoError(t, err)
			dir, ran := t.TempDir(), 0
			for _, b := range regexp.MustCompile("(?s)```(\\w+) ?(\\S*)\n(.*?)```").FindAllStringSubmatch(string(text), -1) {
				if b[1] == "yaml" {
					require.NoError(t, os.WriteFile(filepath.Join(dir, b[2]), []byte(b[3]), 0o666))
					continue
				}
				for line := range strings.Lines(b[3]) {
					cmd := exec.Command("sh", "-e", "-c", line)
					cmd.Dir = dir
					out, err := cmd.CombinedOutput()
					require.NoError(t, err, "%s%s", line, out)
					ran++
				}
			}
			require.Equal(t, commands, ran)
		})
	}
}

// The jobs to copy are YAML and run a command that there is.
func TestJobsForCI(t *testing.T) {
	docs, err := filepath.Abs("../../docs/ci")
	require.NoError(t, err)
	for _, name := range []string{"github.yml", "gitlab.yml"} {
		text, err := os.ReadFile(filepath.Join(docs, name))
		require.NoError(t, err)
		require.NoError(t, yaml.Unmarshal(text, new(map[string]any)), name)
		line := regexp.MustCompile(`bin/rubato (check .*)`).FindSubmatch(text)
		require.NotNil(t, line, name)
		args := strings.Fields(string(line[1]))
		t.Chdir(t.TempDir())
		require.NoError(t, os.MkdirAll("rubato", 0o777))
		require.NoError(t, os.WriteFile("rubato/baseline.yaml", []byte("version: 1\nspeed: ignore\ncases: {hyperpod-night: }\n"), 0o666))
		var out bytes.Buffer
		require.Equal(t, exitOK, execute([]string{"check", "rubato/baseline.yaml", "--update"}, &out, &out), out.String())
		require.Equal(t, exitOK, execute(args, &out, &out), out.String())
		_, err = os.Stat("junit.xml")
		require.NoError(t, err, name)
	}
}
