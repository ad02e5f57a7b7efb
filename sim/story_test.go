package sim_test

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/cockroachdb/datadriven"
	"github.com/stretchr/testify/require"
	"gopkg.in/yaml.v3"

	"rubato/cluster"
	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

func init() { sim.SetAudit() }

// TestStories runs the scenarios of testdata. If it fails, run it with -rewrite
// and read the diff; commit it only if you can derive the new answer by hand.
//
// A story is told in these commands; spans of time are like 90s or 2h:
//
//	cluster [pool=NAME] nodes=N gpus=N-a-node [up=GPUs there at time 0] [rented]
//	    [rack=nodes-a-rack] [cpus=N-a-node] [memory=GiB-a-node] [spares=nodes]
//	    adds a pool; without a name it is called p0, p1, …
//	capacity at=T delta=±GPUs [pool=INDEX] [node=INDEX] [external] [notice=T] [detection=T]
//	crash at=T node=INDEX [pool=INDEX] [detection=T]
//	slow at=T node=INDEX speed=F [pool=INDEX]
//	storage [bandwidth=bytes-a-second] [pernode=bytes-a-second]
//	job id=NAME gpus=N duration=T-at-that-size
//	    [submit=T] [cancel=T] [priority=N] [pool=INDEX] [elsewhere=(INDEX,…)] [deadline=T] [team=NAME]
//	    [replica=GPUs] [cpus=N-a-replica] [memory=GiB-a-replica]
//	    [sizes=(N,…) | min=N max=N step=N] [serial=F] [exponent=F]
//	    [spread=(F,F)] [speed=F]
//	    [interval=T | daly=node-mtbf | every=T-of-work-at-that-size] [save=T] [bytes=N]
//	    [async] [background=T] [inmemory=(interval,save,load,copies)]
//	    [first=T | staged] [jobstart=T] [start=T] [pernode=T] [load=T] [data=T] [firststep=T]
//	    [loststeps=T] [preset=NAME] [non-preemptible] [max-losses=N]
//	    [nosave] [live] [peers] [lastcall=T] [shrinkwait=T] [poll=T] [cooldown=T]
//	    [maxrestarts=N] [overhead=F] [ladder=(period,process-restarts,full-restarts)]
//	run policy=NAME [horizon=T] [seed=N] [placement=RULE] [relax=T] [PARAMETER=VALUE …] [quiet]
//	    prints every change of a job's phase, size or held GPUs, then the
//	    ledger in GPU-seconds and how the jobs ended
//	reset
//	    forgets cluster and jobs
func TestStories(t *testing.T) {
	datadriven.Walk(t, "testdata/stories", func(t *testing.T, path string) {
		s := &story{}
		datadriven.RunTest(t, path, func(t *testing.T, d *datadriven.TestData) string {
			return s.command(t, d)
		})
	})
}

// story builds a scenario command by command.
type story struct {
	sim.Scenario
	results map[string]*sim.Result // by policy
}

func (s *story) command(t *testing.T, d *datadriven.TestData) string {
	a := &args{t: t, d: d, used: map[string]bool{}}
	defer a.checkAllUsed()
	switch d.Cmd {
	case "reset":
		*s = story{}
	case "cluster":
		s.addPool(a)
	case "capacity":
		s.addChange(a)
	case "crash", "slow":
		s.addIncident(a)
	case "storage":
		s.Storage = cluster.Storage{Bandwidth: int64(a.int("bandwidth", 0)), PerNode: int64(a.int("pernode", 0))}
	case "job":
		s.addJob(a)
	case "run":
		return s.run(a)
	default:
		d.Fatalf(t, "no command %q", d.Cmd)
	}
	return ""
}

func (s *story) addPool(a *args) {
	p := cluster.Pool{Name: a.text("pool", fmt.Sprintf("p%d", len(s.Pools))), Nodes: a.int("nodes", 1), GPUsPerNode: a.int("gpus", 0)}
	p.Rented = a.flag("rented")
	p.NodesPerRack, p.Spares = a.int("rack", 0), a.int("spares", 0)
	p.CPUsPerNode, p.MemoryGiBPerNode = a.int("cpus", 0), a.int("memory", 0)
	s.Pools = append(s.Pools, p)
	s.Availability.Initial = append(s.Availability.Initial, a.int("up", p.GPUs()))
}

