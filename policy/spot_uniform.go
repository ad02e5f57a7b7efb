package policy

import "rubato/simtime"

// UniformProgress keeps each job on the straight line from its submission to its
// deadline: on spot when there is some, on demand when it has fallen behind.
type UniformProgress struct{ spot }

func init() {
	register(Entry{
		Name: "uniform-progress", Summary: "spot, deadlines: on demand while behind a uniform progress to the deadline",
		Source: "Wu et al., Can't Be Late: Optimizing Spot Instance Savings under Deadlines, NSDI 2024, section 4.3",
		Doc: `A job is expected to have trained, at time t, ep(t) = C(0)·(t − submission)/(deadline −
submission); cp(t) is what it has trained, both as time elsewhere at its requested size.
  uniform progress  while cp(t) < ep(t) a job in the queue starts elsewhere.
  take the risk     when there is room at home it goes there, and stays until it is lost
  hysteresis        but from elsewhere only once cp(t) ≥ ep(t + 2d).
A job without a deadline waits for its home.

` + spotDoc,
		New: func() Policy { return &UniformProgress{newSpot(Drain)} },
	})
}

// Name returns "uniform-progress".
func (*UniformProgress) Name() string { return "uniform-progress" }

// Decide starts elsewhere what is behind, and brings home what is ahead.
func (u *UniformProgress) Decide(s *State, p *Plan) {
	u.decide(s, p, choice{away: u.behind, home: u.ahead})
}

// behind reports whether a queued job has trained less than expected, and comes back
// when it will have.
func (u *UniformProgress) behind(j *Job) bool {
	if !bound(j) {
		return false
	}
	l := u.course(j)
	if l.done < l.expected(u.state.Now) {
		return true
	}
	u.wakeIn((l.done - l.expected(u.state.Now)) / l.slope)
	return false
}

// ahead reports whether a job has trained what is expected two changes from now, and
// comes back when it will have.
func (u *UniformProgress) ahead(j *Job) bool {
	if !bound(j) {
		return true
	}
	l := u.course(j)
	lack := l.expected(u.state.Now.Add(2*u.change(j))) - l.done
	if lack <= 0 {
		return u.canReturn(j)
	}
	if gain := rate(j.Job, j.Size)/l.speed - l.slope; gain > 0 {
		u.wakeIn(lack / gain)
	}
	return false
}

func (u *UniformProgress) wakeIn(ms float64) {
	if ms < float64(simtime.Longest) {
		u.plan.Wake(u.state.Now.Add(simtime.Duration(ms) + 1))
	}
}

// course is the progress expected of a job, in ms of training elsewhere.
type course struct {
	from  simtime.Time
	slope float64 // a ms
	done  float64
	speed float64
}

func (l *course) expected(t simtime.Time) float64 { return float64(t.Sub(l.from)) * l.slope }

func (u *UniformProgress) course(j *Job) course {
	speed := rate(&j.Home.Elsewhere[0], j.Requested)
	all := float64(j.Estimate) * rate(j.Home, j.Requested) / speed
	span := max(1, j.Deadline.Sub(j.Submit))
	return course{from: j.Submit, slope: all / float64(span), done: all - u.workLeft(j)/speed, speed: speed}
}
