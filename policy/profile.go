package policy

import (
	"slices"

	"rubato/simtime"
)

// profile is how many GPUs of a pool are expected to be free over time, as a
// step function from now on.
type profile struct {
	steps []profileStep
}

type profileStep struct {
	at   simtime.Time
	free int
}

// expect builds the profile of a pool from what is free, what drains give back
// and when running jobs are expected to end.
func expect(s *State, index int, p *Plan, into *profile) *profile {
	pool := s.Pools[index]
	steps := append(into.steps[:0], profileStep{s.Now, p.Free(index)})
	if pool.Leaving > 0 {
		steps = append(steps, profileStep{s.Now + 1, pool.Leaving})
	}
	for j := range pool.Running.All() {
		if j.Phase != Draining && !p.Planned(j) {
			steps = append(steps, profileStep{s.Now.Add(max(1, s.Remaining(j))), j.Active})
		}
	}
	slices.SortStableFunc(steps[1:], func(a, b profileStep) int { return int(a.at - b.at) })
	// Frees add up; those of one instant make one step.
	out := steps[:1]
	for _, st := range steps[1:] {
		last := &out[len(out)-1]
		if st.at == last.at {
			last.free += st.free
			continue
		}
		out = append(out, profileStep{st.at, last.free + st.free})
	}
	into.steps = out
	return into
}

// earliest returns the first instant from which gpus are free for d.
func (f *profile) earliest(gpus int, d simtime.Duration) simtime.Time {
	start, found := simtime.Never, false
	for _, st := range f.steps {
		switch {
		case st.free < gpus:
			if found && st.at < start.Add(d) {
				found = false
			}
		case !found:
			start, found = st.at, true
		}
		if found && st.at >= start.Add(d) {
			return start
		}
	}
	if !found {
		return simtime.Never
	}
	return start
}

// freeAt returns the GPUs that are free at an instant.
func (f *profile) freeAt(t simtime.Time) int {
	return f.steps[f.at(t)].free
}

// reserve takes gpus out of the profile from an instant on, for d.
func (f *profile) reserve(at simtime.Time, gpus int, d simtime.Duration) {
	first, last := f.split(at), f.split(at.Add(d))
	for i := first; i < last; i++ {
		f.steps[i].free -= gpus
	}
}

// at returns the index of the step in which an instant lies.
func (f *profile) at(t simtime.Time) int {
	i, found := slices.BinarySearchFunc(f.steps, t, func(s profileStep, t simtime.Time) int { return int(s.at - t) })
	if !found {
		i--
	}
	return i
}

// end returns when a step ends.
func (f *profile) end(i int) simtime.Time {
	if i+1 < len(f.steps) {
		return f.steps[i+1].at
	}
	return simtime.Never
}

// split makes an instant the start of a step and returns its index.
func (f *profile) split(t simtime.Time) int {
	if t == simtime.Never {
		return len(f.steps)
	}
	i, found := slices.BinarySearchFunc(f.steps, t, func(s profileStep, t simtime.Time) int { return int(s.at - t) })
	if !found {
		f.steps = slices.Insert(f.steps, i, profileStep{t, f.steps[i-1].free})
	}
	return i
}
