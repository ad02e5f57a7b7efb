package report

import (
	"rubato/report/table"
	"rubato/sim"
	"rubato/simtime"
)

// timelineColumns are those of the table of steps.
func timelineColumns() []table.Column {
	out := joined(runColumns, []table.Column{secondsColumn("from_s"), secondsColumn("to_s")})
	for s := sim.GPUState(0); s < sim.Lost; s++ {
		out = append(out, countColumn(s.String(), "GPUs"))
	}
	return append(out, variantColumn)
}

// timelineTable has a row a run and step in which no GPU changes its state.
func (r *Report) timelineTable() *table.Table {
	return r.tableOf("timeline", timelineColumns(), func(run *Run, yield func([]table.Value) bool) bool {
		if run.Timeline == nil {
			return true
		}
		variant, of := table.String(run.Point()), run.cells()
		more := true
		var row []table.Value
		run.Timeline.each(func(from, to simtime.Time, c *counts) {
			row = append(append(row[:0], of...), instant(from), instant(to))
			for _, n := range c[:sim.Lost] {
				row = append(row, table.Int(int(n)))
			}
			more = more && yield(append(row, variant))
		})
		return more
	})
}

// intervalColumns are those of the table of intervals.
var intervalColumns = joined(runColumns, []table.Column{
	{Name: "job"}, {Name: "state"}, countColumn("gpus", "GPUs"), countColumn("held_gpus", "GPUs"),
	secondsColumn("from_s"), secondsColumn("to_s"), {Name: "cause"}, variantColumn,
})

// intervalsTable has a row a run, job and span in which it stays as it is.
func (r *Report) intervalsTable() *table.Table {
	return r.tableOf("intervals", intervalColumns, func(run *Run, yield func([]table.Value) bool) bool {
		if run.Log == nil {
			return true
		}
		variant, of := table.String(run.Point()), run.cells()
		var row []table.Value
		for _, v := range run.Log.intervals(run.Result.End) {
			row = append(append(row[:0], of...), table.String(run.Result.Jobs[v.job].ID), table.String(v.phase.String()),
				table.Int(int(v.gpus)), table.Int(int(v.held)), instant(v.from), instant(v.to), table.String(v.cause.String()), variant)
			if !yield(row) {
				return false
			}
		}
		return true
	})
}

// eventColumns are those of the table of events.
var eventColumns = joined(runColumns, []table.Column{
	secondsColumn("at_s"), {Name: "job"}, {Name: "state"}, {Name: "cause"},
	countColumn("gpus", "GPUs"), countColumn("held_gpus", "GPUs"), countColumn("doomed_gpus", "GPUs"), variantColumn,
})

// eventsTable has a row a run and change of a job, in the order of the run.
func (r *Report) eventsTable() *table.Table {
	return r.tableOf("events", eventColumns, func(run *Run, yield func([]table.Value) bool) bool {
		if run.Log == nil {
			return true
		}
		variant, of := table.String(run.Point()), run.cells()
		more := true
		var row []table.Value
		run.Log.each(func(e logEntry) {
			row = append(append(row[:0], of...), instant(e.at), table.String(run.Result.Jobs[e.job].ID), table.String(e.phase.String()), table.String(e.cause.String()),
				table.Int(int(e.gpus)), table.Int(int(e.held)), table.Int(int(e.doomed)), variant)
			more = more && yield(row)
		})
		return more
	})
}
