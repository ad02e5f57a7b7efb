package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"rubato/draft"
	"rubato/experiments"
)

// initFlags are the flags of rubato init.
type initFlags struct {
	jobs, cluster, availability, held, out string
}

func newInit() *cobra.Command {
	var f initFlags
	cmd := &cobra.Command{
		Use:   "init",
		Short: "Write an experiment for your own cluster",
		Long: `Write an experiment that runs at once, with comments, from what you can export from
a cluster. What no file says is marked "assumed:". Without files it is a small
example. docs/cluster.md has the commands that export the files:

  --jobs          sacct --parsable2, any trace of jobs, manifests (HyperPodPyTorchJob,
                  PyTorchJob, TrainJob), workloads of Kueue
  --cluster       kubectl get nodes -o json, scontrol show node, sinfo, quotas of Kueue
                  or HyperPod
  --availability  a trace of capacity, or a Prometheus range query: GPUs that are there
  --held          a Prometheus range query: GPUs that another tenant holds`,
		Example: `  rubato init > example.yaml
  rubato init --jobs sacct.txt --cluster nodes.json --out my-cluster.yaml
  rubato init --jobs manifests.yaml --cluster nodes.json --held inference.json`,
		Args: takes(0, 0, "flags only"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.run(cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.jobs, "jobs", "", "the jobs: a trace, sacct's output or manifests in this `file`")
	fs.StringVar(&f.cluster, "cluster", "", "the nodes or quotas in this `file`")
	fs.StringVar(&f.availability, "availability", "", "the GPUs or nodes that are there over time, in this `file`")
	fs.StringVar(&f.held, "held", "", "the GPUs that another tenant holds over time, in this `file`")
	fs.StringVar(&f.out, "out", "", "write to this `file` instead of standard output")
	return cmd
}

func (f *initFlags) run(stdout, stderr io.Writer) error {
	var in draft.Input
	for _, file := range []struct {
		name string
		into **draft.File
	}{{f.jobs, &in.Jobs}, {f.cluster, &in.Cluster}, {f.availability, &in.Availability}, {f.held, &in.Held}} {
		var err error
		if *file.into, err = f.open(file.name); err != nil {
			return err
		}
	}
	d, err := draft.Make(in)
	if err != nil {
		return err
	}
	if _, err := experiments.Read("the experiment", d.YAML, filepath.Dir(f.out), experiments.Options{}); err != nil {
		return fmt.Errorf("nothing is written, as the experiment would not run:\n%w", err)
	}
	for _, w := range d.Warnings {
		fmt.Fprintln(stderr, "rubato: warning: "+w)
	}
	return f.write(d.YAML, stdout, stderr)
}

// open reads a file; its path in the experiment is relative to the experiment's
// folder.
func (f *initFlags) open(name string) (*draft.File, error) {
	if name == "" {
		return nil, nil
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	path, err := relative(filepath.Dir(f.out), name)
	return &draft.File{Name: name, Path: filepath.ToSlash(path), Data: data}, err
}

// relative returns a path as seen from a folder; absolute ones stay.
func relative(dir, name string) (string, error) {
	if filepath.IsAbs(name) {
		return name, nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	full, err := filepath.Abs(name)
	if err != nil {
		return "", err
	}
	return filepath.Rel(abs, full)
}

// write writes the experiment; a file that is there already stays.
func (f *initFlags) write(yaml []byte, stdout, stderr io.Writer) error {
	if f.out == "" {
		_, err := stdout.Write(yaml)
		return err
	}
	w, err := os.OpenFile(f.out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("--out %s: it is there already, want a new file", f.out)
	}
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if _, err := w.Write(yaml); err != nil {
		return failure{errors.Join(err, w.Close())}
	}
	if err := w.Close(); err != nil {
		return failure{err}
	}
	fmt.Fprintf(stderr, "wrote %s; try: rubato run %s\n", f.out, f.out)
	return nil
}
