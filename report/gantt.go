package report

import (
	"cmp"
	"slices"

	"rubato/policy"
	"rubato/simtime"
)

// bar is a span in which a job has the rows from first to past of a Gantt chart, one
// a GPU.
type bar struct {
	job         int32
	first, past int
	from, to    simtime.Time
	phase       policy.Phase
}

// area is the bar's GPU time.
func (b *bar) area() int64 { return int64(b.past-b.first) * int64(b.to.Sub(b.from)) }

// claim says that a job has so many GPUs from an instant on; spell is the interval
// that begins then, -1 if none does.
type claim struct {
	at    simtime.Time
	job   int32
	gpus  int
	grows bool
	spell int
}

// ganttBars packs intervals into rows: a job that gets GPUs takes the lowest free
// rows, and gives up its highest. The engine's nodes are not told.
func ganttBars(spells []interval) []bar {
	spells = ganttSpells(spells)
	p := packer{rows: make(map[int32][]int)}
	var out []bar
	for _, c := range claims(spells) {
		p.set(c.job, c.gpus)
		if c.spell < 0 || c.gpus == 0 {
			continue
		}
		s := &spells[c.spell]
		for _, run := range contiguous(p.rows[c.job]) {
			out = append(out, bar{s.job, run[0], run[1], s.from, s.to, s.phase})
		}
	}
	return out
}

// ganttSpells are intervals in which a job has GPUs, periodic saves and training
// taken as one.
func ganttSpells(in []interval) []interval {
	var out []interval
	for _, v := range in {
		if v.phase == policy.Saving {
			v.phase = policy.Training
		}
		if n := len(out); n > 0 && out[n-1].job == v.job && out[n-1].to == v.from && out[n-1].phase == v.phase && out[n-1].gpus+out[n-1].held == v.gpus+v.held {
			out[n-1].to = v.to
			continue
		}
		out = append(out, v)
	}
	return slices.DeleteFunc(out, func(v interval) bool { return v.gpus+v.held == 0 })
}

// claims are in order of time; of one instant those come first that free rows.
func claims(spells []interval) []claim {
	var out []claim
	for i, v := range spells {
		before := 0
		if i > 0 && spells[i-1].job == v.job && spells[i-1].to == v.from {
			before = int(spells[i-1].gpus + spells[i-1].held)
		}
		gpus := int(v.gpus + v.held)
		out = append(out, claim{v.from, v.job, gpus, gpus > before, i})
		if i+1 == len(spells) || spells[i+1].job != v.job || spells[i+1].from != v.to {
			out = append(out, claim{v.to, v.job, 0, false, -1})
		}
	}
	slices.SortStableFunc(out, func(a, b claim) int {
		return cmp.Or(cmp.Compare(a.at, b.at), compareBool(a.grows, b.grows), cmp.Compare(a.job, b.job))
	})
	return out
}

func compareBool(a, b bool) int {
	switch {
	case a == b:
		return 0
	case b:
		return -1
	}
	return 1
}

// packer knows who has which rows.
type packer struct {
	taken []bool
	rows  map[int32][]int // in order
}

func (p *packer) set(job int32, gpus int) {
	mine := p.rows[job]
	for len(mine) > gpus {
		last := len(mine) - 1
		p.taken[mine[last]] = false
		mine = mine[:last]
	}
	for row := 0; len(mine) < gpus; row++ {
		if row == len(p.taken) {
			p.taken = append(p.taken, false)
		}
		if !p.taken[row] {
			p.taken[row] = true
			mine = append(mine, row)
		}
	}
	slices.Sort(mine)
	p.rows[job] = mine
}

// contiguous are the runs of rows, each from the first to past the last.
func contiguous(rows []int) [][2]int {
	var out [][2]int
	for _, r := range rows {
		if n := len(out); n > 0 && out[n-1][1] == r {
			out[n-1][1]++
			continue
		}
		out = append(out, [2]int{r, r + 1})
	}
	return out
}
