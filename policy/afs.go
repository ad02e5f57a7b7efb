package policy

import (
	"rubato/internal/words"
	"rubato/simtime"
)

// AFS balances the efficiency of resources with a preference for short jobs.
type AFS struct {
	sharing
	estimating
	Variant Variant `yaml:"variant" json:"variant" jsonschema:"description=L: lengths of jobs are known by estimate; P: they are not\\, and a job that has had less is taken for the shorter one.,enum=L,enum=P"`
}

// Variant says what AFS knows.
type Variant string

// The variants.
const (
	KnownLengths   Variant = "L"
	UnknownLengths Variant = "P"
)

// UnmarshalText accepts the names of the constants.
func (v *Variant) UnmarshalText(text []byte) error {
	return words.Parse(v, text, []Variant{KnownLengths, UnknownLengths})
}

func init() {
	register(Entry{
		Name: "afs", Summary: "elastic: each GPU to the job that uses it better, short ones preferred",
		Source: "Hwang et al., Elastic Resource Sharing for Distributed Deep Learning (AFS), NSDI 2021, section 4",
		New: func() Policy {
			return &AFS{sharing{Grace: 10 * simtime.Minute}, estimating{Source: Oracle, Factor: 1}, KnownLengths}
		},
		Doc: `The GPUs of a pool are handed out anew, from none, whenever a job comes or goes and
when capacity changes; with every, at the start of each round. The next GPU goes to
the winner of all jobs, compared two by two:

Start   Of two jobs that have none yet, the shorter one, at its least size, wins.
Next    Otherwise let a be the one that would end first with what it has, b the
        other, and p and p' their speeds without and with the next legal size. b wins
        if (p'b-pb)/p'b > (p'a-pa)/pa, both per GPU: in that case the two end sooner,
        in sum, if b grows while a runs (for two jobs, section 4.1). Else a wins.

A job whose next size does not fit, or would not make it faster, takes no part.

variant: L    how long jobs still take comes from estimates.
variant: P    nobody knows: what a job has done so far stands for what is left, so
              that the one that has had less counts as the shorter one, as with least
              attained service. (The paper's AFS-P is stated for single GPUs; this is
              its rule on legal sizes.)
` + changeDoc,
	})
}

// Name returns "afs".
func (*AFS) Name() string { return "afs" }

// Before is the order of length at the least sizes.
func (a *AFS) Before(x, y *Job) bool {
	if lx, ly := a.queuedLength(x), a.queuedLength(y); lx != ly {
		return lx < ly
	}
	return BySubmission(x, y)
}

// Need is what its least size takes.
func (*AFS) Need(j *Job) int { return j.MinGPUs() }

// Estimates returns none for the variant that knows no lengths.
func (a *AFS) Estimates() Estimates {
	if a.Variant == UnknownLengths {
		return Estimates{Source: NoEstimates}
	}
	return a.estimating.Estimates()
}

// Decide shares out each pool.
func (a *AFS) Decide(s *State, p *Plan) { a.decide(s, p, a.allot) }

// allot hands out the GPUs, a step at a time, to the winner of all jobs. Of those
// that have none only the shortest can win: it alone takes part.
func (a *AFS) allot(gpus int) {
	l, out := a.line(a.before), a.admitted[:0]
	for {
		best, entrant := a.winner(out, gpus), share{}
		for s, some := l.head(); some && entrant.job == nil; s, some = l.head() {
			switch {
			case s.size > 0:
				out = append(out, s)
				l.advance()
			case s.job.MinGPUs() <= gpus:
				entrant = s
			case s.job.Phase == Queued:
				l.leaveOut()
			default:
				out = append(out, s)
				l.advance()
			}
		}
		switch {
		case entrant.job != nil && (best == nil || a.wins(&entrant, best)):
			gpus -= entrant.give(entrant.job.Sizes.Min(), gpus)
			out = append(out, entrant)
			l.advance()
		case best != nil:
			size, _ := best.next()
			gpus -= best.give(size, gpus)
		default:
			a.jobs, a.admitted = out, a.jobs
			return
		}
	}
}

// winner returns the job, of those that have GPUs, that wins the next ones; nil if
// none can use more.
func (a *AFS) winner(jobs []share, gpus int) *share {
	var best *share
	for i := range jobs {
		s := &jobs[i]
		size, more := s.next()
		if s.size == 0 || size == 0 || more > gpus || speedAt(s.job, size) <= speedAt(s.job, s.size) {
			continue
		}
		if best == nil || a.wins(s, best) {
			best = s
		}
	}
	return best
}

// wins compares two jobs of which one has GPUs.
func (a *AFS) wins(x, y *share) bool {
	short, long := y, x
	if a.length(x) < a.length(y) {
		short, long = x, y
	}
	longWins := gainOver(long, true) > gainOver(short, false)
	return longWins == (long == x)
}

// gainOver is what a job's next size adds to its speed, as a part of the speed
// after or before, per GPU.
func gainOver(s *share, after bool) float64 {
	size := s.job.Sizes.Above(s.size)
	with, without := speedAt(s.job, size), speedAt(s.job, s.size)
	part := without
	if after {
		part = with
	}
	return (with - without) / part / float64(s.job.GPUs(size-s.size))
}

// length is by what jobs are shorter or longer than others.
func (a *AFS) length(s *share) float64 {
	if a.Variant == UnknownLengths {
		return float64(a.state.Progress(s.job))
	}
	return a.state.timeAt(s.job, s.size)
}

// queuedLength is the length, at its least size, of a job in the queue.
func (a *AFS) queuedLength(j *Job) float64 {
	if a.Variant == UnknownLengths {
		return float64(j.Progress)
	}
	return float64(max(0, j.Estimate-j.Progress)) * speedAt(j, j.Requested) / speedAt(j, j.Sizes.Min())
}

// before is Before for jobs that may run.
func (a *AFS) before(x, y *Job) bool {
	if lx, ly := a.lengthAtLeast(x), a.lengthAtLeast(y); lx != ly {
		return lx < ly
	}
	return BySubmission(x, y)
}

func (a *AFS) lengthAtLeast(j *Job) float64 {
	if j.Phase == Queued {
		return a.queuedLength(j)
	}
	return a.length(&share{job: j, size: j.Sizes.Min()})
}
