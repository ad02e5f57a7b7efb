package report

import (
	"fmt"
	"os"
	"slices"

	"rubato/policy"
	"rubato/report/table"
	"rubato/sim"
	"rubato/simtime"
)

// folder finds the runs of a report by what the rows of tables say.
type folder struct {
	*Report
	runs map[runKey]*Run
	// columns are the places of a table's columns by name.
	columns map[string]int
	jobs    map[*Run]map[string]int32 // places by id
	pools   map[string]int
}

type runKey struct {
	label, variant string
	seed           uint64
}

func newFolder(r *Report) *folder {
	f := &folder{Report: r, runs: make(map[runKey]*Run), columns: make(map[string]int), jobs: make(map[*Run]map[string]int32), pools: make(map[string]int)}
	for i, name := range r.Pools {
		f.pools[name] = i
	}
	for i := range r.Runs {
		run := &r.Runs[i]
		f.runs[runKey{run.Label, run.Point(), run.Result.Seed}] = run
	}
	return f
}

// line is a row of a table, with its run.
type line struct {
	*folder
	*Run
	row []table.Value
}

func (l *line) at(column string) table.Value { return l.row[l.columns[column]] }

func (l *line) int(column string) int { return int(l.at(column).Int()) }

// time is an instant, otherwise where there is none.
func (l *line) time(column string, otherwise simtime.Time) simtime.Time {
	if v := l.at(column); !v.None() {
		return simtime.Time(v.Int())
	}
	return otherwise
}

// each calls do for each row of a table.
func (f *folder) each(in *os.File, columns []table.Column, do func(*line) error) error {
	for i, c := range columns {
		f.columns[c.Name] = i
	}
	l := &line{folder: f}
	return table.ReadCSV(in, in.Name(), columns, func(row []table.Value) error {
		l.row = row
		key := runKey{l.at("policy").Text(), l.at("variant").Text(), l.at("seed").Uint()}
		if l.Run = f.runs[key]; l.Run == nil {
			return fmt.Errorf("got policy %q with seed %d, want a run of result.json", key.label, key.seed)
		}
		return do(l)
	})
}

func readJobs(in *os.File, f *folder) error {
	return f.each(in, f.jobsTable().Columns, func(l *line) error {
		phase, err := phaseOf(l.at("state").Text())
		if err != nil {
			return err
		}
		l.Result.Jobs = append(l.Result.Jobs, l.job(phase))
		return nil
	})
}

func (l *line) job(phase policy.Phase) sim.JobResult {
	j := sim.JobResult{
		ID: l.at("job").Text(), User: l.at("user").Text(), Team: l.at("team").Text(), Pool: l.poolOf(l.at("pool").Text()),
		Priority: l.int("priority"), GPUs: l.int("gpus"), Submit: l.time("submit_s", 0), Deadline: l.time("deadline_s", 0),
		RunTime:    simtime.Duration(l.int("run_time_s")),
		FirstStart: l.time("first_start_s", simtime.Never), End: l.time("end_s", simtime.Never), Phase: phase,
		Queued: simtime.Duration(l.int("queueing_delay_s")), Productive: simtime.Duration(l.int("productive_s")),
		ScalingLoss: l.at("scaling_loss_gpu_s").Float() * float64(simtime.Second),
		Resizes:     l.int("resizes"), Preemptions: l.int("preemptions"), NodeLosses: l.int("node_losses"), Crashes: l.int("crashes"),
	}
	for s := firstJobState; s < sim.NumStates; s++ {
		j.Spent[s] = l.at(s.String() + "_gpu_s").Int()
	}
	for c := range sim.NumLossCauses {
		j.LostBy[c] = l.at("lost_by_" + c.String() + "_gpu_s").Int()
	}
	return j
}

// poolOf is the place of a pool. The one of a cluster of one is known by its jobs.
func (f *folder) poolOf(name string) int {
	i, seen := f.pools[name]
	if !seen {
		i = len(f.Pools)
		f.pools[name] = i
		f.Pools = append(f.Pools, name)
	}
	return i
}

func readTimelines(in *os.File, f *folder) error {
	return f.each(in, timelineColumns(), func(l *line) error {
		if l.Timeline == nil {
			l.Timeline = &Timeline{}
		}
		var c sim.Counts
		for s := sim.GPUState(0); s < sim.Lost; s++ {
			c[s] = l.int(s.String())
		}
		from, to := l.time("from_s", 0), l.time("to_s", 0)
		if from != l.Timeline.end() || to <= from {
			return fmt.Errorf("got a step from %v to %v, want one from %v on, where the one before it ends", from, to, l.Timeline.end())
		}
		l.Timeline.Observe(from, to, &c)
		return nil
	})
}

func readLogs(in *os.File, f *folder) error {
	return f.each(in, eventColumns, func(l *line) error {
		if l.Log == nil {
			l.Log = &Log{jobs: make([]jobState, len(l.Result.Jobs))}
		}
		e, err := l.entry()
		if err != nil {
			return err
		}
		if e.at < l.Log.last {
			return fmt.Errorf("got an event at %v after one at %v, want them in order", e.at, l.Log.last)
		}
		l.Log.add(e)
		return nil
	})
}

func (l *line) entry() (logEntry, error) {
	job, known := l.places()[l.at("job").Text()]
	if !known {
		return logEntry{}, fmt.Errorf("got job %q, want one of jobs.csv", l.at("job").Text())
	}
	phase, err := phaseOf(l.at("state").Text())
	if err != nil {
		return logEntry{}, err
	}
	cause, err := causeOf(l.at("cause").Text())
	return logEntry{l.time("at_s", 0), job, jobState{
		phase: phase, cause: cause, gpus: int32(l.int("gpus")), held: int32(l.int("held_gpus")), doomed: int32(l.int("doomed_gpus")),
	}}, err
}

// places are the places of the run's jobs by id.
func (l *line) places() map[string]int32 {
	places := l.jobs[l.Run]
	if places == nil {
		places = make(map[string]int32, len(l.Result.Jobs))
		for i := range l.Result.Jobs {
			places[l.Result.Jobs[i].ID] = int32(i)
		}
		l.jobs[l.Run] = places
	}
	return places
}

func phaseOf(name string) (policy.Phase, error) {
	for p := policy.Pending; p <= policy.Refused; p++ {
		if p.String() == name {
			return p, nil
		}
	}
	return 0, fmt.Errorf("got the state %q, want one such as done or queued", name)
}

func causeOf(name string) (policy.Cause, error) {
	causes := make([]string, policy.NumCauses)
	for c := range policy.NumCauses {
		causes[c] = c.String()
	}
	if i := slices.Index(causes, name); i >= 0 {
		return policy.Cause(i), nil
	}
	return 0, fmt.Errorf("got the cause %q, want one of %v", name, causes[1:])
}
