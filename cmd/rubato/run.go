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
	"time"

	"github.com/spf13/cobra"

	"rubato/experiments"
	"rubato/report"
)

// runFlags are the flags of rubato run.
type runFlags struct {
	experiments.Options
	out      string
	format   string
	parallel count
	quiet    bool
	resume   bool
}

func newRun() *cobra.Command {
	var f runFlags
	cmd := &cobra.Command{
		Use:   "run EXPERIMENT",
		Short: "Run an experiment and print how its policies compare",
		Long: `Run an experiment, built in or a YAML file: each of its policies with each of its
seeds, at each point of its sweep if it has one. The comparison goes to standard
output. Files are written only with --out: all of them when every run has ended, none
if one fails or is interrupted. But the runs of a sweep, and with --resume those of
any experiment, are kept in the folder as they end: --resume goes on from there,
after Ctrl-C or whatever killed the program. Nothing is taken from there that was
made with another input or another build of the program.`,
		Example: `  rubato run hyperpod-night
  rubato run spot-p3 --policy fifo,hyperpod --out results
  rubato run hyperpod-night --set availability[0].calendar.hours[0].from=10:00
  rubato run my-cluster.yaml --seed 1..30 --parallel 4 --format json
  rubato run my-sweep.yaml --out results --resume
  rubato run my-cluster.yaml --set policies.hyperpod.scalingTimeout=10m`,
		Args:              takes(1, 1, "one experiment: a path or a built-in name"),
		ValidArgsFunction: completeFirst(completeExperiments),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkName(f.out, cmd.Flags().Changed("out")); err != nil {
				return err
			}
			if f.resume && f.out == "" {
				return errors.New("--resume: want --out too, the folder of the runs to go on with")
			}
			if len(f.Write) > 0 && f.out == "" {
				return errors.New("--write: got no folder to write into, want --out too")
			}
			if !slices.Contains(runFormats, f.format) {
				return unknown("format", f.format, runFormats)
			}
			return f.run(cmd.Context(), args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.out, "out", "", "write result.json, tables and plots into this `folder`")
	fs.StringSliceVar(&f.Policies, "policy", nil, "run only these `policies`, by label; a registered one not in the file runs with its defaults")
	fs.StringVar(&f.Seeds, "seed", "", "run with these `seeds` instead: 7, 1..30 or [1, 2]")
	fs.StringSliceVar(&f.Write, "write", nil, "write these `files` into the folder too, such as intervals.parquet")
	fs.StringVar(&f.format, "format", "text", "print `text or json`: the comparison, or what result.json has")
	fs.Var(&f.parallel, "parallel", "do this `many` runs at once; the results do not depend on it (default: the cores)")
	fs.BoolVar(&f.quiet, "quiet", false, "show no progress and name no files")
	fs.BoolVar(&f.resume, "resume", false, "run only what is not in the folder's runs yet, and keep every run there")
	addSet(cmd, &f.Options)
	_ = cmd.RegisterFlagCompletionFunc("policy", completeList)
	_ = cmd.RegisterFlagCompletionFunc("write", completeFiles)
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(runFormats, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

var runFormats = []string{"text", "json"}

func (f *runFlags) run(ctx context.Context, name string, stdout, stderr io.Writer) error {
	e, err := experiments.Load(name, f.Options)
	if err != nil {
		return err
	}
	if err := f.checkOut(); err != nil {
		return err
	}
	rep, err := f.simulate(ctx, e, stderr)
	if err != nil {
		return err
	}
	if err := f.print(rep, stdout); err != nil {
		return failure{err}
	}
	return f.writeFiles(e, rep, stderr)
}

// print is plain where standard output is no terminal.
func (f *runFlags) print(rep *report.Report, stdout io.Writer) error {
	if f.format == "json" {
		return rep.JSON(stdout)
	}
	terminal := isTerminal(stdout)
	return rep.Table(stdout, report.TableOptions{Width: width(stdout), Color: terminal && os.Getenv("NO_COLOR") == "", Bars: terminal})
}

// checkName refuses what is no folder's name, such as the flag after a --out that
// lacks its own.
func checkName(out string, given bool) error {
	switch {
	case given && out == "":
		return errors.New("--out: got no name, want a folder")
	case strings.HasPrefix(out, "-"):
		return fmt.Errorf("--out %s: want a folder, got what looks like a flag; write ./%s if it is a folder", out, out)
	}
	return nil
}

// checkOut makes sure, before hours of simulation, that the folder can be
// written. It leaves nothing behind.
func (f *runFlags) checkOut() error {
	if f.out == "" {
		return nil
	}
	for dir := filepath.Clean(f.out); ; dir = filepath.Dir(dir) {
		s, err := os.Stat(dir)
		if errors.Is(err, os.ErrNotExist) && dir != filepath.Dir(dir) {
			continue
		}
		if err == nil && !s.IsDir() {
			return fmt.Errorf("--out %s: %s is a file, want a folder", f.out, dir)
		}
		if err == nil {
			err = probe(dir)
		}
		if err != nil {
			return fmt.Errorf("--out %s: want a folder that can be written: %w", f.out, err)
		}
		return nil
	}
}

// probe makes a file in a folder and removes it. Its name is always the same, so that
// the next run removes it if this one is killed in between.
func probe(dir string) error {
	path := filepath.Join(dir, ".rubato-probe")
	t, err := os.Create(path)
	if err != nil {
		return err
	}
	if err := errors.Join(t.Close(), os.Remove(path)); !errors.Is(err, os.ErrNotExist) {
		return err
	}
	return nil
}

// simulate does the runs, with a progress bar on a terminal.
func (f *runFlags) simulate(ctx context.Context, e *experiments.Experiment, stderr io.Writer) (*report.Report, error) {
	o := experiments.RunOptions{Parallel: int(f.parallel), Record: f.out != ""}
	if f.keeps(e) {
		o.Store, o.Resume = filepath.Join(f.out, "runs"), f.resume
	}
	b := &bar{w: stderr, since: time.Now(), quiet: f.quiet || !isTerminal(stderr)}
	o.Progress = b.tell
	rep, err := e.Run(ctx, o)
	b.clear()
	f.tellStored(stderr, b.last)
	if err != nil && !experiments.BadInput(err) && !errors.Is(err, context.Canceled) {
		return nil, failure{err}
	}
	return rep, err
}

// keeps reports whether every run is kept: of a sweep, which takes long, and
// whenever the user wants to resume.
func (f *runFlags) keeps(e *experiments.Experiment) bool {
	return f.out != "" && (e.Sweeps() || f.resume)
}

// tellStored says what was not run again, and what was although it was there.
func (f *runFlags) tellStored(stderr io.Writer, p experiments.Progress) {
	if !f.resume || f.quiet {
		return
	}
	fmt.Fprintf(stderr, "%d of %d runs were in %s\n", p.Stored, p.AllRuns, filepath.Join(f.out, "runs"))
	if p.Damaged > 0 {
		fmt.Fprintf(stderr, "%d more were there but damaged, and are run again\n", p.Damaged)
	}
}

func (f *runFlags) writeFiles(e *experiments.Experiment, rep *report.Report, stderr io.Writer) error {
	if f.out == "" {
		return nil
	}
	written, removed, err := rep.WriteFiles(f.out, e.Outputs())
	if err != nil {
		return failure{err}
	}
	if f.quiet {
		return nil
	}
	for _, name := range written {
		fmt.Fprintln(stderr, "wrote "+name)
	}
	for _, name := range removed {
		fmt.Fprintln(stderr, "removed "+name+" of an earlier run")
	}
	return nil
}
