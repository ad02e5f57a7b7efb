package experiments

import (
	"fmt"

	"rubato/cluster"
	"rubato/workload"
)

// place is a pool in which jobs of a model may run beside their home.
type place struct {
	pool  int
	room  workload.Room
	speed float64
	// profiles are those of the jobs there, by theirs at home.
	profiles map[*workload.Profile]*workload.Profile
}

func roomOf(p cluster.Pool) workload.Room {
	return workload.Room{GPUsPerNode: p.GPUsPerNode, NodesPerRack: p.NodesPerRack}
}

// homeOf sets the pool of a model, the first of its pools, and returns the others.
func (e *Experiment) homeOf(s modelSpec, m *model) []int {
	if s.Pools == nil {
		m.pool, _ = e.poolIndex(or(s.Pool, ""), m.paths("pool")...)
		return nil
	}
	if s.Pool != nil {
		e.doc.Problem("want either pool or pools", m.paths("pools")...)
	}
	var all []int
	for k, name := range *s.Pools {
		paths := m.paths(fmt.Sprintf("pools[%d]", k))
		i, ok := e.poolIndex(name, paths...)
		if !ok {
			continue
		}
		for _, other := range all {
			if other == i {
				e.doc.Wrong("each pool once", paths...)
				return nil
			}
		}
		all = append(all, i)
	}
	if len(all) == 0 {
		return nil
	}
	m.pool = all[0]
	return all[1:]
}

// profile returns that of a job there, like that at home but for the pool.
func (p *place) profile(home *workload.Profile) *workload.Profile {
	there := p.profiles[home]
	if there == nil {
		c := *home
		c.Room, c.Speed = p.room, p.speed
		if p.profiles == nil {
			p.profiles = make(map[*workload.Profile]*workload.Profile)
		}
		there = &c
		p.profiles[home] = there
	}
	return there
}

// everywhere lets a job run in the other pools of its model.
func (m *model) everywhere(j *workload.Job) {
	for i := range m.elsewhere {
		p := &m.elsewhere[i]
		j.Elsewhere = append(j.Elsewhere, j.InPool(p.pool, p.profile(j.Profile)))
	}
}
