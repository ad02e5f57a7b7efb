package policy

import (
	"rubato/internal/words"
	"rubato/simtime"
)

// spot is the part that policies have in common for jobs that run in a pool which
// can be taken away, their home, and may run in others instead. They differ in the
// choice between them.
type spot struct {
	estimating
	OnNotice   Answer           `yaml:"onNotice" json:"onNotice" jsonschema:"description=What a job does that is told that its GPUs will go: drain (save\\, and go on with what is left\\, or elsewhere) or ignore (train until they go).,enum=drain,enum=ignore"`
	Grace      simtime.Duration `yaml:"gracefulShutdownTimeout" json:"gracefulShutdownTimeout" jsonschema:"description=Time to save when a job changes its pool or size; then it is killed and loses its work since the last checkpoint."`
	Changeover simtime.Duration `yaml:"changeover" json:"changeover" jsonschema:"minimum=0,description=What a change of pool takes\\, as deadlines reckon with it; 0: a save and a restart as the job's model has them."`

	state    *State
	plan     *Plan
	reserved []int // by pool: free GPUs for jobs on their way home
}

// Answer is what a job does when some of its GPUs are announced to go.
type Answer string

// The answers.
const (
	Drain  Answer = "drain"
	Ignore Answer = "ignore"
)

// UnmarshalText accepts the names of the constants.
func (a *Answer) UnmarshalText(text []byte) error {
	return words.Parse(a, text, []Answer{Drain, Ignore})
}

// choice is where a job is to run.
type choice struct {
	// away reports whether a job for which there is no room at home is to start
	// elsewhere.
	away func(j *Job) bool
	// home reports whether a job that runs elsewhere is to go home, where there is
	// room.
	home func(j *Job) bool
}

const spotDoc = `A job has a list of pools. The first is its home; the others are where it may run
instead, such as on demand. It starts at home at the greatest legal size up to the
requested one, in order of submission, whoever fits; elsewhere likewise. At home a job
that is elastic grows onto GPUs that no queued job can start on. Jobs that go home save
first, while GPUs are kept free for them.

Deadlines count for jobs that have one and somewhere else to go. What a change takes,
changeover, is called d; C is what the job still has to train elsewhere at its
requested size, with the pauses for periodic saves, and R the time to its deadline:
  safety net  a job in the queue starts elsewhere once R < C + 2d, and stays there.
  in time     a job at home whose work since its last checkpoint would not leave that
              much if it were lost saves, and goes on from the queue.
Deadlines are kept if estimates are right, there is room elsewhere that is not lost,
losses are noticed at once, and jobs do not slow each other's saves.

A job that lost GPUs, or with onNotice: drain will lose some, goes on at the greatest
legal size it can have at once, up to its own, or goes to the queue.`

// decide writes the plan of a round.
func (r *spot) decide(s *State, p *Plan, c choice) {
	r.state, r.plan = s, p
	r.reserve()
	for _, pool := range s.Pools {
		r.answerLosses(pool)
	}
	for _, pool := range s.Pools {
		r.startHome(pool)
	}
	for _, pool := range s.Pools {
		r.startAway(pool, c)
	}
	for _, pool := range s.Pools {
		for j := range pool.Running.All() {
			if j.Phase <= Saving && !p.Planned(j) && !j.NonPreemptible {
				r.move(j, c)
			}
		}
	}
	for _, pool := range s.Pools {
		r.grow(pool)
	}
}

// reserve keeps room at home for the jobs that drain to go there.
func (r *spot) reserve() {
	r.reserved = r.reserved[:0]
	for range r.state.Pools {
		r.reserved = append(r.reserved, 0)
	}
	for _, pool := range r.state.Pools {
		for j := range pool.Running.All() {
			if j.Phase == Draining && j.Job != j.Home && j.Cause == AfterMigration {
				r.reserved[j.Home.Pool] += j.GPUs(j.Size)
			}
		}
	}
}

// free returns the GPUs of a pool that are not kept for anyone.
func (r *spot) free(pool int) int { return max(0, r.plan.Free(pool)-r.reserved[pool]) }

// fitting returns the greatest legal size of a job that some GPUs allow, up to one.
func fitting(j *Job, gpus, most int) int { return j.Sizes.Floor(min(gpus/j.ReplicaGPUs, most)) }

