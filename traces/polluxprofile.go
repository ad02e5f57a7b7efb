package traces

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rubato/workload"
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

// polluxLimits are limits that stand in the simulator of Pollux, not in its tables.
var polluxLimits = map[string]struct{ maxLocal, maxReplicas int }{
	"yolov3": {maxLocal: 8},
	"ncf":    {maxReplicas: 1},
}

// PolluxTables are the files of one application: placements.csv, scalability.csv,
// which may be missing, and validation-BATCH.csv.
type PolluxTables map[string][]byte

// ReadPolluxProfile reads the profile of an application from its tables. The name of
// each is that of its file after dir.
func ReadPolluxProfile(application, dir string, tables PolluxTables) (*workload.Application, error) {
	a := workload.NewApplication(application)
	limits := polluxLimits[application]
	a.MaxLocal, a.MaxReplicas = limits.maxLocal, limits.maxReplicas
	var names []string
	for name := range tables {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		var err error
		file := dir + name
		switch batch, isTraining := trainingBatch(name); {
		case isTraining:
			err = readTraining(file, tables[name], a, batch)
		case strings.HasPrefix(name, "placements.csv"):
			err = eachRow(file, tables[name], placementsSchema, func(r *row) {
				a.Placed(r.placement(), r.units("local_bsz"), r.stepTime())
			})
		case strings.HasPrefix(name, "scalability.csv"):
			err = eachRow(file, tables[name], scalabilitySchema, func(r *row) {
				a.Shaped(r.units("num_nodes"), r.units("num_replicas"), r.units("local_bsz"), r.stepTime())
			})
		default:
			err = &Error{File: file, Got: name, Want: "placements.csv, scalability.csv or validation-BATCH.csv"}
		}
		if err != nil {
			return nil, err
		}
	}
	if err := a.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", strings.TrimSuffix(dir, "/"), err)
	}
	return a, nil
}

// ReadPolluxPoints adds step times that were interpolated elsewhere to applications.
func ReadPolluxPoints(file string, data []byte, applications map[string]*workload.Application) error {
	return eachRow(file, data, pointsSchema, func(r *row) {
		a := applications[r.text("app")]
		if a == nil {
			return
		}
		a.Point(r.placement(), r.units("local_bsz"), r.stepTime())
	})
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

func readTraining(file string, data []byte, a *workload.Application, batch int) error {
	var epochs []workload.Noise
	err := eachRow(file, data, trainingSchema, func(r *row) {
		n := workload.Noise{Progress: r.number("progress"), Steps: r.number("iteration"), Square: r.number("grad_sqr"), Variance: r.number("grad_var")}
		if r.fault == nil && n.Square+n.Variance <= 0 {
			r.note(r.must("grad_var").wrong("grad_sqr + grad_var over 0", "no gradient"))
		}
		if k := len(epochs); r.fault == nil && k > 0 && n.Progress <= epochs[k-1].Progress {
			r.note(r.must("progress").wrong("more progress than in the epoch before", "no progress"))
		}
		epochs = append(epochs, n)
	})
	if err == nil && len(epochs) == 0 {
		return &Error{File: file, Want: "a row for each epoch"}
	}
	a.Train(batch, epochs)
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

// stepTime reads a step's time and its share of synchronisation.
func (r *row) stepTime() workload.StepTime {
	t := workload.StepTime{Step: r.number("step_time"), Sync: r.number("sync_time")}
	if r.fault == nil && !(t.Step > 0) {
		r.note(r.must("step_time").wrong("a step time over 0 s", "no step time"))
	}
	if r.fault == nil && t.Sync > t.Step {
		r.note(r.must("sync_time").wrong("at most step_time, of which it is a part", "sync_time over step_time"))
	}
	return t
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