func (s *story) addChange(a *args) {
	c := cluster.Change{
		At: simtime.Time(a.span("at", 0)), Pool: a.int("pool", 0), Node: a.int("node", cluster.ByCount),
		Delta: a.int("delta", 0), Notice: a.span("notice", 0), Detection: a.span("detection", 0),
	}
	if a.flag("external") {
		c.Cause = cluster.External
	}
	s.Availability.Changes = append(s.Availability.Changes, c)
	s.Availability.Sort()
}

func (s *story) addIncident(a *args) {
	i := cluster.Incident{At: simtime.Time(a.span("at", 0)), Pool: a.int("pool", 0), Node: a.int("node", 0), Detection: a.span("detection", 0)}
	if v := a.text("speed", ""); v != "" {
		i.Speed = a.float(v)
	}
	s.Availability.Incidents = append(s.Availability.Incidents, i)
	slices.SortStableFunc(s.Availability.Incidents, func(x, y cluster.Incident) int { return int(x.At - y.At) })
}

func (s *story) addJob(a *args) {
	p := &workload.Profile{
		ReplicaGPUs: a.int("replica", 1), ReplicaCPUs: a.int("cpus", 0), ReplicaMemoryGiB: a.int("memory", 0),
		Scaling:        workload.Linear{},
		Checkpoint:     a.checkpoint(),
		Restart:        a.restart(),
		Operator:       a.operator(),
		Ladder:         a.ladder(),
		NonPreemptible: a.flag("non-preemptible"),
		MaxLosses:      a.int("max-losses", 0),
	}
	for _, preset := range workload.RestartPresets() {
		if a.text("preset", "") == preset.Name {
			p.Restart = preset.Restart
		}
	}
	if v := a.text("serial", ""); v != "" {
		p.Scaling = workload.Amdahl{Serial: a.float(v)}
	}
	if v := a.text("exponent", ""); v != "" {
		p.Scaling = workload.PowerLaw{Exponent: a.float(v)}
	}
	if v := a.list("spread"); v != nil {
		p.Spread = workload.Spread{Nodes: a.float(v[0]), Racks: a.float(v[1])}
	}
	if v := a.text("speed", ""); v != "" {
		p.Speed = a.float(v)
	}
	j := workload.Job{
		ID: a.text("id", ""), Team: a.text("team", ""), Submit: simtime.Time(a.span("submit", 0)), Cancel: simtime.Time(a.span("cancel", 0)), Deadline: simtime.Time(a.span("deadline", 0)),
		Priority: a.int("priority", 0), Pool: a.int("pool", 0),
		Requested: a.int("gpus", 0) / p.ReplicaGPUs, Profile: p,
	}
	if v := a.text("surge", ""); v != "" {
		n := a.whole(v)
		p.SurgePriority = &n
	}
	if v := a.list("limits"); v != nil {
		p.Limits = workload.Limits{Active: a.duration(v[0]), Startup: a.duration(v[1]), Fault: a.duration(v[2])}
	}
	if v := a.list("timeouts"); v != nil {
		own := make([]simtime.Duration, 4)
		for i := range own {
			own[i] = a.duration(v[i])
		}
		p.Timeouts = workload.Timeouts{Graceful: &own[0], Scaling: &own[1], Faulty: &own[2], Snooze: &own[3]}
	}
	j.Sizes = a.sizes(j.Requested)
	pool := s.Pools[j.Pool]
	p.Room = workload.Room{GPUsPerNode: pool.GPUsPerNode, NodesPerRack: pool.NodesPerRack}
	j.Work = j.WorkIn(a.span("duration", 0), j.Requested)
	if every := a.span("every", 0); every > 0 {
		p.Checkpoint.Interval = workload.Interval{Rule: workload.ByWork, Work: j.WorkIn(every, j.Requested)}
	}
	for _, v := range a.list("elsewhere") {
		pool := a.whole(v)
		own := *p
		own.Room = workload.Room{GPUsPerNode: s.Pools[pool].GPUsPerNode, NodesPerRack: s.Pools[pool].NodesPerRack}
		j.Elsewhere = append(j.Elsewhere, j.InPool(pool, &own))
	}
	s.Jobs = append(s.Jobs, j)
}

