package policy

import (
	"slices"

	"rubato/simtime"
)

// Gittins serves the jobs that are most likely to end soon for the service they
// would need, by a known distribution of service.
type Gittins struct {
	Samples []simtime.Duration `yaml:"samples" json:"samples" jsonschema:"description=Service that past jobs took\\, in GPU-time (seconds of one GPU): the distribution."`
	Quantum simtime.Duration   `yaml:"quantum" json:"quantum" jsonschema:"exclusiveMinimum=0,description=Service ahead that the index looks at\\, in GPU-time."`
	Grace   simtime.Duration   `yaml:"gracePeriod" json:"gracePeriod" jsonschema:"description=Time a stopped job has to save; then it is killed and loses its work since the last checkpoint."`

	sums    []simtime.Duration // prefix sums of the sorted samples
	running []ranked
}

func init() {
	register(Entry{
		Name: "gittins", Summary: "preemptive: highest Gittins index by a distribution of service (Tiresias)",
		Source: "Tiresias (Gu et al., NSDI 2019), section 4.2; Gittins, Multi-armed Bandit Allocation Indices, 1989",
		New: func() Policy {
			return &Gittins{Quantum: 3250 * simtime.Second, Grace: 10 * simtime.Minute}
		},
		Doc: `A job that has attained service a (run time × GPUs) has the index

    P(S - a <= quantum | S > a) / E[min(S - a, quantum) | S > a]

where S is a service drawn from samples. Jobs take the cluster at the size they
request in order of their index, the highest first, ties in order of submission;
one that does not fit is passed over; a running job that does not make the cut
saves within gracePeriod and waits. A job that has attained more than every sample
has index 0. Without samples all indices are 0 and the order is that of submission.

No run time needs to be known, only their distribution. Lost nodes and notices are
handled as by fifo.`,
	})
}

// Name returns "gittins".
func (*Gittins) Name() string { return "gittins" }

// Before is the order of the index, then that of submission.
func (g *Gittins) Before(a, b *Job) bool {
	ka, kb := g.key(a, a.Progress), g.key(b, b.Progress)
	if ka != kb {
		return ka < kb
	}
	return a.Index < b.Index
}

// Need is what the size it requests takes.
func (*Gittins) Need(j *Job) int { return j.GPUs(j.Requested) }

// key is the negated index in units of 1e-12 a GPU-millisecond.
func (g *Gittins) key(j *Job, progress simtime.Duration) int64 {
	return -int64(g.Index(progress*simtime.Duration(j.GPUs(j.Requested))) * 1e12)
}

// Index returns the Gittins index of a job that has attained service a, in
// GPU-milliseconds, per GPU-millisecond.
func (g *Gittins) Index(a simtime.Duration) float64 {
	if len(g.sums) == 0 {
		g.prepare()
	}
	after := func(x simtime.Duration) int {
		i, _ := slices.BinarySearch(g.Samples, x+1)
		return i
	}
	n, from, to := len(g.Samples), after(a), after(a+g.Quantum)
	if from == n {
		return 0
	}
	ends := to - from
	service := g.sums[to] - g.sums[from] - a*simtime.Duration(ends) + g.Quantum*simtime.Duration(n-to)
	if service == 0 {
		return 0
	}
	return float64(ends) / float64(service)
}

// prepare sorts the samples and sums them up.
func (g *Gittins) prepare() {
	g.Samples = slices.Sorted(slices.Values(g.Samples))
	g.sums = make([]simtime.Duration, len(g.Samples)+1)
	for i, s := range g.Samples {
		g.sums[i+1] = g.sums[i] + s
	}
}

// Decide lets jobs take the cluster in order of their indices.
func (g *Gittins) Decide(s *State, p *Plan) {
	for i, pool := range s.Pools {
		requeueHit(pool, p)
		if pool.Queue.Len() > 0 {
			g.running = cut(s, i, p, g.running, g.Grace, order{
				start: (*Plan).startRequested,
				key:   g.key,
				running: func(a, b ranked) bool {
					return a.key < b.key || a.key == b.key && a.Index < b.Index
				},
				mixed: func(r ranked, q *Job) bool {
					k := g.key(q, q.Progress)
					return r.key < k || r.key == k && r.Index < q.Index
				},
			})
			if pool.Running.Len() > 0 || len(p.actions) > 0 {
				p.Wake(s.Now.Add(max(1, g.Quantum/8)))
			}
		}
	}
}
