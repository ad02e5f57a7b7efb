package traces

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

func TestSamplesAreWhatTheySay(t *testing.T) {
	var names []string
	for _, info := range Samples() {
		names = append(names, info.Name)
		data, err := Sample(info.Name)
		require.NoError(t, err)
		sum, err := Inspect(info.Name, data, Options{})
		require.NoError(t, err)
		require.Equal(t, info.Format, sum.Format)
		require.Empty(t, sum.Skipped)
		require.NotEmpty(t, info.Title)
		require.NotEmpty(t, info.Licence)
		require.NotEmpty(t, info.Citation)
		require.Contains(t, info.Source, " @ ")
		require.NotEmpty(t, info.LicenceFiles)
		for _, f := range info.LicenceFiles {
			text, err := Sample(f)
			require.NoError(t, err)
			require.NotEmpty(t, text)
		}
	}
	require.True(t, slices.IsSorted(names))
}

// TestSamplesListEveryFile finds embedded files that the list forgot.
func TestSamplesListEveryFile(t *testing.T) {
	err := fs.WalkDir(sampleFiles, "samples", func(path string, d fs.DirEntry, err error) error {
		require.NoError(t, err)
		if !d.IsDir() {
			_, err := Sample(strings.TrimPrefix(path, "samples/"))
			require.NoError(t, err)
		}
		return nil
	})
	require.NoError(t, err)
}

// TestPhillyCut holds the cut to sums made with another reader.
func TestPhillyCut(t *testing.T) {
	data, err := Sample("philly/ee9e8c.csv.gz")
	require.NoError(t, err)
	sum, err := Inspect("philly/ee9e8c.csv.gz", data, Options{})
	require.NoError(t, err)
	require.Equal(t, 1511, sum.Rows)
	require.Equal(t, []GroupCount{{"ee9e8c", 1511}}, sum.Jobs.Groups)
	require.Equal(t, "2017-09-21 08:12:29", sum.Origin.Format(stampLayout))
	require.Equal(t, "2017-12-22 02:44:45", wallClock(simtime.Time(sum.Origin.UnixMilli())+sum.Last).Format(stampLayout))
	require.Equal(t, 139526088.0, sum.Jobs.RunTime.Seconds())
	require.Equal(t, 922003842.0, sum.Jobs.GPUTime.Seconds())
	require.Equal(t, 128, sum.Jobs.MaxGPUs)
}

// TestPhillyCutIsOfTheFullFile compares the cut with the group of the full
// file, but for the line numbers.
func TestPhillyCutIsOfTheFullFile(t *testing.T) {
	full, err := os.ReadFile(filepath.Join(sharedFolder(t), "traces/philly/pollux-osdi21/philly.csv.gz"))
	require.NoError(t, err)
	want, err := ReadJobs("full", full, Options{Group: "ee9e8c"})
	require.NoError(t, err)
	cut, err := Sample("philly/ee9e8c.csv.gz")
	require.NoError(t, err)
	got, err := ReadJobs("cut", cut, Options{})
	require.NoError(t, err)
	require.Equal(t, want.Origin, got.Origin)
	for _, rows := range [][]Job{want.Rows, got.Rows} {
		for i := range rows {
			rows[i].ID, rows[i].Line = "", 0
		}
	}
	require.Equal(t, want.Rows, got.Rows)
}

func TestSampleUnknown(t *testing.T) {
	_, err := Sample("bambo/p3.csv")
	require.EqualError(t, err, `no sample "bambo/p3.csv"; the nearest is "bamboo/p3-trace.csv", and the samples are `+
		`bamboo/gcloud/a100x1-east1b.txt, bamboo/p3-trace.csv, philly/ee9e8c.csv.gz, pollux/workload-6.csv, tiresias/60_job.csv`)
}
