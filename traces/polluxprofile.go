package traces

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// The tables of an application in the profiles published with Pollux (Qiao et al., OSDI
// 2021): step times by placement and by shape, and the course of the training at some
// batches.
var (
	placementsSchema  = schema{required: []string{"placement", "local_bsz", "step_time", "sync_time"}}
	scalabilitySchema = schema{required: []string{"num_nodes", "num_replicas", "local_bsz", "step_time", "sync_time"}}
	trainingSchema    = schema{required: []string{"progress", "iteration", "metric", "grad_sqr", "grad_var"}}
	pointsSchema      = schema{required: []string{"app", "placement", "local_bsz", "step_time", "sync_time", "source"}}
)

// PolluxProfile is what was measured of an application.
type PolluxProfile struct {
	Placed []PlacedTime
	Shaped []ShapedTime
	Epochs []Epoch
}

// PlacedTime is how long a step takes on a placement, which names the GPUs of each node
// by a digit, with some samples a GPU, and how much of that is synchronisation; in
// seconds.
type PlacedTime struct {
	Application string // where a file has several
	Placement   string
	Local       int
	Step, Sync  float64
}

// ShapedTime is how long a step takes on some nodes with some GPUs.
type ShapedTime struct {
	Nodes, GPUs int
	Local       int
	Step, Sync  float64
}

// Epoch is one epoch of a training at a batch: the progress at its end, in steps of the
// least batch, the steps taken by then, and the gradient's squared norm and variance.
type Epoch struct {
	Batch                             int
	Progress, Steps, Square, Variance float64
}

// ReadPolluxProfile reads the tables of an application by file name: placements.csv,
// scalability.csv and a validation-BATCH.csv for each batch. Their names follow dir in
// messages.
func ReadPolluxProfile(dir string, tables map[string][]byte) (*PolluxProfile, error) {
	p := new(PolluxProfile)
	var names []string
	for name := range tables {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		if err := p.read(dir+name, name, tables[name]); err != nil {
			return nil, err
		}
	}
	return p, nil
}

func (p *PolluxProfile) read(file, name string, data []byte) error {
	if batch, ok := trainingBatch(name); ok {
		return p.readTraining(file, data, batch)
	}
	switch {
	case strings.HasPrefix(name, "placements.csv"):
		return eachRow(file, data, placementsSchema, func(r *row) { p.Placed = append(p.Placed, r.placed()) })
	case strings.HasPrefix(name, "scalability.csv"):
		return eachRow(file, data, scalabilitySchema, func(r *row) {
			t := ShapedTime{Nodes: r.units("num_nodes"), GPUs: r.units("num_replicas"), Local: r.units("local_bsz")}
			t.Step, t.Sync = r.stepTime()
			p.Shaped = append(p.Shaped, t)
		})
	}
	return &Error{File: file, Got: name, Want: "placements.csv, scalability.csv or validation-BATCH.csv"}
}

// ReadPolluxPoints reads step times that were interpolated elsewhere, of several
// applications.
func ReadPolluxPoints(file string, data []byte) ([]PlacedTime, error) {
	var points []PlacedTime
	err := eachRow(file, data, pointsSchema, func(r *row) {
		t := r.placed()
		t.Application = strings.Clone(r.label("app"))
		points = append(points, t)
	})
	return points, err
}

// trainingBatch returns the batch in the name of a table of a training.
func trainingBatch(name string) (int, bool) {
	text, ok := strings.CutPrefix(name, "validation-")
	if !ok {
		return 0, false
	}
	text, _, _ = strings.Cut(text, ".")
	batch, err := strconv.Atoi(text)
	return batch, err == nil && batch > 0
}

func (p *PolluxProfile) readTraining(file string, data []byte, batch int) error {
	last, epochs := 0.0, 0
	err := eachRow(file, data, trainingSchema, func(r *row) {
		e := Epoch{batch, r.number("progress"), r.number("iteration"), r.number("grad_sqr"), r.number("grad_var")}
		switch {
		case r.fault != nil:
		case !(e.Square+e.Variance > 0):
			r.note(r.must("grad_var").wrong("grad_sqr + grad_var over 0", "no gradient"))
		case e.Progress <= last:
			r.note(r.must("progress").wrong("more progress than before, over 0", "no progress"))
		}
		last = e.Progress
		p.Epochs = append(p.Epochs, e)
		epochs++
	})
	if err == nil && epochs == 0 {
		return &Error{File: file, Want: "a row for each epoch"}
	}
	return err
}

// eachRow reads a table of a profile, row by row.
func eachRow(file string, data []byte, sc schema, read func(r *row)) error {
	s, err := open(file, strings.NewReader(string(data)), Options{})
	if err != nil {
		return err
	}
	names, err := s.header(sc)
	if err != nil {
		return err
	}
	r := &row{names: names}
	return s.each(func(l line) *Error {
		if fault := r.cut(l); fault != nil {
			return fault
		}
		read(r)
		return r.fault
	})
}

// placed reads a step time on a placement.
func (r *row) placed() PlacedTime {
	t := PlacedTime{Placement: r.placement(), Local: r.units("local_bsz")}
	t.Step, t.Sync = r.stepTime()
	return t
}

// stepTime reads a step's time and the part of it that is synchronisation.
func (r *row) stepTime() (step, sync float64) {
	step, sync = r.number("step_time"), r.number("sync_time")
	switch {
	case r.fault != nil:
	case !(step > 0) || step > 1e6:
		r.note(r.must("step_time").wrong("a step time over 0 s, up to 1e6 s", "no step time"))
	case sync > step:
		r.note(r.must("sync_time").wrong("at most step_time, of which it is a part", "sync_time over step_time"))
	}
	return step, sync
}

// placement reads the GPUs of each node, a digit each.
func (r *row) placement() string {
	f := r.must("placement")
	if f.text == "" || len(f.text) > 64 || strings.Trim(f.text, "123456789") != "" {
		r.note(f.fault("the GPUs of each node, a digit from 1 to 9 each, such as 44"))
		return "1"
	}
	return strings.Clone(f.text)
}

// units reads a whole number of at least 1.
func (r *row) units(name string) int { return int(r.whole(name, 1, maxUnits)) }

// number reads a decimal number that is not negative, such as 1.5e-3.
func (r *row) number(name string) float64 {
	f := r.must(name)
	v, err := strconv.ParseFloat(f.text, 64)
	if err != nil || !(v >= 0) || math.IsInf(v, 0) {
		r.note(f.fault("a number from 0"))
		return 0
	}
	return v
}
