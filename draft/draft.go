package draft

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"rubato/site"
	"rubato/traces"
)

// File is a file that the user gave.
type File struct {
	Name string // as messages show it
	Path string // as the experiment names it
	Data []byte
}

// Input is what the user has. Files that are not there are nil.
type Input struct {
	Jobs         *File // a trace of jobs, manifests, or workloads of Kueue
	Cluster      *File // nodes or quotas
	Availability *File // a trace of capacity, or a series of GPUs there
	Held         *File // a series of GPUs that another tenant holds
}

// Draft is an experiment.
type Draft struct {
	YAML     []byte
	Warnings []string // what the user should look at first
}

// plan is an experiment that takes shape.
type plan struct {
	in       Input
	trace    *traces.Summary // of the jobs, if they are a trace
	jobs     []site.Job      // otherwise
	export   *site.Export    // of the cluster
	capacity *traces.Summary // of the availability, if it is a trace
	series   []site.Sample   // otherwise
	held     []site.Sample
	pools    []pool
	unused   []pool
	comments []string // at the top
	warnings []string
}

// pool is a pool of the experiment.
type pool struct {
	site.Pool
	spares   int
	instance string // type of its nodes, if a quota says it
	assumed  string // why its size is what it is; "" if a file says it
}

// Make writes an experiment. Faults of files are those of the packages that read
// them.
func Make(in Input) (*Draft, error) {
	if in == (Input{}) {
		return &Draft{YAML: example}, nil
	}
	p := &plan{in: in}
	for _, step := range []func() error{p.readCluster, p.readJobs, p.readAvailability, p.readHeld, p.choosePools} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	p.checkLoad()
	text, err := p.write()
	return &Draft{text, p.warnings}, err
}

// readCluster reads the nodes or quotas.
func (p *plan) readCluster() error {
	f := p.in.Cluster
	if f == nil {
		p.export = &site.Export{}
		return nil
	}
	e, err := site.Read(f.Name, f.Data)
	if err != nil {
		return err
	}
	p.export = e
	p.addNotes(f, e)
	for _, pl := range e.Pools {
		p.pools = append(p.pools, pool{Pool: pl})
	}
	if len(p.pools) == 0 {
		p.pools = quotaPools(e.Quotas)
	}
	if len(p.pools) == 0 {
		return fmt.Errorf("%s: it has no nodes with GPUs and no quotas of GPUs, want the nodes of a cluster, such as kubectl get nodes -o json", f.Name)
	}
	return nil
}

// readJobs reads the jobs.
func (p *plan) readJobs() error {
	f := p.in.Jobs
	if f == nil {
		p.jobs = p.export.Jobs
		return nil
	}
	if _, ok := traces.Detect(f.Data); ok {
		s, err := traces.Inspect(f.Name, f.Data, traces.Options{})
		if err != nil {
			return err
		}
		if s.Jobs == nil {
			return fmt.Errorf("%s: it is a trace of availability (%s), want one of jobs; give it as --availability", f.Name, s.Format)
		}
		if n := s.Jobs.ZeroDuration; n > 0 && n == s.Rows {
			return fmt.Errorf("%s: none of its %d jobs has a run time (%s), want a trace of jobs that ran; run times of applications come from profiles, see scaling in docs/experiment.md", f.Name, n, s.Format)
		}
		p.trace = s
		return nil
	}
	e, err := site.Read(f.Name, f.Data)
	if err != nil {
		_, asTrace := traces.Inspect(f.Name, f.Data, traces.Options{})
		return cmp.Or(preferred(err, asTrace), err)
	}
	if len(e.Jobs) == 0 {
		return fmt.Errorf("%s: it has no jobs with GPUs, want a trace of jobs or manifests", f.Name)
	}
	p.jobs = e.Jobs
	p.export.Classes = append(p.export.Classes, e.Classes...)
	p.addNotes(f, e)
	return nil
}

// preferred is the error of a file that neither package reads: of one that does
// not look like an export, that of the traces.
func preferred(bySite, byTraces error) error {
	var fault *site.Error
	if errors.As(bySite, &fault) && !strings.HasPrefix(fault.Want, "one of these") {
		return bySite
	}
	return byTraces
}

// readAvailability reads the GPUs that there were.
func (p *plan) readAvailability() (err error) {
	f := p.in.Availability
	switch {
	case f == nil:
		return nil
	case p.in.Held != nil:
		return errors.New("--availability and --held: want one of them, a pool has one course of GPUs over time")
	}
	if _, ok := traces.Detect(f.Data); !ok {
		p.series, err = p.readSeries(f)
		return err
	}
	s, err := traces.Inspect(f.Name, f.Data, traces.Options{})
	if err == nil && s.Availability == nil {
		err = fmt.Errorf("%s: it is a trace of jobs (%s), want one of availability; give it as --jobs", f.Name, s.Format)
	}
	p.capacity = s
	return err
}

// readHeld reads the GPUs of another tenant.
func (p *plan) readHeld() (err error) {
	if p.in.Held != nil {
		p.held, err = p.readSeries(p.in.Held)
	}
	return err
}

// maxSteps bounds what is written into an experiment.
const maxSteps = 20_000

// readSeries reads a series of GPUs over time.
func (p *plan) readSeries(f *File) ([]site.Sample, error) {
	e, err := site.Read(f.Name, f.Data)
	if err != nil {
		_, asTrace := traces.Inspect(f.Name, f.Data, traces.Options{})
		return nil, cmp.Or(preferred(err, asTrace), err)
	}
	switch n := len(e.Series); {
	case n == 0:
		return nil, fmt.Errorf("%s: it is %s, want GPUs over time: a trace of availability, or a range query of Prometheus", f.Name, e.Kind)
	case n > maxSteps:
		return nil, fmt.Errorf("%s: its value changes %d times, want at most %d: query it with a larger step", f.Name, n, maxSteps)
	}
	p.addNotes(f, e)
	return e.Series, nil
}

// addNotes adds the notes of an export to the comments at the top; like ones are
// one comment.
func (p *plan) addNotes(f *File, e *site.Export) {
	p.comment("%s: %s", f.Name, e.Kind)
	type group struct {
		site.Note
		more int
	}
	var groups []*group
	index := make(map[string]*group)
	for _, n := range e.Notes {
		key := n.Kind + "\x00" + n.Text
		if g := index[key]; g != nil {
			g.more++
			continue
		}
		g := &group{Note: n}
		index[key] = g
		groups = append(groups, g)
	}
	for _, g := range groups {
		place := g.Place
		if g.more > 0 {
			place += fmt.Sprintf(" and %d more", g.more)
		}
		if place != "" {
			place += ": "
		}
		p.comment("  %s: %s%s", g.Kind, place, g.Text)
	}
}

func (p *plan) comment(format string, args ...any) {
	p.comments = append(p.comments, fmt.Sprintf(format, args...))
}

func (p *plan) warn(format string, args ...any) {
	p.warnings = append(p.warnings, fmt.Sprintf(format, args...))
}
