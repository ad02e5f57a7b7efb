package report

import (
	"encoding/binary"

	"rubato/policy"
	"rubato/simtime"
)

// Log is what happened to the jobs of a run, in order. An entry takes some ten
// bytes, for runs of millions of jobs have millions of entries.
type Log struct {
	data []byte
	n    int
	last simtime.Time
	jobs []jobState // by index: what was last told
}

// jobState is what a log knows of a job.
type jobState struct {
	phase policy.Phase
	cause policy.Cause
	// gpus are in its gang, held for its next growth; doomed are those of its gang
	// that are announced to go.
	gpus, held, doomed int32
	// pool is where the job is.
	pool int32
}

// logEntry is a change of a job's state.
type logEntry struct {
	at  simtime.Time
	job int32
	jobState
}

// Observe adds an entry if the job's state is another than it was; use it as the
// Transition of a sim.Observer.
func (l *Log) Observe(now simtime.Time, j *policy.Job) {
	for int(j.Index) >= len(l.jobs) {
		l.jobs = append(l.jobs, jobState{})
	}
	s := jobState{phase: j.Phase, cause: j.Cause, gpus: int32(j.Active), held: int32(j.Held), doomed: int32(j.Doomed), pool: int32(j.Pool)}
	if l.jobs[j.Index] != s {
		l.jobs[j.Index] = s
		l.add(logEntry{now, j.Index, s})
	}
}

func (l *Log) add(e logEntry) {
	b := binary.AppendUvarint(l.data, uint64(e.at.Sub(l.last)))
	b = binary.AppendUvarint(b, uint64(e.job))
	b = append(b, byte(e.phase), byte(e.cause))
	for _, n := range [...]int32{e.gpus, e.held, e.doomed, e.pool} {
		b = binary.AppendUvarint(b, uint64(n))
	}
	l.data, l.last = b, e.at
	l.n++
}

// each calls f for every entry in order.
func (l *Log) each(f func(logEntry)) {
	var e logEntry
	rest := l.data
	next := func() uint64 {
		v, n := binary.Uvarint(rest)
		rest = rest[n:]
		return v
	}
	for len(rest) > 0 {
		e.at = e.at.Add(simtime.Duration(next()))
		e.job = int32(next())
		e.phase, e.cause = policy.Phase(rest[0]), policy.Cause(rest[1])
		rest = rest[2:]
		e.gpus, e.held, e.doomed, e.pool = int32(next()), int32(next()), int32(next()), int32(next())
		f(e)
	}
}
