package experiments

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzRead reads whatever there is: an experiment or faults, never a panic.
func FuzzRead(f *testing.F) {
	for _, name := range Names() {
		data, _ := Source(name)
		f.Add(data, "horizon=1d")
	}
	files, _ := filepath.Glob("testdata/faults/*.txt")
	for _, path := range files {
		data, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for part := range strings.SplitSeq(string(data), "\nread\n") {
			text, _, _ := strings.Cut(part, "----")
			f.Add([]byte(complete(text)), "cluster.pools[0].nodes=2")
		}
	}
	f.Add([]byte("a: &a [1]\nb: [*a, *a]"), "a[0]=[1, 2")
	f.Fuzz(func(t *testing.T, data []byte, set string) {
		if strings.Contains(string(data), "file") || strings.Contains(string(data), "000") || strings.Contains(set, "000") {
			return // opens files; or takes long, rightly
		}
		e, err := Read("x.yaml", data, "testdata/none", Options{Set: []string{set}})
		switch {
		case err == nil && e.String() == "":
			t.Fatal("neither an experiment nor faults")
		case err != nil && (!BadInput(err) || err.Error() == ""):
			t.Fatalf("not a list of faults: %v", err)
		}
	})
}
