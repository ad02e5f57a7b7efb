package report

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"rubato/sim"
	"rubato/simtime"
)

// Read reads a report from the folder that it was written into: result.json and, where
// they are, jobs.csv, timeline.csv and events.csv. It has all that plots
// show; not its title and the prices.
func Read(dir string) (*Report, error) {
	doc, err := readResult(filepath.Join(dir, "result.json"))
	if err != nil {
		return nil, err
	}
	r := &Report{Manifest: doc.Manifest}
	if len(doc.Runs) > 0 {
		for _, p := range doc.Runs[0].Summary.Pools {
			r.Pools = append(r.Pools, p.Pool)
		}
	}
	for i := range doc.Runs {
		run := &doc.Runs[i]
		r.Runs = append(r.Runs, Run{Label: run.Policy, Variant: run.Variant, Result: run.result()})
	}
	if _, err := os.Stat(filepath.Join(dir, "jobs.csv")); errors.Is(err, os.ErrNotExist) {
		if err := r.sumUp(doc); err != nil {
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
	}
	for _, f := range []struct {
		name     string
		optional bool
		read     func(*os.File, *folder) error
	}{{"jobs.csv", true, readJobs}, {"timeline.csv", true, readTimelines}, {"events.csv", true, readLogs}} {
		in, err := os.Open(filepath.Join(dir, f.name))
		if errors.Is(err, os.ErrNotExist) && f.optional {
			continue
		}
		if err != nil {
			return nil, err
		}
		err = f.read(in, newFolder(r))
		in.Close()
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}

// sumUp takes what there is to know of the jobs from result.json: a sweep keeps no
// others.
func (r *Report) sumUp(doc *document) error {
	for i := range r.Runs {
		run, s := &r.Runs[i], doc.Runs[i].Summary
		if s.Jobs.Unfinished > 0 && len(run.Result.Pools) > 1 {
			return errors.New("there is no jobs.csv, and result.json does not say in which pools jobs were left unfinished: run the experiment with outputs: {jobs: true}")
		}
		run.summed, run.left = s, make([]bool, len(run.Result.Pools))
		run.left[0] = s.Jobs.Unfinished > 0
	}
	return nil
}

// readResult reads result.json.
func readResult(path string) (*document, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file, want the folder of a run: rubato run EXPERIMENT --out FOLDER makes one", path)
	}
	if err != nil {
		return nil, err
	}
	var doc document
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if doc.Manifest.RunsSHA256 == "" {
		return nil, fmt.Errorf("%s: got no runs_sha256, want the result.json of a run", path)
	}
	for i, run := range doc.Runs {
		if run.Summary == nil {
			return nil, fmt.Errorf("%s: runs[%d]: got no summary, want one", path, i)
		}
	}
	return &doc, nil
}

// result is what the summary says of the engine's result.
func (run *jsonRun) result() *sim.Result {
	s, h := run.Summary, &run.Summary.GPUHours
	r := &sim.Result{
		Policy: run.Scheduler, Seed: run.Seed, End: simtime.Time(millisOf(s.WindowHours)), Spent: h.millis(),
		Fragmented: millisOf(h.Fragmented), ScalingLoss: h.ScalingLoss * float64(simtime.Hour),
		Resizes: s.Resizes, Preemptions: s.Preemptions, NodeLosses: s.NodeLosses, Crashes: s.Crashes,
	}
	if r.End > 0 {
		r.GPUs = int((r.Spent.Capacity() + r.Spent[sim.Down] + r.Spent[sim.External]) / int64(r.End))
	}
	for c := range sim.NumLossCauses {
		r.LostBy[c] = millisOf(h.LostBy.of(c))
	}
	for i := range s.Pools {
		r.Pools = append(r.Pools, s.Pools[i].GPUHours.millis())
	}
	if r.Pools == nil {
		r.Pools = []sim.GPUMillis{r.Spent}
	}
	return r
}
