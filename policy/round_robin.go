package policy

import (
	"slices"

	"rubato/simtime"
)

// RoundRobin shares the cluster in time: jobs take turns of one quantum.
type RoundRobin struct {
	Quantum simtime.Duration `yaml:"quantum" json:"quantum" jsonschema:"exclusiveMinimum=0,description=How long a job runs before it makes way for one that waits."`
	Grace   simtime.Duration `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a stopped job has to save; then it is killed and loses its work since the last checkpoint."`
}

func init() {
	register(Entry{
		Name: "round-robin", Summary: "preemptive: gang time-slicing with a quantum (Gandiva-like)",
		Source: "gang time-slicing of Gandiva (Xiao et al., OSDI 2018), section 3",
		New:    func() Policy { return &RoundRobin{Quantum: simtime.Minute, Grace: 10 * simtime.Minute} },
		Doc: `Jobs start in the order in which they entered the queue, at the size they request,
one that does not fit being passed over. While jobs wait, a job that has run for
quantum, starting and loading aside, makes way: the longest running first, and no more than the first waiting
job needs. A job that makes way saves within gracePeriod and goes to the end of the
queue.

Lost nodes and notices are handled as by fifo.`,
	})
}

// Name returns "round-robin".
func (*RoundRobin) Name() string { return "round-robin" }

// Before is the order of entry into the queue.
func (*RoundRobin) Before(a, b *Job) bool { return a.Turn < b.Turn }

// Need is what the size it requests takes.
func (*RoundRobin) Need(j *Job) int { return j.GPUs(j.Requested) }

// Decide starts what fits and makes room for the first job that does not.
func (rr *RoundRobin) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		var head *Job
		w := pool.Queue.Walk()
		for j := w.Next(); j != nil; j = w.Next() {
			if p.Start(j, j.Requested) {
				continue
			}
			if head == nil {
				head = j
			}
			w.LeaveOut()
		}
		if head == nil {
			continue
		}
		rr.makeWay(s, pool, p, rr.Need(head)-p.Free(i)-pool.Leaving)
		if len(p.actions) > 0 {
			p.Wake(s.Now.Add(rr.Quantum)) // for those that start now
		}
	}
}

// makeWay stops jobs whose quantum is over until need GPUs come free, and asks
// for a round when the next quantum ends.
func (rr *RoundRobin) makeWay(s *State, pool *Pool, p *Plan, need int) {
	var over []*Job
	for j := range pool.Running.All() {
		switch {
		case !stoppable(j, p):
		case !j.Computing():
			// It has not begun; a look a quantum from now is soon enough.
			p.Wake(s.Now.Add(rr.Quantum))
		case s.Now.Sub(j.TrainingSince) >= rr.Quantum:
			over = append(over, j)
		default:
			p.Wake(j.TrainingSince.Add(rr.Quantum))
		}
	}
	slices.SortFunc(over, func(a, b *Job) int { return int(a.Turn - b.Turn) })
	for _, j := range over {
		if need <= 0 {
			return
		}
		need -= j.Active
		p.Stop(j, rr.Grace)
	}
}
