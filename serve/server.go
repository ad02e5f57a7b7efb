package serve

import (
	"context"
	"errors"
	"io/fs"
	"log"
	"net"
	"net/http"
	"os"
	"time"
)

// Config says what a server allows.
type Config struct {
	// Host is the name or address that the server was told to listen on; requests
	// may ask for it beside localhost and addresses.
	Host string
	// Files are those that uploaded experiments can read; nil means none.
	Files fs.FS
	// RunTime is the longest that a run may take.
	RunTime time.Duration
	// Runs is how many runs go on at once.
	Runs int
	// Log gets what goes wrong beside the answers.
	Log *log.Logger
}

// Limits that nobody needs to change.
const (
	maxBody    = 8 << 20 // bytes of a request
	maxQueue   = 16      // runs that wait for a place
	maxReads   = 2       // experiments that are read at once, to find their knobs
	maxReaders = 256     // requests that wait for that
	maxKept    = 10      // results
	maxJobs    = 100_000 // in all runs of an experiment together

	headerTime = 5 * time.Second  // in which the head of a request must be there
	bodyTime   = 30 * time.Second // and its body
	writeTime  = 30 * time.Second // in which the reader must take what is written
	endTime    = 10 * time.Second // for what goes on at the end
)

// Server runs experiments for a page.
type Server struct {
	Config
	kept  *kept
	runs  *gate
	reads *gate
}

// New returns a server that keeps results in a folder of its own, until Close.
func New(c Config) (*Server, error) {
	dir, err := os.MkdirTemp("", "rubato-serve-")
	if err != nil {
		return nil, err
	}
	return &Server{Config: c, kept: newKept(dir), runs: newGate(c.Runs, maxQueue), reads: newGate(maxReads, maxReaders)}, nil
}

// Close removes the results.
func (s *Server) Close() error { return os.RemoveAll(s.kept.dir) }

// Handler answers requests.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", page("index.html"))
	for _, name := range assetNames {
		mux.HandleFunc("GET /"+name, page(name))
	}
	mux.HandleFunc("GET /api/experiments", s.listExperiments)
	mux.HandleFunc("POST /api/knobs", s.findKnobs)
	mux.HandleFunc("POST /api/runs", s.run)
	mux.HandleFunc("GET /api/results", s.listResults)
	mux.HandleFunc("GET /api/compare/{before}/{after}", s.compare)
	mux.HandleFunc("GET /results/{id}/{file}", s.result)
	return s.guard(mux)
}

// Serve answers requests until the context ends, then cancels the runs and waits a
// little for their answers.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	srv := &http.Server{
		Handler: s.Handler(), ReadHeaderTimeout: headerTime, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx }, ErrorLog: s.Log,
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), endTime)
	defer cancel()
	if err := srv.Shutdown(last); err != nil {
		return errors.Join(err, srv.Close())
	}
	return nil
}
