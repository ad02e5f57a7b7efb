package serve

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"

	"rubato/experiments"
)

// running is a run on its way from a request to a result.
type running struct {
	*Server
	choice
	events   chan event // closed when all is over
	progress atomic.Pointer[experiments.Progress]
}

// started is told when a run has left the queue and its experiment is read.
type started struct {
	Summary string `json:"summary"`
	Runs    int    `json:"runs"`
}

// run answers with the progress of a run, which ends when whoever asked for it has
// gone.
func (s *Server) run(w http.ResponseWriter, r *http.Request) {
	if err := s.runs.come(); err != nil {
		w.Header().Set("Connection", "close") // its body is not read
		refuse(w, http.StatusServiceUnavailable, err.Error())
		return
	}
	defer s.runs.goAway()
	n := &running{Server: s, events: make(chan event)}
	if !read(w, r, &n.choice) {
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	go n.do(ctx)
	n.pump(&stream{w: w}, cancel)
}

// do waits for a place, runs, and keeps the result.
func (n *running) do(ctx context.Context) {
	defer close(n.events)
	defer func() {
		if p := recover(); p != nil {
			n.Log.Printf("internal error, please report it: %v\n%s", p, debug.Stack())
			n.events <- failed("internal error, please report it: " + fmt.Sprint(p))
		}
	}()
	n.events <- event{"queued", struct{}{}}
	if n.runs.enter(ctx) != nil {
		n.events <- failed(errStopped.Error())
		return
	}
	defer n.runs.leave()
	ctx, stop := context.WithTimeoutCause(ctx, n.RunTime, fmt.Errorf("stopped after %v, the longest that a run may take here", n.RunTime))
	defer stop()
	out, err := n.simulate(ctx)
	switch {
	case err == nil:
		n.events <- event{"done", out}
	case errors.Is(err, context.DeadlineExceeded):
		n.events <- failed(context.Cause(ctx).Error())
	case errors.Is(err, context.Canceled):
		n.events <- failed(errStopped.Error())
	default:
		n.events <- failed(err.Error())
	}
}

// errStopped is heard by those whose server ends; who cancels a run hears nothing.
var errStopped = errors.New("stopped: the server ends")

func (n *running) simulate(ctx context.Context) (*result, error) {
	e, err := n.Server.read(ctx, n.choice)
	if err != nil {
		return nil, err
	}
	n.events <- event{"started", started{e.String(), e.Runs()}}
	rep, err := e.Run(ctx, experiments.RunOptions{Record: true, Progress: func(p experiments.Progress) { n.progress.Store(&p) }})
	if err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	n.events <- event{"writing", struct{}{}}
	return n.kept.add(e, rep)
}

// How often progress is told, and after how much silence a sign of life, by which a
// reader who has vanished without a word is found out.
const (
	progressEach = 200 * time.Millisecond
	lifeEach     = 10 * time.Second
)

// pump writes what happens until all is over. It cancels the run when the reader does
// not take it any more.
func (n *running) pump(s *stream, cancel func()) {
	tick := time.NewTicker(progressEach)
	defer tick.Stop()
	last := time.Now()
	for {
		var err error
		select {
		case e, more := <-n.events:
			if !more {
				return
			}
			last, err = time.Now(), s.send(e)
		case now := <-tick.C:
			if p := n.progress.Swap(nil); p != nil {
				last, err = now, s.send(told(p))
			} else if now.Sub(last) >= lifeEach {
				last, err = now, s.life()
			}
		}
		if err != nil {
			cancel()
		}
	}
}
