package report

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
)

// ownNames are the files that a report may write.
func ownNames() []string {
	return append([]string{"result.json", PageName}, fileNames()...)
}

// stale returns the paths of the files of an earlier report in a folder that
// this one does not write: beside its results they would pass for theirs. In a
// folder without the result.json of a report all files are someone else's.
func stale(dir string, files []file) []string {
	if !isReport(filepath.Join(dir, "result.json")) {
		return nil
	}
	var out []string
	for _, name := range ownNames() {
		if slices.ContainsFunc(files, func(f file) bool { return f.name == name }) {
			continue
		}
		path := filepath.Join(dir, name)
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			out = append(out, path)
		}
	}
	return out
}

// isReport reports whether a file is the result.json of a report.
func isReport(path string) bool {
	data, err := os.ReadFile(path)
	if err != nil {
		return false
	}
	var doc struct {
		Manifest Manifest `json:"manifest"`
	}
	return json.Unmarshal(data, &doc) == nil && doc.Manifest.RunsSHA256 != "" && doc.Manifest.ScenarioSHA256 != ""
}

// removeAll returns the paths that it removed.
func removeAll(paths []string) ([]string, error) {
	for i, p := range paths {
		if err := os.Remove(p); err != nil {
			return paths[:i], err
		}
	}
	return paths, nil
}

// temporary matches the name of a file of a report that is not whole yet.
var temporary = regexp.MustCompile(`^\.(.+)\.[0-9]+$`)

// removeLeftovers removes the temporary files that an earlier report left in a folder
// because something killed it while it wrote them.
func removeLeftovers(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		m := temporary.FindStringSubmatch(e.Name())
		if m == nil || !e.Type().IsRegular() || !slices.Contains(ownNames(), m[1]) {
			continue
		}
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}