func (r *spot) answerLosses(pool *Pool) {
	for j := range pool.Faulted.All() {
		r.goOn(j, 0)
	}
	if r.OnNotice == Ignore {
		return
	}
	for j := range pool.Noticed.All() {
		r.goOn(j, simtime.Longest)
	}
}

// goOn lets a job that lost GPUs, or will, go on with what it can have, unless its
// deadline needs it to go elsewhere.
func (r *spot) goOn(j *Job, grace simtime.Duration) {
	size := fitting(j, j.Active-j.Doomed+j.Held+r.free(j.Pool), j.Size)
	if size > 0 && !(r.mayLeave(j) && r.leavesInTime(j)) {
		r.plan.Resize(j, size, grace)
		return
	}
	r.plan.Stop(j, grace)
}

// startHome starts the jobs of a queue that fit, first those that have just come for
// that, then in order.
func (r *spot) startHome(pool *Pool) {
	for j := range pool.Queue.All() {
		switch {
		case r.urgent(j) && r.startElsewhere(j):
		case j.Cause == AfterMigration && j.QueuedAt == r.state.Now:
			r.startAtHome(j)
		}
	}
	w := pool.Queue.Walk()
	for j := w.Next(); j != nil; j = w.Next() {
		if !r.plan.Planned(j) && !r.startAtHome(j) {
			w.LeaveOut()
		}
	}
}

func (r *spot) startAtHome(j *Job) bool {
	size := fitting(j, r.free(j.Pool), j.Requested)
	return size > 0 && r.plan.Start(j, size)
}

// startElsewhere starts a job in the first of its other pools that has room.
func (r *spot) startElsewhere(j *Job) bool {
	for i := range j.Elsewhere {
		in := j.Elsewhere[i].Pool
		if size := fitting(j, r.free(in), j.Requested); size > 0 && r.plan.StartIn(j, size, in) {
			return true
		}
	}
	return false
}

// startAway starts queued jobs elsewhere that do not fit at home, and are to.
func (r *spot) startAway(pool *Pool, c choice) {
	for j := range pool.Queue.All() {
		if len(j.Elsewhere) > 0 && !r.plan.Planned(j) && c.away(j) {
			r.startElsewhere(j)
		}
	}
}

// move sends a running job home, or away from it in time for its deadline. One that
// the placement found no place for before it started where it is, stays.
func (r *spot) move(j *Job, c choice) {
	if j.Job == j.Home {
		if r.mayLeave(j) && r.leavesInTime(j) {
			r.plan.Stop(j, r.Grace)
		}
		return
	}
	home := j.Home.Pool
	if need := j.GPUs(j.Size); j.Computing() && !j.Unplaced && need <= r.free(home) && c.home(j) {
		r.reserved[home] += need
		r.plan.Stop(j, r.Grace)
	}
}

// mayLeave reports whether a job is at home and can be sent elsewhere.
func (r *spot) mayLeave(j *Job) bool { return j.Job == j.Home && !j.Unplaced }

// grow lets jobs at home take what is left.
func (r *spot) grow(pool *Pool) {
	for j := range pool.Queue.All() {
		if r.plan.Planned(j) && j.Sizes.Elastic() {
			r.enlarge(j)
		}
	}
	for j := range pool.Growable.All() {
		if !j.Computing() || r.plan.Planned(j) || j.Doomed > 0 || j.Job != j.Home {
			continue
		}
		size := j.Sizes.Floor((j.Active + j.Held + r.free(pool.Index)) / j.ReplicaGPUs)
		if size <= j.Size {
			continue
		}
		if at := j.GrowsAt(r.state.Now); at > r.state.Now {
			r.plan.Wake(at)
			continue
		}
		r.plan.Resize(j, size, r.Grace)
	}
}

// enlarge starts a job that starts at home in this round at a greater size.
func (r *spot) enlarge(j *Job) {
	a := r.plan.action(j)
	if a.Verb != Start || a.Pool != j.Pool {
		return
	}
	if size := j.Sizes.Floor((j.GPUs(a.Size) + r.free(j.Pool)) / j.ReplicaGPUs); size > a.Size {
		r.plan.Start(j, size)
	}
}

// Before is the order of submission.
func (*spot) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what its least size takes.
func (*spot) Need(j *Job) int { return j.MinGPUs() }
