package serve

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"

	"rubato/experiments"
	"rubato/report"
)

// kept are the last results, their files in a folder.
type kept struct {
	dir string

	mu   sync.Mutex
	last int
	list []*result // oldest first
}

func newKept(dir string) *kept { return &kept{dir: dir} }

// result is what a run left.
type result struct {
	ID         string   `json:"id"`
	Experiment string   `json:"experiment"`
	Title      string   `json:"title"`
	Finding    string   `json:"finding"`
	Settings   []string `json:"settings"`
	// Files are those in its folder. Of a sweep report.html is not among them unless
	// the experiment asks for it.
	Files []string `json:"files"`

	figures *report.Comparison
}

// add keeps a result and lets go of the oldest one if there are too many.
func (k *kept) add(e *experiments.Experiment, rep *report.Report) (*result, error) {
	c, err := rep.Compare()
	if err != nil {
		return nil, err
	}
	out := &result{
		ID: k.id(), Experiment: e.Name, Title: rep.Title, Finding: c.Finding, Settings: rep.Manifest.Settings, Files: []string{}, figures: c,
	}
	files := e.Outputs()
	files.NoPlots, files.Write = true, nil
	written, _, err := rep.WriteFiles(k.folder(out.ID), files)
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(k.folder(out.ID)))
	}
	for _, path := range written {
		out.Files = append(out.Files, filepath.Base(path))
	}
	for i := range c.Policies {
		c.Policies[i].Runs = nil // which are big
	}
	return out, k.keep(out)
}

func (k *kept) id() string {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.last++
	return strconv.Itoa(k.last)
}

func (k *kept) folder(id string) string { return filepath.Join(k.dir, id) }

func (k *kept) keep(r *result) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.list = append(k.list, r)
	if len(k.list) <= maxKept {
		return nil
	}
	oldest := k.list[0]
	k.list = slices.Delete(k.list, 0, 1)
	return os.RemoveAll(k.folder(oldest.ID))
}

// find returns a result, or nil if it is not there any more.
func (k *kept) find(id string) *result {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range k.list {
		if r.ID == id {
			return r
		}
	}
	return nil
}

func (k *kept) all() []*result {
	k.mu.Lock()
	defer k.mu.Unlock()
	return append([]*result{}, k.list...)
}

func (s *Server) listResults(w http.ResponseWriter, _ *http.Request) { answer(w, s.kept.all()) }

// reportOnly lets the report's own scripts run, as an origin of its own: it can
// reach nothing of this server.
const reportOnly = "sandbox allow-scripts allow-downloads allow-popups; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; " +
	"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'self'"

// result answers with a file of a result. What it is asked for is looked up, never
// made into a path.
func (s *Server) result(w http.ResponseWriter, r *http.Request) {
	found := s.kept.find(r.PathValue("id"))
	if found == nil {
		refuse(w, http.StatusNotFound, fmt.Sprintf("no such result; the last %d are kept", maxKept))
		return
	}
	i := slices.Index(found.Files, r.PathValue("file"))
	if i < 0 {
		refuse(w, http.StatusNotFound, "the result has no such file")
		return
	}
	name := found.Files[i]
	h := w.Header()
	h.Set("Content-Security-Policy", reportOnly)
	h.Set("X-Frame-Options", "SAMEORIGIN")
	if name != report.PageName {
		h.Set("Content-Disposition", "attachment; filename="+name)
	}
	http.ServeFile(w, r, filepath.Join(s.kept.folder(found.ID), name))
}
