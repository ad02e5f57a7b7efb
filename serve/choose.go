package serve

import (
	"context"
	"errors"
	"net/http"
	"strings"

	"rubato/experiments"
)

// choice is an experiment with what is changed of it.
type choice struct {
	// Name is that of a built-in experiment, or of the file that YAML is from.
	Name string `json:"name"`
	// YAML is the text of an experiment; "" for a built-in one.
	YAML string `json:"yaml"`
	// Set are changes as path=value.
	Set []string `json:"set"`
}

// maxSet is the most changes of a request.
const maxSet = 1000

// read reads and checks the experiment. The name of a file is only shown.
func (s *Server) read(ctx context.Context, c choice) (*experiments.Experiment, error) {
	if len(c.Set) > maxSet {
		return nil, errors.New("want at most 1000 changes")
	}
	o := experiments.Options{Set: c.Set, Limits: &experiments.Limits{Files: s.Files, Jobs: maxJobs, Context: ctx}}
	if c.YAML != "" {
		return experiments.Read(c.Name, []byte(c.YAML), "", o)
	}
	data, ok := experiments.Source(c.Name)
	if !ok {
		return nil, errors.New("no built-in experiment of that name, want one of " + strings.Join(experiments.Names(), ", ") +
			experiments.DidYouMean(c.Name, experiments.Names()))
	}
	return experiments.Read(c.Name+".yaml", data, "", o)
}

// listed is a built-in experiment in the list.
type listed struct {
	Name  string `json:"name"`
	Title string `json:"title"`
}

func (s *Server) listExperiments(w http.ResponseWriter, r *http.Request) {
	list, err := builtins()
	if err != nil {
		refuse(w, http.StatusInternalServerError, err.Error())
		return
	}
	answer(w, list)
}

// described is an experiment as the page shows it before a run.
type described struct {
	Title       string `json:"title"`
	Description string `json:"description"`
	Summary     string `json:"summary"`
	Knobs       []knob `json:"knobs"`
}

type knob struct {
	Path        string   `json:"path"`
	Value       string   `json:"value"`
	Values      []string `json:"values"`
	Ordered     bool     `json:"ordered"`
	Description string   `json:"description"`
}

func (s *Server) findKnobs(w http.ResponseWriter, r *http.Request) {
	if err := s.reads.come(); err != nil {
		refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	defer s.reads.goAway()
	if s.reads.enter(r.Context()) != nil {
		return
	}
	defer s.reads.leave()
	var c choice
	if !read(w, r, &c) {
		return
	}
	ctx, stop := context.WithTimeout(r.Context(), s.RunTime)
	defer stop()
	e, err := s.read(ctx, c)
	if err != nil {
		refuse(w, http.StatusUnprocessableEntity, err.Error())
		return
	}
	out := described{Title: e.Title, Description: e.Description, Summary: e.String()}
	for _, k := range e.Knobs() {
		out.Knobs = append(out.Knobs, knob(k))
	}
	answer(w, out)
}
