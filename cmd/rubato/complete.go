package main

import (
	"strings"

	"github.com/spf13/cobra"

	"rubato/experiments"
	"rubato/report"
	"rubato/traces"
)

type completion = func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective)

// completeExperiments completes names of built-in experiments, and files.
func completeExperiments(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return experiments.Names(), cobra.ShellCompDirectiveDefault
}

// completeOne completes a single argument from a list of words.
func completeOne(words func() []string) completion {
	return func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return words(), cobra.ShellCompDirectiveNoFileComp
	}
}

// completeList completes the last of words separated by commas: the policies of
// the experiment that the command line names, and the registered ones.
func completeList(_ *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
	words := policyNames()
	if len(args) > 0 {
		if e, err := experiments.Load(args[0], experiments.Options{}); err == nil {
			words = append(e.Policies(), words...)
		}
	}
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	var out []string
	seen := make(map[string]bool)
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			out = append(out, before+w)
		}
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeFiles completes the last of the files that a run can write.
func completeFiles(_ *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
	before := typed[:strings.LastIndexByte(typed, ',')+1]
	var out []string
	for _, name := range report.FileNames() {
		out = append(out, before+string(name))
	}
	return out, cobra.ShellCompDirectiveNoFileComp
}

// completeTraces completes names of built-in traces, and files.
func completeTraces(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return sampleNames(), cobra.ShellCompDirectiveDefault
}

func sampleNames() []string {
	var names []string
	for _, s := range traces.Samples() {
		names = append(names, s.Name)
	}
	return names
}

// completeFirst completes only the first argument.
func completeFirst(c completion) completion {
	return func(cmd *cobra.Command, args []string, typed string) ([]string, cobra.ShellCompDirective) {
		if len(args) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return c(cmd, args, typed)
	}
}
