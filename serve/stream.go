package serve

import (
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"rubato/experiments"
)

// event is one of a stream of server-sent events: queued, started, progress, writing,
// and at the end done or failed.
type event struct {
	name string
	data any
}

func failed(why string) event { return event{"failed", map[string]string{"error": why}} }

// progress is how far a run is.
type progress struct {
	Runs    int `json:"runs"`
	AllRuns int `json:"all_runs"`
	Jobs    int `json:"jobs"`
	AllJobs int `json:"all_jobs"`
}

func told(p *experiments.Progress) event {
	return event{"progress", progress{p.Runs, p.AllRuns, p.Jobs, p.AllJobs}}
}

// stream writes events as they come.
type stream struct {
	w      http.ResponseWriter
	opened bool
}

func (s *stream) send(e event) error {
	data, err := json.Marshal(e.data)
	if err != nil {
		return err
	}
	return s.write(fmt.Sprintf("event: %s\ndata: %s\n\n", e.name, data))
}

// life writes a comment, which nobody reads.
func (s *stream) life() error { return s.write(": still there\n\n") }

func (s *stream) write(text string) error {
	c := http.NewResponseController(s.w)
	if !s.opened {
		s.opened = true
		s.w.Header().Set("Content-Type", "text/event-stream")
	}
	_ = c.SetWriteDeadline(time.Now().Add(writeTime)) // a server over TCP can
	if _, err := s.w.Write([]byte(text)); err != nil {
		return err
	}
	return c.Flush()
}
