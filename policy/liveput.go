package policy

import (
	"slices"

	"rubato/internal/words"
	"rubato/simtime"
)

// Liveput chooses sizes for what they are expected to train over the next intervals,
// given a forecast of capacity, less what the changes of size on the way cost.
type Liveput struct {
	spot
	Interval   simtime.Duration `yaml:"interval" json:"interval" jsonschema:"exclusiveMinimum=0,description=Length of an interval of the forecast and of the plan."`
	Lookahead  int              `yaml:"lookahead" json:"lookahead" jsonschema:"minimum=1,maximum=1000,description=How many intervals are planned."`
	Predictor  Predictor        `yaml:"predictor" json:"predictor" jsonschema:"description=How capacity is forecast from its past: last (as it is) or trend (damped linear trend).,enum=last,enum=trend"`
	forecasts  []forecast       // by pool
	candidates []*Job
	capacity   []int // by interval
	course     courseOfSizes
}

// Predictor is a way to forecast capacity.
type Predictor string

// The predictors.
const (
	Last  Predictor = "last"
	Trend Predictor = "trend"
)

// UnmarshalText accepts the names of the constants.
func (p *Predictor) UnmarshalText(text []byte) error {
	return words.Parse(p, text, []Predictor{Last, Trend})
}

func init() {
	register(Entry{
		Name: "liveput", Summary: "spot, elastic: sizes by what they will train under the capacity forecast for the next intervals",
		Source: "Duan et al., Parcae: Proactive, Liveput-Optimized DNN Training on Preemptible Instances, NSDI 2024, sections 4 to 6",
		Doc: `The capacity of a pool is sampled at the start of each interval and forecast for the
next lookahead ones: last keeps the present one, trend goes on with its damped linear
trend (Holt's method with damping: weights 0.5 of the level and 0.3 of the trend, 0.8 of
which is left after each interval), within what the pool has.

In order of submission each job at home gets the course of legal sizes, an interval
each, within what is forecast and left by those before it, that trains most in all.
Changing its size costs changeover without training; a size for which capacity will not
do costs the work since the last checkpoint, too: half an interval between periodic
saves, or all since the last save. So a job shrinks in time before an expected loss, and
does not grow for what will not last. Its next size is that of the course; the plan is
made anew at each event and each interval.

Parcae plans pipelines of one job from states in memory; here sizes are numbers of
replicas, changes are those of the job's model, and its predictor, an ARIMA model, is
replaced by the above.

` + spotDoc,
		New: func() Policy {
			return &Liveput{spot: newSpot(Drain), Interval: simtime.Minute, Lookahead: 12, Predictor: Trend}
		},
	})
}

// Name returns "liveput".
func (*Liveput) Name() string { return "liveput" }

// Decide plans each pool.
func (l *Liveput) Decide(s *State, p *Plan) {
	l.state, l.plan = s, p
	l.reserve()
	if l.forecasts == nil {
		l.forecasts = make([]forecast, len(s.Pools))
	}
	for _, pool := range s.Pools {
		l.answerLosses(pool)
	}
	waiting := false
	for i, pool := range s.Pools {
		l.forecasts[i].sample(s.Now, l.Interval, l.collect(pool))
		l.planPool(pool)
		waiting = waiting || pool.Queue.Len()+pool.Running.Len() > 0
	}
	for _, pool := range s.Pools {
		for j := range pool.Running.All() {
			if j.Phase <= Saving && l.mayLeave(j) && !p.Planned(j) && !j.NonPreemptible && l.leavesInTime(j) {
				p.Stop(j, l.Grace)
			}
		}
	}
	if waiting {
		p.Wake(s.Now.Add(l.Interval - simtime.Duration(s.Now)%l.Interval))
	}
}

// collect lists the jobs at home that the pool's GPUs are planned for, in order of
// submission, and returns how many GPUs there are for them.
func (l *Liveput) collect(pool *Pool) int {
	l.candidates = l.candidates[:0]
	gpus := l.free(pool.Index) + pool.Leaving
	for j := range pool.Running.All() {
		if j.Phase == Draining || j.Job != j.Home {
			continue
		}
		gpus += j.Active + j.Held - j.Doomed
		l.candidates = append(l.candidates, j)
	}
	for j := range pool.Queue.All() {
		if !l.urgent(j) || !l.startElsewhere(j) {
			l.candidates = append(l.candidates, j)
		}
	}
	slices.SortFunc(l.candidates, func(a, b *Job) int { return int(a.Index - b.Index) })
	return gpus
}

// planPool tells the jobs of a pool the first size of their courses.
func (l *Liveput) planPool(pool *Pool) {
	l.capacity = l.forecasts[pool.Index].next(l.capacity[:0], l.Lookahead, l.Predictor, pool.Capacity.GPUs)
	for _, j := range l.candidates {
		if l.capacity[0] == 0 && j.Phase == Queued {
			continue
		}
		size := j.Size
		if j.Phase == Queued {
			size = 0
		}
		if j.NonPreemptible && size > 0 || l.plan.Planned(j) || j.Phase == Hung {
			spend(l.capacity, j.GPUs(j.Size))
			continue
		}
		l.tell(j, l.course.best(l, j, size))
	}
}

// tell gives a job the size that it is to have next, as far as GPUs are free now.
func (l *Liveput) tell(j *Job, size int) {
	switch {
	case j.Phase == Queued:
		if size > 0 && j.GPUs(size) <= l.free(j.Pool) {
			l.plan.Start(j, size)
		}
	case size == j.Size || !j.Computing():
	case size == 0:
		l.plan.Stop(j, l.Grace)
	case size < j.Size:
		l.plan.Resize(j, size, l.Grace)
	case j.Lacks(size) <= l.free(j.Pool):
		if at := j.GrowsAt(l.state.Now); at > l.state.Now {
			l.plan.Wake(at)
			return
		}
		l.plan.Resize(j, size, l.Grace)
	}
}

func spend(capacity []int, gpus int) {
	for i := range capacity {
		capacity[i] = max(0, capacity[i]-gpus)
	}
}
