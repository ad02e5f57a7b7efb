package experiments

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"rubato/experiments/internal/strict"
	"rubato/traces"
	"rubato/workload"
)

// profiles are the measured applications of a model, read as jobs need them.
type profiles struct {
	spec  scalingSpec
	dir   string
	files fs.FS
	// placed says that the profiles are those of Pollux: a folder for each
	// application.
	placed       bool
	names        []string // of applications
	points       []traces.PlacedTime
	applications map[string]*application
	jobs         map[profileKey]*workload.Profile
}

// application is one with its measurements, of one kind or the other.
type application struct {
	placed *workload.Application
	rates  []traces.ThroughputRow
	err    error
}

// profileKey is what decides how fast a job is.
type profileKey struct {
	application string
	batch       int
	requested   int // where the model depends on it
}

// profiles opens the folder of profiles that a model names.
func (e *Experiment) openProfiles(s scalingSpec, m *model) {
	p := &profiles{spec: s, applications: make(map[string]*application), jobs: make(map[profileKey]*workload.Profile)}
	switch {
	case m.profile.ReplicaGPUs != 1:
		e.doc.Problem("got replicas of several GPUs, want replicaGPUs: 1 with a profile", m.paths("scaling")...)
		return
	case (s.Sample == nil) == (s.Folder == nil):
		e.doc.Problem("want one of sample and folder with model profile", m.paths("scaling")...)
		return
	case s.Sample != nil && !p.openSample(*s.Sample):
		e.doc.Wrong("built-in profiles: "+strings.Join(profileNames(), ", ")+strict.DidYouMean(*s.Sample, profileNames()), m.paths("scaling.sample")...)
		return
	case s.Folder != nil:
		p.dir = *s.Folder
		var err error
		if p.files, err = e.folder(*s.Folder); err != nil {
			e.doc.Wrong("a folder of profiles: "+reason(err), m.paths("scaling.folder")...)
			return
		}
	}
	if err := p.list(); err != nil {
		e.doc.Problem(strings.TrimSpace(err.Error()), m.paths("scaling.folder")...)
		return
	}
	m.profiles = p
	if s.Application != nil && !slices.Contains(p.names, *s.Application) {
		e.doc.Wrong("an application of the profiles: "+strings.Join(p.names, ", ")+strict.DidYouMean(*s.Application, p.names), m.paths("scaling.application")...)
	}
}

func profileNames() []string {
	var names []string
	for _, s := range traces.ProfileSamples() {
		names = append(names, s.Name)
	}
	return names
}

func (p *profiles) openSample(name string) bool {
	if !slices.Contains(profileNames(), name) {
		return false
	}
	p.dir = name
	var err error
	p.files, err = traces.Profiles(name)
	return err == nil
}

// list finds the applications: folders with tables, or tables.
func (p *profiles) list() error {
	entries, err := fs.ReadDir(p.files, ".")
	if err != nil {
		return fmt.Errorf("%s: %s", p.dir, reason(err))
	}
	for _, f := range entries {
		switch name := f.Name(); {
		case f.IsDir():
			p.placed = true
			p.names = append(p.names, name)
		case strings.HasPrefix(name, pointsTable):
			data, err := fs.ReadFile(p.files, name)
			if err != nil {
				return err
			}
			if p.points, err = traces.ReadPolluxPoints(path.Join(p.dir, name), data); err != nil {
				return err
			}
		case traces.IsTable(name):
			base, _, _ := strings.Cut(name, ".csv")
			p.names = append(p.names, base)
		}
	}
	if len(p.names) == 0 {
		return fmt.Errorf("%s: got no profile, want a folder for each application as published with Pollux, or a table as with ElasticFlow", p.dir)
	}
	return nil
}

// pointsTable has step times that were interpolated elsewhere.
const pointsTable = "throughput-points.csv"

// application reads an application, once.
func (p *profiles) application(name string) *application {
	if a := p.applications[name]; a != nil {
		return a
	}
	a := new(application)
	switch {
	case !slices.Contains(p.names, name):
		a.err = fmt.Errorf("names the application %s, which the profiles %s do not have%s", strict.Quote(name), p.dir, strict.DidYouMean(name, p.names))
	case p.placed:
		a.placed, a.err = p.readPlaced(name)
	default:
		a.rates, a.err = p.readRates(name)
	}
	p.applications[name] = a
	return a
}

