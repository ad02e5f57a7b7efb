package report

import (
	"math"
	"os"
	"path/filepath"
	"slices"

	"rubato/compare"
)

// Verdicts compares each policy with the first one, point by point of a sweep: by
// waste and by the times to train, over the seeds.
func (r *Report) Verdicts() ([]compare.Verdict, error) {
	doc, err := r.document()
	if err != nil {
		return nil, err
	}
	return doc.Verdicts, nil
}

// Figures are what package compare compares, of each run in order.
func (r *Report) Figures() ([]compare.Run, error) {
	doc, err := r.unjudged()
	if err != nil {
		return nil, err
	}
	return doc.figures(""), nil
}

// ReadFigures reads what package compare compares from a result.json, or from the one
// of a folder.
func ReadFigures(path string) ([]compare.Run, error) {
	file := path
	if info, err := os.Stat(path); err != nil || info.IsDir() {
		file = filepath.Join(path, "result.json")
	}
	doc, err := readResult(file)
	if err != nil {
		return nil, err
	}
	return doc.figures(filepath.Clean(path)), nil
}

// figures are the figures of the runs of a result.
func (d *document) figures(source string) []compare.Run {
	points := make(map[string]Point)
	for _, p := range d.Manifest.Points {
		points[pointText(p.Variant)] = p
	}
	out := make([]compare.Run, len(d.Runs))
	for i := range d.Runs {
		run := &d.Runs[i]
		at := points[pointText(run.Variant)]
		out[i] = compare.Run{
			Policy: run.Policy, Seed: run.Seed, Variant: run.Variant, Source: source, Clairvoyant: slices.Contains(d.Manifest.Clairvoyant, run.Policy),
			Scenario: at.ScenarioSHA256, Parameters: at.Policies[run.Policy] + " " + d.Manifest.Version,
		}
		run.Summary.figures(&out[i])
	}
	return out
}

// figures sets the figures of a run: what result.json has, in the units of people.
func (s *summary) figures(to *compare.Run) {
	for m := range to.Values {
		to.Values[m] = math.NaN()
	}
	v := &to.Values
	wasted, training := s.GPUHours.Wasted, s.GPUHours.Training
	to.Window = s.WindowHours
	if w := s.CommonWindow; w != nil {
		if w.Wasted == wasted {
			to.Window = 0
		}
		wasted, training = w.Wasted, w.Training
	}
	v[compare.Wasted] = wasted
	if used := wasted + training; used > 0 {
		v[compare.WastePercent] = 100 * wasted / used
	}
	if t := s.TimeToTrain; t != nil {
		v[compare.MeanTrain], v[compare.P99Train] = t.Mean/3600, t.P99/3600
	}
	v[compare.Makespan] = makespanHours(s)
	v[compare.Undone] = float64(s.undone())
	v[compare.ETTR], v[compare.Goodput] = percent(s.ETTR), percent(s.Goodput)
	if s.Cost != nil {
		v[compare.Cost] = s.Cost.Total - s.Cost.GivenBack
	}
	to.Jobs, to.Measured = s.Jobs.Submitted, s.Jobs.Submitted
	if s.Measured != nil {
		to.Measured = s.Measured.Submitted
	}
}
