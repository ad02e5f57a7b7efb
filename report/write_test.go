package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

func namesIn(t *testing.T, dir string) []string {
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	names := []string{}
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}

func TestWriteFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	paths, removed, err := sample().WriteFiles(dir, Outputs{})
	require.NoError(t, err)
	require.Empty(t, removed)
	var names []string
	for _, p := range paths {
		names = append(names, filepath.Base(p))
		info, err := os.Stat(p)
		require.NoError(t, err)
		require.NotZero(t, info.Size())
		require.Equal(t, os.FileMode(0o644), info.Mode())
	}
	require.Equal(t, []string{"result.json", "jobs.csv", "timeline.csv", "waste.png", "allocation.png", "time-to-train.png"}, names)
	require.ElementsMatch(t, names, namesIn(t, dir), "no temporary file is left")
}

func TestOutputs(t *testing.T) {
	dir := t.TempDir()
	_, _, err := sample().WriteFiles(dir, Outputs{NoPlots: true, NoTimeline: true})
	require.NoError(t, err)
	require.Equal(t, []string{"jobs.csv", "result.json"}, namesIn(t, dir))
}

// Written again, files have the same bytes.
func TestFilesAreTheSameBytes(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	for _, dir := range []string{a, b, b} {
		_, _, err := sample().WriteFiles(dir, Outputs{})
		require.NoError(t, err)
	}
	for _, name := range namesIn(t, a) {
		one, err := os.ReadFile(filepath.Join(a, name))
		require.NoError(t, err)
		two, err := os.ReadFile(filepath.Join(b, name))
		require.NoError(t, err)
		require.True(t, string(one) == string(two), name)
	}
}

// A full disk: the error names the file, not the temporary one, once.
func TestAFailedWrite(t *testing.T) {
	dir := t.TempDir()
	temp, err := writeTemp(dir, file{"x.csv", func(w io.Writer) error {
		_, _ = w.Write(make([]byte, 3<<20))
		return &os.PathError{Op: "write", Path: dir + "/.x.csv.123", Err: syscall.ENOSPC}
	}})
	require.FileExists(t, temp, "the caller removes it")
	require.EqualError(t, cannotWrite("out/x.csv", err), "cannot write out/x.csv: no space left on device")
	require.True(t, errors.Is(cannotWrite("out/x.csv", err), syscall.ENOSPC))
}

// Of three files the second fails: none is there, and what was there before is
// whole.
func TestAFailedWriteLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o666))
	ok := bytesFile("a", []byte("new"))
	failing := file{"b", func(io.Writer) error { return errors.New("out of ink") }}
	_, err := writeAll(dir, []file{ok, failing, bytesFile("c", nil)})
	require.EqualError(t, err, "cannot write "+filepath.Join(dir, "b")+": out of ink")
	require.Equal(t, []string{"a"}, namesIn(t, dir))
	old, err := os.ReadFile(filepath.Join(dir, "a"))
	require.NoError(t, err)
	require.Equal(t, "old", string(old))
}

func TestFoldersThatCannotBeWritten(t *testing.T) {
	dir := t.TempDir()
	blocked := filepath.Join(dir, "file")
	require.NoError(t, os.WriteFile(blocked, nil, 0o666))
	_, _, err := sample().WriteFiles(blocked, Outputs{})
	require.ErrorContains(t, err, blocked)
	require.ErrorContains(t, err, "not a directory")

	// A folder where a file should go.
	taken := filepath.Join(dir, "taken")
	require.NoError(t, os.MkdirAll(filepath.Join(taken, "jobs.csv", "x"), 0o777))
	_, _, err = sample().WriteFiles(taken, Outputs{NoPlots: true})
	require.ErrorContains(t, err, "cannot write "+filepath.Join(taken, "jobs.csv")+": ")
	require.Equal(t, []string{"jobs.csv", "result.json"}, namesIn(t, taken), "no temporary file is left")

	if os.Getuid() != 0 {
		closed := filepath.Join(dir, "closed")
		require.NoError(t, os.Mkdir(closed, 0o555))
		_, _, err = sample().WriteFiles(closed, Outputs{})
		require.EqualError(t, err, "cannot write "+filepath.Join(closed, "result.json")+": permission denied")
	}
}
