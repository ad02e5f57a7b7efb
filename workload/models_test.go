package workload

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"rubato/simtime"
)

func TestCompactShapes(t *testing.T) {
	r := Room{GPUsPerNode: 8, NodesPerRack: 4}
	require.Equal(t, Shape{Replicas: 3, Nodes: 1, Racks: 1}, r.Compact(3, 2))
	require.Equal(t, Shape{Replicas: 5, Nodes: 2, Racks: 1}, r.Compact(5, 2))
	require.Equal(t, Shape{Replicas: 5, Nodes: 5, Racks: 2}, r.Compact(5, 8))
	require.Equal(t, Shape{Replicas: 500, Nodes: 1, Racks: 1}, Room{}.Compact(500, 8))
}

func TestSpread(t *testing.T) {
	compact := Shape{Replicas: 8, Nodes: 2, Racks: 1}
	s := Spread{Nodes: 0.9, Racks: 0.5}
	require.Equal(t, 1.0, s.Factor(compact, compact))
	require.Equal(t, 0.9, s.Factor(Shape{8, 3, 1}, compact))
	require.Equal(t, 0.45, s.Factor(Shape{8, 3, 2}, compact))
	require.Equal(t, 1.0, Spread{}.Factor(Shape{8, 3, 2}, compact))
}

// Hybrid parallelism: a replica of tensor 4 × pipeline 2 GPUs; only the number of
// replicas changes, and one of them is a node.
func TestHybridGroups(t *testing.T) {
	p := Profile{ReplicaGPUs: 8, Scaling: Linear{}, Room: Room{GPUsPerNode: 8}}
	require.Equal(t, 3, p.Compact(3).Nodes)
	require.Equal(t, 3*RateUnit, p.Rate(3))
}

// A global batch of 128 on 24 GPUs: 16 take 5 samples and 8 take 6, so that they
// run at 128/(24·6) = 88.9 % of what 24 could do.
func TestUnevenBatch(t *testing.T) {
	u := UnevenBatch{Batch: 128}
	for n, want := range map[int]float64{16: 1, 24: 8.0 / 9, 32: 1, 48: 8.0 / 9, 64: 1} {
		require.InDelta(t, want, u.Speedup(Shape{n, 1, 1})/float64(n), 1e-12, "%d GPUs", n)
	}
	require.Equal(t, 128.0, u.Speedup(Shape{200, 1, 1}), "more replicas than samples are of no use")
}

// 1 s of compute; within a node a message takes 0.01 s and the gradients 0.4 s,
// between nodes 0.05 s and 2 s.
func TestRing(t *testing.T) {
	r := Ring{Compute: 1, Local: Link{0.01, 0.4}, Remote: Link{0.05, 2}}
	require.Equal(t, 1.0, r.StepTime(Shape{1, 1, 1}))
	require.InDelta(t, 1+6*0.01+1.5*0.4, r.StepTime(Shape{4, 1, 1}), 1e-12)
	require.InDelta(t, 1+6*0.05+1.5*2, r.StepTime(Shape{4, 2, 1}), 1e-12)
	require.InDelta(t, 4/1.66, r.Speedup(Shape{4, 1, 1}), 1e-12)
	// A global batch of 6 on 4 replicas: the largest share is 2 of 6.
	r.Batch = 6
	require.InDelta(t, 2.0/6+0.66, r.StepTime(Shape{4, 1, 1}), 1e-12)
	require.InDelta(t, 1/(2.0/6+0.66), r.Speedup(Shape{4, 1, 1}), 1e-12)
}

func TestTableBeyondItsPoints(t *testing.T) {
	table, err := NewTable([]Point{{4, 400}, {8, 600}, {16, 900}})
	require.NoError(t, err)
	require.Equal(t, 9.0, table.Speedup(Shape{64, 1, 1}))
	table.Extrapolate = true
	// Each doubling is ×1.5.
	require.InDelta(t, 9*1.5*1.5, table.Speedup(Shape{64, 1, 1}), 1e-12)
	single, err := NewTable([]Point{{4, 400}})
	require.NoError(t, err)
	single.Extrapolate = true
	require.Equal(t, 4.0, single.Speedup(Shape{64, 1, 1}))
}

// ResNet-18 on CIFAR-10 with the constants that Pollux' own data give.
func cifar10() *Pollux {
	return &Pollux{
		AlphaCompute: .01866, BetaCompute: .00068, AlphaLocal: .01540, BetaLocal: 0, AlphaNode: .09152, BetaNode: .00253,
		Gamma: 1.277, InitialBatch: 128, MaxBatch: 4096, MinLocal: 32, MaxLocal: 1024, Noise: 1000,
	}
}

func TestPolluxByHand(t *testing.T) {
	p := cifar10()
	require.InDelta(t, .01866+.00068*128, p.StepTime(Shape{1, 1, 1}, 128, 0), 1e-12)
	grad := .01866 + .00068*64
	sync := .09152 + .00253*2
	want := math.Pow(math.Pow(grad, 1.277)+math.Pow(sync, 1.277), 1/1.277)
	require.InDelta(t, want, p.StepTime(Shape{4, 2, 1}, 64, 0), 1e-12)
	require.InDelta(t, 2*grad+want, p.StepTime(Shape{4, 2, 1}, 64, 2), 1e-12)
	require.Equal(t, 1.0, p.Efficiency(128))
	require.Equal(t, 1128.0/2000, p.Efficiency(1000))
}

