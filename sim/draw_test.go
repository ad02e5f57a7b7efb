package sim_test

import (
	"fmt"
	"slices"

	"pgregory.net/rapid"

	"rubato/cluster"
	"rubato/internal/stream"
	"rubato/sim"
	"rubato/simtime"
	"rubato/workload"
)

// drawMishaps adds incidents, random failures and a slow storage.
func drawMishaps(t *rapid.T, sc *sim.Scenario) {
	for i, p := range sc.Pools {
		for range rapid.SampledFrom([]int{0, 0, 1, 4}).Draw(t, "incidents") {
			sc.Availability.Incidents = append(sc.Availability.Incidents, cluster.Incident{
				At: drawTime(t, "incident"), Pool: i, Node: rapid.IntRange(0, p.Nodes-1).Draw(t, "node"),
				Detection: drawSpan(t, "detection"),
			})
		}
		if rapid.IntRange(0, 2).Draw(t, "failures") == 0 {
			sc.Availability.Failures = append(sc.Availability.Failures, drawFailures(t, i))
			sc.Horizon = max(sc.Horizon, 1_000_000)
		}
	}
	slices.SortStableFunc(sc.Availability.Incidents, func(a, b cluster.Incident) int { return int(a.At - b.At) })
	if rapid.Bool().Draw(t, "storage") {
		sc.Storage = cluster.Storage{
			Bandwidth: rapid.Int64Range(0, 3).Draw(t, "bandwidth") * 500,
			PerNode:   rapid.Int64Range(0, 2).Draw(t, "bandwidth of a node") * 300,
		}
	}
}

func drawFailures(t *rapid.T, pool int) cluster.Failures {
	family := rapid.SampledFrom(stream.Families()).Draw(t, "family")
	return cluster.Failures{
		Name: fmt.Sprint(pool), Pool: pool,
		Kind:      rapid.SampledFrom([]cluster.FailureKind{cluster.NodeLoss, cluster.Crash}).Draw(t, "kind"),
		ByRack:    rapid.Bool().Draw(t, "by rack"),
		Between:   stream.Distribution{Family: family, Mean: 100 * simtime.Second, Shape: 1.5, Values: []simtime.Duration{40_000, 160_000}},
		Repair:    stream.Distribution{Family: stream.Lognormal, Mean: 30 * simtime.Second, Shape: 1},
		Notice:    drawSpan(t, "notice"),
		Detection: drawSpan(t, "detection"), HealthCheck: drawSpan(t, "health check"),
	}
}

// drawDetails draws the finer models of a class of jobs.
func drawDetails(t *rapid.T, p *workload.Profile) {
	c := &p.Checkpoint
	c.Interval.Rule = rapid.SampledFrom([]workload.IntervalRule{workload.ByTime, workload.ByWork, workload.ByDaly}).Draw(t, "rule")
	c.Interval.NodeMTBF = 100 * simtime.Second
	c.Bytes = rapid.SampledFrom([]int64{0, 1000, 12345}).Draw(t, "bytes")
	c.Async, c.Background = rapid.Bool().Draw(t, "async"), drawSpan(t, "background")
	if rapid.Bool().Draw(t, "memory") {
		c.Memory = workload.MemoryTier{Interval: 7 * simtime.Second, Save: drawSpan(t, "save") / 10, Load: drawSpan(t, "load"), Copies: rapid.IntRange(0, 2).Draw(t, "copies")}
	}
	r := &p.Restart
	if rapid.Bool().Draw(t, "stages") {
		r.First = nil
		for s := range r.Costs {
			r.Costs[s] = workload.Cost{Fixed: drawSpan(t, "stage"), PerNode: drawSpan(t, "stage a node") / 5}
		}
	}
	p.Operator = workload.Operator{
		NoSave: rapid.Bool().Draw(t, "no save"), Live: rapid.Bool().Draw(t, "live"), PeerRecovery: rapid.Bool().Draw(t, "peers"),
		LastCall: drawSpan(t, "last call"), ShrinkWait: drawSpan(t, "shrink wait"), Poll: drawSpan(t, "poll"), Cooldown: drawSpan(t, "cooldown"),
		MaxRestarts: rapid.SampledFrom([]int{0, 0, 3}).Draw(t, "max restarts"),
	}
	if rapid.Bool().Draw(t, "ladder") {
		p.Ladder = workload.Ladder{Period: 60 * simtime.Second, ProcessRestarts: rapid.IntRange(0, 2).Draw(t, "process restarts"), FullRestarts: rapid.IntRange(0, 2).Draw(t, "full restarts"), Avoid: rapid.IntRange(0, 2).Draw(t, "avoid")}
	}
	if rapid.Bool().Draw(t, "surge") {
		n := rapid.IntRange(-1, 2).Draw(t, "surge priority")
		p.SurgePriority = &n
	}
	if rapid.Bool().Draw(t, "limits") {
		p.Limits = workload.Limits{Active: 10 * drawSpan(t, "active"), Startup: drawSpan(t, "startup"), Fault: drawSpan(t, "fault")}
	}
	if rapid.Bool().Draw(t, "timeouts") {
		own := drawSpan(t, "timeout")
		p.Timeouts = workload.Timeouts{Graceful: &own, Scaling: &own, Faulty: &own, Snooze: &own}
	}
	if rapid.Bool().Draw(t, "another speed") {
		p.Speed, p.Spread = 0.5, workload.Spread{Nodes: 0.9, Racks: 0.8}
	}
}
