package sim

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
)

// Digest is a hash of what happened: to each job, and to the GPUs' time by state. Two
// runs with the same one had the same schedule. What the engine did for it (Rounds,
// Events) is not part of it, nor is ScalingLoss, which is made of floating-point
// numbers: where a platform rounds them otherwise the schedule is still the same.
func (r *Result) Digest() [sha256.Size]byte {
	d := digest{h: sha256.New()}
	d.text(r.Policy)
	d.number(int64(r.Seed), int64(r.End), int64(r.GPUs), r.Fragmented)
	d.number(r.Spent[:]...)
	d.number(int64(len(r.Pools)))
	for i := range r.Pools {
		d.number(r.Pools[i][:]...)
	}
	d.number(r.LostBy[:]...)
	d.number(int64(r.Resizes), int64(r.Preemptions), int64(r.NodeLosses), int64(r.Crashes), int64(len(r.Jobs)))
	for i := range r.Jobs {
		d.job(&r.Jobs[i])
	}
	d.flush()
	return [sha256.Size]byte(d.h.Sum(nil))
}

// digest hashes numbers and texts.
type digest struct {
	h   hash.Hash
	buf []byte
}

func (d *digest) job(j *JobResult) {
	d.text(j.ID)
	d.text(j.User)
	d.text(j.Team)
	d.number(int64(j.Pool), int64(j.Priority), int64(j.GPUs), int64(j.Submit), int64(j.Deadline), int64(j.RunTime),
		int64(j.FirstStart), int64(j.End), int64(j.Phase), int64(j.Queued), int64(j.Productive))
	d.number(j.Spent[:]...)
	d.number(j.LostBy[:]...)
	d.number(int64(j.Resizes), int64(j.Preemptions), int64(j.NodeLosses), int64(j.Crashes))
	if len(d.buf) > 1<<16 {
		d.flush()
	}
}

func (d *digest) number(numbers ...int64) {
	for _, n := range numbers {
		d.buf = binary.LittleEndian.AppendUint64(d.buf, uint64(n))
	}
}

func (d *digest) text(s string) {
	d.number(int64(len(s)))
	d.buf = append(d.buf, s...)
}

func (d *digest) flush() {
	d.h.Write(d.buf)
	d.buf = d.buf[:0]
}