func (s *story) run(a *args) string {
	sc := s.Scenario
	sc.Horizon = simtime.Time(a.span("horizon", 0))
	sc.Placement = sim.Placement{Rule: cluster.Placement(a.text("placement", "")), Relax: a.span("relax", 0)}
	sc.Seed = uint64(a.int("seed", 1))
	name := a.text("policy", "fifo")
	quiet := a.flag("quiet")
	entry, err := policy.Lookup(name)
	require.NoError(a.t, err)
	p := entry.New()
	a.setParameters(p)
	var out strings.Builder
	log := transitionLog{out: &out, last: map[string]string{}}
	o := &sim.Observer{Transition: log.observe}
	if quiet {
		o = nil
	}
	r, err := sim.Run(context.Background(), &sc, p, o)
	if err != nil {
		return "error: " + err.Error()
	}
	if s.results == nil {
		s.results = map[string]*sim.Result{}
	}
	s.results[name] = r
	printResult(&out, r)
	return out.String()
}

// transitionLog prints a line when a job's state differs from the last printed.
type transitionLog struct {
	out  *strings.Builder
	last map[string]string
}

func (l *transitionLog) observe(now simtime.Time, j *policy.Job) {
	line := j.Phase.String()
	if j.Active > 0 {
		line += fmt.Sprintf(" on %d", j.Active)
	}
	if j.Job != j.Home {
		line += fmt.Sprintf(" in pool %d", j.Pool)
	}
	if j.Held > 0 {
		line += fmt.Sprintf(", holds %d", j.Held)
	}
	if j.Doomed > 0 {
		line += fmt.Sprintf(", %d doomed", j.Doomed)
	}
	if l.last[j.ID] != line {
		l.last[j.ID] = line
		fmt.Fprintf(l.out, "%8s  %s %s\n", seconds(int64(now)), j.ID, line)
	}
}

func printResult(w *strings.Builder, r *sim.Result) {
	fmt.Fprintf(w, "end %s\n", seconds(int64(r.End)))
	for s, v := range r.Spent {
		if v != 0 {
			fmt.Fprintf(w, "  %-12s %10s\n", sim.GPUState(s), seconds(v))
		}
	}
	if r.Fragmented > 0 {
		fmt.Fprintf(w, "  %-12s %10s\n", "fragmented", seconds(r.Fragmented))
	}
	for c, v := range r.LostBy {
		if v != 0 {
			fmt.Fprintf(w, "  %-12s %10s by %v\n", "lost", seconds(v), sim.LossCause(c))
		}
	}
	fmt.Fprintf(w, "  %-12s %10s\n", "capacity", seconds(r.Spent.Capacity()))
	for _, j := range r.Jobs {
		fmt.Fprintf(w, "%s %v", j.ID, j.Phase)
		if j.End != simtime.Never {
			fmt.Fprintf(w, " at %s", seconds(int64(j.End)))
		}
		for _, c := range []struct {
			n    int64
			what string
		}{{int64(j.Resizes), "resizes"}, {int64(j.Preemptions), "preemptions"}, {int64(j.NodeLosses), "node losses"}, {int64(j.Crashes), "crashes"}} {
			if c.n > 0 {
				fmt.Fprintf(w, ", %d %s", c.n, c.what)
			}
		}
		if j.Queued > 0 {
			fmt.Fprintf(w, ", queued %s", seconds(int64(j.Queued)))
		}
		fmt.Fprintln(w)
	}
}

// seconds prints milliseconds as seconds, exactly.
func seconds(ms int64) string {
	s := fmt.Sprintf("%d", ms/1000)
	if ms%1000 != 0 {
		s += strings.TrimRight(fmt.Sprintf(".%03d", ms%1000), "0")
	}
	return s
}

// args reads the arguments of a command and reports those nobody asked for.
type args struct {
	t    *testing.T
	d    *datadriven.TestData
	used map[string]bool
}

func (a *args) find(key string) (datadriven.CmdArg, bool) {
	a.used[key] = true
	for _, c := range a.d.CmdArgs {
		if c.Key == key {
			return c, true
		}
	}
	return datadriven.CmdArg{}, false
}

func (a *args) flag(key string) bool { _, ok := a.find(key); return ok }

func (a *args) text(key, missing string) string {
	if c, ok := a.find(key); ok {
		return strings.Join(c.Vals, ", ")
	}
	return missing
}

// list returns the parts of key=(a,b), nil if it is not there.
func (a *args) list(key string) []string {
	c, _ := a.find(key)
	return c.Vals
}