func (p *profiles) readRates(name string) ([]traces.ThroughputRow, error) {
	for _, file := range []string{name + ".csv", name + ".csv.gz"} {
		data, err := fs.ReadFile(p.files, file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return traces.ReadThroughputTable(path.Join(p.dir, file), data)
	}
	return nil, fmt.Errorf("%s: got no table of %s", p.dir, name)
}

func (p *profiles) readPlaced(name string) (*workload.Application, error) {
	entries, err := fs.ReadDir(p.files, name)
	if err != nil {
		return nil, err
	}
	tables := make(map[string][]byte)
	for _, f := range entries {
		if !traces.IsTable(f.Name()) {
			continue
		}
		if tables[f.Name()], err = fs.ReadFile(p.files, path.Join(name, f.Name())); err != nil {
			return nil, err
		}
	}
	dir := path.Join(p.dir, name)
	profile, err := traces.ReadPolluxProfile(dir+"/", tables)
	if err != nil {
		return nil, err
	}
	a := workload.NewApplication(name)
	limits := polluxLimits[name]
	a.MaxLocal, a.MaxReplicas = limits.maxLocal, limits.maxReplicas
	for _, t := range profile.Placed {
		a.Placed(t.Placement, t.Local, workload.StepTime{Step: t.Step, Sync: t.Sync})
	}
	for _, t := range profile.Shaped {
		a.Shaped(t.Nodes, t.GPUs, t.Local, workload.StepTime{Step: t.Step, Sync: t.Sync})
	}
	for _, t := range p.points {
		if t.Application == name {
			a.Point(t.Placement, t.Local, workload.StepTime{Step: t.Step, Sync: t.Sync})
		}
	}
	for first := 0; first < len(profile.Epochs); {
		batch := profile.Epochs[first].Batch
		var course []workload.Noise
		for ; first < len(profile.Epochs) && profile.Epochs[first].Batch == batch; first++ {
			t := profile.Epochs[first]
			course = append(course, workload.Noise{Progress: t.Progress, Steps: t.Steps, Square: t.Square, Variance: t.Variance})
		}
		a.Train(batch, course)
	}
	if err := a.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	return a, nil
}

// polluxLimits are limits that stand in the simulator of Pollux, not in its tables.
var polluxLimits = map[string]struct{ maxLocal, maxReplicas int }{
	"yolov3": {maxLocal: 8},
	"ncf":    {maxReplicas: 1},
}

// profiled completes a job whose speed comes from a profile: its work is that of its
// training or of its steps, where no run time is given.
func (b *builder) profiled(j *workload.Job, r rawJob, m *model) error {
	p := m.profiles
	key := profileKey{application: or(p.spec.Application, r.name), batch: or(p.spec.Batch, r.batch)}
	if m.steps > 0 {
		key.requested = j.Requested
	}
	a := p.application(key.application)
	if a.err != nil {
		return a.err
	}
	profile := p.jobs[key]
	if profile == nil {
		c := *j.Profile
		var err error
		if c.Scaling, err = a.scaling(key.batch, c.Room.GPUsPerNode, or(p.spec.WholeSeconds, false)); err != nil {
			return err
		}
		profile = &c
		p.jobs[key] = profile
	}
	j.Profile = profile
	return nil
}

// work is what a job has to do.
func (m *model) work(j *workload.Job, r rawJob) (workload.Work, error) {
	if m.profiles != nil && r.duration == 0 {
		if c, ok := j.Scaling.(workload.Course); ok {
			return c.Total(), nil
		}
	}
	if m.profiles != nil && r.steps > 0 {
		if a := m.profiles.applications[or(m.profiles.spec.Application, r.name)]; a != nil && a.rates != nil {
			return workload.WorkOfSteps(r.steps, a.row(or(m.profiles.spec.Batch, r.batch)).Rates[0])
		}
	}
	return j.WorkIn(r.duration, j.Requested), nil
}

// scaling makes the model of an application at a batch.
func (a *application) scaling(batch, gpusPerNode int, seconds bool) (workload.Scaling, error) {
	if batch == 0 {
		return nil, errors.New("has no batch, and its model none either")
	}
	if a.placed != nil {
		return workload.Measure(a.placed, batch, gpusPerNode, seconds)
	}
	row := a.row(batch)
	if row == nil {
		var batches []string
		for _, r := range a.rates {
			batches = append(batches, fmt.Sprint(r.Batch))
		}
		return nil, fmt.Errorf("has a batch of %d, which was not measured; those that were are %s", batch, strings.Join(batches, ", "))
	}
	var points []workload.Point
	for i, n := range row.GPUs {
		points = append(points, workload.Point{Replicas: n, Throughput: row.Rates[i]})
	}
	return workload.NewTable(points)
}

// row is the throughput at a batch, nil if it was not measured.
func (a *application) row(batch int) *traces.ThroughputRow {
	for i := range a.rates {
		if a.rates[i].Batch == batch {
			return &a.rates[i]
		}
	}
	return nil
}

// largest is the number of GPUs above which a profile has no speed to give; 0 if there
// is no such number.
func largest(j *workload.Job) int {
	if m, ok := j.Scaling.(*workload.Measured); ok {
		return m.Largest()
	}
	return 0
}

// upTo returns the sizes up to a greatest one.
func upTo(s workload.Sizes, most int) (workload.Sizes, error) {
	if most == 0 || s.Max() <= most {
		return s, nil
	}
	var list []int
	for n := s.Above(0); n > 0 && n <= most; n = s.Above(n) {
		list = append(list, n)
	}
	if len(list) == 0 {
		return s, fmt.Errorf("its batch can use %d GPUs at most", most)
	}
	return workload.Discrete(list...)
}
