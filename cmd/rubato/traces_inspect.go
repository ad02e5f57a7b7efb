package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rubato/report"
	"rubato/traces"
)

func newTracesInspect() *cobra.Command {
	var f inspectFlags
	cmd := &cobra.Command{
		Use:   "inspect TRACE",
		Short: "Check a trace and sum it up",
		Long: `Check a trace, given by path or by the name of a built-in one, and sum it up. The
format is found by content.`,
		Example: `  rubato traces inspect bamboo/p3-trace.csv
  rubato traces inspect jobs.csv.gz --vc vc1 --zero-duration drop --plot jobs.png`,
		Args:              takes(1, 1, "one trace: a path or a built-in name"),
		ValidArgsFunction: completeTraces,
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.inspect(cmd.OutOrStdout(), args[0])
		},
	}
	cmd.Flags().StringVar(&f.plot, "plot", "", "draw the trace into this `file`: "+strings.Join(report.PlotFormats(), ", ")+" by its name's end")
	f.add(cmd)
	return cmd
}

// inspectFlags are the flags of rubato traces inspect.
type inspectFlags struct {
	traceFlags
	plot string
}

// inspect draws the plot first: a summary on the screen says that all is written.
func (f *inspectFlags) inspect(w io.Writer, name string) error {
	if f.plot != "" {
		if err := f.draw(name); err != nil {
			return err
		}
	}
	o, err := f.options()
	if err != nil {
		return err
	}
	r, err := openTrace(name)
	if err != nil {
		return err
	}
	defer r.Close()
	s, err := traces.InspectFrom(name, r, o)
	if err != nil {
		return err
	}
	return printSummary(w, s)
}

// draw draws the trace.
func (f *inspectFlags) draw(name string) error {
	format := strings.TrimPrefix(filepath.Ext(f.plot), ".")
	if !slices.Contains(report.PlotFormats(), format) {
		return fmt.Errorf("--plot %s: want a name that ends in .%s", f.plot, strings.Join(report.PlotFormats(), ", ."))
	}
	jobs, capacity, err := f.read(name)
	if err != nil {
		return err
	}
	title := name
	if !slices.Contains(sampleNames(), name) {
		title = filepath.Base(name)
	}
	var plot []byte
	if jobs != nil {
		plot, err = report.PlotJobs(title, jobs, format)
	} else {
		plot, err = report.PlotAvailability(title, capacity, format)
	}
	if err == nil {
		err = report.WriteFile(f.plot, func(w io.Writer) error {
			_, err := w.Write(plot)
			return err
		})
	}
	if err != nil {
		return failure{fmt.Errorf("--plot %s: %w", f.plot, err)}
	}
	return nil
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