func (a *args) int(key string, missing int) int {
	if v := a.text(key, ""); v != "" {
		return a.whole(v)
	}
	return missing
}

func (a *args) whole(v string) int {
	n, err := strconv.Atoi(v)
	require.NoError(a.t, err, a.d.Pos)
	return n
}

func (a *args) float(v string) float64 {
	f, err := strconv.ParseFloat(v, 64)
	require.NoError(a.t, err, a.d.Pos)
	return f
}

func (a *args) span(key string, missing simtime.Duration) simtime.Duration {
	if v := a.text(key, ""); v != "" {
		return a.duration(v)
	}
	return missing
}

func (a *args) duration(v string) simtime.Duration {
	d, err := simtime.ParseDuration(v)
	require.NoError(a.t, err, a.d.Pos)
	return d
}

// restart reads the costs of a restart; the first start is free unless it is given
// or goes by stages.
func (a *args) restart() workload.Restart {
	first := a.span("first", 0)
	r := workload.Restart{First: &first}
	if a.flag("staged") {
		r.First = nil
	}
	for s, key := range []string{"jobstart", "start", "load", "data", "firststep", "loststeps"} {
		r.Costs[s] = workload.Constant(a.span(key, 0))
	}
	r.Costs[workload.ProcessStart].PerNode = a.span("pernode", 0)
	return r
}

func (a *args) checkpoint() workload.Checkpoint {
	c := workload.Checkpoint{
		Interval: workload.Interval{Time: a.span("interval", 0)}, Save: a.span("save", 0),
		Bytes: int64(a.int("bytes", 0)), Async: a.flag("async"), Background: a.span("background", 0),
	}
	if mtbf := a.span("daly", 0); mtbf > 0 {
		c.Interval = workload.Interval{Rule: workload.ByDaly, NodeMTBF: mtbf}
	}
	if v := a.list("inmemory"); v != nil {
		c.Memory = workload.MemoryTier{Interval: a.duration(v[0]), Save: a.duration(v[1]), Load: a.duration(v[2]), Copies: a.whole(v[3])}
	}
	return c
}

func (a *args) operator() workload.Operator {
	o := workload.Operator{
		NoSave: a.flag("nosave"), Live: a.flag("live"), PeerRecovery: a.flag("peers"),
		LastCall: a.span("lastcall", 0), ShrinkWait: a.span("shrinkwait", 0), Poll: a.span("poll", 0), Cooldown: a.span("cooldown", 0),
		MaxRestarts: a.int("maxrestarts", 0),
	}
	if v := a.text("overhead", ""); v != "" {
		o.Overhead = a.float(v)
	}
	return o
}

func (a *args) ladder() workload.Ladder {
	if v := a.list("ladder"); v != nil {
		return workload.Ladder{Period: a.duration(v[0]), ProcessRestarts: a.whole(v[1]), FullRestarts: a.whole(v[2]), Avoid: a.int("avoid", 0)}
	}
	return workload.Ladder{}
}

func (a *args) sizes(requested int) workload.Sizes {
	if c, ok := a.find("sizes"); ok {
		var list []int
		for _, v := range c.Vals {
			n, err := strconv.Atoi(v)
			require.NoError(a.t, err)
			list = append(list, n)
		}
		s, err := workload.Discrete(list...)
		require.NoError(a.t, err)
		return s
	}
	if lo := a.int("min", 0); lo > 0 {
		s, err := workload.Steps(lo, a.int("max", requested), a.int("step", 1))
		require.NoError(a.t, err)
		return s
	}
	return workload.Fixed(requested)
}

// setParameters sets the fields of a policy whose yaml tags are given, as YAML.
func (a *args) setParameters(p policy.Policy) {
	a.setFields(reflect.ValueOf(p).Elem())
}

func (a *args) setFields(v reflect.Value) {
	for i := range v.NumField() {
		if f := v.Type().Field(i); f.Anonymous {
			a.setFields(v.Field(i))
			continue
		}
		tag := v.Type().Field(i).Tag.Get("yaml")
		if text := a.text(tag, ""); text != "" {
			require.NoError(a.t, yaml.Unmarshal([]byte(text), v.Field(i).Addr().Interface()), tag)
		}
	}
}

func (a *args) checkAllUsed() {
	for _, c := range a.d.CmdArgs {
		require.True(a.t, a.used[c.Key], "%s: leftover argument %s", a.d.Pos, c.Key)
	}
}
