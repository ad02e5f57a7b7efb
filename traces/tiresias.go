package traces

import (
	"cmp"

	"rubato/simtime"
)

// tiresiasSchema is the header of the Tiresias family; columns come in any order. Of the optional ones only the iterations, the model and the
// priority are read.
var tiresiasSchema = schema{
	id: "job_id", gpus: "num_gpu", duration: "duration",
	required: []string{"job_id", "num_gpu", "submit_time", "duration"},
	optional: []string{"iterations", "model_name", "interval", "batch_size", "iteration_time",
		"resource_time_0", "resource_time_1", "resource_time_2", "priority"},
}

// readTiresias reads jobs whose times are in the unit of the options: Tiresias
// wrote seconds, Muri milliseconds.
func readTiresias(s *source) ([]Job, error) {
	unit := cmp.Or(s.opts.Unit, simtime.Second)
	return s.table(tiresiasSchema, func(r *row) (Job, *Error) {
		return parseTiresias(r, unit)
	})
}

// parseTiresias reads one row.
func parseTiresias(r *row, unit simtime.Duration) (job Job, err *Error) {
	id := r.must("job_id")
	if id.text == "" {
		return job, id.fault("a name")
	}
	job.ID, job.Line = id.text, r.line
	submit, err := tiresiasSpan(r.must("submit_time"), unit)
	if err != nil {
		return job, err
	}
	job.Submit = simtime.Time(submit)
	if job.GPUs, err = r.must("num_gpu").gpus(); err != nil {
		return job, err
	}
	if job.Duration, err = tiresiasSpan(r.must("duration"), unit); err != nil {
		return job, err
	}
	if f, ok := r.get("model_name"); ok {
		job.Model = f.text
	}
	if f, ok := r.get("iterations"); ok {
		if job.Steps, err = f.whole(0, maxSteps); err != nil {
			return job, err
		}
	}
	if f, ok := r.get("priority"); ok {
		job.Priority, err = f.signed()
	}
	return job, err
}

// tiresiasSpan reads a span and hints at the unit if the span would only do
// in milliseconds.
func tiresiasSpan(f field, unit simtime.Duration) (simtime.Duration, *Error) {
	d, err := f.span(unit, simtime.Millisecond)
	if err != nil && unit == simtime.Second {
		if _, other := f.span(simtime.Millisecond, simtime.Millisecond); other == nil {
			err.Want += " (is the file in milliseconds, option Unit?)"
		}
	}
	return d, err
}
