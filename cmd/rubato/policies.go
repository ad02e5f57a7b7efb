package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rubato/experiments"
	"rubato/policy"
)

func newPolicies() *cobra.Command {
	return &cobra.Command{
		Use:   "policies [NAME]",
		Short: "List the policies, or explain one and its parameters",
		Example: `  rubato policies
  rubato policies hyperpod`,
		Args:              takes(0, 1, "at most one name"),
		ValidArgsFunction: completeOne(policyNames),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return listPolicies(cmd.OutOrStdout())
			}
			e, err := policy.Lookup(args[0])
			if err != nil {
				return unknown("policy", args[0], policyNames())
			}
			return printPolicy(cmd.OutOrStdout(), e)
		},
	}
}

func policyNames() []string {
	var names []string
	for _, e := range policy.Entries() {
		names = append(names, e.Name)
	}
	return names
}

func listPolicies(out io.Writer) error {
	w := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, e := range policy.Entries() {
		fmt.Fprintf(w, "%s\t%s\n", e.Name, e.Summary)
	}
	return w.Flush()
}

func printPolicy(out io.Writer, e policy.Entry) error {
	fmt.Fprintf(out, "%s\n%s\n\nSource: %s\n\n%s\n", e.Name, e.Summary, e.Source, e.Doc)
	ps := experiments.Parameters(e.New())
	if len(ps) == 0 {
		fmt.Fprintln(out, "\nIt has no parameters.")
		return nil
	}
	fmt.Fprintln(out, "\nParameters, with their defaults:")
	for _, p := range ps {
		fmt.Fprintf(out, "\n  %s: %s   (%s)\n      %s\n", p.Name, p.Default, p.Kind, p.Description)
	}
	return nil
}
