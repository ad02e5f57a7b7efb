package experiments

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/cluster"
	"rubato/internal/stream"
	"rubato/simtime"
	"rubato/workload"
)

// profileOf returns the profile of a job under a model, on 4 nodes of 8 H100.
func profileOf(t *testing.T, model string) *workload.Profile {
	return jobOf(t, model).Profile
}

func jobOf(t *testing.T, model string) workload.Job {
	e, err := Read("x.yaml", []byte(`
name: x
cluster: {pools: [{name: p, nodes: 4, gpusPerNode: 8, nodesPerRack: 2, gpuType: H100}], storage: {bandwidth: 2TB/s, perNode: 2GB/s}}
availability:
  - failures: {kind: node, rate: 5, repair: 1h}
  - failures: {kind: crash, mtbf: 200d}
  - failures: {kind: slow, mtbf: 1d, repair: 1h, speed: 0.5}
workload:
  jobs: [{id: a, gpus: 16, duration: 1h}]
  model: `+model+`
policies: {fifo: {}}
`), "", Options{})
	require.NoError(t, err)
	sc, err := e.scenario(1)
	require.NoError(t, err)
	require.Equal(t, cluster.Storage{Bandwidth: 2e12, PerNode: 2e9}, sc.Storage)
	return sc.Jobs[0]
}

func TestRoomAndReplicas(t *testing.T) {
	p := profileOf(t, "{tensorParallel: 4, pipelineParallel: 2, spread: {nodes: 0.9, racks: 0.8}, gpuSpeeds: {A100: 0.5, H100: 1.25}}")
	require.Equal(t, 8, p.ReplicaGPUs)
	require.Equal(t, workload.Room{GPUsPerNode: 8, NodesPerRack: 2}, p.Room)
	require.Equal(t, workload.Spread{Nodes: 0.9, Racks: 0.8}, p.Spread)
	require.Equal(t, 1.25, p.Speed)
	j := jobOf(t, "{gpuSpeeds: {H100: 0.5}}")
	require.Equal(t, 2*simtime.Hour, j.Work.Time(j.Rate(16)), "durations are for GPUs of speed 1")
}

func TestScalingModels(t *testing.T) {
	require.Equal(t, workload.UnevenBatch{Batch: 128}, profileOf(t, "{scaling: {model: uneven-batch, batch: 128}}").Scaling)
	require.Equal(t, workload.Ring{Compute: 1.5, Batch: 256, Local: workload.Link{Latency: 1e-5, Transfer: 0.02}, Remote: workload.Link{Latency: 5e-5, Transfer: 3.5}},
		profileOf(t, "{scaling: {model: ring, compute: 1.5, batch: 256, gradientBytes: 140GB, local: {latency: 1e-5, bandwidth: 7TB/s}, remote: {latency: 5e-5, bandwidth: 40GB/s}}}").Scaling)
	require.Equal(t, &workload.Pollux{AlphaCompute: 0.02, BetaCompute: 0.001, AlphaNode: 0.1, BetaNode: 0.003, Gamma: 1.3, InitialBatch: 128, MaxBatch: 4096, MinLocal: 32, MaxLocal: 1024, Noise: 1000},
		profileOf(t, "{scaling: {model: pollux, alphaCompute: 0.02, betaCompute: 0.001, alphaNode: 0.1, betaNode: 0.003, gamma: 1.3, initialBatch: 128, maxBatch: 4096, minLocal: 32, maxLocal: 1024, noise: 1000}}").Scaling)
	table := profileOf(t, "{scaling: {model: table, points: [[8, 100], [16, 150]], extrapolate: true}}").Scaling
	require.InDelta(t, 18, table.Speedup(workload.Shape{Replicas: 32}), 1e-9)
}

func TestCheckpointModels(t *testing.T) {
	c := profileOf(t, "{checkpoint: {interval: 500 steps, stepTime: 4s, save: 5s, class: 70B, async: true, background: 20s, memory: {interval: 1m, save: 1s, load: 3s}}}").Checkpoint
	require.Equal(t, workload.Checkpoint{
		Interval: workload.Interval{Rule: workload.ByWork, Work: workload.WorkOf(16*workload.RateUnit, 2000*simtime.Second)},
		Save:     5 * simtime.Second, Bytes: 912e9, Async: true, Background: 20 * simtime.Second,
		Memory: workload.MemoryTier{Interval: simtime.Minute, Save: simtime.Second, Load: 3 * simtime.Second, Copies: 1},
	}, c)
	require.Equal(t, int64(910e9), profileOf(t, "{checkpoint: {parameters: 70e9}}").Checkpoint.Bytes)
	require.Equal(t, int64(140e9), profileOf(t, "{checkpoint: {parameters: 70e9, bytesPerParameter: 2}}").Checkpoint.Bytes)
	require.Equal(t, int64(80<<30), profileOf(t, "{checkpoint: {size: 80GiB}}").Checkpoint.Bytes)
	// 5 losses in 1,000 days and a crash in 200: 10 in 1,000; the slow ones interrupt
	// nothing.
	require.Equal(t, workload.Interval{Rule: workload.ByDaly, NodeMTBF: 100 * simtime.Day}, profileOf(t, "{checkpoint: {interval: daly, save: 1m}}").Checkpoint.Interval)
	require.Equal(t, workload.Interval{Rule: workload.ByYoung, NodeMTBF: simtime.Day}, profileOf(t, "{checkpoint: {interval: young, mtbf: 1d, size: 1GB}}").Checkpoint.Interval)
}