// The best of Pollux' 50 candidates is within 1 % of the best of all batches.
func TestPolluxChoiceAgainstSearch(t *testing.T) {
	p := cifar10()
	for _, s := range []Shape{{1, 1, 1}, {2, 1, 1}, {4, 1, 1}, {8, 2, 1}, {16, 4, 1}, {64, 16, 1}} {
		best := 0.0
		for m := p.MinLocal; m <= p.MaxLocal; m++ {
			for extra := range 40 {
				batch := s.Replicas * m * (extra + 1)
				if batch >= p.InitialBatch && batch <= p.MaxBatch {
					best = max(best, float64(batch)/p.StepTime(s, m, extra)*p.Efficiency(batch))
				}
			}
		}
		got := p.Best(s)
		require.LessOrEqual(t, got.Goodput, best*(1+1e-12), s)
		require.Greater(t, got.Goodput, 0.99*best, s)
		require.LessOrEqual(t, s.Replicas*got.Local*(got.Extra+1), p.MaxBatch)
	}
	require.Zero(t, p.Best(Shape{256, 64, 1}).Goodput, "256 replicas of at least 32 samples are over the greatest batch")
	// The noisier the gradient, the larger the batch that pays.
	noisy := *p
	noisy.Noise = math.Inf(1)
	require.Greater(t, noisy.Best(Shape{4, 1, 1}).Local, p.Best(Shape{4, 1, 1}).Local)
}

// Facts of the oracle daly-5 and of the published table at M = 3.093 h.
func TestIntervals(t *testing.T) {
	require.InEpsilon(t, 2078.460969082653, Young(60, 36000), 1e-9)
	require.InEpsilon(t, 2018.4609690826528, Daly(60, 36000), 1e-9)
	require.InEpsilon(t, 2038.6534191723827, DalyHigher(60, 36000), 1e-9)
	require.Equal(t, 100.0, DalyHigher(200, 100), "a save that takes twice the mean time between failures")
	for c, minutes := range map[float64]float64{0.59: 1.9, 30: 13.6, 300: 43.1} {
		require.InDelta(t, minutes, Young(c, 3.093*3600)/60, 0.05)
	}
	i := Interval{Rule: ByYoung, NodeMTBF: 4000 * simtime.Second}
	require.Equal(t, 200*simtime.Second, i.For(2, 10*simtime.Second))
	i.Rule = ByDaly
	require.Equal(t, 190*simtime.Second, i.For(2, 10*simtime.Second))
	require.Equal(t, simtime.Second, i.For(2, 0))
	require.Equal(t, 7*simtime.Second, (&Interval{Time: 7 * simtime.Second}).For(2, 10*simtime.Second))
	require.True(t, i.Periodic())
	require.False(t, (&Interval{}).Periodic())
}

func TestStages(t *testing.T) {
	var r Restart
	for s := range r.Costs {
		r.Costs[s] = Constant(simtime.Duration(s + 1))
	}
	r.Costs[ProcessStart].PerNode = 10
	require.Equal(t, simtime.Duration(32), r.Time(ProcessStart, ScaleUp, 24, 3))
	require.Zero(t, r.Time(JobRestart, ScaleUp, 24, 3), "pods stay at a change of size")
	require.Equal(t, simtime.Duration(1), r.Time(JobRestart, Replacement, 24, 3))
	require.Equal(t, simtime.Duration(6), r.Time(LostSteps, ScaleDown, 24, 3))
	require.Zero(t, r.Time(LostSteps, InPlace, 24, 3))
	r.On[ScaleUp] = StageSet(Load)
	require.Zero(t, r.Time(ProcessStart, ScaleUp, 24, 3))
	require.Equal(t, simtime.Duration(3), r.Time(Load, ScaleUp, 24, 3))
	r.On[ScaleUp] = NoStages
	require.Zero(t, r.Time(Load, ScaleUp, 24, 3))
	table := Cost{BySize: []SizeCost{{8, 7}, {64, 30}}, PerNode: 1}
	require.Equal(t, []simtime.Duration{8, 38, 130}, []simtime.Duration{table.At(8, 1), table.At(9, 8), table.At(1000, 100)})
}

// The factors of a speed: GPUs half as fast, an operator that takes a tenth, a
// straggler, and lying on more nodes than needed.
func TestRateIn(t *testing.T) {
	p := Profile{
		ReplicaGPUs: 1, Scaling: Linear{}, Room: Room{GPUsPerNode: 8}, Speed: 0.5,
		Operator: Operator{Overhead: 0.1}, Spread: Spread{Nodes: 0.8},
	}
	require.Equal(t, RateOf(8*0.5*0.9), p.Rate(8))
	require.Equal(t, RateOf(8*0.5*0.9*0.7*0.8), p.RateIn(Shape{8, 2, 1}, 0.7))
	require.Equal(t, WorkOf(8*RateUnit, 100), p.WorkIn(100, 8), "work does not know what runs it")
}
