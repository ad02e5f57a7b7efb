package experiments

import (
	"fmt"
	"slices"

	"rubato/workload"
)

// checkElastic checks what does not depend on a job's requested size.
func (e *Experiment) checkElastic(m *model) {
	s := m.elastic
	list, span := s.Sizes != nil, s.Min != 0 || s.Max != 0
	factors := s.MinFactor != nil || s.MaxFactor != nil
	forms := 0
	for _, given := range []bool{list, span, factors} {
		if given {
			forms++
		}
	}
	switch {
	case forms != 1 || list && s.Step != nil:
		e.doc.Problem("want one of: sizes; min and max, with a step; minFactor and maxFactor, with a step", m.paths("elastic")...)
	case list:
		for i, n := range s.Sizes {
			e.checkMultiple(n, m, fmt.Sprintf("elastic.sizes[%d]", i))
		}
	case span:
		e.checkSpan(m)
	default:
		e.checkFactors(m)
	}
	if s.Step != nil && !s.Step.double {
		e.checkMultiple(s.Step.gpus, m, "elastic.step")
	}
}

// checkMultiple checks that a size is one of whole replicas.
func (e *Experiment) checkMultiple(gpus int, m *model, key string) {
	if gpus%m.profile.ReplicaGPUs != 0 {
		e.doc.Wrong(fmt.Sprintf("a multiple of replicaGPUs, %d", m.profile.ReplicaGPUs), m.paths(key)...)
	}
}

func (e *Experiment) checkSpan(m *model) {
	s := m.elastic
	switch {
	case s.Min == 0 || s.Max == 0:
		e.doc.Problem("want both min and max", m.paths("elastic")...)
		return
	case s.Min > s.Max:
		e.doc.Wrong(fmt.Sprintf("at most max, %d", s.Max), m.paths("elastic.min")...)
		return
	}
	e.checkMultiple(s.Min, m, "elastic.min")
	e.checkMultiple(s.Max, m, "elastic.max")
	if list := s.spanSizes(m.profile.ReplicaGPUs); list.max != s.Max {
		e.doc.Wrong(fmt.Sprintf("a size that the steps from min reach, such as %d", list.max), m.paths("elastic.max")...)
	}
}

func (e *Experiment) checkFactors(m *model) {
	s := m.elastic
	one := decimal{}
	if err := one.UnmarshalText([]byte("1")); err != nil {
		panic(err)
	}
	if s.MinFactor != nil && s.MinFactor.Cmp(one.Rat) > 0 {
		e.doc.Wrong("at most 1, so that the requested size is legal", m.paths("elastic.minFactor")...)
	}
	if s.MaxFactor != nil && s.MaxFactor.Cmp(one.Rat) < 0 {
		e.doc.Wrong("at least 1, so that the requested size is legal", m.paths("elastic.maxFactor")...)
	}
}

// ladder is a set of sizes in GPUs.
type ladder struct {
	min, max, step int
	double         bool
}

// spanSizes returns the sizes from min in steps, one replica where no step is
// given, up to max.
func (s *elasticSpec) spanSizes(replica int) ladder {
	if s.Step != nil && s.Step.double {
		top := s.Min
		for top <= s.Max/2 {
			top *= 2
		}
		return ladder{min: s.Min, max: top, double: true}
	}
	step := replica
	if s.Step != nil {
		step = s.Step.gpus
	}
	return ladder{min: s.Min, max: s.Min + (s.Max-s.Min)/step*step, step: step}
}

// factorSizes returns the sizes within the factors of a requested one, by
// doubling and halving it where no step is given.
func (s *elasticSpec) factorSizes(requested, replica int) ladder {
	low, high := requested, requested
	if s.MinFactor != nil {
		low = max(s.MinFactor.floor(requested, true), replica)
	}
	if s.MaxFactor != nil {
		high = s.MaxFactor.floor(requested, false)
	}
	l := ladder{min: requested, max: requested}
	if s.Step != nil && !s.Step.double {
		l.step = s.Step.gpus
		l.min -= (requested - low) / l.step * l.step
		l.max += (high - requested) / l.step * l.step
		return l
	}
	l.double = true
	for l.min%(2*replica) == 0 && l.min/2 >= low {
		l.min /= 2
	}
	for l.max <= high/2 {
		l.max *= 2
	}
	return l
}

// sizes turns a ladder into sizes in replicas.
func (l ladder) sizes(replica int) (workload.Sizes, error) {
	if !l.double {
		return workload.Steps(l.min/replica, l.max/replica, l.step/replica)
	}
	var list []int
	for n := l.min; n <= l.max; n *= 2 {
		list = append(list, n/replica)
	}
	return workload.Discrete(list...)
}

// sizesFor returns the legal sizes, in replicas, of an elastic job.
func (s *elasticSpec) sizesFor(requested, replica int) (workload.Sizes, error) {
	switch {
	case s.Sizes != nil:
		list := slices.Clone(s.Sizes)
		for i := range list {
			list[i] /= replica
		}
		return workload.Discrete(list...)
	case s.Min != 0:
		return s.spanSizes(replica).sizes(replica)
	}
	return s.factorSizes(requested, replica).sizes(replica)
}