// Jobs of one class that request different sizes save after the same steps, each of
// the work at its size.
func TestIntervalInStepsBySize(t *testing.T) {
	e, err := Read("x.yaml", []byte(`
name: x
cluster: {pools: [{name: p, nodes: 4, gpusPerNode: 8}]}
workload:
  generate: {jobs: 50, interarrival: 1m, duration: 1h, gpus: {8: 1, 16: 1}}
  model: {checkpoint: {interval: 10 steps, stepTime: 2s}}
policies: {fifo: {}}
`), "", Options{})
	require.NoError(t, err)
	seen := map[int]*workload.Profile{}
	for _, j := range e.first {
		require.Equal(t, j.WorkIn(20*simtime.Second, j.Requested), j.Checkpoint.Interval.Work)
		if p := seen[j.Requested]; p != nil {
			require.Same(t, p, j.Profile)
		}
		seen[j.Requested] = j.Profile
	}
	require.Len(t, seen, 2)
}

func TestRestartModels(t *testing.T) {
	r := profileOf(t, "{restart: {job: 10s, start: {fixed: 12s, perNode: 6.3s}, load: {table: [[8, 7s], [64, 30s]]}, data: 3s, firstStep: 1s, lostSteps: 2s, on: {scaleUp: [start, load], inPlace: []}}}").Restart
	require.Nil(t, r.First)
	require.Equal(t, [workload.NumStages]workload.Cost{
		{Fixed: 10 * simtime.Second}, {Fixed: 12 * simtime.Second, PerNode: 6300}, {BySize: []workload.SizeCost{{GPUs: 8, Time: 7000}, {GPUs: 64, Time: 30_000}}},
		{Fixed: 3 * simtime.Second}, {Fixed: simtime.Second}, {Fixed: 2 * simtime.Second},
	}, r.Costs)
	require.Equal(t, workload.StageSet(workload.ProcessStart, workload.Load), r.On[workload.ScaleUp])
	require.Equal(t, workload.NoStages, r.On[workload.InPlace])
	require.Zero(t, r.On[workload.FromQueue])
	require.Equal(t, workload.Ladder{Period: 6 * simtime.Hour, ProcessRestarts: 3, FullRestarts: math.MaxInt},
		profileOf(t, "{ladder: {period: 6h, processRestarts: 3}}").Ladder)
}

// Every preset of an operator can be named, and a key that is given replaces its own.
func TestOperatorPresets(t *testing.T) {
	for _, preset := range workload.OperatorPresets() {
		require.NotEmpty(t, preset.Source)
		p := profileOf(t, "{operator: {preset: "+preset.Name+"}}")
		require.Equal(t, preset.Operator, p.Operator, preset.Name)
		require.Equal(t, preset.Memory, p.Checkpoint.Memory, preset.Name)
		require.Equal(t, preset.On, p.Restart.On, preset.Name)
		if preset.Start != nil {
			require.Equal(t, *preset.Start, p.Restart.Costs[workload.ProcessStart])
		}
	}
	p := profileOf(t, "{operator: {preset: torchrun, saveOnEvent: true, maxRestarts: 3}}")
	require.Equal(t, workload.Operator{LastCall: 30 * simtime.Second, MaxRestarts: 3}, p.Operator)
	p = profileOf(t, "{operator: {preset: dlrover}, checkpoint: {memory: {interval: 30s, copies: 2}}, restart: {start: 9s}}")
	require.Equal(t, workload.MemoryTier{Interval: 30 * simtime.Second, Copies: 2}, p.Checkpoint.Memory)
	p = profileOf(t, "{operator: {preset: checkpointless}, restart: {start: 9s, on: {inPlace: [job]}}}")
	require.Equal(t, workload.Constant(9*simtime.Second), p.Restart.Costs[workload.ProcessStart])
	require.Equal(t, workload.StageSet(workload.JobRestart), p.Restart.On[workload.InPlace])
	require.Equal(t, workload.StageSet(workload.ProcessStart), p.Restart.On[workload.Replacement])
}

