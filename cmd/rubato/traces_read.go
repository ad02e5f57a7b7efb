package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rubato/experiments"
	"rubato/simtime"
	"rubato/traces"
)

// traceFlags are the options of reading a trace.
type traceFlags struct {
	traces.Options
	unit, gap, end, throughputs string
}

// add gives a command the options.
func (f *traceFlags) add(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVar(&f.Format, "format", "", "read it as this `format` instead of finding it by content")
	fs.BoolVar(&f.Lenient, "lenient", false, "leave faulty rows out and count them")
	fs.StringVar(&f.Group, "group", "", "keep only the jobs or nodes of this `group`; also --team, --vc")
	fs.StringVar(&f.ZeroDuration, "zero-duration", "", "what to do with jobs of duration 0: `error, drop, min-1s or keep`")
	fs.StringVar(&f.ZeroGPUs, "zero-gpus", "", "what to do with jobs of 0 GPUs: `error or drop`")
	fs.StringVar(&f.unit, "unit", "", "unit of times whose file does not say it (tiresias, steps): `s, ms or h`")
	fs.StringVar(&f.Attempts, "attempts", "", "the run time of a job tried several times (philly-log): `sum, span or each`")
	fs.StringVar(&f.Samples, "samples", "", "samples whose times step back (counts): `running-max or blocks`")
	fs.StringVar(&f.gap, "gap", "", "`time` between ticks, instead of what the file says (ticks)")
	fs.BoolVar(&f.Invert, "invert", false, "swap 0 and 1 (ticks)")
	fs.IntVar(&f.Mask, "mask", 0, "`units` that a 1 stands for (ticks)")
	fs.IntVar(&f.Nodes, "nodes", 0, "`nodes` of the cluster, of which the file names those with faults (faults)")
	fs.StringVar(&f.end, "end", "", "`time` up to which the last value holds (availability)")
	fs.StringVar(&f.throughputs, "throughputs", "", "`FILE:GPU`, Gavel's file of throughputs and a GPU type: gives run times (gavel)")
	fs.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		if name == "team" || name == "vc" {
			name = "group"
		}
		return pflag.NormalizedName(name)
	})
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(traces.FormatNames(), cobra.ShellCompDirectiveNoFileComp))
}

// options returns the options, with those read that are words on the command line.
func (f *traceFlags) options() (traces.Options, error) {
	units := map[string]simtime.Duration{"": 0, "s": simtime.Second, "ms": simtime.Millisecond, "h": simtime.Hour}
	o := f.Options
	var known bool
	if o.Unit, known = units[f.unit]; !known {
		return o, unknown("unit", f.unit, []string{"s", "ms", "h"})
	}
	for _, flag := range []struct {
		name, text string
		into       *simtime.Duration
	}{{"gap", f.gap, &o.Gap}, {"end", f.end, &o.End}} {
		if flag.text == "" {
			continue
		}
		var err error
		if *flag.into, err = simtime.ParseDuration(flag.text); err != nil {
			return o, fmt.Errorf("--%s: %w", flag.name, err)
		}
	}
	return o, f.readThroughputs(&o)
}

// readThroughputs reads the file of throughputs, if one is given.
func (f *traceFlags) readThroughputs(o *traces.Options) error {
	if f.throughputs == "" {
		return nil
	}
	at := strings.LastIndexByte(f.throughputs, ':')
	if at < 0 {
		return fmt.Errorf("--throughputs %s: want FILE:GPU, such as simulation_throughputs.json:v100", f.throughputs)
	}
	name := f.throughputs[:at]
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	o.Throughputs, err = traces.ReadThroughputs(name, data, f.throughputs[at+1:])
	return err
}

// read reads a trace of either kind: one of the two is nil.
func (f *traceFlags) read(name string) (*traces.Jobs, *traces.Availability, error) {
	o, err := f.options()
	if err != nil {
		return nil, nil, err
	}
	r, err := openTrace(name)
	if err != nil {
		return nil, nil, err
	}
	defer r.Close()
	return traces.ReadFrom(name, r, o)
}

// openTrace opens a built-in trace or a file.
func openTrace(name string) (io.ReadCloser, error) {
	if slices.Contains(sampleNames(), name) {
		data, err := traces.Sample(name)
		return io.NopCloser(bytes.NewReader(data)), err
	}
	file, err := os.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file and no built-in trace of that name; built in are %s%s", name, strings.Join(sampleNames(), ", "), experiments.DidYouMean(name, sampleNames()))
	}
	return file, err
}
