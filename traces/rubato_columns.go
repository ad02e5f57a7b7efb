package traces

import (
	"fmt"

	"rubato/report/table"
	"rubato/simtime"
)

// jobColumn is a column of Rubato's own table of jobs: how the value of a job is
// written, and how it is read.
type jobColumn struct {
	table.Column
	value func(*Job) table.Value
	read  func(field, *Job) *Error
}

// jobColumns are the columns of Rubato's own table of jobs. Those that are not
// optional are in every file, the others where a job has a value for them.
var jobColumns = []jobColumn{
	required(textColumn("job", func(j *Job) *string { return &j.ID })),
	required(secondsColumn("submit_s", simtime.Longest, func(j *Job) *simtime.Time { return &j.Submit })),
	required(secondsColumn("duration_s", simtime.Longest, func(j *Job) *simtime.Duration { return &j.Duration })),
	{table.Column{Name: "gpus", Unit: "GPUs", Kind: table.Seconds}, (*Job).shared, (field).share},
	wholeColumn("min_gpus", "GPUs", maxUnits, func(j *Job) *int { return &j.MinGPUs }),
	wholeColumn("max_gpus", "GPUs", maxUnits, func(j *Job) *int { return &j.MaxGPUs }),
	secondsColumn("estimate_s", simtime.Longest, func(j *Job) *simtime.Duration { return &j.Estimate }),
	// A deadline may be as far from a submission as that is from time 0.
	secondsColumn("deadline_s", 2*simtime.Longest, func(j *Job) *simtime.Time { return &j.Deadline }),
	wholeColumn("steps", "", maxSteps, func(j *Job) *int64 { return &j.Steps }),
	wholeColumn("batch", "", maxUnits, func(j *Job) *int { return &j.Batch }),
	textColumn("team", func(j *Job) *string { return &j.Group }),
	textColumn("user", func(j *Job) *string { return &j.User }),
	textColumn("name", func(j *Job) *string { return &j.Model }),
	textColumn("gpu_type", func(j *Job) *string { return &j.GPUType }),
	textColumn("status", func(j *Job) *string { return &j.Status }),
	{table.Column{Name: "priority", Kind: table.Whole, Optional: true},
		func(j *Job) table.Value { return table.Int(j.Priority) },
		func(f field, j *Job) (err *Error) {
			j.Priority, err = f.signed()
			return err
		}},
}

func required(c jobColumn) jobColumn {
	c.Optional = false
	return c
}

func textColumn(name string, of func(*Job) *string) jobColumn {
	return jobColumn{table.Column{Name: name, Optional: true},
		func(j *Job) table.Value { return table.String(*of(j)) },
		func(f field, j *Job) *Error {
			if *of(j) = f.text; f.text == "" {
				return f.fault("a name")
			}
			return nil
		}}
}

// secondsColumn has times, to the millisecond.
func secondsColumn[T ~int64](name string, limit simtime.Duration, of func(*Job) *T) jobColumn {
	return jobColumn{table.Column{Name: name, Unit: "s", Kind: table.Seconds, Optional: true},
		func(j *Job) table.Value { return table.Millis(int64(*of(j))) },
		func(f field, j *Job) *Error {
			ms, _, ok := decimal(f.text, int64(simtime.Second), int64(limit))
			if *of(j) = T(ms); !ok {
				return f.fault(fmt.Sprintf("a plain decimal number of seconds from 0 to %d years", limit/(simtime.Longest/10)))
			}
			return nil
		}}
}

func wholeColumn[T int | int64](name, unit string, most int64, of func(*Job) *T) jobColumn {
	return jobColumn{table.Column{Name: name, Unit: unit, Kind: table.Whole, Optional: true},
		func(j *Job) table.Value { return table.Millis(int64(*of(j))) },
		func(f field, j *Job) *Error {
			n, err := f.whole(0, most)
			*of(j) = T(n)
			return err
		}}
}

// shared is a job's GPUs as a value in thousandths, as Seconds are.
func (j *Job) shared() table.Value {
	if j.MilliGPUs > 0 {
		return table.Millis(int64(j.MilliGPUs))
	}
	return table.Millis(1000 * int64(j.GPUs))
}

// share reads a job's GPUs.
func (f field) share(j *Job) *Error {
	milli, exact, ok := decimal(f.text, 1000, 1000*maxUnits)
	if !ok || !exact {
		return f.fault("a number of GPUs up to a million, in thousandths at the finest")
	}
	j.share(milli)
	return nil
}
