package draft

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"rubato/simtime"
	"rubato/site"
)

// example is the experiment of who has no file.
//
//go:embed example.yaml
var example []byte

// text is YAML that is being written.
type text struct{ strings.Builder }

// line writes a line with a comment, if there is one.
func (t *text) line(comment, format string, args ...any) {
	s := fmt.Sprintf(format, args...)
	if comment != "" {
		s = fmt.Sprintf("%-60s # %s", s, plain(comment))
	}
	t.WriteString(s + "\n")
}

// assume writes a line with what had to be assumed.
func (t *text) assume(why, format string, args ...any) { t.line("assumed: "+why, format, args...) }

// span writes a time as short as it can be, such as 24h rather than 24h0m0s.
func span(d simtime.Duration) string {
	s := d.String()
	if short, ok := strings.CutSuffix(s, "m0s"); ok {
		s = short + "m"
	}
	if short, ok := strings.CutSuffix(s, "h0m"); ok {
		s = short + "h"
	}
	return s
}

// plain makes text that others wrote safe for a comment.
func plain(s string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsPrint(c) {
			return ' '
		}
		return c
	}, s)
}

// quote writes a text as YAML.
func quote(s string) string { return strconv.QuoteToASCII(s) }

// write returns the experiment.
func (p *plan) write() ([]byte, error) {
	var t text
	t.line("", "# An experiment to start from. Lines that say \"assumed:\" hold what no file says: put in what you")
	t.line("", "# know. Keys are explained in docs/experiment.md; run it with `rubato run`.")
	for _, c := range p.comments {
		t.line("", "#   %s", plain(c))
	}
	t.line("", "name: my-cluster")
	t.line("", "title: %s", quote(p.title()))
	if p.trace != nil && !p.trace.Origin.IsZero() {
		t.line("wall clock of the first submission, as in the trace", "origin: %s", p.trace.Origin.Format("2006-01-02T15:04:05Z"))
	}
	p.writeCluster(&t)
	p.writeAvailability(&t)
	if p.trace != nil {
		p.writeTrace(&t)
	} else {
		p.writeJobs(&t)
	}
	p.writePolicies(&t)
	return []byte(t.String()), nil
}

func (p *plan) title() string {
	switch {
	case p.trace != nil:
		return fmt.Sprintf("%d jobs of %s on my cluster", p.trace.Rows, p.in.Jobs.Path)
	case p.in.Jobs != nil:
		return fmt.Sprintf("The jobs of %s on my cluster", p.in.Jobs.Path)
	}
	return "My cluster"
}

func (p *plan) writeCluster(t *text) {
	t.line("", "\ncluster:\n  pools:")
	for _, pl := range p.pools {
		t.line(assumption(pl.assumed), "    - {%s}", pl.yaml())
	}
	for _, pl := range p.unused {
		t.line("", "    # - {%s}   # no job says that it runs there", pl.yaml())
	}
}

func assumption(why string) string {
	if why == "" {
		return ""
	}
	return "assumed: " + why
}

// yaml returns the keys of a pool.
func (pl pool) yaml() string {
	s := fmt.Sprintf("name: %s, nodes: %d, gpusPerNode: %d", quote(pl.Name), pl.Nodes, pl.GPUsPerNode)
	if pl.GPUType != "" {
		s += ", gpuType: " + quote(pl.GPUType)
	}
	if pl.CPUsPerNode > 0 && pl.MemoryGiBPerNode > 0 {
		s += fmt.Sprintf(", cpusPerNode: %d, memoryGiBPerNode: %d", pl.CPUsPerNode, pl.MemoryGiBPerNode)
	}
	if pl.spares > 0 {
		s += fmt.Sprintf(", spares: %d", pl.spares)
	}
	return s
}

