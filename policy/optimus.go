package policy

import (
	"math"

	"rubato/simtime"
)

// Optimus gives GPUs to the job whose remaining time they shorten most.
type Optimus struct {
	sharing
	estimating
	Artifact bool `yaml:"artifact" json:"artifact" jsonschema:"description=Behave as the simulator of Pollux where it differs from the paper; for jobs with a profile."`

	decisions []decision // of the artifact, by pool
}

func init() {
	register(Entry{
		Name: "optimus", Summary: "elastic: GPUs go where they shorten the remaining time most",
		Source: "Peng et al., Optimus, EuroSys 2018, section 4.1, with remaining times from estimates",
		New: func() Policy {
			return &Optimus{sharing: sharing{Every: 10 * simtime.Minute, Grace: 10 * simtime.Minute}, estimating: estimating{Source: Oracle, Factor: 1}}
		},
		Doc: `The GPUs of a pool are handed out anew at the start of each round.

Least   Jobs get their least sizes in order of submission until one does not fit: it
        waits, and those in the queue behind it.
Gain    Then the job with the greatest gain gets its next legal size, again and
        again: gain is by how much that shortens its remaining time, by estimate, per
        GPU that it takes. A job that would not become faster gets no more. Of equal
        gains the first submitted counts.

artifact: true  does as the simulator of Pollux (Qiao et al., OSDI 2021) does where it
                differs. What remains of a job is counted in the steps of whole epochs
                at its batch, and is one step in the last epoch; a step on one GPU is
                taken to accumulate gradients whatever the batch; gain is not divided by
                GPUs. A job whose number of GPUs changes gives all of them up and is
                placed anew, those with the fewest first. Jobs may not be kept from it.
` + changeDoc,
	})
}

// Name returns "optimus".
func (*Optimus) Name() string { return "optimus" }

// Before is the order of submission.
func (*Optimus) Before(a, b *Job) bool { return BySubmission(a, b) }

// Need is what its least size takes.
func (*Optimus) Need(j *Job) int { return j.MinGPUs() }

// Decide shares out each pool.
func (o *Optimus) Decide(s *State, p *Plan) {
	if o.Artifact {
		o.decideAsArtifact(s, p)
		return
	}
	o.decide(s, p, o.allot)
}

func (o *Optimus) allot(gpus int) {
	gpus = o.admit(BySubmission, gpus, false)
	o.fill(gpus, o.loss)
}

// loss is the negative gain of a job's next size, infinite where there is none.
func (o *Optimus) loss(s *share) float64 {
	next, more := s.next()
	if next == 0 {
		return math.Inf(1)
	}
	gain := o.state.timeAt(s.job, s.size) - o.state.timeAt(s.job, next)
	if gain <= 0 {
		return math.Inf(1)
	}
	return -gain / float64(more)
}
