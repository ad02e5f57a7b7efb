package main

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// make help says something of each target.
func TestMakeHelp(t *testing.T) {
	if _, err := exec.LookPath("make"); err != nil {
		t.Skip("there is no make")
	}
	out, err := exec.Command("make", "--no-print-directory", "-C", "../..", "help").CombinedOutput()
	require.NoError(t, err, string(out))
	source, err := os.ReadFile("../../Makefile")
	require.NoError(t, err)
	phony := regexp.MustCompile(`(?m)^\.PHONY: (.+)$`).FindSubmatch(source)
	require.NotNil(t, phony)
	targets := strings.Fields(string(phony[1]))
	require.Len(t, strings.Split(strings.TrimSpace(string(out)), "\n"), len(targets))
	for _, target := range targets {
		require.Regexp(t, `(?m)^`+target+` +[a-z]`, string(out))
	}
}
