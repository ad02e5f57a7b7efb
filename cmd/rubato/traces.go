package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"rubato/traces"
)

func newTraces() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "traces",
		Short: "Inspect, convert, cut and anonymise traces of jobs and of availability",
		Args:  cobra.ArbitraryArgs,
		RunE:  group,
	}
	cmd.AddCommand(newTracesList(), newTracesInspect(), newTracesConvert(), newTracesSlice(), newTracesAnonymize())
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
			for _, s := range traces.ProfileSamples() {
				fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n  %s\n  format   profiles, for the scaling model profile\n  source   %s\n  licence  %s\n  cite     %s\n",
					s.Name, s.Title, s.Source, s.Licence, s.Citation)
			}
			return nil
		},
	}
}
