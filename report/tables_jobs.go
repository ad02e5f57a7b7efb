package report

import (
	"rubato/report/table"
	"rubato/sim"
	"rubato/simtime"
)

// firstJobState and the states after it are those in which a job has GPUs.
const firstJobState = sim.Starting

// jobColumn is a column of the table of jobs.
type jobColumn struct {
	table.Column
	value func(r *Report, run *Run, j *sim.JobResult) table.Value
}

// jobColumns are the columns of the table of jobs, in order.
var jobColumns = newJobColumns()

func newJobColumns() []jobColumn {
	var out []jobColumn
	add := func(c table.Column, value func(r *Report, run *Run, j *sim.JobResult) table.Value) {
		out = append(out, jobColumn{c, value})
	}
	text := func(name string, of func(j *sim.JobResult) string) {
		add(table.Column{Name: name}, func(_ *Report, _ *Run, j *sim.JobResult) table.Value { return table.String(of(j)) })
	}
	number := func(name, unit string, of func(j *sim.JobResult) int) {
		add(countColumn(name, unit), func(_ *Report, _ *Run, j *sim.JobResult) table.Value { return table.Int(of(j)) })
	}
	of := func(c table.Column, value func(j *sim.JobResult) table.Value) {
		add(c, func(_ *Report, _ *Run, j *sim.JobResult) table.Value { return value(j) })
	}
	gpuTime := func(name string, ms func(j *sim.JobResult) int64) {
		of(table.Column{Name: name + "_gpu_s", Unit: "GPU-s", Kind: table.Seconds}, func(j *sim.JobResult) table.Value { return table.Millis(ms(j)) })
	}

	add(runColumns[0], func(_ *Report, run *Run, _ *sim.JobResult) table.Value { return run.cells()[0] })
	add(runColumns[1], func(_ *Report, run *Run, _ *sim.JobResult) table.Value { return run.cells()[1] })
	text("job", func(j *sim.JobResult) string { return j.ID })
	text("user", func(j *sim.JobResult) string { return j.User })
	text("team", func(j *sim.JobResult) string { return j.Team })
	add(table.Column{Name: "pool"}, func(r *Report, _ *Run, j *sim.JobResult) table.Value { return table.String(r.pool(j.Pool)) })
	number("priority", "", func(j *sim.JobResult) int { return j.Priority })
	number("gpus", "GPUs", func(j *sim.JobResult) int { return j.GPUs })
	of(secondsColumn("submit_s"), func(j *sim.JobResult) table.Value { return instant(j.Submit) })
	of(optional(secondsColumn("first_start_s")), func(j *sim.JobResult) table.Value { return instant(j.FirstStart) })
	of(optional(secondsColumn("end_s")), func(j *sim.JobResult) table.Value { return instant(j.End) })
	text("state", func(j *sim.JobResult) string { return j.Phase.String() })
	of(optional(secondsColumn("time_to_train_s")), func(j *sim.JobResult) table.Value {
		if j.End == simtime.Never {
			return table.None
		}
		return span(j.TimeToTrain())
	})
	of(secondsColumn("queueing_delay_s"), func(j *sim.JobResult) table.Value { return span(j.Queued) })
	number("resizes", "", func(j *sim.JobResult) int { return j.Resizes })
	number("preemptions", "", func(j *sim.JobResult) int { return j.Preemptions })
	number("node_losses", "", func(j *sim.JobResult) int { return j.NodeLosses })
	for s := firstJobState; s < sim.NumStates; s++ {
		gpuTime(s.String(), func(j *sim.JobResult) int64 { return j.Spent[s] })
	}
	of(table.Column{Name: "scaling_loss_gpu_s", Unit: "GPU-s", Kind: table.Real}, func(j *sim.JobResult) table.Value {
		return table.Float(j.ScalingLoss / float64(simtime.Second))
	})
	add(variantColumn, func(_ *Report, run *Run, _ *sim.JobResult) table.Value { return table.String(run.Point()) })
	number("crashes", "", func(j *sim.JobResult) int { return j.Crashes })
	of(secondsColumn("productive_s"), func(j *sim.JobResult) table.Value { return span(j.Productive) })
	add(table.Column{Name: "ettr", Kind: table.Ratio, Optional: true}, func(_ *Report, run *Run, j *sim.JobResult) table.Value {
		return table.Maybe(ettr(run.Result, *j))
	})
	of(table.Column{Name: "goodput", Kind: table.Ratio, Optional: true}, func(j *sim.JobResult) table.Value { return table.Maybe(goodput(&j.Spent)) })
	for c := range sim.NumLossCauses {
		gpuTime("lost_by_"+c.String(), func(j *sim.JobResult) int64 { return j.LostBy[c] })
	}
	of(optional(secondsColumn("deadline_s")), func(j *sim.JobResult) table.Value {
		if j.Deadline == 0 {
			return table.None
		}
		return instant(j.Deadline)
	})
	of(secondsColumn("run_time_s"), func(j *sim.JobResult) table.Value { return span(j.RunTime) })
	return out
}

// jobsTable has a row a run and job.
func (r *Report) jobsTable() *table.Table {
	columns := make([]table.Column, len(jobColumns))
	for i, c := range jobColumns {
		columns[i] = c.Column
	}
	row := make([]table.Value, len(columns))
	return r.tableOf("jobs", columns, func(run *Run, yield func([]table.Value) bool) bool {
		for k := range run.Result.Jobs {
			for i := range jobColumns {
				row[i] = jobColumns[i].value(r, run, &run.Result.Jobs[k])
			}
			if !yield(row) {
				return false
			}
		}
		return true
	})
}
