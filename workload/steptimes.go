package workload

import (
	"slices"
)

// StepTime is how long a step of forward and backward passes takes, in seconds, and
// how much of that is the synchronisation that steps of accumulation do without.
type StepTime struct{ Step, Sync float64 }

// mix is the time a share of the way from t to u.
func (t StepTime) mix(u StepTime, share float64) StepTime {
	return StepTime{t.Step + float64(share*(u.Step-t.Step)), t.Sync + float64(share*(u.Sync-t.Sync))}
}

// stepTimes are the measured step times of an application.
type stepTimes struct {
	// placed are those of placements, which name the GPUs of each node: "13".
	placed map[string]*localTimes
	// points are single ones.
	points map[stepPoint]StepTime
	// shaped are those of all placements of some GPUs on some nodes, ascending by
	// nodes, then by GPUs.
	shaped []shapeTimes
}

type stepPoint struct {
	placement string
	local     int
}

// localTimes are step times by samples a GPU, ascending.
type localTimes struct {
	locals []int
	times  []StepTime
	counts []int
}

// shapeTimes are step times of some GPUs on some nodes.
type shapeTimes struct {
	nodes, gpus int
	localTimes
}

func newStepTimes() stepTimes {
	return stepTimes{placed: make(map[string]*localTimes), points: make(map[stepPoint]StepTime)}
}

// add adds a time; those for the same number of samples are averaged.
func (l *localTimes) add(local int, t StepTime) {
	i, found := slices.BinarySearch(l.locals, local)
	if found {
		l.counts[i]++
		l.times[i] = l.times[i].mix(t, 1/float64(l.counts[i]))
		return
	}
	l.locals = slices.Insert(l.locals, i, local)
	l.times = slices.Insert(l.times, i, t)
	l.counts = slices.Insert(l.counts, i, 1)
}

// at interpolates between measured numbers of samples; beyond them the nearest counts.
func (l *localTimes) at(local int) StepTime {
	i, found := slices.BinarySearch(l.locals, local)
	switch {
	case found:
		return l.times[i]
	case i == 0:
		return l.times[0]
	case i == len(l.locals):
		return l.times[i-1]
	}
	a, b := l.locals[i-1], l.locals[i]
	return l.times[i-1].mix(l.times[i], float64(local-a)/float64(b-a))
}

// Placed adds a step time measured on a placement: the GPUs of each node as digits.
func (a *Application) Placed(placement string, local int, t StepTime) {
	l := a.steps.placed[placement]
	if l == nil {
		l = new(localTimes)
		a.steps.placed[placement] = l
	}
	l.add(local, t)
	gpus := 0
	for _, d := range placement {
		gpus += int(d - '0')
	}
	a.Shaped(len(placement), gpus, local, t)
}

// Shaped adds a step time measured with some GPUs on some nodes.
func (a *Application) Shaped(nodes, gpus, local int, t StepTime) {
	i, found := slices.BinarySearchFunc(a.steps.shaped, shapeTimes{nodes: nodes, gpus: gpus}, compareShapes)
	if !found {
		a.steps.shaped = slices.Insert(a.steps.shaped, i, shapeTimes{nodes: nodes, gpus: gpus})
	}
	a.steps.shaped[i].add(local, t)
}

func compareShapes(a, b shapeTimes) int {
	if a.nodes != b.nodes {
		return a.nodes - b.nodes
	}
	return a.gpus - b.gpus
}

// Point adds a step time that counts for one placement and number of samples before
// all others.
func (a *Application) Point(placement string, local int, t StepTime) {
	a.steps.points[stepPoint{placement, local}] = t
}

// locals returns the least and the greatest number of samples of all placements.
func (s *stepTimes) locals() (low, high int) {
	for _, l := range s.placed {
		first, last := l.locals[0], l.locals[len(l.locals)-1]
		if low == 0 || first < low {
			low = first
		}
		high = max(high, last)
	}
	return low, high
}

// StepTime returns how long a step takes with so many GPUs on each node, in the order
// in which the job got them, and some samples a GPU. A placement that was measured, up
// to rotation, is interpolated over samples; any other over nodes and GPUs too.
func (a *Application) StepTime(gpus []int, local int) StepTime {
	var buffer [64]byte
	name := rotation(buffer[:0], gpus)
	if t, ok := a.steps.points[stepPoint{string(name), local}]; ok {
		return t
	}
	if l := a.steps.placed[string(name)]; l != nil {
		return l.at(local)
	}
	sum := 0
	for _, g := range gpus {
		sum += g
	}
	return a.steps.shape(len(gpus), sum, local)
}

// rotation appends the digits of the lexicographically least rotation.
func rotation(to []byte, gpus []int) []byte {
	best := 0
	for i := 1; i < len(gpus); i++ {
		for k := range gpus {
			x, y := gpus[(i+k)%len(gpus)], gpus[(best+k)%len(gpus)]
			if x != y {
				if x < y {
					best = i
				}
				break
			}
		}
	}
	for k := range gpus {
		to = append(to, byte('0'+min(10, gpus[(best+k)%len(gpus)])))
	}
	return to
}

// shape interpolates over nodes, at the same GPUs a node, and over GPUs.
func (s *stepTimes) shape(nodes, gpus, local int) StepTime {
	low, high := 0, 0
	for _, t := range s.shaped {
		if t.nodes <= nodes || low == 0 {
			low = t.nodes
		}
		if high = t.nodes; t.nodes >= nodes {
			break
		}
	}
	density := float64(gpus) / float64(nodes)
	a := s.onNodes(low, density*float64(low), local)
	if low == high {
		return a
	}
	return a.mix(s.onNodes(high, density*float64(high), local), float64(nodes-low)/float64(high-low))
}

// onNodes interpolates over the GPUs measured on a number of nodes; beyond them the
// nearest counts.
func (s *stepTimes) onNodes(nodes int, gpus float64, local int) StepTime {
	var below, above *shapeTimes
	for i := range s.shaped {
		t := &s.shaped[i]
		if t.nodes != nodes {
			continue
		}
		if below == nil || float64(t.gpus) <= gpus {
			below = t
		}
		if above = t; float64(t.gpus) >= gpus {
			break
		}
	}
	t := below.at(local)
	if above.gpus <= below.gpus {
		return t
	}
	return t.mix(above.at(local), (gpus-float64(below.gpus))/float64(above.gpus-below.gpus))
}
