package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"rubato/experiments"
)

func newValidate() *cobra.Command {
	var o experiments.Options
	cmd := &cobra.Command{
		Use:   "validate EXPERIMENT...",
		Short: "Check experiments and name every fault with file, line and column",
		Example: `  rubato validate my-cluster.yaml
  rubato validate hyperpod-night --set cluster.pools[0].nodes=16`,
		Args:              takes(1, -1, "experiments: paths or built-in names"),
		ValidArgsFunction: completeExperiments,
		RunE: func(cmd *cobra.Command, args []string) error {
			var faults []error
			for _, name := range args {
				e, err := experiments.Load(name, o)
				if err != nil {
					faults = append(faults, err)
					continue
				}
				fmt.Fprintln(cmd.OutOrStdout(), "ok  "+e.String())
			}
			return errors.Join(faults...)
		},
	}
	addSet(cmd, &o)
	return cmd
}

// addSet adds the flag --set.
func addSet(cmd *cobra.Command, o *experiments.Options) {
	cmd.Flags().StringArrayVar(&o.Set, "set", nil, "change a value before the run, `path=value`; may be repeated")
}
