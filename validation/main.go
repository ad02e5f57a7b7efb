package main

import (
	"fmt"
	"os"
	"path/filepath"
)

func main() {
	if err := write("docs"); err != nil {
		fmt.Fprintln(os.Stderr, "validation:", err)
		os.Exit(1)
	}
}

// write writes the document and its plot into a folder.
func write(dir string) error {
	doc, plot, err := generate(full)
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, "validation.md"), []byte(doc), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "checkpoint-sweep.png"), plot, 0o644)
}

// effort is how many replications there are of each random case.
type effort struct {
	queues, queueJobs int
	daly, sweep, best int
	clusters          int
}

var (
	full  = effort{queues: 30, queueJobs: 200_000, daly: 10_000, sweep: 1_000, best: 2_000, clusters: 200}
	quick = effort{queues: 30, queueJobs: 5_000, daly: 300, sweep: 100, best: 200, clusters: 10}
)

// generate makes all sections, the document and the plot.
func generate(e effort) (doc string, plot []byte, err error) {
	points := sweep(e)
	if plot, err = plotSweep(points); err != nil {
		return "", nil, err
	}
	return document(sections(e, points)), plot, nil
}

func sections(e effort, points []sweepPoint) []section {
	return []section{
		queues(e), littles(), dalys(e), sweepSection(points), optima(e), ettrs(e), llama(e), published(), handWorked(),
	}
}
