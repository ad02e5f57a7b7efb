package report

import (
	"fmt"
	"math"

	"rubato/policy"
	"rubato/sim"
	"rubato/simtime"
)

// summary is what result.json says of a run.
type summary struct {
	GPUHours     gpuHours `json:"gpu_hours"`
	WastePercent float64  `json:"waste_percent"`
	Jobs         jobCount `json:"jobs"`
	// Measured are the jobs that the times are of, where not all are.
	Measured      *jobCount  `json:"measured_jobs,omitempty"`
	TimeToTrain   *spread    `json:"time_to_train_s"`
	QueueingDelay *spread    `json:"queueing_delay_s"`
	Makespan      *float64   `json:"makespan_s"`
	Resizes       int        `json:"resizes"`
	Preemptions   int        `json:"preemptions"`
	NodeLosses    int        `json:"node_losses"`
	Crashes       int        `json:"crashes"`
	ETTR          *float64   `json:"ettr"`
	Goodput       *float64   `json:"goodput"`
	Cost          *cost      `json:"cost"`
	Deadlines     *deadlines `json:"deadlines"`
	// WindowHours is the run's own window: from 0 to its end.
	WindowHours  float64     `json:"window_hours"`
	CommonWindow *jsonWindow `json:"common_window"`
	// Pools are the GPU-hours of each pool, of a cluster of several.
	Pools []poolHours `json:"pools,omitempty"`
	// window is what the table is over.
	window window
}

type gpuHours struct {
	stateHours
	ScalingLoss float64   `json:"scaling_loss"`
	Fragmented  float64   `json:"fragmented"`
	LostBy      lossHours `json:"lost_by"`
}

// poolHours are the hours of a pool.
type poolHours struct {
	Pool     string     `json:"pool"`
	GPUHours stateHours `json:"gpu_hours"`
}

// stateHours are GPU-hours by state, with sums.
type stateHours struct {
	Capacity    float64 `json:"capacity"`
	Down        float64 `json:"down"`
	External    float64 `json:"external"`
	IdleBlocked float64 `json:"idle_blocked"`
	IdleUnused  float64 `json:"idle_unused"`
	IdleEmpty   float64 `json:"idle_empty"`
	Starting    float64 `json:"starting"`
	Restoring   float64 `json:"restoring"`
	Saving      float64 `json:"saving"`
	Draining    float64 `json:"draining"`
	Holding     float64 `json:"holding"`
	Training    float64 `json:"training"`
	Lost        float64 `json:"lost"`
	Wasted      float64 `json:"wasted"`
}

// lossHours is lost training by cause.
type lossHours struct {
	NodeLoss    float64 `json:"node_loss"`
	ShortNotice float64 `json:"short_notice"`
	Crash       float64 `json:"crash"`
	ShortGrace  float64 `json:"short_grace"`
	Operator    float64 `json:"operator"`
	Overhead    float64 `json:"overhead"`
}

// of returns the hours of a cause.
func (h *lossHours) of(c sim.LossCause) float64 {
	return [sim.NumLossCauses]float64{h.NodeLoss, h.ShortNotice, h.Crash, h.ShortGrace, h.Operator, h.Overhead}[c]
}

type jobCount struct {
	Submitted  int `json:"submitted"`
	Completed  int `json:"completed"`
	Failed     int `json:"failed"`
	Cancelled  int `json:"cancelled"`
	Refused    int `json:"refused"`
	Unfinished int `json:"unfinished"`
}

// summaries returns a summary of each run.
func (r *Report) summaries() ([]*summary, error) {
	windows := r.windows()
	out := make([]*summary, len(r.Runs))
	for i := range r.Runs {
		run := &r.Runs[i]
		s, err := run.summary(r)
		if err == nil {
			s.Cost, err = r.cost(run)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, seed %d: %w", run.name(), run.Result.Seed, err)
		}
		s.window, s.CommonWindow = windows[i], windows[i].json()
		s.Pools = r.poolHours(run.Result)
		out[i] = s
	}
	return out, nil
}

