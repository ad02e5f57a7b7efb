package main

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"

	"rubato/experiments"
)

func newVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  takes(0, 0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "rubato %s\n", version())
			return err
		},
	}
}

// version names the build: the program's version, Go's and the platform.
func version() string {
	return fmt.Sprintf("%s (%s, %s/%s)", experiments.ProgramVersion(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}
