package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"

	"rubato/experiments"
)

// isTerminal reports whether a writer is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// width returns the width of a terminal, 0 for anything else.
func width(w io.Writer) int {
	f, ok := w.(*os.File)
	if !ok {
		return 0
	}
	n, _, err := term.GetSize(int(f.Fd()))
	if err != nil {
		return 0
	}
	return n
}

// bar is a progress bar that shows only on runs of more than a second.
type bar struct {
	w     io.Writer
	bar   *progressbar.ProgressBar
	since time.Time
	quiet bool
	last  experiments.Progress
}

// tell moves the bar.
func (b *bar) tell(p experiments.Progress) {
	b.last = p
	if b.quiet {
		return
	}
	if b.bar == nil {
		if time.Since(b.since) < time.Second {
			return
		}
		b.bar = progressbar.NewOptions(p.AllJobs,
			progressbar.OptionSetWriter(b.w), progressbar.OptionSetDescription("jobs ended"),
			progressbar.OptionShowCount(), progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionClearOnFinish(), progressbar.OptionSetWidth(30))
	}
	b.bar.ChangeMax(p.AllJobs)
	if p.AllRuns > 1 {
		b.bar.Describe(fmt.Sprintf("%d of %d runs, jobs ended", p.Runs, p.AllRuns))
	}
	_ = b.bar.Set(p.Jobs)
}

// clear takes the bar off the terminal.
func (b *bar) clear() {
	if b.bar != nil {
		_ = b.bar.Clear()
	}
}
