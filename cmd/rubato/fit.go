package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rubato/fit"
	"rubato/report"
)

// fitFlags are the flags of rubato fit.
type fitFlags struct {
	fit.Options
	layout fit.Layout
	plot   string
	format string
}

func newFit() *cobra.Command {
	var f fitFlags
	cmd := &cobra.Command{
		Use:   "fit FILE.csv",
		Short: "Fit the parameters of a scaling model to measured throughputs",
		Long: `Fit scaling models to measured throughputs, and say which one to use and how far
its parameters are known. The file is CSV with a header: gpus, then nodes, batch
(global, in samples) and gpu_type if they are known, and one of seconds_per_step,
samples_per_second and tokens_per_second. Rows of one point are repeated
measurements. The models are ` + strings.Join(fit.Models(), ", ") + `.`,
		Example: `  rubato fit measured.csv
  rubato fit measured.csv --gpus-per-node 8 --plot fit.png
  rubato fit nodes.csv --replica-gpus 8 --model amdahl,power-law --format json`,
		Args:              takes(1, 1, "one CSV file"),
		ValidArgsFunction: completeFirst(completeCSV),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), args[0], cmd.OutOrStdout(), cmd.Flags().Changed)
		},
	}
	fs := cmd.Flags()
	fs.StringSliceVar(&f.Models, "model", nil, "fit only these `models` (default: all that the file's columns allow)")
	fs.StringVar(&f.plot, "plot", "", "draw throughput against GPUs into this `file`: "+strings.Join(report.PlotFormats(), ", ")+" by its name's end")
	fs.IntVar(&f.layout.ReplicaGPUs, "replica-gpus", 1, "`GPUs` of an indivisible replica")
	fs.IntVar(&f.layout.GPUsPerNode, "gpus-per-node", 0, "`GPUs` of a node: gives the nodes of a file without the column")
	fs.Uint64Var(&f.Seed, "seed", 1, "`seed` of the starting points")
	fs.StringVar(&f.format, "format", "text", "`text or json`")
	_ = cmd.RegisterFlagCompletionFunc("model", cobra.FixedCompletions(fit.Models(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(fitFormats, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

var fitFormats = []string{"text", "json"}

// completeCSV completes files of measurements.
func completeCSV(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"csv"}, cobra.ShellCompDirectiveFilterFileExt
}

func (f *fitFlags) run(ctx context.Context, name string, stdout io.Writer, given func(string) bool) error {
	if err := f.check(given); err != nil {
		return err
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("%s: no such file, want a CSV file of measurements", name)
	}
	if err != nil {
		return err
	}
	m, err := fit.Read(name, data, f.layout)
	if err != nil {
		return err
	}
	res, err := fit.Run(ctx, m, f.Options)
	if err != nil {
		return err
	}
	return f.write(res, stdout)
}

// check refuses flags out of bounds; given says whether one was set.
func (f *fitFlags) check(given func(string) bool) error {
	switch {
	case f.layout.ReplicaGPUs < 1:
		return fmt.Errorf("--replica-gpus %d: want a number of at least 1", f.layout.ReplicaGPUs)
	case f.layout.GPUsPerNode < 1 && given("gpus-per-node"):
		return fmt.Errorf("--gpus-per-node %d: want a number of at least 1", f.layout.GPUsPerNode)
	case f.plot != "" && !slices.Contains(report.PlotFormats(), f.plotFormat()):
		return fmt.Errorf("--plot %s: want a name that ends in .%s", f.plot, strings.Join(report.PlotFormats(), ", ."))
	case f.format != "text" && f.format != "json":
		return unknown("format", f.format, fitFormats)
	}
	return nil
}

// plotFormat is what the plot's name ends in.
func (f *fitFlags) plotFormat() string { return strings.TrimPrefix(filepath.Ext(f.plot), ".") }

// write draws the plot first: a result on the screen says that all is written.
func (f *fitFlags) write(res *fit.Result, stdout io.Writer) error {
	if f.plot != "" {
		png, err := res.Plot(f.plotFormat())
		if err == nil {
			err = os.WriteFile(f.plot, png, 0o666)
		}
		if err != nil {
			return failure{fmt.Errorf("--plot %s: %w", f.plot, err)}
		}
	}
	out := res.Text
	if f.format == "json" {
		out = res.JSON
	}
	if err := out(stdout); err != nil {
		return failure{err}
	}
	return nil
}
