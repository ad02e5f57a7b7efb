package experiments

import (
	"fmt"
	"math"
	"slices"

	"rubato/simtime"
	"rubato/workload"
)

// checkpoint sets what saves cost.
func (e *Experiment) checkpoint(c checkpointSpec, m *model) {
	out := &m.profile.Checkpoint
	*out = workload.Checkpoint{
		Interval: e.interval(c, m), Save: c.Save, Bytes: e.stateBytes(c, m), Async: c.Async, Background: c.Background,
	}
	if c.Background > 0 && !c.Async {
		e.doc.Problem("got background, want async: true with it", m.paths("checkpoint.background")...)
	}
	if t := c.Memory; t != nil {
		out.Memory = workload.MemoryTier{Interval: t.Interval, Save: t.Save, Load: t.Load, Copies: t.Copies}
	}
	m.stepTime, m.steps = c.StepTime, c.Interval.Steps
}

var intervalRules = map[string]workload.IntervalRule{"young": workload.ByYoung, "daly": workload.ByDaly, "daly-higher": workload.ByDalyHigher}

// interval is when to save. One in steps depends on the size that a job requests
// and is set job by job.
func (e *Experiment) interval(c checkpointSpec, m *model) workload.Interval {
	switch i := c.Interval; {
	case i.Steps > 0:
		if c.StepTime == 0 {
			e.doc.Problem(`got an interval in steps, want stepTime, the time of a step at the requested size`, m.paths("checkpoint.interval")...)
		}
		return workload.Interval{Rule: workload.ByWork}
	case i.Rule != "":
		mtbf := c.MTBF
		if mtbf == 0 {
			mtbf = e.nodeMTBF(m.pool)
		}
		if mtbf == 0 {
			e.doc.Wrong("mtbf with it, the mean time between failures of a node, or failures of the pool in the availability", m.paths("checkpoint.interval")...)
		}
		if c.Save == 0 && e.stateBytes(c, m) == 0 {
			e.doc.Wrong("save, or the size of the state, with it: the interval is reckoned from what a save costs", m.paths("checkpoint.interval")...)
		}
		return workload.Interval{Rule: intervalRules[i.Rule], NodeMTBF: mtbf}
	default:
		return workload.Interval{Time: i.Time}
	}
}

// nodeMTBF is the mean time between failures of a node of a pool, by its processes
// of failures that interrupt jobs; 0 where there is none.
func (e *Experiment) nodeMTBF(pool int) simtime.Duration {
	rate := e.failureRate[pool]
	if rate == 0 {
		return 0
	}
	return simtime.Duration(math.RoundToEven(max(1, min(1/rate, float64(simtime.Longest)))))
}

// stateSizes are the sizes of the full state of a model, with its optimizer.
var stateSizes = map[string]int64{"8B": 105e9, "70B": 912e9, "405B": 5_290e9, "671B": 5_000e9, "1T": 15_000e9}

// bytesPerParameter is the size of the full state in mixed precision with Adam.
const bytesPerParameter = 13

// stateBytes is the size of the state; 0 where none is given.
func (e *Experiment) stateBytes(c checkpointSpec, m *model) int64 {
	given := 0
	for _, g := range []bool{c.Size != 0, c.Parameters != nil, c.Class != ""} {
		if g {
			given++
		}
	}
	switch {
	case given > 1:
		e.doc.Problem("want one of size, parameters and class", m.paths("checkpoint")...)
	case c.BytesPerParameter != nil && c.Parameters == nil:
		e.doc.Problem("got bytesPerParameter, want parameters with it", m.paths("checkpoint.bytesPerParameter")...)
	case c.Parameters != nil:
		bytes := *c.Parameters * or(c.BytesPerParameter, bytesPerParameter)
		if bytes > 9e15 {
			e.doc.Wrong("parameters whose state has at most 9 PB", m.paths("checkpoint.parameters")...)
			return 0
		}
		return int64(math.RoundToEven(bytes))
	case c.Class != "":
		return stateSizes[c.Class]
	}
	return int64(c.Size)
}

// restart makes the costs of starts.
func (e *Experiment) restart(r restartSpec, m *model) workload.Restart {
	if r.Preset != "" {
		return e.restartPreset(r, m)
	}
	out := workload.Restart{First: r.FirstStart}
	for i, c := range r.stages() {
		if c != nil {
			out.Costs[i] = c.cost()
		}
	}
	if r.On != nil {
		for o, names := range r.On.all() {
			if names != nil {
				out.On[o] = stageSet(*names)
			}
		}
	}
	return out
}

func (e *Experiment) restartPreset(r restartSpec, m *model) workload.Restart {
	given := r.FirstStart != nil || r.On != nil
	for _, c := range r.stages() {
		given = given || c != nil
	}
	if given {
		e.doc.Problem("want either preset or the costs of the stages", m.paths("restart")...)
	}
	for _, p := range workload.RestartPresets() {
		if p.Name == r.Preset {
			return p.Restart
		}
	}
	return workload.Restart{}
}

// stages are the costs in order of workload's stages.
func (r *restartSpec) stages() [workload.NumStages]*costSpec {
	return [...]*costSpec{r.Job, r.Start, r.Load, r.Data, r.FirstStep, r.LostSteps}
}

var stageNames = [workload.NumStages]string{"job", "start", "load", "data", "firstStep", "lostSteps"}

func stageSet(names []string) workload.Stages {
	var stages []workload.Stage
	for s, name := range stageNames {
		if slices.Contains(names, name) {
			stages = append(stages, workload.Stage(s))
		}
	}
	return workload.StageSet(stages...)
}

// all are the occasions in the order of workload's.
func (o *occasionsSpec) all() [workload.NumOccasions]*[]string {
	return [...]*[]string{o.FromQueue, o.ScaleUp, o.ScaleDown, o.InPlace, o.Replacement, o.FullRestart}
}

func (c *costSpec) cost() workload.Cost {
	out := workload.Cost{Fixed: c.Fixed, PerNode: c.PerNode}
	for _, t := range c.Table {
		out.BySize = append(out.BySize, workload.SizeCost{GPUs: t.GPUs, Time: t.Time})
	}
	return out
}

// checkTables checks the tables of costs: sizes go up, and a table stands for fixed.
func (e *Experiment) checkTables(r restartSpec, m *model) {
	for i, c := range r.stages() {
		if c == nil {
			continue
		}
		path := "restart." + stageNames[i]
		if c.Fixed > 0 && c.Table != nil {
			e.doc.Problem("want either fixed or table", m.paths(path)...)
		}
		for k := 1; k < len(c.Table); k++ {
			if c.Table[k].GPUs <= c.Table[k-1].GPUs {
				e.doc.Wrong(fmt.Sprintf("GPUs over those of the entry before, %d", c.Table[k-1].GPUs), m.paths(fmt.Sprintf("%s.table[%d]", path, k))...)
			}
		}
	}
}

// operator sets what the job's operator does.
func (e *Experiment) operator(s modelSpec, m *model) {
	r := or(s.Restart, restartSpec{})
	e.checkTables(r, m)
	if s.Operator != nil {
		s.Operator.apply(m.profile)
	}
}

// set sets a value that is given.
func set[T any](to *T, given *T) {
	if given != nil {
		*to = *given
	}
}
