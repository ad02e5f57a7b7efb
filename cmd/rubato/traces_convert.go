package main

import (
	"crypto/rand"
	"strings"

	"github.com/spf13/cobra"

	"rubato/traces"
)

func newTracesConvert() *cobra.Command {
	var f traceFlags
	var w writeFlags
	targets := (&traces.Jobs{}).Targets()
	cmd := &cobra.Command{
		Use:   "convert TRACE",
		Short: "Write a trace in another format",
		Long: `Write a trace, given by path or by the name of a built-in one, in another format:

  rubato    Rubato's own CSV, which holds all that Rubato knows of a trace
  parquet   the same as Parquet
  swf       the Standard Workload Format 2.2, a GPU as a processor; of jobs alone
  tiresias  the CSV of the Tiresias simulator; of jobs alone

What was left out in reading, and what the target cannot hold, is counted on stderr.`,
		Example: `  rubato traces convert tiresias/60_job.csv --to swf
  rubato traces convert sacct.txt --to parquet -o jobs.parquet`,
		Args:              takes(1, 1, "one trace: a path or a built-in name"),
		ValidArgsFunction: completeTraces,
		RunE: func(cmd *cobra.Command, args []string) error {
			jobs, capacity, err := f.read(args[0])
			if err != nil {
				return err
			}
			return w.write(cmd, jobs, capacity)
		},
	}
	cmd.Flags().StringVar(&w.target, "to", traces.TargetRubato, "the target: `"+strings.Join(targets, ", ")+"`")
	_ = cmd.RegisterFlagCompletionFunc("to", cobra.FixedCompletions(targets, cobra.ShellCompDirectiveNoFileComp))
	w.add(cmd)
	f.add(cmd)
	return cmd
}

func newTracesAnonymize() *cobra.Command {
	var f traceFlags
	var w writeFlags
	var key string
	cmd := &cobra.Command{
		Use:   "anonymize TRACE",
		Short: "Replace the names in a trace by pseudonyms",
		Long: `Replace the ids of jobs and the names of users, teams, jobs and nodes by pseudonyms,
and write Rubato's own CSV, or Parquet if --out ends in .parquet. A pseudonym is the
kind of name and the first 64 bits of the HMAC-SHA256 of kind and name under the key,
so that one key gives one name the same pseudonym in all files. Who has the key can
try names: keep it secret, and make it long. Without --key a random one is used and
forgotten. Times, sizes, GPU types, priorities and statuses stay as they are.`,
		Example:           `  rubato traces anonymize sacct.txt --key "$(cat key)" -o jobs.csv`,
		Args:              takes(1, 1, "one trace: a path or a built-in name"),
		ValidArgsFunction: completeTraces,
		RunE: func(cmd *cobra.Command, args []string) error {
			jobs, capacity, err := f.read(args[0])
			if err != nil {
				return err
			}
			if !cmd.Flags().Changed("key") {
				key = rand.Text()
			}
			if jobs != nil {
				jobs = jobs.Anonymize([]byte(key))
			} else {
				capacity = capacity.Anonymize([]byte(key))
			}
			w.byName()
			return w.write(cmd, jobs, capacity)
		},
	}
	cmd.Flags().StringVar(&key, "key", "", "the `key` of the pseudonyms (default: a random one, which is forgotten)")
	w.add(cmd)
	f.add(cmd)
	return cmd
}