// summarise sums up what a result says by itself. It fails where the account of
// jobs does not add up.
func summarise(r *sim.Result, which Statistics) (*summary, error) {
	s := &summary{
		GPUHours: hoursByState(r), WastePercent: r.Spent.WastePercent(),
		Resizes: r.Resizes, Preemptions: r.Preemptions, NodeLosses: r.NodeLosses, Crashes: r.Crashes,
		ETTR: ettr(r, r.Jobs...), Goodput: goodput(&r.Spent), WindowHours: simtime.Duration(r.End).Hours(),
	}
	for i := range r.Jobs {
		if err := s.Jobs.count(&r.Jobs[i]); err != nil {
			return nil, err
		}
	}
	if c := s.Jobs; c.Submitted != c.Completed+c.Failed+c.Cancelled+c.Refused+c.Unfinished {
		return nil, fmt.Errorf("%d jobs submitted, but %d completed, %d failed, %d cancelled, %d refused and %d unfinished", c.Submitted, c.Completed, c.Failed, c.Cancelled, c.Refused, c.Unfinished)
	}
	measured, count, err := which.measured(r)
	if err != nil {
		return nil, err
	}
	s.Measured = count
	s.TimeToTrain = spreadOf(completed(measured, (*sim.JobResult).TimeToTrain))
	s.QueueingDelay = spreadOf(completed(measured, func(j *sim.JobResult) simtime.Duration { return j.Queued }))
	s.Makespan = makespan(r)
	s.Deadlines = deadlinesOf(r)
	return s, nil
}

// count counts a job. One that was not submitted before the run ended is
// unfinished too: it is part of the workload.
func (c *jobCount) count(j *sim.JobResult) error {
	c.Submitted++
	switch {
	case j.Phase == policy.Done:
		c.Completed++
	case j.Phase == policy.Failed:
		c.Failed++
	case j.Phase == policy.Cancelled:
		c.Cancelled++
	case j.Phase == policy.Refused:
		c.Refused++
	case j.Phase < policy.Done:
		c.Unfinished++
	}
	if ended := j.End != simtime.Never; ended != j.Phase.Over() {
		return fmt.Errorf("job %s is %v, but its end is %v", j.ID, j.Phase, j.End)
	}
	return nil
}

func hours(gpuMillis int64) float64 { return float64(gpuMillis) / float64(simtime.Hour) }

func hoursByState(r *sim.Result) gpuHours {
	return gpuHours{
		stateHours: stateHoursOf(&r.Spent), ScalingLoss: r.ScalingLoss / float64(simtime.Hour), Fragmented: hours(r.Fragmented),
		LostBy: lossHours{
			NodeLoss: hours(r.LostBy[sim.ByNodeLoss]), ShortNotice: hours(r.LostBy[sim.ByShortNotice]),
			Crash: hours(r.LostBy[sim.ByCrash]), ShortGrace: hours(r.LostBy[sim.ByShortGrace]),
			Operator: hours(r.LostBy[sim.ByOperator]), Overhead: hours(r.LostBy[sim.ByOverhead]),
		},
	}
}

func stateHoursOf(m *sim.GPUMillis) stateHours {
	at := func(s sim.GPUState) float64 { return hours(m[s]) }
	return stateHours{
		Capacity: hours(m.Capacity()), Down: at(sim.Down), External: at(sim.External),
		IdleBlocked: at(sim.IdleBlocked), IdleUnused: at(sim.IdleUnused), IdleEmpty: at(sim.IdleEmpty),
		Starting: at(sim.Starting), Restoring: at(sim.Restoring), Saving: at(sim.Saving),
		Draining: at(sim.Draining), Holding: at(sim.Holding), Training: at(sim.Training), Lost: at(sim.Lost),
		Wasted: hours(m.Wasted()),
	}
}

// millis takes the hours back to the whole milliseconds that they were made of.
func (h *stateHours) millis() sim.GPUMillis {
	var m sim.GPUMillis
	for s, v := range [sim.NumStates]float64{
		h.Down, h.External, h.IdleBlocked, h.IdleUnused, h.IdleEmpty, h.Starting, h.Restoring, h.Saving, h.Draining, h.Holding, h.Training, h.Lost,
	} {
		m[s] = millisOf(v)
	}
	return m
}

// millisOf is the inverse of hours.
func millisOf(hours float64) int64 { return int64(math.Round(hours * float64(simtime.Hour))) }

// poolHours returns nothing of a cluster of one pool.
func (r *Report) poolHours(res *sim.Result) []poolHours {
	if len(res.Pools) < 2 {
		return nil
	}
	var out []poolHours
	for i := range res.Pools {
		out = append(out, poolHours{r.pool(i), stateHoursOf(&res.Pools[i])})
	}
	return out
}

// makespan is the time from the first submission to the end of the last job that
// ended; nil where none did.
func makespan(r *sim.Result) *float64 {
	last := simtime.Time(-1)
	for i := range r.Jobs {
		if j := &r.Jobs[i]; j.Phase.Over() {
			last = max(last, j.End)
		}
	}
	if last < 0 {
		return nil
	}
	s := last.Sub(r.Jobs[0].Submit).Seconds()
	return &s
}
