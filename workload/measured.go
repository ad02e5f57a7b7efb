package workload

import (
	"fmt"
	"math"
)

// Segment is a part of a training during which a job's speed in one place is constant.
type Segment struct {
	Speedup float64
	// Until is the work that is left at its end.
	Until Work
}

// Course is a Scaling whose speed depends on how many GPUs a job has on each node
// and on how far its training has come.
type Course interface {
	Scaling
	// Segment returns the present segment of a job with some work left, with so many
	// GPUs on each node in the order in which the job got them.
	Segment(gpus []int, left Work) Segment
	// Total is the work of a training.
	Total() Work
	// WholeSeconds reports whether a segment ends at the nearest whole second.
	WholeSeconds() bool
}

// Measured is an Application at a fixed batch. One replica is one GPU. The unit of
// work is a millisecond of one GPU in the same epoch, so that reference speed is that
// of one GPU all along.
type Measured struct {
	*Application
	Batch int
	// Seconds ends each epoch at the nearest whole second.
	Seconds bool

	perNode int
	left    []Work    // after each epoch
	speedup []float64 // over the whole training, of 1, 2, … GPUs that lie compactly
}

// maxMeasured bounds the sizes whose speed is worked out.
const maxMeasured = 256

// Measure returns an application at a batch on nodes of some GPUs each.
func Measure(a *Application, batch, gpusPerNode int, seconds bool) (*Measured, error) {
	if batch < a.FirstBatch() || batch > a.MaxBatch() {
		return nil, fmt.Errorf("has a batch at which %s was not measured; it was at those from %d to %d", a.Name, a.FirstBatch(), a.MaxBatch())
	}
	m := &Measured{Application: a, Batch: batch, Seconds: seconds, perNode: gpusPerNode, left: make([]Work, a.Epochs())}
	one := []int{1}
	alone := make([]float64, a.Epochs()) // seconds of one GPU
	for e := range alone {
		alone[e] = a.progressIn(e) / m.goodput(one, e)
		if !(alone[e] > 0) || alone[e] > 1e9 {
			return nil, fmt.Errorf("epoch %d of %s would take one GPU %g s", e+1, a.Name, alone[e])
		}
	}
	for e := len(alone) - 1; e > 0; e-- {
		m.left[e-1] = m.left[e].Plus(workOfSeconds(alone[e]))
	}
	sum := 0.0
	for _, s := range alone {
		sum += s
	}
	for n := 1; n <= min(m.Largest(), maxMeasured); n++ {
		gpus, time := m.compact(n), 0.0
		for e := range alone {
			time += alone[e] / (m.goodput(gpus, e) / m.goodput(one, e))
		}
		m.speedup = append(m.speedup, sum/time)
	}
	return m, nil
}

// workOfSeconds is what one replica does in some seconds at reference speed.
func workOfSeconds(s float64) Work {
	whole, rest := math.Modf(s * 1000)
	return WorkOf(RateUnit, 1).times(uint64(whole)).Plus(Work{0, uint64(math.RoundToEven(rest * float64(RateUnit)))})
}

// Total is the work of the training.
func (m *Measured) Total() Work {
	return m.left[0].Plus(workOfSeconds(m.progressIn(0) / m.goodput([]int{1}, 0)))
}

// WholeSeconds reports whether epochs end at the nearest whole second.
func (m *Measured) WholeSeconds() bool { return m.Seconds }

// Largest is the number of GPUs above which some would have less than the least samples
// measured, or that its application allows.
func (m *Measured) Largest() int {
	n := max(1, m.Batch/m.MinLocal)
	if m.MaxReplicas > 0 {
		n = min(n, m.MaxReplicas)
	}
	return n
}

// Split returns how the batch is split over some GPUs: the samples a GPU and step and
// the extra steps of accumulation. One GPU accumulates wherever the batch is not the
// first, as Pollux does to measure the noise.
func (m *Measured) Split(replicas int) (local, extra int) {
	share := ceil(m.Batch, replicas)
	extra = ceil(share, m.MaxLocal) - 1
	if replicas == 1 && m.Batch > m.FirstBatch() {
		extra = max(extra, 1)
	}
	local = ceil(share, extra+1)
	return max(1, min(local, m.MaxBatch()/(replicas*(extra+1)))), extra
}

// goodput is the progress a second.
func (m *Measured) goodput(gpus []int, epoch int) float64 {
	replicas := 0
	for _, g := range gpus {
		replicas += g
	}
	local, extra := m.Split(replicas)
	t := m.Application.StepTime(gpus, local)
	total := t.Step + float64((t.Step-t.Sync)*float64(extra))
	return m.Gain(replicas*local*(extra+1), epoch) / total
}

// Epoch returns how many epochs are over when some work is left.
func (m *Measured) Epoch(left Work) int {
	low, high := 0, len(m.left)
	for low < high {
		if mid := (low + high) / 2; m.left[mid].Less(left) {
			high = mid
		} else {
			low = mid + 1
		}
	}
	return low
}

// Segment returns the present epoch.
func (m *Measured) Segment(gpus []int, left Work) Segment {
	e := min(m.Epoch(left), len(m.left)-1)
	return Segment{m.goodput(gpus, e) / m.goodput([]int{1}, e), m.left[e]}
}

// Speedup returns the mean over the whole training of a job that lies compactly.
func (m *Measured) Speedup(s Shape) float64 {
	return m.speedup[min(s.Replicas, len(m.speedup))-1]
}

// compact lays some GPUs on as few nodes as can be.
func (m *Measured) compact(n int) []int {
	if m.perNode == 0 {
		return []int{n}
	}
	var gpus []int
	for ; n > 0; n -= m.perNode {
		gpus = append(gpus, min(n, m.perNode))
	}
	return gpus
}

func (m *Measured) String() string {
	return fmt.Sprintf("profile of %s at a batch of %d", m.Name, m.Batch)
}

// PackedStep is how long a step of the whole batch takes on some GPUs that lie
// compactly, where one GPU accumulates whatever the batch: the estimate of Optimus in
// the simulator of Pollux.
func (m *Measured) PackedStep(replicas int) float64 {
	local, extra := m.Split(replicas)
	if replicas == 1 && extra == 0 {
		extra = 1
		local = ceil(m.Batch, 2)
	}
	t := m.Application.StepTime(m.compact(replicas), local)
	return t.Step + float64((t.Step-t.Sync)*float64(extra))
}
