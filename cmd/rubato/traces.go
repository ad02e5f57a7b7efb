package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rubato/experiments"
	"rubato/simtime"
	"rubato/traces"
)

func newTraces() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "traces",
		Short: "Inspect traces of jobs and of availability",
		Args:  cobra.ArbitraryArgs,
		RunE:  group,
	}
	cmd.AddCommand(newTracesList(), newTracesInspect())
	return cmd
}

func newTracesList() *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the built-in traces with their sources and licences",
		Args:  takes(0, 0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			for i, s := range traces.Samples() {
				if i > 0 {
					fmt.Fprintln(cmd.OutOrStdout())
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s\n  %s\n  format   %s\n  source   %s\n  licence  %s\n  cite     %s\n",
					s.Name, s.Title, s.Format, s.Source, s.Licence, s.Citation)
			}
			return nil
		},
	}
}

// traceFlags are the options of reading a trace.
type traceFlags struct {
	traces.Options
	unit string
}

func newTracesInspect() *cobra.Command {
	var f traceFlags
	cmd := &cobra.Command{
		Use:   "inspect TRACE",
		Short: "Check a trace and sum it up",
		Long: `Check a trace, given by path or by the name of a built-in one, and sum it up. The
format is found by content.`,
		Example: `  rubato traces inspect bamboo/p3-trace.csv
  rubato traces inspect jobs.csv.gz --group vc1 --zero-duration drop`,
		Args:              takes(1, 1, "one trace: a path or a built-in name"),
		ValidArgsFunction: completeTraces,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.inspect(cmd.OutOrStdout(), args[0])
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.Format, "format", "", "read it as this `format` instead of finding it by content")
	fs.BoolVar(&f.Lenient, "lenient", false, "leave faulty rows out and count them")
	fs.StringVar(&f.Group, "group", "", "keep only the jobs of this `group`")
	fs.StringVar(&f.unit, "unit", "", "unit of the times of a tiresias trace, `s or ms`")
	fs.StringVar(&f.ZeroDuration, "zero-duration", "", "what to do with jobs of duration 0: `error, drop, min-1s or keep`")
	return cmd
}

func (f *traceFlags) inspect(w io.Writer, name string) error {
	switch f.unit {
	case "":
	case "s":
		f.Unit = simtime.Second
	case "ms":
		f.Unit = simtime.Millisecond
	default:
		return unknown("unit", f.unit, []string{"s", "ms"})
	}
	data, err := readTrace(name)
	if err != nil {
		return err
	}
	s, err := traces.Inspect(name, data, f.Options)
	if err != nil {
		return err
	}
	return printSummary(w, s)
}

// readTrace reads a built-in trace or a file.
func readTrace(name string) ([]byte, error) {
	for _, n := range sampleNames() {
		if n == name {
			return traces.Sample(name)
		}
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such file and no built-in trace of that name; built in are %s%s", name, strings.Join(sampleNames(), ", "), experiments.DidYouMean(name, sampleNames()))
	}
	return data, err
}

func printSummary(out io.Writer, s *traces.Summary) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	row := func(name, format string, args ...any) { fmt.Fprintf(w, name+"\t"+format+"\n", args...) }
	row("trace", "%s", s.Name)
	row("format", "%s (%s)", s.Format, s.Kind)
	row("sha256", "%s", s.SHA256)
	row("rows", "%d", s.Rows)
	if !s.Origin.IsZero() {
		row("time 0", "%s", s.Origin.Format("2006-01-02 15:04:05"))
	}
	row("from, to", "%v, %v", s.First, s.Last)
	row("span", "%.2f h", s.Span.Hours())
	if j := s.Jobs; j != nil {
		row("GPU-hours", "%.2f", j.GPUHours())
		row("mean load", "%.2f GPUs", j.MeanLoad)
		row("longest job", "%.2f h", j.MaxDuration.Hours())
		row("of duration 0", "%d", j.ZeroDuration)
		row("sizes", "%s", sizeList(j.Sizes))
		if j.Groups != nil {
			row("groups", "%s", groupList(j.Groups))
		}
	}
	if a := s.Availability; a != nil {
		row("units", "%d to %d, %.2f on average", a.Min, a.Max, a.Mean)
		row("unit-hours", "%.2f", a.UnitTime.Hours())
		row("instants", "%d, of which %d change the value", a.Points, a.NetChanges)
		if a.NodesSeen > 0 {
			row("nodes", "%d in all, at most %d at once", a.NodesSeen, a.MostLive)
		}
	}
	for _, k := range s.Skipped {
		row("skipped", "%d: %s", k.Count, k.Reason)
	}
	return w.Flush()
}

func sizeList(sizes []traces.SizeCount) string {
	var out []string
	for _, s := range sizes {
		out = append(out, fmt.Sprintf("%d×%d GPUs", s.Jobs, s.GPUs))
	}
	return strings.Join(out, ", ")
}

func groupList(groups []traces.GroupCount) string {
	var out []string
	for _, g := range groups {
		out = append(out, fmt.Sprintf("%s (%d)", g.Group, g.Jobs))
	}
	return strings.Join(out, ", ")
}
