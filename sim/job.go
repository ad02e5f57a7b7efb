package sim

import (
	"rubato/cluster"
	"rubato/policy"
	"rubato/simtime"
	"rubato/workload"
)

// job is a job in the engine.
type job struct {
	policy.Job
	result *JobResult
	sets   uint8 // the policy's sets it is in

	active, held []cluster.Piece

	// event is the end of the job's phase, or of the part of it that is under way;
	// bytes and rest are the parts that follow: a transfer from or to the storage,
	// then a span of time. grace is the end of a drain that takes too long.
	event, grace handle
	bytes        int64
	rest         simtime.Duration
	limits       limits
	hasLimits    bool
	// transfer is the one that is under way.
	transfer *transfer

	// since is up to when its accounts are settled.
	since simtime.Time
	// left is the work that remains.
	left     workload.Work
	rate     workload.Rate
	fullRate workload.Rate // at the requested size
	course   *course       // nil for most
	// stored is the last checkpoint in the storage; tiers are the others that some
	// jobs have.
	stored mark
	tiers  *tiers
	// interval is the training time between saves, if they go by time.
	interval simtime.Duration
	// occasion is why it restarts, source where it reads its state from.
	occasion workload.Occasion
	source   source

	// next is the size after the drain, 0 for the queue; evading that the drain
	// answers a notice.
	next    int
	evading bool
	saves   bool // to the storage, while it drains
	live    bool // its operator does not restart it
	hurt    bool // has just lost active GPUs
	// losses are the failures that have hit it, restarts those since it left the
	// queue, rungs the recoveries that count on its ladder.
	losses, restarts int
	rungs            *rungs
	offenders        []offender
}

// tiers are the checkpoints of a job beside those in the storage.
type tiers struct {
	// memory is the last checkpoint in the memory of the nodes of ring, in order;
	// noNode stands for those that the job has lost since.
	memory mark
	ring   []cluster.NodeID
	// toMemory says that the save to come, or under way, is to memory.
	toMemory bool
	// copied is the state that is being written in the background; copying is the
	// end of a part of it.
	copied  mark
	copying handle
	bytes   int64 // to write after that part
}

// source is where a job reads its state from.
type source uint8

const (
	fromNothing source = iota
	fromStorage
	fromMemory
	fromPeers
)

// mark is a state that a job can go back to: if there is no such checkpoint, the
// beginning.
type mark struct {
	ok   bool
	left workload.Work
	// trained and unsaved are the training time, and the GPU time in
	// GPU-milliseconds, since then.
	trained simtime.Duration
	unsaved int64
}

// train adds training since the mark; a negative span takes some back.
func (m *mark) train(d simtime.Duration, gpuMillis int64) {
	m.trained += d
	m.unsaved += gpuMillis
}

// eachMark calls f for every mark of the job.
func (j *job) eachMark(f func(*mark)) {
	f(&j.stored)
	if j.tiers != nil {
		f(&j.tiers.memory)
		f(&j.tiers.copied)
	}
}

// savesToMemory reports whether the save to come, or under way, is to memory.
func (j *job) savesToMemory() bool { return j.tiers != nil && j.tiers.toMemory }

// cheapest returns the mark that loses least if the job goes back to it.
func (j *job) cheapest() *mark {
	if t := j.tiers; t != nil && t.memory.ok && !j.stored.left.Less(t.memory.left) {
		return &t.memory
	}
	return &j.stored
}