func availabilityOf(t *testing.T, entries, more string) cluster.Availability {
	e, err := Read("x.yaml", []byte(`
name: x
`+more+`
cluster: {pools: [{name: p, nodes: 4, gpusPerNode: 8, spares: 1, price: 6.88}]}
availability: `+entries+`
workload: {jobs: [{id: a, gpus: 8, duration: 1h}]}
policies: {fifo: {}}
`), "", Options{})
	require.NoError(t, err)
	require.Equal(t, []int{24}, e.greatest, "a spare is not for jobs")
	require.Equal(t, 6.88, e.pools[0].Price)
	return e.availability
}

func TestFailures(t *testing.T) {
	exponential := stream.Distribution{Family: stream.Exponential, Mean: 100 * simtime.Day}
	a := availabilityOf(t, `
  - failures: {rate: 10, repair: {mean: 2h, distribution: pareto, shape: 1.5}}
    notice: 2m
    detection: 5s
    healthCheck: 30m
  - failures: {kind: slow, scope: rack, mtbf: {mean: 30d, distribution: weibull, shape: 0.7}, repair: {mean: 1h, distribution: lognormal, sigma: 1}, speed: 0.7}
  - failures: {kind: crash, mtbf: 100d}`, "")
	require.Equal(t, []cluster.Failures{
		{Name: "p/0", Between: exponential, Repair: stream.Distribution{Family: stream.Pareto, Mean: 2 * simtime.Hour, Shape: 1.5},
			Notice: 2 * simtime.Minute, Detection: 5 * simtime.Second, HealthCheck: 30 * simtime.Minute},
		{Name: "p/1", Kind: cluster.Slowdown, ByRack: true, Between: stream.Distribution{Family: stream.Weibull, Mean: 30 * simtime.Day, Shape: 0.7},
			Repair: stream.Distribution{Family: stream.Lognormal, Mean: simtime.Hour, Shape: 1}, Speed: 0.7},
		{Name: "p/2", Kind: cluster.Crash, Between: exponential},
	}, a.Failures)
}

func change(at simtime.Duration, node, delta int) cluster.Change {
	return cluster.Change{At: simtime.Time(at), Node: node, Delta: delta}
}

func TestMaintenance(t *testing.T) {
	const h = simtime.Hour
	require.Equal(t, []cluster.Change{change(2*h, 0, -8), change(2*h, 3, -8), change(3*h, 0, 8), change(3*h, 3, 8),
		change(26*h, 0, -8), change(26*h, 3, -8), change(27*h, 0, 8), change(27*h, 3, 8)},
		availabilityOf(t, "[{maintenance: {first: 2h, every: 1d, duration: 1h, nodes: [0, 3]}}]", "horizon: 2d").Changes)
	rolling := availabilityOf(t, "[{maintenance: {first: 2h, duration: 1h, nodes: all, rolling: true}, notice: 10m}]", "").Changes
	require.Len(t, rolling, 8)
	want := change(5*h, 3, -8)
	want.Notice = 10 * simtime.Minute
	require.Contains(t, rolling, want)
	require.Contains(t, rolling, change(6*h, 3, 8))
}

// Tested for 100 s before it returns, node 0 is back at 400 and 900; what would come
// at 500 is gone again at 550, before its test is over.
func TestHealthCheck(t *testing.T) {
	a := availabilityOf(t, `
  - healthCheck: 100s
    detection: 7s
    events:
      - {at: 100s, node: 0, state: down}
      - {at: 300s, node: 0, state: up}
      - {at: 450s, node: 0, state: down}
      - {at: 500s, node: 0, state: up}
      - {at: 550s, node: 0, state: down}
      - {at: 800s, node: 0, state: up}`, "")
	var want []cluster.Change
	for _, c := range []cluster.Change{change(100_000, 0, -8), change(400_000, 0, 8), change(450_000, 0, -8), change(900_000, 0, 8)} {
		if c.Delta < 0 {
			c.Detection = 7 * simtime.Second
		}
		want = append(want, c)
	}
	require.Equal(t, want, a.Changes)
}

func TestIncidents(t *testing.T) {
	a := availabilityOf(t, `
  - detection: 7s
    events:
      - {at: 100s, node: 2, state: slow, speed: 0.5}
      - {at: 150s, node: 1, state: crash}
      - {at: 200s, node: 2, state: well}`, "")
	require.Equal(t, []cluster.Incident{
		{At: 100_000, Node: 2, Speed: 0.5}, {At: 150_000, Node: 1, Detection: 7 * simtime.Second}, {At: 200_000, Node: 2, Speed: 1},
	}, a.Incidents)
}
