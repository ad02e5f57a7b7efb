package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"os"
	"time"

	"github.com/spf13/cobra"

	"rubato/serve"
)

// serveFlags are the flags of rubato serve.
type serveFlags struct {
	addr        string
	dir         string
	allowRemote bool
	runTime     time.Duration
	runs        count
}

func newServe() *cobra.Command {
	f := serveFlags{runs: 2}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run experiments from a web page on this machine",
		Long: `Serve a web page on which experiments are run: pick a built-in one or bring a YAML
file, turn its parameters, watch the run, read the report, compare it with the run
before. Only this machine can reach it unless --allow-remote says otherwise; it asks
nobody for a password.

An uploaded experiment reads no file, only built-in traces, unless --dir names a
folder; then its paths count from there and lead nowhere else. Results are kept in a
temporary folder, the last ten, which is removed at the end. Ctrl-C ends the server
and its runs.`,
		Example: `  rubato serve                                  then open http://127.0.0.1:8080
  rubato serve --addr 127.0.0.1:0 --dir traces  on any free port; uploads may read traces/`,
		Args: takes(0, 0, "none"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			return f.serve(cmd.Context(), cmd)
		},
	}
	fs := cmd.Flags()
	fs.StringVar(&f.addr, "addr", "127.0.0.1:8080", "listen on this `address`")
	fs.StringVar(&f.dir, "dir", "", "let uploaded experiments read traces in this `folder`")
	fs.BoolVar(&f.allowRemote, "allow-remote", false, "listen on an address that other machines can reach")
	fs.DurationVar(&f.runTime, "run-time", 10*time.Minute, "stop a run after this `time`")
	fs.Var(&f.runs, "runs", "do this `many` runs at once; more of them wait")
	_ = cmd.MarkFlagDirname("dir")
	return cmd
}

func (f *serveFlags) serve(ctx context.Context, cmd *cobra.Command) error {
	if f.runTime <= 0 {
		return fmt.Errorf("--run-time %v: want a time over 0", f.runTime)
	}
	c := serve.Config{RunTime: f.runTime, Runs: int(f.runs), Log: log.New(cmd.ErrOrStderr(), "rubato: ", 0)}
	if f.dir != "" {
		root, err := os.OpenRoot(f.dir)
		if err != nil {
			return fmt.Errorf("--dir %s: want a folder: %w", f.dir, err)
		}
		defer root.Close()
		c.Files = root.FS()
	}
	l, err := f.listen(&c)
	if err != nil {
		return err
	}
	s, err := serve.New(c)
	if err != nil {
		return failure{errors.Join(err, l.Close())}
	}
	if f.allowRemote {
		fmt.Fprintln(cmd.ErrOrStderr(), "rubato: warning: --allow-remote: whoever reaches this address can run experiments and read their results")
	}
	fmt.Fprintf(cmd.OutOrStdout(), "http://%s\n", l.Addr())
	if err := errors.Join(s.Serve(ctx, l), s.Close()); err != nil {
		return failure{err}
	}
	return nil
}

// listen refuses an address that other machines can reach unless they are allowed.
func (f *serveFlags) listen(c *serve.Config) (net.Listener, error) {
	host, _, err := net.SplitHostPort(f.addr)
	if err != nil {
		return nil, fmt.Errorf("--addr %s: want a host and a port, such as 127.0.0.1:8080: %w", f.addr, err)
	}
	at, err := net.ResolveTCPAddr("tcp", f.addr)
	if err != nil {
		return nil, fmt.Errorf("--addr %s: %w", f.addr, err)
	}
	if !at.IP.IsLoopback() && !f.allowRemote {
		return nil, fmt.Errorf("--addr %s: other machines can reach that address; want one of this machine alone, such as 127.0.0.1:8080, or --allow-remote too", f.addr)
	}
	c.Host = host
	l, err := net.ListenTCP("tcp", at)
	if err != nil {
		return nil, fmt.Errorf("--addr %s: %w", f.addr, err)
	}
	return l, nil
}
