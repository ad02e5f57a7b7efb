package report

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"
)

// What an earlier report wrote and this one does not goes; what is someone
// else's stays.
func TestStaleFilesGo(t *testing.T) {
	dir := t.TempDir()
	write := func(name string) { require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o666)) }
	write("notes.txt")
	write("waste.txt")
	_, _, err := sample().WriteFiles(dir, Outputs{})
	require.NoError(t, err)
	require.NoError(t, os.Remove(filepath.Join(dir, "waste.png")))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "waste.png"), 0o777))

	_, removed, err := sample().WriteFiles(dir, Outputs{NoPlots: true})
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(dir, "allocation.png"), filepath.Join(dir, "time-to-train.png")}, removed)
	require.Equal(t, []string{"jobs.csv", "notes.txt", "result.json", "timeline.csv", "waste.png", "waste.txt"}, namesIn(t, dir), "a folder is not ours")

	_, removed, err = sample().WriteFiles(dir, Outputs{NoPlots: true, NoTimeline: true})
	require.NoError(t, err)
	require.Equal(t, []string{filepath.Join(dir, "timeline.csv")}, removed)
	_, removed, err = sample().WriteFiles(dir, Outputs{NoPlots: true, NoTimeline: true})
	require.NoError(t, err)
	require.Empty(t, removed)
}

// Files with our names in a folder that no report was written into are not ours,
// whatever result.json there is.
func TestForeignFilesStay(t *testing.T) {
	for _, result := range []string{"", "not JSON", "{}", `{"manifest": {"version": "2"}}`, `{"manifest": [1]}`} {
		dir := t.TempDir()
		for name, text := range map[string]string{"waste.png": "mine", "timeline.csv": "mine", "result.json": result} {
			if text != "" {
				require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
			}
		}
		_, removed, err := sample().WriteFiles(dir, Outputs{NoPlots: true, NoTimeline: true})
		require.NoError(t, err)
		require.Empty(t, removed)
		require.Equal(t, []string{"jobs.csv", "result.json", "timeline.csv", "waste.png"}, namesIn(t, dir))
	}
}

// A report that cannot be written leaves the earlier one as it was.
func TestNothingIsRemovedOnAnError(t *testing.T) {
	dir := t.TempDir()
	_, _, err := sample().WriteFiles(dir, Outputs{})
	require.NoError(t, err)
	before := namesIn(t, dir)
	require.NoError(t, os.Remove(filepath.Join(dir, "jobs.csv")))
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "jobs.csv", "x"), 0o777))
	_, removed, err := sample().WriteFiles(dir, Outputs{NoPlots: true})
	require.ErrorContains(t, err, "cannot write")
	require.Empty(t, removed)
	require.Equal(t, before, namesIn(t, dir))
}

// What a run left that was killed while it wrote goes; what is someone else's stays.
func TestLeftoversOfAKilledRunGo(t *testing.T) {
	dir := t.TempDir()
	mine := []string{".result.json.123", ".jobs.csv.7", ".report.html.99"}
	others := []string{".result.json.swp", ".notes.txt.123", "result.json.123", ".result.json.", ".bashrc"}
	for _, name := range append(mine, others...) {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), nil, 0o666))
	}
	_, _, err := sample().WriteFiles(dir, Outputs{NoPlots: true, NoTimeline: true, NoJobs: true})
	require.NoError(t, err)
	for _, name := range mine {
		require.NoFileExists(t, filepath.Join(dir, name))
	}
	for _, name := range others {
		require.FileExists(t, filepath.Join(dir, name))
	}
}