// writeAvailability writes how the GPUs of the first pool change.
func (p *plan) writeAvailability(t *text) {
	pl := p.pools[0]
	switch {
	case p.capacity != nil:
		t.line("", "\navailability:")
		t.line("a unit of the trace is a node", "  - trace: {file: %s}", quote(p.in.Availability.Path))
	case p.series != nil:
		t.line("", "\navailability:\n  - steps:")
		p.writeSteps(t, p.series, func(n int) int { return n })
	case p.held != nil:
		t.line("", "\navailability:")
		t.line("", "  - steps:  # what %s leaves of the %d GPUs", plain(p.in.Held.Name), pl.GPUs())
		p.writeSteps(t, p.held, func(n int) int { return max(pl.GPUs()-n, 0) })
	default:
		t.line("", "\n# availability: every GPU is there at all times; add failures, spot traces or a tenant's hours here.")
		return
	}
	t.line("", "    pool: %s", quote(pl.Name))
	t.assume("losses come without notice; spot markets give 30s to 2m", "    notice: 0s")
	if p.trace != nil {
		t.line("", "    # assumed: the first sample is at the time of the first submission")
	}
}

// writeSteps writes the GPUs that are there, where they change.
func (p *plan) writeSteps(t *text, series []site.Sample, there func(int) int) {
	last := -1
	for _, s := range series {
		if n := there(s.GPUs); n != last {
			t.line("", "      - {at: %s, gpus: %d}", span(simtime.Duration(s.At)), n)
			last = n
		}
	}
}

// writeTrace writes a trace of jobs and what they are like.
func (p *plan) writeTrace(t *text) {
	t.line("", "\nworkload:\n  trace:")
	t.line(p.trace.Format, "    file: %s", quote(p.in.Jobs.Path))
	if n := p.trace.Jobs.ZeroDuration; n > 0 {
		t.assume(fmt.Sprintf("%d jobs that ran for no time are left out", n), "    zeroDuration: drop")
	}
	for _, s := range p.trace.Skipped {
		t.line("", "    # %d rows: %s", s.Count, plain(s.Reason))
	}
	t.line("", "  model:")
	if len(p.pools) > 1 {
		t.assume("all jobs run in the pool with most GPUs", "    pool: %s", quote(p.pools[0].Name))
	}
	t.assume("60 % of the jobs can run on a quarter to twice their GPUs", "    elastic: {minFactor: 0.25, maxFactor: 2, step: double, share: 0.6}")
	p.writeCosts(t)
}

// writeCosts writes what no cluster exports: scaling, checkpoints, restarts.
func (p *plan) writeCosts(t *text) {
	t.assume("7x on 8 nodes, as AWS has published of a 70B model; see rubato fit", "    scaling: {model: power-law, exponent: 0.936}")
	t.assume("912 GB at 16 GB/s, a 70B model on 8 nodes", "    checkpoint: {interval: 30m, save: 60s}")
	t.assume("start-up measured with DeepSpeed, by nodes; load 2.5 x save", "    restart: {start: {fixed: 12s, perNode: 6300ms}, load: 150s}")
}

// writePolicies writes the policies to compare.
func (p *plan) writePolicies(t *text) {
	t.line("", "\npolicies:")
	t.line("no elasticity: strict order of submission", "  fifo: {}")
	t.line("no elasticity: backfill", "  easy: {}")
	p.writeQuotas(t)
	for _, j := range p.jobs {
		if s := j.Scaling; s != (site.Scaling{}) {
			t.line("as in the manifest of "+j.Name+"; each job's own timeouts count", "  hyperpod: {%s}", times(s))
			return
		}
	}
	t.assume("the times of the vendor's examples", "  hyperpod: {scalingTimeout: 60s, gracefulShutdownTimeout: 10m, faultyScaleDownTimeout: 30s}")
}

// times returns the times of changes of size as parameters of the policy.
func times(s site.Scaling) string {
	return fmt.Sprintf("scalingTimeout: %s, gracefulShutdownTimeout: %s, faultyScaleDownTimeout: %s, scaleUpSnoozeTime: %s",
		span(s.Window), span(s.GracefulShutdown), span(s.FaultyScaleDown), span(s.Snooze))
}
