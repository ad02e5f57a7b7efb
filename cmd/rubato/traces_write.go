package main

import (
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rubato/report"
	"rubato/traces"
)

// writeFlags say where a trace goes, and as what.
type writeFlags struct {
	target, out string
}

// add gives a command the flag of the file.
func (f *writeFlags) add(cmd *cobra.Command) {
	cmd.Flags().StringVarP(&f.out, "out", "o", "", "write this `file`, gzipped if its name ends in .gz (default: to the screen, as text)")
}

// byName sets the target by the file's name, where the command has no flag for it.
func (f *writeFlags) byName() {
	f.target = traces.TargetRubato
	if filepath.Ext(f.out) == ".parquet" {
		f.target = traces.TargetParquet
	}
}

// writer is a trace of either kind.
type writer interface {
	Targets() []string
	Write(w io.Writer, target string) ([]traces.Skip, error)
}

// write writes jobs or availability, and says on stderr what reading left out and
// writing lost.
func (f *writeFlags) write(cmd *cobra.Command, jobs *traces.Jobs, capacity *traces.Availability) error {
	var t writer
	var skipped []traces.Skip
	var rows int
	if jobs != nil {
		t, skipped, rows = jobs, jobs.Skipped, len(jobs.Rows)
	} else {
		t, skipped, rows = capacity, capacity.Skipped, len(capacity.Events)+len(capacity.Counts)
	}
	switch targets := t.Targets(); {
	case !slices.Contains(targets, f.target):
		return unknown("target", f.target, targets)
	case f.target == traces.TargetParquet && f.out == "":
		return errors.New("--out: got no file, want one for Parquet, which is not text")
	}
	lost, err := f.deliver(cmd.OutOrStdout(), t)
	if err != nil {
		return err
	}
	stderr := cmd.ErrOrStderr()
	for _, s := range skipped {
		fmt.Fprintf(stderr, "skipped %d: %s\n", s.Count, s.Reason)
	}
	for _, s := range lost {
		fmt.Fprintf(stderr, "lost %d: %s\n", s.Count, s.Reason)
	}
	if f.out != "" {
		fmt.Fprintf(stderr, "wrote %s: %d rows\n", f.out, rows)
	}
	return nil
}

// deliver writes the trace to the file, or to stdout.
func (f *writeFlags) deliver(stdout io.Writer, t writer) (lost []traces.Skip, err error) {
	into := func(w io.Writer) error {
		lost, err = t.Write(w, f.target)
		return err
	}
	if f.out == "" {
		err = into(stdout)
	} else {
		err = report.WriteFile(f.out, func(w io.Writer) error { return packed(f.out, w, into) })
	}
	if err != nil {
		return nil, failure{err}
	}
	return lost, nil
}

// packed writes through gzip if the name asks for it.
func packed(name string, w io.Writer, write func(io.Writer) error) error {
	if !strings.HasSuffix(name, ".gz") {
		return write(w)
	}
	z := gzip.NewWriter(w)
	return errors.Join(write(z), z.Close())
}
