package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"strings"
	"syscall"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rubato/experiments"
)

// Exit codes.
const (
	exitOK          = 0
	exitFailed      = 1   // a run failed
	exitBadInput    = 2   // the command line or what it names is at fault
	exitInterrupted = 130 // by Ctrl-C, as shells have it
)

// failure is an error that is not the fault of the input.
type failure struct{ error }

// execute runs the command line and returns the exit code.
func execute(args []string, stdout, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	return exitCode(root.ExecuteContext(ctx), stderr)
}

// exitCode prints an error and returns the code that stands for it.
func exitCode(err error, stderr io.Writer) int {
	var failed failure
	var stopped *experiments.Interrupted
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &stopped):
		fmt.Fprintln(stderr, "rubato: "+stopped.Error()+"; the same command with --resume goes on from there")
		return exitInterrupted
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(stderr, "rubato: interrupted; nothing was written")
		return exitInterrupted
	case errors.As(err, &failed):
		fmt.Fprintln(stderr, "rubato: "+err.Error())
		return exitFailed
	case experiments.BadInput(err):
		fmt.Fprintln(stderr, err)
	default:
		fmt.Fprintln(stderr, "rubato: "+strings.TrimSpace(err.Error()))
	}
	return exitBadInput
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "rubato",
		Short: "Simulate elastic GPU scheduling on real traces",
		Long: `Rubato replays traces of GPU availability and of jobs against static, preemptive
and elastic scheduling policies. It reports the GPU-hours wasted, by cause, and
the time to train. The same input gives the same output, to the byte.

Exit codes: 0 all is well, 1 a run failed or something is worse than a baseline,
2 the command line or an input file is at fault, 130 interrupted.`,
		Example: `  rubato run spot-p3                        compare policies on a real spot trace
  rubato run my-cluster.yaml --out results  and write tables, JSON and plots
  rubato compare results                    say which policy is better, and how sure that is
  rubato experiments critical-job           print a built-in experiment to start from
  rubato policies hyperpod                  what a policy does, and its parameters`,
		Version:       version(),
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cmd.Help()
			}
			return unknown("command", args[0], commandNames(cmd))
		},
	}
	root.SetVersionTemplate("rubato {{.Version}}\n")
	root.SetFlagErrorFunc(flagError)
	root.AddCommand(newInit(), newRun(), newCompare(), newCheck(), newValidate(), newPolicies(), newExperiments(), newTraces(), newFit(), newPlot(), newServe(), newVersion())
	return root
}

// commandNames lists the subcommands that help shows.
func commandNames(cmd *cobra.Command) []string {
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	return names
}

// unknown is the error of a name that is none of the words.
func unknown(what, name string, words []string) error {
	return fmt.Errorf("no %s %q, want one of %s%s", what, name, strings.Join(words, ", "), experiments.DidYouMean(name, words))
}

// flagError adds the nearest flag to the error of an unknown one.
func flagError(cmd *cobra.Command, err error) error {
	name, found := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !found {
		return fmt.Errorf("%w (see %s --help)", err, cmd.CommandPath())
	}
	var flags []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, "--"+f.Name) })
	return unknown("flag", "--"+name, flags)
}

// group returns the RunE of a command that only has subcommands.
func group(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return cmd.Help()
	}
	return unknown("command", args[0], commandNames(cmd))
}

// takes returns a check of the number of arguments; most -1 sets no limit.
func takes(least, most int, what string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) >= least && (most < 0 || len(args) <= most) {
			return nil
		}
		return fmt.Errorf("got %d arguments, want %s (see %s --help)", len(args), what, cmd.CommandPath())
	}
}
