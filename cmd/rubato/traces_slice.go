package main

import (
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"rubato/simtime"
	"rubato/traces"
)

// sliceFlags are the flags of rubato traces slice.
type sliceFlags struct {
	traces.Slice
	from, to string
}

func newTracesSlice() *cobra.Command {
	var f traceFlags
	var w writeFlags
	s := sliceFlags{Slice: traces.Everything()}
	cmd := &cobra.Command{
		Use:   "slice TRACE",
		Short: "Cut a trace: a window, a team, a sample, another load",
		Long: `Cut a trace, given by path or by the name of a built-in one, and write Rubato's own
CSV, or Parquet if --out ends in .parquet. --from and --to are times since time 0 of
the trace, such as 36h or 7d, or dates if it has wall-clock times; --from becomes time
0. --sample keeps each job with that probability, drawn by --seed: the jobs of a sample
are in every larger one. --scale-load 2 halves the times between submissions; run times
and sizes stay, so the load doubles.`,
		Example: `  rubato traces slice philly/ee9e8c.csv.gz --from 2017-10-09 --to 2017-10-16 -o week.csv
  rubato traces slice jobs.csv --vc vc1 --sample 0.1 --seed 7 --scale-load 1.5 -o part.parquet`,
		Args:              takes(1, 1, "one trace: a path or a built-in name"),
		ValidArgsFunction: completeTraces,
		RunE: func(cmd *cobra.Command, args []string) error {
			jobs, capacity, err := f.read(args[0])
			if err != nil {
				return err
			}
			if jobs, capacity, err = s.cut(jobs, capacity); err != nil {
				return fmt.Errorf("%s: %w", args[0], err)
			}
			w.byName()
			return w.write(cmd, jobs, capacity)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&s.from, "from", "", "leave out what is before this `time`")
	fs.StringVar(&s.to, "to", "", "leave out what is at this `time` or later")
	fs.Float64Var(&s.Sample, "sample", 1, "keep this `share` of the jobs")
	fs.Uint64Var(&s.Seed, "seed", 1, "`seed` of the sample")
	fs.Float64Var(&s.Load, "scale-load", 1, "divide the times between submissions by this `factor`")
	w.add(cmd)
	f.add(cmd)
	return cmd
}

// cut cuts jobs or availability.
func (f *sliceFlags) cut(jobs *traces.Jobs, capacity *traces.Availability) (*traces.Jobs, *traces.Availability, error) {
	var origin time.Time
	if jobs != nil {
		origin = jobs.Origin
	} else {
		origin = capacity.Origin
	}
	for _, bound := range []struct {
		name, text string
		into       *simtime.Time
	}{{"from", f.from, &f.From}, {"to", f.to, &f.To}} {
		if bound.text == "" {
			continue
		}
		at, err := instant(bound.text, origin)
		if err != nil {
			return nil, nil, fmt.Errorf("--%s %s: %w", bound.name, bound.text, err)
		}
		*bound.into = at
	}
	if f.To <= f.From {
		return nil, nil, fmt.Errorf("--to %s: got a time not after --from", f.to)
	}
	var err error
	if jobs != nil {
		jobs, err = jobs.Slice(f.Slice)
	} else {
		capacity, err = capacity.Slice(f.Slice)
	}
	return jobs, capacity, err
}

// instant reads a time of a trace: a span since its time 0, or a date.
func instant(text string, origin time.Time) (simtime.Time, error) {
	for _, layout := range []string{time.DateOnly, time.DateTime, "2006-01-02T15:04:05Z", "2006-01-02T15:04:05"} {
		date, err := time.Parse(layout, text)
		if err != nil {
			continue
		}
		if origin.IsZero() {
			return 0, fmt.Errorf("got a date, want a time since the start such as 36h: the trace has no wall-clock times")
		}
		return simtime.Time(date.UnixMilli() - origin.UnixMilli()), nil
	}
	d, err := simtime.ParseDuration(text)
	if err != nil {
		return 0, fmt.Errorf("%w, or a date such as 2017-10-09 or 2017-10-09 12:00:00", err)
	}
	return simtime.Time(d), nil
}
