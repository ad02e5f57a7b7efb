package main

import (
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rubato/compare"
	"rubato/experiments"
	"rubato/report"
)

// compareFlags are the flags of rubato compare.
type compareFlags struct {
	baseline string
	metrics  []string
	format   string
	pareto   bool
}

func newCompare() *cobra.Command {
	var f compareFlags
	cmd := &cobra.Command{
		Use:   "compare RESULT...",
		Short: "Say which policies are better, by how much, and how sure that is",
		Long: `Compare the policies of one or several results, each a folder that rubato run --out
wrote or its result.json. At each point of a sweep a table has the means over the
seeds, with the best of each metric marked, and what cannot be told from it. Then
each policy is compared with a baseline, seed by seed, for with one seed the same
happens to all of them: the change of the mean with its 95 % bootstrap interval, and
a verdict by Wilcoxon's test with Holm's correction. There is none from one seed.

Of several results the seeds and the policies add up, if they are of one scenario. A
label that stands for different policies, or was run by different versions of the
program, is told apart by the name of its result. Results of different scenarios are
refused, unless they are different points of a sweep.

The metrics are ` + strings.Join(compare.MetricNames(), ", ") + `.`,
		Example: `  rubato compare results
  rubato compare results --baseline easy --metric wasted_gpu_hours,p99_time_to_train_hours --pareto
  rubato compare before after --format markdown
  rubato compare seeds-1-15 seeds-16-30 --format csv > verdicts.csv`,
		Args: takes(1, -1, "one or more folders of runs"),
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(args, cmd.OutOrStdout())
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.baseline, "baseline", "", "compare with this `policy` (default: the first one)")
	fs.StringSliceVar(&f.metrics, "metric", nil, "compare by these `metrics` (default: columns of all, verdicts by waste and times to train)")
	fs.StringVar(&f.format, "format", "table", "print `"+strings.Join(compare.Formats, "|")+"`")
	fs.BoolVar(&f.pareto, "pareto", false, "say who is on the Pareto front of waste and p99 time to train, and who not (csv and json always do)")
	_ = cmd.RegisterFlagCompletionFunc("metric", cobra.FixedCompletions(compare.MetricNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(compare.Formats, cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (f *compareFlags) run(paths []string, stdout io.Writer) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	var runs []compare.Run
	for _, p := range paths {
		more, err := report.ReadFigures(p)
		if err != nil {
			return err
		}
		runs = append(runs, more...)
	}
	tables, err := compare.Tables(runs, o)
	var none *compare.NoPolicy
	if errors.As(err, &none) {
		return errors.New("--baseline: " + none.Error() + experiments.DidYouMean(none.Name, none.Policies))
	}
	if err != nil {
		return err
	}
	if err := compare.Write(stdout, tables, f.format, f.pareto); err != nil {
		return failure{err}
	}
	return nil
}

// options checks the flags.
func (f *compareFlags) options() (compare.Options, error) {
	o := compare.Options{Baseline: f.baseline}
	if !slices.Contains(compare.Formats, f.format) {
		return o, unknown("format", f.format, compare.Formats)
	}
	names := compare.MetricNames()
	for _, m := range f.metrics {
		i := slices.Index(names, m)
		if i < 0 {
			return o, unknown("metric", m, names)
		}
		o.Metrics = append(o.Metrics, i)
	}
	return o, nil
}
