package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rubato/report"
)

// plotFlags are the flags of rubato plot.
type plotFlags struct {
	kinds, formats []string
	out            string
}

func newPlot() *cobra.Command {
	var f plotFlags
	cmd := &cobra.Command{
		Use:   "plot RESULT",
		Short: "Draw plots of a run from the files in its folder",
		Long: `Draw plots from the folder that rubato run --out wrote, without running anything
again. A plot in the format csv is the data that it shows. The kinds are

` + describePlots(),
		Example: `  rubato plot results --kind waste --format svg
  rubato plot results --kind pareto,slowdown --format pdf,csv --out figures`,
		Args: takes(1, 1, "one folder of a run"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(args[0], cmd.OutOrStdout())
		},
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.kinds, "kind", nil, "draw plots of these `kinds`")
	fs.StringSliceVar(&f.formats, "format", []string{"png"}, "in these `formats`: "+strings.Join(report.PlotFormats(), ", "))
	fs.StringVar(&f.out, "out", "", "write them into this `folder` (default: that of the run)")
	_ = cmd.RegisterFlagCompletionFunc("kind", cobra.FixedCompletions(plotKinds(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(report.PlotFormats(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func plotKinds() []string {
	var out []string
	for _, k := range report.PlotKinds() {
		out = append(out, k.Name)
	}
	return out
}

// describePlots is a line a kind.
func describePlots() string {
	var b strings.Builder
	for _, k := range report.PlotKinds() {
		fmt.Fprintf(&b, "  %-15s %s\n", k.Name, k.About)
	}
	return b.String()
}

func (f *plotFlags) run(dir string, stdout io.Writer) error {
	if len(f.kinds) == 0 {
		return fmt.Errorf("--kind: got none, want one or more of %s", strings.Join(plotKinds(), ", "))
	}
	for _, k := range f.kinds {
		if !slices.Contains(plotKinds(), k) {
			return unknown("kind of plot", k, plotKinds())
		}
	}
	for _, format := range f.formats {
		if !slices.Contains(report.PlotFormats(), format) {
			return unknown("format", format, report.PlotFormats())
		}
	}
	rep, err := report.Read(dir)
	if err != nil {
		return err
	}
	if f.out == "" {
		f.out = dir
	}
	return f.draw(rep, stdout)
}

// draw draws all plots before it writes the first.
func (f *plotFlags) draw(rep *report.Report, stdout io.Writer) error {
	var names []string
	var plots [][]byte
	for _, kind := range f.kinds {
		for _, format := range f.formats {
			data, err := rep.Plot(kind, format)
			if err != nil {
				return fmt.Errorf("%s: %w", kind, err)
			}
			names, plots = append(names, kind+"."+format), append(plots, data)
		}
	}
	if err := os.MkdirAll(f.out, 0o777); err != nil {
		return failure{err}
	}
	for i, name := range names {
		path := filepath.Join(f.out, name)
		if err := os.WriteFile(path, plots[i], 0o666); err != nil {
			return failure{err}
		}
		fmt.Fprintln(stdout, "wrote "+path)
	}
	return nil
}
