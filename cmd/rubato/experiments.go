package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rubato/experiments"
)

func newExperiments() *cobra.Command {
	return &cobra.Command{
		Use:   "experiments [NAME]",
		Short: "List the built-in experiments, or print one as YAML",
		Example: `  rubato experiments
  rubato experiments hyperpod-night > mine.yaml   start from a built-in one`,
		Args:              takes(0, 1, "at most one name"),
		ValidArgsFunction: completeOne(experiments.Names),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 1 {
				return printExperiment(cmd, args[0])
			}
			return listExperiments(cmd)
		},
	}
}

func printExperiment(cmd *cobra.Command, name string) error {
	data, ok := experiments.Source(name)
	if !ok {
		return unknown("built-in experiment", name, experiments.Names())
	}
	_, err := cmd.OutOrStdout().Write(data)
	return err
}

func listExperiments(cmd *cobra.Command) error {
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 8, 2, ' ', 0)
	for _, name := range experiments.Names() {
		e, err := experiments.Load(name, experiments.Options{})
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s\t%s\n", name, e.Title)
	}
	return w.Flush()
}
