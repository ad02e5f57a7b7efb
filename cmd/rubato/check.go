package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"rubato/experiments/check"
	"rubato/report"
)

// checkFlags are the flags of rubato check.
type checkFlags struct {
	junit, summary string
	github, update bool
}

func newCheck() *cobra.Command {
	var f checkFlags
	cmd := &cobra.Command{
		Use:   "check BASELINE",
		Short: "Run experiments again and fail if they are worse than a baseline",
		Long: `Run the cases of a baseline, a YAML file that is kept with the code, and compare them
with what is recorded there: behaviour by digest, figures by tolerances, speed as a
multiple of a reference loop that is measured in turns with it, both in CPU time. What
is better by more than its tolerance is shown and does not fail.

To begin, write the cases, and record what they give with --update:

  version: 1
  cases:
    hyperpod-night: {}

Exit codes: 0 nothing is worse, 1 something is, 2 a case could not be run or the
baseline is at fault.`,
		Example: `  rubato check baseline.yaml
  rubato check baseline.yaml --update               and look at git diff
  rubato check baseline.yaml --junit junit.xml --summary summary.md`,
		Args: takes(1, 1, "one baseline"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd.Context(), args[0], cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	fs := cmd.Flags()
	fs.BoolVar(&f.update, "update", false, "record what the cases give now, and show what that changes")
	fs.StringVar(&f.junit, "junit", "", "write the outcome as JUnit XML into this `file`")
	fs.StringVar(&f.summary, "summary", os.Getenv("GITHUB_STEP_SUMMARY"), "add the outcome as Markdown to the end of this `file` (default: $GITHUB_STEP_SUMMARY)")
	fs.Lookup("summary").DefValue = ""
	fs.BoolVar(&f.github, "github", os.Getenv("GITHUB_ACTIONS") == "true", "print annotations for GitHub Actions (default: if $GITHUB_ACTIONS is true)")
	fs.Lookup("github").DefValue = "false"
	return cmd
}

func (f *checkFlags) run(ctx context.Context, path string, stdout, stderr io.Writer) error {
	b, err := check.Read(path)
	if err != nil {
		return err
	}
	tell := func(name string, place, of int) { fmt.Fprintf(stderr, "\r\x1b[K%d of %d: %s", place+1, of, name) }
	end := func() { fmt.Fprint(stderr, "\r\x1b[K") }
	if !isTerminal(stderr) {
		tell, end = nil, func() {}
	}
	o, err := b.Run(ctx, tell)
	end()
	if err != nil {
		return err
	}
	if err := f.write(o, stdout); err != nil {
		return err
	}
	if f.update {
		return updateBaseline(path, o, stderr)
	}
	if o.NotRun() > 0 {
		return errors.New(o.Verdict())
	}
	if o.Regressions() > 0 {
		return failure{errors.New(o.Verdict() + "; if that is meant, run with --update and commit the baseline")}
	}
	fmt.Fprintln(stdout, "\n"+o.Verdict())
	return nil
}

// write tells the outcome to all who want it.
func (f *checkFlags) write(o *check.Outcome, stdout io.Writer) error {
	if err := o.Text(stdout); err != nil {
		return err
	}
	if f.github {
		if err := o.GitHub(stdout); err != nil {
			return err
		}
	}
	if f.junit != "" {
		if err := report.WriteFile(f.junit, o.JUnit); err != nil {
			return err
		}
	}
	if f.summary == "" {
		return nil
	}
	// Other steps of a workflow add to the same file.
	w, err := os.OpenFile(f.summary, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	return errors.Join(o.Markdown(w), w.Close())
}

// updateBaseline writes the baseline whole, or not at all.
func updateBaseline(path string, o *check.Outcome, stderr io.Writer) error {
	text, err := o.Update()
	if err != nil {
		return err
	}
	old, err := os.ReadFile(path)
	if err == nil && string(old) == string(text) {
		fmt.Fprintln(stderr, path+" stays as it is")
		return nil
	}
	if err := report.WriteFile(path, func(w io.Writer) error { _, err := w.Write(text); return err }); err != nil {
		return err
	}
	fmt.Fprintln(stderr, "wrote "+path)
	return nil
}
